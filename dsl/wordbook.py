"""What the things of a format are called, as plain data: all that a running game says."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

CONTROL = re.compile(r"[\x00-\x1f\x7f]")
FINGERPRINT = 12  # digits


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
        return fingerprint_of(self.lines)


@dataclass(frozen=True, slots=True)
class DeckTest:
    """A rule for decks: a function of the program, how the rule is written, its place."""

    function: str
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Wordbook:
    """Words by number or by name.

    An option for an ability is card * `ability_span` + its number on the card.
    `verbs` has for each verb and action its prepositions with the kind of what follows, a
    star behind the kind of a set; `shared_names` are the names that several cards have.
    """

    title: str
    seats: int
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
    text_fields: tuple[str, ...]
    deck_tests: tuple[DeckTest, ...]
    starts_in: tuple[tuple[str, str], ...]
    ability_span: int

    def card_numbers(self) -> dict[str, tuple[int, str]]:
        """The number and name of each card by its code."""
        return {card.code: (number, card.name) for number, card in enumerate(self.cards)}


def fingerprint_of(lines: Iterable[str]) -> str:
    """A digest of lines of a file that ignores comments on their own, blanks and empty lines."""
    digest = hashlib.sha256()
    for line in plain_lines(lines):
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()[:FINGERPRINT]


def plain_lines(lines: Iterable[str]) -> list[str]:
    """Lines without the differences that mean nothing."""
    found: list[str] = []
    for line in lines:
        bare = line.strip()
        if bare and not bare.startswith("#"):
            margin = len(line) - len(line.lstrip())
            found.append(" " * margin + " ".join(bare.split()))
    return found


def rules_fingerprint(paths: Iterable[Path]) -> str:
    """A digest of the rules of a format."""
    lines: list[str] = []
    for path in paths:
        lines += path.read_text(encoding="utf-8-sig").splitlines()
    return fingerprint_of(lines)


def clean(text: str) -> str:
    """A text in which nothing can hide."""
    return CONTROL.sub(" ", text)


def spoken(word: str) -> str:
    """`hand_adjustment` as a reader would say it."""
    return word.replace("_", " ")
