"""Printed cards from a database: records of JSON as cards of a format.

A format says in `printed.yaml` where in a record each field of a card stands, and what in it
says nothing. A card whose record says anything else is none: nothing printed is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, cast

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..loading.library import MAPPING, FormatFiles
from ..loading.source import Source
from ..nodes.base import Span, Word, word_at
from ..nodes.dataclass import dataclass
from ..nodes.declarations import CardDeclaration, PlainField
from ..nodes.files import Card, CardField
from ..problems.problem import Problem
from ..ruleset.ruleset import Ruleset

MOST = 640  # records of which all become cards


class Kind(BaseModel):
    """Where the kind of a card stands, and what kind of the format each is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: str = Field(alias="from")
    known: dict[str, str] = Field(alias="is")


class Rows(BaseModel):
    """A field with a line for each member of a list, as far as they fit; a member that is no
    record of its own is `{it}`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    each: str
    say: str
    where: dict[str, str | int] = Field(default_factory=dict[str, str | int])

    def filled(self, member: Any) -> str:
        known = cast(Any, member if isinstance(member, dict) else {"it": member})
        return self.say.format_map(Filled(known))


class Mapping(BaseModel):
    """Where in a record each field of a card stands: a path of keys with dots. `beside` names
    what says nothing that is played, or nothing as long as it is so; `blank` is how a record
    writes that there is nothing.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str
    name: str
    group: str = ""
    kind: Kind
    fields: dict[str, str | Rows | list[Rows]]
    beside: dict[str, str | int | None] = Field(default_factory=dict[str, str | int | None])
    blank: str = ""

    def sources(self) -> Iterator[tuple[str, str | Rows]]:
        """Every field with each place it is taken from."""
        for field, source in self.fields.items():
            for one in source if isinstance(source, list) else [source]:
                yield field, one


@dataclass(frozen=True, slots=True)
class Untaken:
    """What a record says and no field of a card takes. `like` is a field made of other
    members of the same list.
    """

    path: str
    text: str
    like: str = ""


@dataclass(frozen=True, slots=True)
class Printed:
    """A card of a record, the group it belongs to, and what of the record it lacks."""

    card: Card
    group: str
    untaken: tuple[Untaken, ...] = ()


def read_mapping(source: Source) -> tuple[Mapping | None, list[Problem]]:
    """What `printed.yaml` says, or what is wrong with it."""
    text, problems = source.decoded()
    if problems:
        return None, problems
    try:
        return Mapping.model_validate(yaml.safe_load(text)), []
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        what = getattr(error, "problem", None) or "it makes no sense"
        return None, [bad(source, line, f"I cannot read this as YAML: {what}.")]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        return None, [bad(source, 1, f"{where}: {first['msg']}.")]


def records_of(
    sources: FormatFiles, records: list[Source], fields: dict[str, set[str]], known: set[str]
) -> tuple[list[Card], list[Problem]]:
    """The cards of files of records, each code once. Of many, only those that decks name and
    those whose codes the format's own cards have; none that says what no field takes.
    """
    place = Span(records[0].name, 1, 1, 1, 2)
    way = sources.mapping()
    if way is None:
        text = f"{sources.name} does not say in {MAPPING} how records become cards."
        return [], [Problem("bad-mapping", text, place, MAPPING)]
    mapping, problems = read_mapping(way)
    cards: dict[str, Printed] = {}
    for source in records if mapping is not None else ():
        assert mapping is not None
        printed, found = read_printed(source, mapping, fields)
        problems += found
        for one in printed:
            cards.setdefault(str(one.card.code), one)
    wanted = [*cards.values()]
    if len(cards) > MOST:
        named = known | codes_in(sources.every_deck())
        wanted = [one for code, one in cards.items() if code in named]
        text = f"Of {len(cards):,} records, the {len(wanted)} that cards or decks name are here."
        problems.append(Problem("records-left", text, place, "--decks", "warning"))
    problems += [left_out(one) for one in wanted if one.untaken]
    return [one.card for one in wanted if not one.untaken], problems


def left_out(one: Printed) -> Problem:
    first = one.untaken[0]
    text = f'"{one.card.name}" is left out: no field takes {first.path}, "{first.text}".'
    return Problem("record-untaken", text, one.card.span, severity="warning")


def codes_in(decks: list[Source]) -> set[str]:
    """The words of deck files: what cards they name is among them."""
    return {word for source in decks for word in source.text.split()}


def fields_of(ruleset: Ruleset) -> dict[str, set[str]]:
    """The fields of each kind of card."""
    return {
        str(kind.name): {str(field.name) for field in kind.fields if isinstance(field, PlainField)}
        for kind in ruleset.all(CardDeclaration)
    }


