"""Who knows what? The recorded events, the views of seats."""
