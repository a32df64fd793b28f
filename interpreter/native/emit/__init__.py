"""The C of a program, as text."""
