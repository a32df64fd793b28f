"""What did the author mean where a text cannot be read? Finds the mistake and a fix for it."""
