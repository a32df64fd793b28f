"""What is printed on the cards, as columns: one for each field of cards and of their parts."""

from __future__ import annotations

from typing import cast

from ..cards.definition import CardDefinition
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes.base import Word
from ..nodes.expressions import Use
from ..problems.problem import Label
from ..ruleset.shapes import is_card_type, plain_fields
from ..typed.format import Column
from ..typed.types import Type
from ..typed.values import NONE, missing_of
from .context import Resolver
from .sentences import refuse_bearer
from .values.cards import field_type
from .values.declared import type_of
from .values.records import entry_of


def columns_of(r: Resolver) -> list[Column]:
    """The columns of all plain fields, in order of the kinds of card."""
    found: dict[str, Column] = {}
    for kind in r.ruleset.all(d.CardDeclaration):
        for field in plain_fields(kind):
            if not is_card_type(r.ruleset, field.type):
                add_field(r, kind, field, found)
    return list(found.values())


def add_field(
    r: Resolver, kind: d.CardDeclaration, field: d.PlainField, found: dict[str, Column]
) -> None:
    type_ = field_type(r, field)
    missing: object = missing_of(type_.kind)
    if field.per is not None or type_.many:
        missing = ()
    name = str(field.name)
    column = found.setdefault(name, Column(name, [missing] * len(r.cards)))
    for number, card in enumerate(r.cards):
        if card.kind != kind.name or type_.kind == "text":
            continue
        value = card.fields.get(name)
        if field.per is not None:
            column.entries[number] = value if isinstance(value, tuple) else ()
        elif value is not None:
            column.entries[number] = entry_of(r, value, type_)


def part_columns_of(r: Resolver) -> list[Column]:
    """One column a field of a part; an entry has a member for each place."""
    found: dict[tuple[str, str], Column] = {}
    for kind in r.ruleset.all(d.CardDeclaration):
        for part in kind.fields:
            for field in plain_fields(part) if isinstance(part, d.PartField) else ():
                assert isinstance(part, d.PartField)
                key = (str(part.name), str(field.name))
                if key not in found:
                    lists = type_of(r, field.type).many
                    found[key] = Column(key[1], [()] * len(r.cards), key[0], lists)
                fill_part(r, found[key], str(kind.name), field)
    return list(found.values())


def fill_part(r: Resolver, column: Column, kind: str, field: d.PlainField) -> None:
    type_ = type_of(r, field.type)
    for number, card in enumerate(r.cards):
        if card.kind == kind:
            column.entries[number] = tuple(
                part_entry(r, printed.get(column.field), column.part, type_)
                for printed in printed_parts(card, column.part)
            )


def printed_parts(card: CardDefinition, part: str) -> list[dict[str, object]]:
    found = card.fields.get(part)
    return cast(list[dict[str, object]], found) if isinstance(found, list) else []


def part_entry(r: Resolver, value: object, part: str, type_: Type) -> object:
    """A field's value as plain data; a list as a tuple."""
    members = cast(tuple[object, ...], value) if isinstance(value, tuple) else ()
    said: list[object] = [value, *members]  # pyright: ignore[reportUnknownVariableType]
    for item in said:
        if isinstance(item, Use) and type_.kind == "keyword":
            refuse_bearer(r, item, part)
    if type_.many:
        return tuple(entry_of(r, item, type_.one) for item in members)
    if value is None:
        return missing_of(type_.kind)
    entry = entry_of(r, cast(object, value), type_)
    return entry if isinstance(entry, int | str) else NONE


# ---- cards that come along with others


def companions_of(r: Resolver) -> dict[str, list[int]]:
    """Which card each card names, by the field; -1 for none."""
    found: dict[str, list[int]] = {}
    numbers: dict[str, int] = {}
    for number, card in enumerate(r.cards):
        numbers.setdefault(str(card.code), number)
    for kind in r.ruleset.all(d.CardDeclaration):
        for field in plain_fields(kind):
            if is_card_type(r.ruleset, field.type):
                add_companions(r, kind, field, numbers, found)
    return found


def add_companions(
    r: Resolver,
    kind: d.CardDeclaration,
    field: d.PlainField,
    numbers: dict[str, int],
    found: dict[str, list[int]],
) -> None:
    name = str(field.name)
    if field.per is not None or isinstance(field.type, attrs.ListType):
        text = f'A field holds the code of one card, so "{name}" cannot hold several.'
        r.problem("one-card", text, field.span, f"{name} card optional")
    column = found.setdefault(name, [NONE] * len(r.cards))
    assert isinstance(field.type, (attrs.PlainType, attrs.ListType, attrs.MaybeType))
    for number, card in enumerate(r.cards):
        code = card.fields.get(name)
        if card.kind == kind.name and isinstance(code, Word):
            column[number] = companion_of(r, card, code, field.type.word, name, numbers)


def companion_of(
    r: Resolver,
    card: CardDefinition,
    code: Word,
    kind: Word,
    field: str,
    numbers: dict[str, int],
) -> int:
    """The number of the card with a code, if it can be the other of this one."""
    if str(code) not in numbers:
        r.unknown("unknown-card", "card", code, numbers)
        return NONE
    if code == card.code:
        text = f'"{card.name}" names itself as its {field}.'
        r.problem("wrong-twin", text, code.span, "Write the code of another card.")
    other = r.cards[numbers[str(code)]]
    if kind != "card" and other.kind != kind:
        text = f'"{other.name}" is no {kind}, and {field} is one.'
        r.problem("wrong-twin", text, code.span, f"{field} card")
    back_kind = kind_of_field(r, other.kind, field)
    if back_kind not in ("", "card", card.kind):
        text = f'The {field} of "{other.name}" is a {back_kind}, and "{card.name}" is none.'
        r.problem("wrong-twin", text, code.span, f"{field} card")
    back = other.fields.get(field)
    if isinstance(back, Word) and back != card.code:
        text = (
            f'"{other.name}" is the {field} of "{card.name}", and names {back} as its own.'
        )
        place = Label(back.span, "another one")
        r.problem("wrong-twin", text, code.span, f"{field}  {card.code}", place)
    return numbers[str(code)]


def kind_of_field(r: Resolver, kind: str, name: str) -> str:
    """What a field of a kind of card holds: `card` or a kind; empty if there is none."""
    for node in r.ruleset.all(d.CardDeclaration):
        for field in plain_fields(node) if node.name == kind else ():
            if field.name == name:
                plain = isinstance(field.type, (attrs.PlainType, attrs.MaybeType))
                return str(getattr(field.type, "word", "")) if plain else ""
    return ""


def refuse_cards_in_parts(r: Resolver) -> None:
    """A part of a card names no card."""
    for kind in r.ruleset.all(d.CardDeclaration):
        for part in kind.fields:
            for field in plain_fields(part) if isinstance(part, d.PartField) else ():
                if isinstance(part, d.PartField) and is_card_type(r.ruleset, field.type):
                    text = f"A card has another card; a {part.name} of it has none."
                    r.problem("one-card", text, field.span)
