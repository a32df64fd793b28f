"""What happens now? The compiled program, the state, choices, events, views, transcripts."""
