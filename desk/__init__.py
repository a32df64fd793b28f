"""What does an author want to know while writing? Answers of a format at a place of a file."""
