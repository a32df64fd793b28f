"""What is a text made of? One class for each grammar rule, with its place."""
