"""What made this, and what forbade that? Answers about a game, from what its rules mean."""
