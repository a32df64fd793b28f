"""Decks: lists of how many of which cards, read from .deck files or given as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .fingerprints import short_digest
from .library import WrongUse
from .nodes.base import NOWHERE, Span
from .problems import Problem, unknown

MOST_CARDS = 10_000


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """So many of one card; `card` is its number among the cards of the format."""

    number: int
    code: str
    card: int
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck. `shipped`: it belongs to the format, so its name is enough to find it again."""

    name: str
    entries: tuple[DeckEntry, ...]
    span: Span = NOWHERE
    shipped: bool = False

    @property
    def cards(self) -> tuple[int, ...]:
        """The number of each card, as often as it is in the deck, in the order of the list."""
        return tuple(entry.card for entry in self.entries for _ in range(entry.number))

    @property
    def fingerprint(self) -> str:
        """12 digits that change with the list."""
        return short_digest(f"{entry.number} {entry.code}" for entry in self.entries)


CardNumbers = Mapping[str, tuple[int, str]]  # by code: number and name of each card


def read_decks(
    paths: list[Path], cards: CardNumbers, shipped: bool
) -> tuple[list[DeckList], list[Problem]]:
    """The decks of some files, called by the names of the files."""
    decks: list[DeckList] = []
    problems: list[Problem] = []
    for path in paths:
        deck, found = read_deck(path, cards, shipped)
        decks.append(deck)
        problems += found
    return decks, problems


def read_deck(
    path: Path, cards: CardNumbers, shipped: bool = False
) -> tuple[DeckList, list[Problem]]:
    """The deck of a file; lines that name no card are left out and reported."""
    from .nodes import files
    from .parse import parse_file, read_source

    text, problems = read_source(path)
    nodes, found = parse_file("deck", text, str(path))
    problems = [*problems, *found]
    entries: list[DeckEntry] = []
    for line in nodes:
        if not isinstance(line, files.DeckLine):
            continue
        code = str(line.code)
        if code not in cards:
            problems.append(unknown("unknown-card", "card", code, line.code.span, cards))
            continue
        number, name = cards[code]
        if line.name is not None and str(line.name) != name:
            message = f'{code} is "{name}", not "{line.name}".'
            problems.append(Problem("wrong-name", message, line.name.span, name))
        entries.append(DeckEntry(line.number, code, number, line.span))
    total = sum(entry.number for entry in entries)
    if total > MOST_CARDS:
        message = f"This deck has {total:,} cards; {MOST_CARDS:,} are allowed."
        problems.append(Problem("deck-too-large", message, Span(str(path), 1, 1, 1, 1)))
        entries = []
    span = Span(str(path), 1, 1, 1, 1)
    return DeckList(path.stem, tuple(entries), span, shipped), problems


def deck_of_data(name: str, given: Any, cards: CardNumbers) -> DeckList:
    """A deck given as {code: number}, as pairs [number, code], or as a list of codes."""
    from pydantic import TypeAdapter, ValidationError

    pairs = (
        [[number, code] for code, number in given.items()] if is_mapping(given) else given
    )
    if isinstance(pairs, list | tuple):
        items: list[Any] = [*pairs]  # pyright: ignore[reportUnknownArgumentType]
        pairs = [[1, item] if isinstance(item, str) else item for item in items]
    try:
        rows = TypeAdapter(list[tuple[int, str]]).validate_python(pairs)
    except ValidationError as error:
        first = error.errors()[0]
        where = " ".join(str(step) for step in first["loc"]) or "the list"
        text = (
            f"A deck is a list of codes, or says how many of each: {where}: {first['msg']}."
        )
        raise WrongUse(text) from None
    entries: list[DeckEntry] = []
    file = f"deck {name}"
    for line, (number, code) in enumerate(rows, 1):
        if code not in cards:
            raise WrongUse(unknown("unknown-card", "card", code, NOWHERE, cards).message)
        if not 1 <= number <= MOST_CARDS:
            raise WrongUse(f"A deck has 1 to {MOST_CARDS:,} of a card, not {number}.")
        span = Span(file, line, 1, line, 1)
        entries.append(DeckEntry(number, code, cards[code][0], span))
    if sum(entry.number for entry in entries) > MOST_CARDS:
        raise WrongUse(f"A deck has at most {MOST_CARDS:,} cards.")
    return DeckList(name, tuple(entries), Span(file, 1, 1, 1, 1))


def is_mapping(given: Any) -> bool:
    return isinstance(given, Mapping)
