"""How is what a format means worked out? From the typed tree to a program; total and silent."""
