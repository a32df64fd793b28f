"""Parts of cards, such as attacks: their fields, their card, the keywords they have."""

from __future__ import annotations

from ...cards.part_checks import lists_of_keywords
from ...nodes import declarations as d
from ...nodes.base import Word
from ...ruleset.shapes import plain_fields
from ...typed import ids
from ...typed.types import ONE_CARD, Type, symbol
from ...typed.values import PartAt, PartCard, PartField, PartKey, Parts, Value
from ..context import MEMBERS, Resolver, Scope, resolves
from .coercions import unknown_value
from .declared import type_of
from .properties import find_property, property_of


def width_of(r: Resolver, name: str) -> int:
    """How many of these parts a card has."""
    values = r.values_of(str(r.parts[name].per))
    return len(values.items) if values is not None else 1


def card_of_part(part: Value) -> Value:
    """The card a part is on; none for no part."""
    return Value(PartCard(part), ONE_CARD)


def parts_of(r: Resolver, owner: Value, name: str) -> Value:
    """`card's attack`: all of them, in the order of their values; none of no card."""
    r.used.add(name)
    type_ = Type("part", name, many=True)
    return Value(Parts(owner, ids.PartId(name)), type_, origin=owner)


def part_at(parts: Value, key: Value) -> Value:
    """`card's attack[cross]`; none when there is no such card or place."""
    assert parts.origin is not None
    name = parts.type.of
    form = PartAt(parts.origin, ids.PartId(name), key)
    return Value(form, Type("part", name, maybe=True))


@resolves(MEMBERS, "part")
def of_part(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """A property or field of a part, the card it is on, or which of them it is."""
    part, text = r.parts[owner.type.of], str(word)
    if text == "bearer":
        return Value(PartCard(owner), Type("card", kind_with(r, owner.type.of)))
    if text == str(part.per):
        return Value(PartKey(owner), symbol(text))
    if find_property(r, word, owner.type) is not None:
        return property_of(r, word, owner)
    for field in plain_fields(part):
        if field.name == text:
            r.used.add(text)
            form = PartField(owner, ids.CardFieldId(text))
            return Value(form, type_of(r, field.type), origin=card_of_part(owner))
    properties = [p.name for p in r.ruleset.all(d.PropertyDeclaration) if p.of == part.name]
    known = ["bearer", str(part.per), *map(str, properties)]
    known += [str(field.name) for field in plain_fields(part)]
    r.unknown("unknown-field", f"field or property of a {part.name}", word, known)
    return unknown_value()


def kind_with(r: Resolver, part: str) -> str:
    """The kind of card that has a part, if only one has."""
    kinds = [
        str(kind.name)
        for kind in r.ruleset.all(d.CardDeclaration)
        if any(isinstance(f, d.PartField) and f.name == part for f in kind.fields)
    ]
    return kinds[0] if len(kinds) == 1 else ""


def keywords_of(r: Resolver, part: Value) -> Value | None:
    """The keywords a part has now: a property of it, else a printed field."""
    words = lists_of_keywords(r.ruleset, r.parts[part.type.of])
    return of_part(r, part, words[0], Scope()) if words else None
