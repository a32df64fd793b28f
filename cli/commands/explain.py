"""`playsheet explain`: a diagnostic, a card as it was read, a clause and what implements it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from ...desk.explained import (
    CardRecord,
    ClauseRecord,
    Explainer,
    is_records,
    rules_citing,
    scenarios_covering,
)
from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import FormatFiles, shipped_formats, sources_of
from ...dsl.problems.catalog import entries, entry_of
from ...dsl.problems.catalog import explain as explained
from ...dsl.ruleset.ledger import read_ledger
from ..language import keep
from ..targets import CARDS, FORMAT, known_name
from ..words import AS_JSON, print_json, unknown_name

CARD_LINE = re.compile(r'^(?:card|\s)\s*"([^"\n]*)"\s+(\S+)', re.MULTILINE)


@click.command("explain")
@click.argument("thing", metavar="CODE|CARD|CLAUSE")
@click.option("--of", "name", metavar="FORMAT", type=FORMAT, help="Look in this format only.")
@click.option(
    "--lang",
    metavar="LANGUAGE",
    callback=keep,
    is_eager=True,
    help="Print a card in this language.",
)
@CARDS
@AS_JSON
def command(
    thing: str, name: str | None, lang: str | None, cards: str | None, as_json: bool
) -> None:
    """Explain a diagnostic by its code, a card by name or code, or a clause by its id."""
    entry = entry_of(thing)
    if entry is not None:
        if as_json:
            print_json({"code": thing, **entry.model_dump()})
        else:
            click.echo(explained(thing), nl=False)
        return
    formats = [sources_of(one, cards) for one in ([name] if name else shipped_formats())]
    known = {*entries()}
    clauses = [record for one in formats for record in clause_records(one, thing, known)]
    records = clauses or [*card_records(formats, thing, known, lang)]
    if not records:
        raise click.UsageError(unknown_name("code, card or clause", thing, known))
    if as_json:
        print_json(records if len(records) > 1 else records[0])
    else:
        click.echo("\n\n".join(map(str, records)))


# ---- clauses


def clause_records(where: FormatFiles, thing: str, known: set[str]) -> Iterator[ClauseRecord]:
    """What a format says of a clause: at most one record. Adds all its clauses to `known`."""
    clauses = read_ledger(where.ledger)[0].clauses if where.ledger is not None else {}
    known.update(clauses)
    clause = clauses.get(thing.upper())
    if clause is not None:
        rules = [*rules_citing(where.every_rules(), clause.id)]
        scenarios = [*scenarios_covering(where.scenarios, clause.id)]
        said = (clause.statement, clause.not_testable)
        yield ClauseRecord(clause.id, where.name, *said, rules, scenarios)


# ---- cards


def card_records(
    formats: list[FormatFiles], thing: str, known: set[str], lang: str | None
) -> Iterator[CardRecord]:
    """Every card of this name or code. Loads only formats that have one."""
    wanted = thing.lower()
    for one in formats:
        sources = one.every_cards() if len(formats) == 1 else [*one.cards, *one.own_cards]
        printed = [row for source in sources for row in CARD_LINE.findall(source.text)]
        known.update(text for row in printed for text in row)
        records = any(is_records(source) and one.mapping() is not None for source in sources)
        if records or any(wanted in (name.lower(), code.lower()) for name, code in printed):
            one.wanted = frozenset([wanted])
            ready = load_usable(one)
            explainer = Explainer(ready, lang)
            if lang is not None:
                known_name("language", lang, explainer.ruleset.languages)
            for card in ready.cards:
                if wanted in (str(card.name).lower(), str(card.code).lower()):
                    yield explainer.record(card)
