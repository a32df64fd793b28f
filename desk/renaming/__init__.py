"""How something gets another name: where it is named, what shares it, and what it may be."""
