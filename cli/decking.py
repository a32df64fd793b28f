"""Decks of a format and lists of cards: legal or the broken rule, read and written."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

import click

from ..dsl.cards.deckfile import DeckEntry, DeckList
from ..dsl.loading.library import WrongUse, sources_of, wrong_name
from ..dsl.loading.source import MOST_BYTES, decode_source
from ..dsl.nodes.dataclass import dataclass
from ..dsl.problems.problem import RulesError, has_errors
from ..interpreter.runtime.rules import Edition, Rules
from ..table.decks.legality import Broken, broken_by, deck_list
from ..table.decks.lists import CardList, ListReader, Told, words_in
from ..table.decks.shapes import SHAPES, written
from .saving import write_whole
from .words import count_of, print_json

LISTED = "-"  # the list that is typed or piped in


@dataclass(slots=True)
class DeckRecord:
    """A deck, for programs: rows of number, code and, where the list says so, part."""

    deck: str
    cards: int
    legal: bool
    broken: list[Broken]
    rows: list[tuple[int, str] | tuple[int, str, str]]
    beside: list[tuple[int, str] | tuple[int, str, str]] = field(
        default_factory=list[tuple[int, str] | tuple[int, str, str]]
    )
    told: list[Told] = field(default_factory=list[Told])


def look_at_deck(
    format_name: str,
    deck: str | None,
    given: str | None,
    shape: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Says of a deck of the format, or of a list of cards, whether it is legal; writes it in a
    shape. Exit code 1 where a rule is broken or a line cannot be read.
    """
    if deck is not None and given is not None:
        raise click.UsageError("Say one deck: --deck NAME or --list FILE.")
    if out is not None and shape is None:
        raise click.UsageError(f"Say in which shape: --as {', '.join(SHAPES)}.")
    text = text_of(given) if given is not None else ""
    files = sources_of(format_name)
    files.wanted = words_in(text)
    rules = Rules(Edition(files))
    reader = ListReader(rules)
    found = reader.read(text) if given is not None else of_format(rules, str(deck))
    name = deck or (Path(str(given)).stem if given != LISTED else "list")
    record = record_of(rules, deck_list(name, found.entries), found)
    if shape is not None:
        put(out, written(reader, found.entries, shape, found.notes))
    report(record, given, as_json, shape is not None and out is None)


def of_format(rules: Rules, name: str) -> CardList:
    """A deck that ships, as a list."""
    if name not in rules.decks:
        raise wrong_name("deck", name, rules.decks)
    return CardList([*rules.deck(name).entries])


def text_of(given: str) -> str:
    """A list as text."""
    if given == LISTED:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        path = Path(given)
        if not path.is_file():
            raise WrongUse(f'There is no file "{given}".')
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    text, problems = decode_source(raw, "the list" if given == LISTED else given)
    problems = [one for one in problems if one.code != "letter-invisible"]
    if has_errors(problems):
        raise RulesError(problems)
    return text


def record_of(rules: Rules, deck: DeckList, found: CardList) -> DeckRecord:
    """What is said of a deck."""
    broken = broken_by(rules, deck)
    rows, beside = plain(found.entries), plain(found.beside)
    return DeckRecord(deck.name, len(deck.cards), not broken, broken, rows, beside, found.told)


def plain(entries: Sequence[DeckEntry]) -> list[tuple[int, str] | tuple[int, str, str]]:
    """Entries as data."""
    return [entry.plain for entry in entries]


def said(record: DeckRecord) -> list[str]:
    """The rules that are broken, with their clauses."""
    return [f"{one.text}{clauses_in(one)}" for one in record.broken]


def clauses_in(one: Broken) -> str:
    """` [C-1, C-2]`"""
    return f" [{', '.join(one.clauses)}]" if one.clauses else ""


def put(out: str | None, text: str) -> None:
    """Writes a list."""
    if out is None or out == LISTED:
        sys.stdout.write(text)
    else:
        write_whole(Path(out), text)


def report(record: DeckRecord, given: str | None, as_json: bool, shown: bool) -> None:
    """What is to be said of one deck; on stderr where the deck itself is on stdout."""
    if as_json and not shown:
        print_json(record)
    else:
        file = "list" if given in (None, LISTED) else given
        for one in record.told:
            click.echo(f"{file}:{one.line}: {one.message}", err=True)
        if record.beside:
            beside = sum(row[0] for row in record.beside)
            click.echo(
                f"{count_of(beside, 'card')} beside the deck, which are no part of it.", err=True
            )
        end = "legal" if record.legal else "not legal:"
        click.echo(f"{record.deck}: {count_of(record.cards, 'card')}, {end}", err=shown)
        for text in said(record):
            click.echo(f"  {text}", err=shown)
    if record.told or not record.legal:
        raise SystemExit(1)
