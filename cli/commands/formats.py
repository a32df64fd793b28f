"""`playsheet formats`: what ships."""

from __future__ import annotations

from typing import TypedDict

import click

from ...dsl.loading.library import shipped_formats, sources_of
from ...dsl.loading.load import parse_all
from ...dsl.nodes import files
from ...dsl.problems.problem import RulesError
from ...dsl.ruleset.ledger import read_ledger
from ...dsl.ruleset.ruleset import clauses_of
from ..meaning import loaded
from ..targets import rules_of
from ..words import print_json, table


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
Exit codes: 0 told, 1 a format has mistakes, 2 the command was used wrongly.""",
)
@click.option("--covered", is_flag=True, help="Work out which clauses are covered.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(covered: bool, as_json: bool) -> None:
    """Tell what ships: seats, cards, decks, and the clauses of each rulebook."""
    records = [record_of(name, covered) for name in shipped_formats()]
    if as_json:
        print_json(records)
    else:
        click.echo(listing(records))
    if any(record["mistakes"] for record in records):
        raise SystemExit(1)


def record_of(name: str, covered: bool) -> FormatRecord:
    """What a format holds; one with mistakes tells only of its files."""
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
    from ...lab.coverage.coverage import run_coverage

    return sum(
        cover.covered for cover in run_coverage(loaded(sources_of(name))).clauses.values()
    )


def listing(records: list[FormatRecord]) -> str:
    """One row a format."""
    head = [
        "format",
        "title",
        "seats",
        "cards",
        "decks",
        "scenarios",
        "clauses",
        "in scenarios",
    ]
    rows = [
        [
            record["format"],
            record["title"],
            record["seats"],
            record["cards"],
            len(record["decks"]),
            record["scenarios"],
            record["clauses"] - record["not_testable"],
            record["named"],
        ]
        for record in records
    ]
    if any(record["covered"] is not None for record in records):
        head.append("covered")
        for row, record in zip(rows, records, strict=True):
            row.append("-" if record["covered"] is None else record["covered"])
    lines = [table(rows, head)]
    lines += [
        f"{record['format']} has {record['mistakes']} mistakes; see: playsheet check "
        f"{record['format']}"
        for record in records
        if record["mistakes"]
    ]
    return "\n".join(lines)
