"""What is a game? Rules, matches, tables, choices and the faults that stop them."""
