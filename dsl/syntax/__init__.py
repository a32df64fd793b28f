"""How is a text written? From the text of a file to nodes, and from nodes to text."""
