"""What may a format's cards say? Phrases, labels and titles; reading and writing card text."""
