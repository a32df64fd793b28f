"""Playsheet: the rulebook is the program, the printed card is the code."""
