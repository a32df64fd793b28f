"""What does a program mean? The slow walker that every back end is held against."""
