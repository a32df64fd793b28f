"""What does a statement do? Flow, choices, changes, loops, until when, and what it demands."""
