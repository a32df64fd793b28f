"""How is a game kept? Transcripts, replay, saved games."""