def bad(source: Source, line: int, message: str) -> Problem:
    return Problem("bad-mapping", message, Span(source.name, line, 1, line, 2))


def read_printed(
    records: Source, mapping: Mapping, fields: dict[str, set[str]]
) -> tuple[list[Printed], list[Problem]]:
    """The cards of a file of records; `fields` are those of each kind of card. A kind that is
    not among them takes all that the mapping has.
    """
    text, problems = records.decoded()
    found: list[Printed] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        span = Span(records.name, number, 1, number, len(line) + 1)
        try:
            value = json.loads(line)
        except ValueError as error:
            problems.append(Problem("bad-record", f"This is no JSON: {error}.", span))
            continue
        record = cast(dict[str, Any], value) if isinstance(value, dict) else {}
        needed = {"code": mapping.code, "name": mapping.name, "kind": mapping.kind.path}
        missing = [what for what, path in needed.items() if look_up(record, path) is None]
        if missing:
            message = f"This record is no card: it has no {missing[0]}."
            problems.append(Problem("bad-record", message, span, severity="warning"))
            continue
        code, name, printed = (str(look_up(record, path)) for path in needed.values())
        kind = mapping.kind.known.get(printed, printed)
        lines, untaken = [new_line("kind", kind, span)], list[Untaken]()
        if printed not in mapping.kind.known:
            untaken.append(Untaken(mapping.kind.path, printed))
        taken = fields.get(kind, mapping.fields)
        for field, source in mapping.sources():
            if field in taken:
                said = values(record, source, mapping.blank)
                lines += [new_line(field, one, span) for one in said]
        untaken += leftovers(record, mapping, taken)
        card = Card(word_at(name, span), word_at(code, span), tuple(lines), span=span)
        group = str(look_up(record, mapping.group) or "")
        found.append(Printed(card, group, tuple(untaken)))
    return found, problems


def leftovers(
    record: dict[str, Any], mapping: Mapping, taken: Collection[str]
) -> Iterator[Untaken]:
    """What a record says beyond the fields that are taken from it."""
    sources = [source for field, source in mapping.sources() if field in taken]
    whole = {mapping.code, mapping.name, mapping.group, mapping.kind.path}
    whole |= {source for source in sources if isinstance(source, str)}
    for path, value in leaves(record):
        if path in whole or says_nothing(mapping, path, value):
            continue
        for member in members(value, mapping.blank):
            if not any(takes(source, path, member) for source in sources):
                yield leftover(path, member, mapping)


def says_nothing(mapping: Mapping, path: str, value: Any) -> bool:
    return path in mapping.beside and mapping.beside[path] in (None, value)


def leaves(record: dict[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every path of keys with what stands there, lists in one piece."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from leaves(cast(dict[str, Any], value), f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def takes(source: str | Rows, path: str, member: Any) -> bool:
    """Whether lines of a field are made of a member of a list."""
    if isinstance(source, str) or source.each != path:
        return False
    return all(look_up(member, key) == value for key, value in source.where.items())


def leftover(path: str, member: Any, mapping: Mapping) -> Untaken:
    for field, source in mapping.sources():
        if isinstance(source, Rows) and source.each == path:
            which = "".join(f", {key} {look_up(member, key)}" for key in source.where)
            return Untaken(f"{path}{which}", source.filled(member), field)
    return Untaken(path, str(member))


def new_line(name: str, value: str, span: Span) -> CardField:
    return CardField(Word(name), None, word_at(value, span), span=span)


def values(record: dict[str, Any], source: str | Rows, blank: str) -> Iterator[str]:
    """The lines of a field."""
    path = source if isinstance(source, str) else source.each
    said = members(look_up(record, path), blank)
    if isinstance(source, Rows):
        yield from (source.filled(one) for one in said if takes(source, path, one))
    elif said:
        yield ", ".join(map(str, said))


def members(value: Any, blank: str) -> list[Any]:
    """What stands at a path, one by one, without what says that there is nothing."""
    found = cast(list[Any], value) if isinstance(value, list) else [value]
    return [one for one in found if one not in (None, "", blank)]


class Filled(dict[str, Any]):
    """A record whose missing keys are empty."""

    def __missing__(self, key: str) -> str:
        return ""


def look_up(record: Any, path: str) -> Any:
    """What stands at a path of keys; None if there is nothing."""
    for key in path.split(".") if path else ():
        record = record.get(key) if isinstance(record, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return record if path else None  # pyright: ignore[reportUnknownVariableType]
