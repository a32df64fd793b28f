"""Printed cards from a database: records of JSON as cards of a format.

A format says in `printed.yaml` where in a record each field of a card stands. What a card
of that kind does not have is left out; a record of an unknown kind is no card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .library import MAPPING, FormatFiles
from .nodes.base import Span, Word, word_at
from .nodes.declarations import CardDeclaration, PlainField
from .nodes.files import Card, CardField
from .parse import read_source
from .problems import Problem
from .ruleset import Ruleset

MOST = 300  # records of which all become cards


class Kind(BaseModel):
    """Where the kind of a card stands, and what kind of the format each is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str = Field(alias="from")
    known: dict[str, str] = Field(alias="is")


class Rows(BaseModel):
    """A field with a line for each member of a list, as far as they fit."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    each: str
    say: str
    where: dict[str, str | int] = Field(default_factory=dict[str, str | int])


class Mapping(BaseModel):
    """Where in a record each field of a card stands: a path of keys with dots."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    name: str
    group: str = ""
    kind: Kind
    fields: dict[str, str | Rows]


@dataclass(frozen=True, slots=True)
class Printed:
    """A card of a record, and the group it belongs to."""

    card: Card
    group: str


def read_mapping(path: Path) -> tuple[Mapping | None, list[Problem]]:
    """What `printed.yaml` says, or what is wrong with it."""
    text, problems = read_source(path)
    if problems:
        return None, problems
    try:
        return Mapping.model_validate(yaml.safe_load(text)), []
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        what = getattr(error, "problem", None) or "it makes no sense"
        return None, [bad(path, line, f"I cannot read this as YAML: {what}.")]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        return None, [bad(path, 1, f"{where}: {first['msg']}.")]


def records_of(
    sources: FormatFiles, paths: list[Path], fields: dict[str, set[str]], known: set[str]
) -> tuple[list[Card], list[Problem]]:
    """The cards of files of records, each code once. Of many, only those that decks name and
    those whose codes the format's own cards have.
    """
    place = Span(str(paths[0]), 1, 1, 1, 2)
    way = sources.mapping()
    if way is None:
        text = f"{sources.name} does not say in {MAPPING} how records become cards."
        return [], [Problem("bad-mapping", text, place, MAPPING)]
    mapping, problems = read_mapping(way)
    cards: dict[str, Card] = {}
    for path in paths if mapping is not None else ():
        assert mapping is not None
        printed, found = read_printed(path, mapping, fields)
        problems += found
        for one in printed:
            cards.setdefault(str(one.card.code), one.card)
    if len(cards) <= MOST:
        return [*cards.values()], problems
    named = known | codes_in(sources.every_deck())
    left = [card for code, card in cards.items() if code in named]
    text = f"Of {len(cards):,} records, the {len(left)} that cards or decks name are here."
    problems.append(Problem("records-left", text, place, "--decks", "warning"))
    return left, problems


def codes_in(decks: list[Path]) -> set[str]:
    """The words of deck files: what cards they name is among them."""
    return {word for path in decks for word in read_source(path)[0].split()}


def fields_of(ruleset: Ruleset) -> dict[str, set[str]]:
    """The fields of each kind of card."""
    return {
        str(kind.name): {
            str(field.name) for field in kind.fields if isinstance(field, PlainField)
        }
        for kind in ruleset.all(CardDeclaration)
    }


def bad(path: Path, line: int, message: str) -> Problem:
    return Problem("bad-mapping", message, Span(str(path), line, 1, line, 2))


def read_printed(
    path: Path, mapping: Mapping, fields: dict[str, set[str]]
) -> tuple[list[Printed], list[Problem]]:
    """The cards of a file of records; `fields` are those of each kind of card."""
    text, problems = read_source(path)
    found: list[Printed] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        span = Span(str(path), number, 1, number, len(line) + 1)
        try:
            value = json.loads(line)
        except ValueError as error:
            problems.append(Problem("bad-record", f"This is no JSON: {error}.", span))
            continue
        record = cast(dict[str, Any], value) if isinstance(value, dict) else {}
        kind = mapping.kind.known.get(str(look_up(record, mapping.kind.path)))
        code, name = (look_up(record, path) for path in (mapping.code, mapping.name))
        if kind is None or code is None or name is None:
            what = "kind" if kind is None else "code" if code is None else "name"
            message = f"This record is no card: it has no {what} that I know."
            problems.append(Problem("bad-record", message, span, severity="warning"))
            continue
        lines = [new_line("kind", kind, span)]
        for field, source in mapping.fields.items():
            if field in fields.get(kind, ()):
                lines += [new_line(field, one, span) for one in values(record, source)]
        card = Card(
            word_at(str(name), span), word_at(str(code), span), tuple(lines), span=span
        )
        found.append(Printed(card, str(look_up(record, mapping.group) or "")))
    return found, problems


def new_line(name: str, value: str, span: Span) -> CardField:
    return CardField(Word(name), None, word_at(value, span), span=span)


def values(record: dict[str, Any], source: str | Rows) -> Iterator[str]:
    """The lines of a field."""
    if isinstance(source, str):
        value = look_up(record, source)
        text = ", ".join(map(str, value)) if isinstance(value, list) else value  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        if text not in (None, ""):
            yield str(text)  # pyright: ignore[reportUnknownArgumentType]
        return
    members = look_up(record, source.each)
    for member in cast(list[Any], members) if isinstance(members, list) else []:
        if all(look_up(member, key) == value for key, value in source.where.items()):
            yield source.say.format_map(Filled(cast(dict[str, Any], member)))


class Filled(dict[str, Any]):
    """A record whose missing keys are empty."""

    def __missing__(self, key: str) -> str:
        return ""


def look_up(record: Any, path: str) -> Any:
    """What stands at a path of keys; None if there is nothing."""
    for key in path.split(".") if path else ():
        record = record.get(key) if isinstance(record, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return record if path else None  # pyright: ignore[reportUnknownVariableType]
