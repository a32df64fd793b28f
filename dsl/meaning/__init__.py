"""What does a checked text mean? From nodes to the program of `ir`, construct by construct."""
