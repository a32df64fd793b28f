"""What headings in a list of cards mean: a part of the deck, a kind of card, or cards beside it."""

from __future__ import annotations

import re

from ...dsl.ir.deck import TABLE
from ...interpreter.runtime.rules import Rules

BESIDE = frozenset(
    ("side", "sideboard", "sidedeck", "maybeboard", "maybe", "considering", "reserve")
)
FILLING = frozenset(("deck", "zone", "pile", "the", "list", "cards", "card"))
FIRST = frozenset(("", "main"))  # what the first part of a deck is called anywhere
LONGEST = 4  # words of a heading
BEHIND = re.compile(r"[\s:]*[(\[]?\s*[0-9]+\s*(cards?)?\s*[)\]]?\s*$", re.IGNORECASE)
ASIDE = "\0"  # no part: the cards are beside the deck


class Sections:
    """The headings that lists of a format may have."""

    def __init__(self, rules: Rules) -> None:
        words = rules.edition.contents.wordbook
        deck = rules.edition.contents.program.deck
        self.names = deck.part_names
        self.parts: dict[str, str] = {}
        for part in deck.parts:
            title = words.titles.get(f"zone {part.zone}", part.zone)
            for text in (part.name, part.zone, title) if part.name else ():
                self.parts.setdefault(stem(text), part.name)
        if TABLE in self.names:
            self.parts.setdefault(stem(TABLE), TABLE)
        first = next((part.name for part in deck.parts if not part.of_table), "")
        for text in FIRST:
            self.parts.setdefault(text, first)
        titles = (words.titles.get(f"card {card.kind}", card.kind) for card in rules.cards)
        self.kinds = {stem(text) for text in (*titles, *(card.kind for card in rules.cards))}

    def meant(self, text: str, loosely: bool = False) -> str | None:
        """The part that a heading opens (empty: cards are in the part that fits them), `ASIDE`, or
        None where it is no heading. `loosely`: a part may be the end of its words.
        """
        bare = BEHIND.sub("", text.strip())
        if len(bare.split()) > LONGEST:
            return None
        key, plain = stem(bare), letters(bare)
        if key in self.parts:
            return self.parts[key]
        if plain in BESIDE or key in BESIDE:
            return ASIDE
        ends = [name for part, name in self.parts.items() if part and key.endswith(part)]
        if loosely and len({*ends}) == 1:
            return ends[0]
        return "" if key in self.kinds else None


def letters(text: str) -> str:
    """The letters and digits of a text, small."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def stem(text: str) -> str:
    """What headings that mean one thing have in common: `Egg Deck`, `eggs`."""
    words = re.split(r"[\W_]+", text.casefold())
    return "".join(word.removesuffix("s") for word in words if word not in FILLING)
