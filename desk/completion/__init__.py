"""What may stand at a place: words, names, phrases, cards, clauses."""
