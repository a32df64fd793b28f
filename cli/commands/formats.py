"""`playsheet formats`: what ships."""

from __future__ import annotations

from typing import TypedDict

import click
from rich.table import Table

from ...dsl.loading.library import shipped_formats, sources_of
from ...dsl.loading.load import load_usable, parse_all
from ...dsl.nodes import files
from ...dsl.problems.problem import RulesError
from ...dsl.ruleset.ledger import read_ledger
from ...dsl.ruleset.ruleset import clauses_of
from ..progress import progress
from ..screen import columns, show_table
from ..targets import rules_of
from ..words import print_json


class FormatRecord(TypedDict):
    """What ships of one format. `covered` is None unless it was asked for."""

    format: str
    title: str
    seats: int
    cards: int
    decks: list[str]
    options: list[str]
    scenarios: int
    clauses: int
    not_testable: int
    named: int
    covered: int | None
    mistakes: int


@click.command(
    "formats",
    epilog="""\b
Examples:
  playsheet formats
  playsheet formats --covered    also how many clauses are covered; takes its time once

\b
Exit codes: 0 listed, 1 a format has mistakes, 2 the command was used wrongly.""",
)
@click.option("--covered", is_flag=True, help="Work out which clauses are covered.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(covered: bool, as_json: bool) -> None:
    """List what ships: seats, cards, decks, and the clauses of each rulebook."""
    records = [record_of(name, covered) for name in shipped_formats()]
    if as_json:
        print_json(records)
    else:
        show_table(listing(records))
    wrong = [record for record in records if record["mistakes"]]
    for record in [] if as_json else wrong:
        name, count = record["format"], record["mistakes"]
        click.echo(f"{name} has {count} mistakes; see: playsheet check {name}")
    if wrong:
        raise SystemExit(1)


def record_of(name: str, covered: bool) -> FormatRecord:
    """What a format holds; of one with mistakes only what its files are."""
    where = sources_of(name)
    nodes, _ = parse_all("scenario", where.scenarios)
    scenarios = [node for node in nodes if isinstance(node, files.Scenario)]
    named = {clause for one in scenarios for clause in clauses_of(one.covers)}
    clauses: list[str] = []
    testable: list[str] = []
    if where.ledger is not None:
        ledger, _ = read_ledger(where.ledger)
        clauses, testable = [*ledger.clauses], ledger.testable
    record: FormatRecord = {
        "format": name,
        "title": name,
        "seats": 0,
        "cards": 0,
        "decks": [],
        "options": [],
        "scenarios": len(scenarios),
        "clauses": len(clauses),
        "not_testable": len(clauses) - len(testable),
        "named": len(named & {*testable}),
        "covered": None,
        "mistakes": 0,
    }
    try:
        rules = rules_of(name)
    except RulesError as error:
        record["mistakes"] = len(error.problems)
        return record
    record["title"] = rules.title
    record["seats"] = len(rules.seats)
    record["cards"] = len(rules.cards)
    record["decks"] = [*rules.decks]
    record["options"] = [*rules.options]
    if covered:
        record["covered"] = covered_clauses(name)
    return record


def covered_clauses(name: str) -> int:
    # Late for start-up time: mutation is loaded only for --covered.
    from ...lab.coverage.coverage import run_coverage

    with progress(f"clauses of {name}") as tick:
        report = run_coverage(load_usable(sources_of(name)), progress=tick)
    return sum(cover.covered for cover in report.clauses.values())


def listing(records: list[FormatRecord]) -> Table:
    """One row a format."""
    shown = {
        "format": [record["format"] for record in records],
        "title": [record["title"] for record in records],
        "seats": [record["seats"] for record in records],
        "cards": [record["cards"] for record in records],
        "decks": [len(record["decks"]) for record in records],
        "scenarios": [record["scenarios"] for record in records],
        "clauses": [record["clauses"] - record["not_testable"] for record in records],
        "in scenarios": [record["named"] for record in records],
        "covered": [record["covered"] for record in records],
    }
    if all(count is None for count in shown["covered"]):
        del shown["covered"]
    return columns(zip(*shown.values(), strict=True), [*shown])
