"""Does a format do what its scenarios say? Positions, actions, claims."""
