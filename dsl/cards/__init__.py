"""What is printed on a card or listed in a deck? Cards, printed records, decks."""
