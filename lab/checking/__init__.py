"""What is wrong with a format and its scenarios? Looked at again only where something changed."""
