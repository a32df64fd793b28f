"""What does a name mean where it stands, and is it sound? Names, types, problems; no code."""
