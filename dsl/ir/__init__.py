"""What may a program say? The small typed program that every back end runs."""
