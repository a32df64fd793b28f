"""What is printed on the cards, as columns: one for each field of cards and of their parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ..cards.definition import CardDefinition
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes.base import Word, first_of
from ..nodes.expressions import Sentence, Use
from ..problems.articles import an
from ..problems.problem import Advice, Label
from ..ruleset.shapes import every_field, is_card_type
from ..typed.format import Column
from ..typed.types import Type
from ..typed.values import NONE, missing_of
from .context import CardField, Resolver
from .sentences import refuse_bearer
from .values.cards import field_type, fields_of
from .values.records import entry_of


def declare_fields(r: Resolver) -> None:
    """The fields of all cards and of their parts, with their types."""
    for kind, part, field in every_field(r.ruleset):
        names_card = is_card_type(r.ruleset, field.type)
        type_ = field_type(r, field)
        own = str(part.name) if part is not None else ""
        known = CardField(str(kind.name), own, field, type_, names_card)
        r.fields.setdefault(known.kind, []).append(known)


def every_field_of(r: Resolver) -> list[CardField]:
    """The fields of all kinds of card."""
    return [field for fields in r.fields.values() for field in fields]


def columns_of(
    r: Resolver, cards: Sequence[CardDefinition], fields: list[CardField]
) -> list[Column]:
    """The columns of all plain fields, in order of the kinds of card."""
    found: dict[str, Column] = {}
    for known in fields:
        if known.part or known.names_card:
            continue
        field, type_, name = known.node, known.type, str(known.node.name)
        nothing = nothing_in(r, known)
        column = found.setdefault(name, Column(name, [nothing] * len(cards)))
        for number, card in enumerate(cards):
            if card.kind != known.kind or type_.kind == "text":
                continue
            value = card.fields.get(name)
            if field.per is not None:
                column.entries[number] = value if isinstance(value, tuple) else nothing
            elif value is not None:
                column.entries[number] = entry_of(r, value, type_)
    return list(found.values())


def nothing_in(r: Resolver, known: CardField) -> object:
    """What stands in a column for cards without the field: of one with an entry for each symbol
    as many that are missing, so that it can be asked of any card.
    """
    missing = () if known.type.many else missing_of(known.type.kind)
    if known.node.per is None:
        return missing
    return (missing,) * len(getattr(r.values_of(str(known.node.per)), "items", ()))


def part_columns_of(
    r: Resolver, cards: Sequence[CardDefinition], fields: list[CardField]
) -> list[Column]:
    """One column a field of a part; an entry has a member for each place."""
    found: dict[tuple[str, str], Column] = {}
    for known in fields:
        if not known.part:
            continue
        key, type_ = (known.part, str(known.node.name)), known.type
        column = Column(key[1], [()] * len(cards), key[0], type_.many)
        column = found.setdefault(key, column)
        for number, card in enumerate(cards):
            places = card.fields.get(key[0])
            if card.kind == known.kind and isinstance(places, list):
                printed = cast(list[dict[str, object]], places)
                members = (part_entry(r, one.get(key[1]), key[0], type_) for one in printed)
                column.entries[number] = tuple(members)
    return list(found.values())


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
    return entry if isinstance(entry, (int, str, Use, Sentence)) else NONE


# ---- cards that come along with others


def companions_of(
    r: Resolver, cards: Sequence[CardDefinition], fields: list[CardField]
) -> dict[str, list[int]]:
    """Which card each card names, by the field; -1 for none."""
    found: dict[str, list[int]] = {}
    by_code: dict[str, tuple[int, CardDefinition]] = {}
    for number, card in enumerate(cards):
        by_code.setdefault(str(card.code), (number, card))
    for known in fields:
        if known.part or not known.names_card:
            continue
        field, name = known.node, str(known.node.name)
        if field.per is not None or isinstance(field.type, attrs.ListType):
            text = f'A field holds the code of one card, so "{name}" cannot hold several.'
            r.problem("one-card", text, field.span, f"{name} card optional")
        column = found.setdefault(name, [NONE] * len(cards))
        for number, card in enumerate(cards):
            code = card.fields.get(name)
            if card.kind == known.kind and isinstance(code, Word):
                column[number] = companion_of(r, card, code, field, by_code)
    return found


def companion_of(
    r: Resolver,
    card: CardDefinition,
    code: Word,
    declared: d.PlainField,
    known: Mapping[str, tuple[int, CardDefinition]],
) -> int:
    """The number of the card with a code, if it can be the other of this one."""
    field, kind = str(declared.name), str(getattr(declared.type, "word", ""))
    if str(code) not in known:
        r.unknown("unknown-card", "card", code, known)
        return NONE
    number, other = known[str(code)]
    if code == card.code:
        text = f'"{card.name}" names itself as its {field}.'
        r.problem("wrong-twin", text, code.span, Advice("Write the code of another card."))
    if kind != "card" and other.kind != kind:
        text = f'"{other.name}" is no {kind}, and {field} is one.'
        r.problem(
            "wrong-twin", text, code.span, Advice(f"Name another card, or declare `{field} card`.")
        )
    named = first_of(d.PlainField, (f for f in fields_of(r, other.kind) if f.name == field))
    back = named.type if named is not None else None
    back_kind = str(back.word) if isinstance(back, (attrs.PlainType, attrs.MaybeType)) else ""
    if back_kind not in ("", "card", card.kind):
        text = f'The {field} of "{other.name}" is {an(back_kind)}, and "{card.name}" is none.'
        r.problem(
            "wrong-twin", text, code.span, Advice(f"Name another card, or declare `{field} card`.")
        )
    code_back = other.fields.get(field)
    if isinstance(code_back, Word) and code_back != card.code:
        text = f'"{other.name}" is the {field} of "{card.name}", and names '
        text += f"{code_back} as its own."
        place = Label(code_back.span, "another one")
        advice = Advice(f'Write on "{other.name}": `{field} {card.code}`.')
        r.problem("wrong-twin", text, code.span, advice, place)
    return number


def refuse_cards_in_parts(r: Resolver) -> None:
    """A part of a card names no card."""
    for known in every_field_of(r):
        if known.part and known.names_card:
            text = f"A card has another card; {an(known.part)} of it has none."
            r.problem("one-card", text, known.node.span)
