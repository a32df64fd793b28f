"""`playsheet formats`: what ships."""

from __future__ import annotations

from dataclasses import field

import click
from rich.table import Table

from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import shipped_formats, sources_of
from ...dsl.loading.parsed import parse_all
from ...dsl.nodes import files
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError
from ...dsl.ruleset.ledger import read_ledger
from ...dsl.ruleset.ruleset import clauses_of
from ...interpreter.runtime.rules import load
from ..progress import progress
from ..screen import columns, show_table
from ..words import print_json


@dataclass(slots=True)
class FormatRecord:
    """What ships of one format. `covered` is None unless it was asked for; of a format with
    mistakes nothing is known but what its files are.
    """

    format: str
    title: str
    seats: int = 0
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
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(covered: bool, as_json: bool) -> None:
    """List what ships: seats, cards, decks, and the clauses of each rulebook."""
    records = [record_of(name, covered) for name in shipped_formats()]
    if as_json:
        print_json(records)
    else:
        show_table(listing(records))
    wrong = [record for record in records if record.mistakes]
    for one in [] if as_json else wrong:
        click.echo(f"{one.format} has {one.mistakes} mistakes; see: playsheet check {one.format}")
    if wrong:
        raise SystemExit(1)


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
    record.title, record.seats, record.cards = (rules.title, len(rules.seats), len(rules.cards))
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
    shown: dict[str, list[object]] = {
        name: [getattr(one, name) for one in records]
        for name in ("format", "title", "seats", "cards")
    }
    shown["decks"] = [len(one.decks) for one in records]
    shown["scenarios"] = [one.scenarios for one in records]
    shown["clauses"] = [one.clauses - one.not_testable for one in records]
    shown["in scenarios"] = [one.named for one in records]
    if any(one.covered is not None for one in records):
        shown["covered"] = [one.covered for one in records]
    return columns(zip(*shown.values(), strict=True), [*shown])
