"""Which card a line of a list means: by its name, its code, or another number that is printed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ...dsl.problems.similar import nearest
from ...interpreter.questions.printed import printed_of
from ...interpreter.runtime.rules import Rules

MOST_SIGNS = 200  # of a line that can name a card
NUMBER = re.compile(r"[0-9]+")


class Lookup:
    """The cards of a format by what lists call them. Signs, spaces, capitals and noughts before a
    number count only where cards differ in nothing else.
    """

    def __init__(self, rules: Rules) -> None:
        self.cards = rules.cards
        self.exact: dict[str, list[int]] = {}
        self.folded: dict[str, list[int]] = {}
        numbers = numbers_of(rules)
        for card, words in enumerate(self.cards):
            codes = [words.code, *numbers.get(card, ())]
            both = [f"{words.name} {code}" for code in codes]
            turned = [f"{code} {words.name}" for code in codes]
            for text in (words.name, *codes, *both, *turned):
                add(self.exact, text, card)
                add(self.folded, folded(text), card)
        self.names = frozenset((*(card.name for card in self.cards), *(c.code for c in self.cards)))

    def find(self, text: str) -> list[int]:
        """The numbers of the cards that a text may mean; none, or several, where it says too
        little.
        """
        return self.exact.get(text) or self.folded.get(folded(text)) or []

    def near(self, text: str) -> str | None:
        """The name or code that was probably meant."""
        return nearest(text, self.names)

    def shortest(self, card: int) -> str:
        """The name of a card, with its code where others have that name too."""
        words = self.cards[card]
        return words.name if self.find(words.name) == [card] else f"{words.name} {words.code}"


def add(known: dict[str, list[int]], text: str, card: int) -> None:
    """Notes that a text may mean a card."""
    cards = known.setdefault(text, [])
    if text and card not in cards:
        cards.append(card)


def folded(text: str) -> str:
    """What of a text tells cards apart: letters and digits, numbers without noughts before them."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(sign if sign.isalnum() else " " for sign in plain)
    return "".join(NUMBER.sub(lambda found: found[0].lstrip("0") or "0", kept).split())


def numbers_of(rules: Rules) -> dict[int, list[str]]:
    """Other numbers of cards: what is printed in fields that every card has, each another value."""
    cards = printed_of(rules.edition).cards
    found: dict[int, list[str]] = {}
    for name in cards[0].fields if len(cards) > 1 else ():
        values = [*values_in(name, (card.fields for card in cards))]
        if len(values) == len(cards) == len({*values}):
            for card, value in enumerate(values):
                found.setdefault(card, []).append(value)
    return found


def values_in(name: str, cards: Iterator[dict[str, str | int]]) -> Iterator[str]:
    """The numbers, and the texts with a digit in them, that cards have in a field."""
    values = (str(fields.get(name, "")) for fields in cards)
    yield from (value for value in values if NUMBER.search(value))
