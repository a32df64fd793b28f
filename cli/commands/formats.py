"""`playsheet formats`: what ships."""

from __future__ import annotations

from dataclasses import field
from functools import partial

import click
from rich.table import Table

from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import shipped_formats, sources_of
from ...dsl.loading.parsed import parse_all
from ...dsl.nodes import files
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError
from ...dsl.ruleset.clauses import clauses_of
from ...dsl.ruleset.ledger import read_ledger
from ...interpreter.runtime.rules import load
from ..progress import progress
from ..screen import columns, show_table
from ..words import AS_JSON, conclude


@dataclass(slots=True)
class FormatRecord:
    """What ships of one format. `covered` is None unless it was asked for; of a format with
    mistakes nothing is known but what its files are.
    """

    format: str
    title: str
    seats: int = 0
    most_seats: int = 0
    cards: int = 0
    decks: list[str] = field(default_factory=list[str])
    options: list[str] = field(default_factory=list[str])
    scenarios: int = 0
    clauses: int = 0
    not_testable: int = 0
    named: int = 0
    covered: int | None = None
    mistakes: int = 0


@click.command("formats")
@click.option("--covered", is_flag=True, help="Work out which clauses are covered.")
@AS_JSON
def command(covered: bool, as_json: bool) -> None:
    """List what ships: seats, cards, decks, and the clauses of each rulebook."""
    records = [record_of(name, covered) for name in shipped_formats()]
    wrong = any(record.mistakes for record in records)
    conclude(as_json, records, partial(show, records), wrong)


def show(records: list[FormatRecord]) -> None:
    """The table, and where there are mistakes."""
    show_table(listing(records))
    for one in records:
        if one.mistakes:
            see = f"see: playsheet check {one.format}"
            click.echo(f"{one.format} has {one.mistakes} mistakes; {see}")


def record_of(name: str, covered: bool) -> FormatRecord:
    """What a format holds."""
    where, record = sources_of(name), FormatRecord(name, name)
    nodes, _ = parse_all("scenario", where.scenarios)
    scenarios = [node for node in nodes if isinstance(node, files.Scenario)]
    named = {clause for one in scenarios for clause in clauses_of(one.covers)}
    record.scenarios = len(scenarios)
    if where.ledger is not None:
        ledger, _ = read_ledger(where.ledger)
        record.clauses = len(ledger.clauses)
        record.not_testable = record.clauses - len(ledger.testable)
        record.named = len(named & {*ledger.testable})
    try:
        rules = load(name)
    except RulesError as error:
        record.mistakes = len(error.problems)
        return record
    record.title, record.cards = rules.title, len(rules.cards)
    record.seats, record.most_seats = rules.seat_numbers[0], rules.seat_numbers[-1]
    record.decks, record.options = [*rules.decks], [*rules.options]
    record.covered = covered_clauses(name) if covered else None
    return record


def covered_clauses(name: str) -> int:
    # Late for start-up time: mutation is loaded only for --covered.
    from ...lab.coverage.coverage import run_coverage

    with progress(f"clauses of {name}") as tick:
        report = run_coverage(load_usable(sources_of(name)), progress=tick)
    return sum(cover.covered for cover in report.clauses.values())


def listing(records: list[FormatRecord]) -> Table:
    """One row a format."""
    head = ["format", "title", "seats", "cards", "decks", "scenarios", "clauses", "in scenarios"]
    rows: list[tuple[object, ...]] = []
    for one in records:
        clauses = one.clauses - one.not_testable
        seats = f"{one.seats}..{one.most_seats}" if one.most_seats > one.seats else one.seats
        known = (one.format, one.title, seats, one.cards, len(one.decks), one.scenarios)
        rows.append((*known, clauses, one.named, one.covered))
    if any(one.covered is not None for one in records):
        head.append("covered")
    return columns((row[: len(head)] for row in rows), head)
