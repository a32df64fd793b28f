"""What is known of a format at one moment: its files, what they declare and name."""
