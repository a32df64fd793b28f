"""How does a program become Python? Cutting at choices, layout of states, generated source."""
