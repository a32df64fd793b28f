"""Words with the article that agrees with them, for messages."""

from __future__ import annotations

import re

VOWEL = re.compile(r"(?!eu|one\b|once\b|u(?:ni|se|su|ti)|ukr)[aeiou]|hono|hour|heir", re.IGNORECASE)
PLAIN = frozenset({"none", "empty", "terms", "tags", "unknown"})  # words that take no article


def an(thing: object, capital: bool = False) -> str:
    """`a Ship`, `an Order`; of several, which say so themselves, the word alone."""
    word = str(thing)
    if word in PLAIN or getattr(thing, "many", False):
        return word[:1].upper() + word[1:] if capital else word
    article = "an" if VOWEL.match(word) else "a"
    return f"{article.capitalize() if capital else article} {word}"
