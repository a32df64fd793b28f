"""Decks: lists of how many of which cards, read from .deck files or given as plain data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..loading.library import WrongUse
from ..loading.source import Source
from ..nodes import files
from ..nodes.base import NOWHERE, Span, Word
from ..nodes.dataclass import dataclass
from ..problems.problem import MOST_PROBLEMS, Label, Problem, has_errors, more_below, unknown
from ..ruleset.fingerprints import short_digest

MOST_CARDS = 1_000


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """So many of one card; `card` is its number among the cards of the format, `part` the
    part of the deck it stands in (empty: the list does not say).
    """

    number: int
    code: str
    card: int
    span: Span = NOWHERE
    part: str = ""

    @property
    def plain(self) -> tuple[int, str] | tuple[int, str, str]:
        """The entry as data."""
        held = (self.number, self.code)
        return (*held, self.part) if self.part else held


@dataclass(frozen=True)
class DeckList:
    """A deck. `shipped`: it belongs to the format, so its name is enough to find it again."""

    name: str
    entries: tuple[DeckEntry, ...]
    span: Span = NOWHERE
    shipped: bool = False

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The number of each card, as often as it is in the deck, in the order of the list."""
        return tuple(entry.card for entry in self.entries for _ in range(entry.number))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The part that each card of `cards` stands in."""
        return tuple(entry.part for entry in self.entries for _ in range(entry.number))

    @cached_property
    def headers(self) -> frozenset[str]:
        """The parts that there are."""
        return frozenset(self.parts)

    @property
    def fingerprint(self) -> str:
        """12 digits that change with the list."""
        return short_digest(" ".join(map(str, entry.plain)) for entry in self.entries)


CardNumbers = Mapping[str, tuple[int, str]]  # by code: number and name of each card
Left = Mapping[str, Problem]
NOBODY: Left = {}


def read_decks(
    sources: list[Source],
    cards: CardNumbers,
    shipped: bool,
    parts: Collection[str] = (),
    left: Left = NOBODY,
) -> tuple[list[DeckList], list[Problem]]:
    """The decks of some files, called by the names of the files. `left`: by code why a printed
    card is not among those there are.
    """
    from ..loading.parsed import parse_all

    parse_all("deck", sources)  # the new ones at once
    decks: list[DeckList] = []
    problems: list[Problem] = []
    for source in sources:
        deck, found = read_deck(source, cards, shipped, parts, left)
        decks.append(deck)
        problems += found
    return decks, problems


def decks_without_problems(
    sources: list[Source], cards: CardNumbers, parts: Collection[str] = ()
) -> list[DeckList]:
    """The decks of some files that are no concern of this format, as far as they can be had."""
    read = (read_decks([source], cards, True, parts) for source in sources)
    return [decks[0] for decks, problems in read if not has_errors(problems)]


def read_deck(
    source: Source,
    cards: CardNumbers,
    shipped: bool = False,
    parts: Collection[str] = (),
    left: Left = NOBODY,
) -> tuple[DeckList, list[Problem]]:
    """The deck of a file; lines that name no card are left out and reported. `parts` are the
    ids of the parts that a deck of the format has.
    """
    from ..loading.parsed import parse_source

    nodes, problems = parse_source("deck", source)
    entries: list[DeckEntry] = []
    part = ""
    for line in nodes:
        if len(problems) > MOST_PROBLEMS:
            problems.append(more_below(line.span))
            break
        if isinstance(line, files.DeckHeader):
            part = str(line.part)
            if part not in parts:
                problems.append(unknown_part(line.part, parts))
        if not isinstance(line, files.DeckLine):
            continue
        code = str(line.code)
        if code not in cards:
            problems.append(absent(code, line.code.span, cards, left))
            continue
        number, name = cards[code]
        if line.name is not None and str(line.name) != name:
            message = f'{code} is "{name}", not "{line.name}".'
            named = [known for known, (_, called) in cards.items() if called == line.name]
            written = [str(one.code) for one in nodes if isinstance(one, files.DeckLine)]
            span, mend = line.name.span, name
            if len(named) == 1 and named[0] not in written:  # the code is the wrong one
                message, span, mend = f"{message} That is {named[0]}.", line.code.span, named[0]
            problems.append(Problem("wrong-name", message, span, mend))
        entries.append(DeckEntry(line.number, code, number, line.span, part))
    total, span = sum(entry.number for entry in entries), Span(source.name, 1, 1, 1, 1)
    if total > MOST_CARDS:
        message = f"This deck has {total:,} cards; {MOST_CARDS:,} are allowed."
        problems.append(Problem("deck-too-large", message, span))
        entries = []
    return DeckList(source.path.stem, tuple(entries), span, shipped), problems


def absent(code: str, span: Span, cards: CardNumbers, left: Left) -> Problem:
    """A line for a card that is not there."""
    why = left.get(code)
    if why is None:
        return unknown("unknown-card", "card", code, span, cards)
    text = f"A record has {code}, but it is left out."
    return Problem("card-left-out", text, span, labels=(Label(why.span, why.message),))


def unknown_part(word: str, parts: Collection[str]) -> Problem:
    """A header that stands for nothing."""
    span = word.span if isinstance(word, Word) else NOWHERE
    if parts:
        return unknown("unknown-part", "part of a deck", word, span, parts)
    text = f'There is no part "{word}": the decks of this format have no parts.'
    return Problem("unknown-part", text, span)


def deck_of_data(
    name: str, given: Any, cards: CardNumbers, parts: Collection[str] = (), left: Left = NOBODY
) -> DeckList:
    """A deck given as {code: number}, as rows [number, code] or [number, code, part], as a
    list of codes, or as {part: any of these}.
    """
    from pydantic import TypeAdapter, ValidationError

    try:
        rows = TypeAdapter(list[tuple[int, str, str]]).validate_python(rows_of(given))
    except ValidationError as error:
        first = error.errors()[0]
        where = " ".join(str(step) for step in first["loc"]) or "the list"
        text = f"A deck is a list of codes, or says how many of each: {where}: {first['msg']}."
        raise WrongUse(text) from None
    entries: list[DeckEntry] = []
    file = f"deck {name}"
    for line, (number, code, part) in enumerate(rows, 1):
        if part and part not in parts:
            raise WrongUse(unknown_part(part, parts).message)
        if code not in cards:
            wrong = absent(code, NOWHERE, cards, left)
            raise WrongUse(" ".join((wrong.message, *(label.note for label in wrong.labels))))
        if not 1 <= number <= MOST_CARDS:
            raise WrongUse(f"A deck has 1 to {MOST_CARDS:,} of a card, not {number}.")
        span = Span(file, line, 1, line, 1)
        entries.append(DeckEntry(number, code, cards[code][0], span, part))
    if sum(entry.number for entry in entries) > MOST_CARDS:
        raise WrongUse(f"A deck has at most {MOST_CARDS:,} cards.")
    return DeckList(name, tuple(entries), Span(file, 1, 1, 1, 1))


def rows_of(given: Any, part: str = "") -> Any:
    """Plain data as rows (number, code, part); what is none of them is left as it is."""
    if isinstance(given, Mapping):
        pairs: list[tuple[Any, Any]] = [*given.items()]  # pyright: ignore[reportUnknownArgumentType]
        if not part and pairs and all(is_list(held) for _, held in pairs):
            return [row for word, held in pairs for row in rows_of(held, str(word))]
        return [(number, code, part) for code, number in pairs]
    if not is_list(given):
        return given
    items: list[Any] = [*given]
    return [row_of(item, part) for item in items]


def row_of(item: Any, part: str) -> Any:
    if isinstance(item, str):
        return (1, item, part)
    if isinstance(item, list | tuple) and len(item) == 2:  # pyright: ignore[reportUnknownArgumentType]
        return (*item, part)
    return item  # pyright: ignore[reportUnknownVariableType]


def is_list(given: Any) -> bool:
    return isinstance(given, Mapping | Sequence) and not isinstance(given, str | bytes)
