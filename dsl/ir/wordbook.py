"""What the things of a format are called, as plain data: all that a running game says."""

from __future__ import annotations

import re
from dataclasses import field
from functools import lru_cache

from ..nodes.dataclass import dataclass
from ..ruleset.fingerprints import fingerprint_of

CONTROL = re.compile(r"[\x00-\x1f\x7f]")
MOST_FINGERPRINTS = 4096  # kept


@lru_cache(maxsize=MOST_FINGERPRINTS)
def fingerprint_of_card(lines: tuple[str, ...]) -> str:
    """The same for equal lines; every new game asks for those of its cards."""
    return fingerprint_of(lines)


@dataclass(frozen=True, slots=True)
class CardWords:
    """A card as it is printed; `lines` is its text in the file, comments left out."""

    name: str
    code: str
    kind: str
    lines: tuple[str, ...]

    @property
    def fingerprint(self) -> str:
        """Changes with what is printed on the card."""
        return fingerprint_of_card(self.lines)


@dataclass(frozen=True, slots=True)
class PrintedFields:
    """Lines of cards. `titles`: fields by what languages call them; `values`: the texts of
    symbols that stand in a field; `truths`: fields of yes or no by the words that say yes.
    """

    titles: dict[str, str]
    values: dict[str, tuple[str, ...]]
    truths: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a language says what a format says.

    `titles`: of things, by kind and id (`zone hand`); what has none is called as the rules
    call it. `texts`: prompts and labels by the text of the rules. `cards`: each card as it is
    printed, line by line. The others are as those of the wordbook.
    """

    titles: dict[str, str] = field(default_factory=dict[str, str])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    symbols: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    abilities: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    parts: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    cards: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Wordbook:
    """Words by number or by name.

    `seats`: the numbers of seats that a game may have. `shared_names`: names that several cards
    have. `verbs`: the prepositions of each verb and action, with the kind of what follows; a
    star marks a set. `text_fields`: what a field of cards that is read by the vocabulary holds.
    `parts`: what the parts of a card are called, by the name of the part; `lists`: the kind of
    the members of each list property. `keywords`: the places of the rules of each keyword that
    has some. `titles`: those of the rules, by kind and id. `tongues`: by language, where a
    format is written in more than one. `printed`: the lines of cards. `part_names`: the ids
    that headers of a deck may have.
    """

    title: str
    seats: range
    languages: tuple[str, ...]
    rules: str
    cards: tuple[CardWords, ...]
    shared_names: frozenset[str]
    symbols: dict[str, tuple[str, ...]]
    abilities: tuple[str, ...]
    records: tuple[str, ...]
    verbs: dict[str, tuple[tuple[str, str], ...]]
    steps: dict[str, str]
    phases: tuple[str, ...]
    text_fields: dict[str, str]
    part_names: tuple[str, ...]
    parts: dict[str, tuple[str, ...]]
    lists: dict[str, str]
    keywords: dict[str, tuple[int, ...]]
    titles: dict[str, str]
    tongues: dict[str, Tongue]
    printed: PrintedFields

    def card_numbers(self) -> dict[str, tuple[int, str]]:
        """The number and name of each card by its code."""
        return {card.code: (number, card.name) for number, card in enumerate(self.cards)}


def clean(text: str) -> str:
    """A text in which nothing can hide."""
    return CONTROL.sub(" ", text)


def span_said(numbers: range) -> str:
    """`2` or `2 to 5`."""
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def spoken(word: str) -> str:
    """`draw_pile` as a reader would say it."""
    return word.replace("_", " ")
