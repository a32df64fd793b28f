"""`playsheet diff`: what differs in meaning between two formats, or in what one card does."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from ...dsl.cards.definition import CardDefinition
from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import FormatFiles, sources_of
from ...dsl.loading.load import Loaded
from ...dsl.loading.parsed import parse_all
from ...dsl.nodes.base import Node, Span
from ...dsl.ruleset.difference import Difference, differences, reached, renames_in
from ...lab.scenarios.cards import phrases_of
from ..screen import show
from ..targets import FORMAT
from ..words import AS_JSON, count_of, print_json, unknown_name
from .explain import Explainer


@click.command("diff")
@click.argument("left", metavar="FORMAT", type=FORMAT)
@click.argument("right", metavar="FORMAT", type=FORMAT)
@click.option("--card", metavar="CARD", help="Only what touches this card: name or code.")
@AS_JSON
def command(left: str, right: str, card: str | None, as_json: bool) -> None:
    """Say what differs in meaning between two formats."""
    first, second = (load_usable(sources_of(name)) for name in (left, right))
    assert first.ruleset is not None and second.ruleset is not None
    renames = renames_in(own_nodes(second.files, first.files))
    found = differences(first.ruleset, second.ruleset, renames)
    texts: list[str] = []
    if card is not None:
        sides = [(side, card_of(side, card)) for side in (first, second)]
        words = set[str]().union(*(touched(side, one) for side, one in sides))
        found = [one for one in found if one.name in words]
        texts = [as_read(side, one) for side, one in sides]
    if as_json:
        places = ({"left_at": place_of(d.left_at), "right_at": place_of(d.right_at)} for d in found)
        records = [asdict(one) | at for one, at in zip(found, places, strict=True)]
        print_json({"card": card, "readings": texts, "differences": records})
        return
    for text in texts:
        click.echo(f"{text}\n")
    show_differences(found, left, right)


def own_nodes(files: FormatFiles, ancestor: FormatFiles) -> list[Node]:
    """What the files of a format, and of its parents up to an ancestor, say."""
    nodes: list[Node] = []
    at: FormatFiles | None = files
    while at is not None and at.name != ancestor.name:
        nodes = [*parse_all("rules", at.rules)[0], *nodes]
        at = at.parent
    return nodes if at is not None else []


def card_of(side: Loaded, wanted: str) -> CardDefinition:
    """The card of a name or code."""
    for card in side.cards:
        if wanted.lower() in (str(card.name).lower(), str(card.code).lower()):
            return card
    known = {text for card in side.cards for text in (str(card.name), str(card.code))}
    text = unknown_name(f"card of {side.files.name}", wanted, known)
    raise click.UsageError(text)


def touched(side: Loaded, card: CardDefinition) -> set[str]:
    """The names of the declarations that say what a card does."""
    assert side.ruleset is not None
    words = {*map(str, card.fields), *phrases_of(card)}
    return {*reached(side.ruleset, words), str(card.kind)}


def as_read(side: Loaded, card: CardDefinition) -> str:
    """How a card is read."""
    record = Explainer(side).record(card)
    rows = [f"{record.card} {record.code} ({record.format})"]
    for reading in record.readings:
        rows.append(f"  {reading.field}: {reading.canonical}")
        rows += [f"    {line}" for line in reading.phrases]
    return "\n".join(rows)


def show_differences(found: list[Difference], left: str, right: str) -> None:
    """A paragraph a section, then the sum."""
    for section in dict.fromkeys(one.section for one in found):
        show((section, "bold"))
        for one in found:
            if one.section == section:
                rows = [f"  {one.name}{state_of(one, left, right)}"]
                click.echo("\n    ".join([*rows, *one.lines()]))
        click.echo()
    click.echo(f"{count_of(len(found), 'difference')}.")


def state_of(one: Difference, left: str, right: str) -> str:
    if not one.left:
        return f": only in {Path(right).name}"
    return f": only in {Path(left).name}" if not one.right else ""


def place_of(span: Span | None) -> str:
    return f"{span.file}:{span.line}" if span is not None else ""
