"""Parts of cards, such as attacks: a part is `card * width + place among its values`."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ..cards.part_checks import is_keywords, starts_as_keywords
from ..ir import ir
from ..ir.types import NAME, NUMBER, UNKNOWN, Type, symbol
from ..nodes import declarations as d
from ..nodes.base import Word
from ..nodes.expressions import Use
from ..nodes.texts import Sentence
from .context import CardDefinition, Meaning, Scope, Value
from .names import type_of

LISTS = "part_lists"  # of the program: what list fields of parts hold, each once


def part_type(name: str, many: bool = False) -> Type:
    return Type("part", name, many=many)


def part_fields(m: Meaning) -> dict[str, d.PartField]:
    """The parts that kinds of card declare, by name."""
    found: dict[str, d.PartField] = {}
    for kind in m.ruleset.all(d.CardDeclaration):
        for field in kind.fields:
            if isinstance(field, d.PartField):
                found.setdefault(str(field.name), field)
    return found


def plain_fields(part: d.PartField) -> list[d.PlainField]:
    return [field for field in part.fields if isinstance(field, d.PlainField)]


def width_of(m: Meaning, name: str) -> int:
    """How many of these parts a card has."""
    values = m.values_of(str(part_fields(m)[name].per))
    return len(values.items) if values is not None else 1


def table_name(part: str, field: str) -> str:
    return f"field_{part}_{field}"


def card_of_part(m: Meaning, part: Value) -> ir.Expression:
    """The card a part is on; none for no part."""
    return ir.Arithmetic("//", part.code, ir.Int(width_of(m, part.type.of)))


def place_of_part(m: Meaning, part: Value) -> ir.Expression:
    return ir.Arithmetic("%", part.code, ir.Int(width_of(m, part.type.of)))


def parts_of(m: Meaning, owner: Value, name: str) -> Value:
    """`card's attack`: all of them, in the order of their values; none of no card."""
    place, card = m.fresh("place"), m.fresh("card")
    every = ir.Each(
        place,
        ir.Range(ir.Int(width_of(m, name))),
        part_code(m, ir.Local(card), name, ir.Local(place)),
    )
    there = ir.Compare(">=", ir.Local(card), ir.Int(0))
    code = ir.Bind(card, owner.code, ir.Either(there, every, ir.Items(())))
    m.used.add(name)
    return Value(code, part_type(name, many=True), origin=owner.code)


def part_code(
    m: Meaning, card: ir.Expression, name: str, place: ir.Expression
) -> ir.Expression:
    first = ir.Arithmetic("*", card, ir.Int(width_of(m, name)))
    return ir.Arithmetic("+", first, place)


def part_at(m: Meaning, parts: Value, place: Value) -> Value:
    """`card's attack[cross]`; none when there is no such card or place."""
    assert parts.origin is not None
    name, card, at = parts.type.of, m.fresh("card"), m.fresh("at")
    there = ir.And(
        ir.Compare(">=", ir.Local(card), ir.Int(0)),
        ir.Compare(">=", ir.Local(at), ir.Int(0)),
    )
    code = part_code(m, ir.Local(card), name, ir.Local(at))
    safe = ir.Either(there, code, ir.Int(ir.NONE))
    bound = ir.Bind(card, parts.origin, ir.Bind(at, place.code, safe))
    return Value(bound, replace(part_type(name), maybe=True))


def of_part(m: Meaning, owner: Value, word: Word, scope: Scope) -> Value:
    """A property or field of a part, the card it is on, or which of them it is."""
    from .properties import find_property, property_of

    part, text = part_fields(m)[owner.type.of], str(word)
    if text == "bearer":
        return Value(card_of_part(m, owner), Type("card", kind_with(m, owner.type.of)))
    if text == str(part.per):
        there = ir.Compare(">=", owner.code, ir.Int(0))
        place = ir.Either(there, place_of_part(m, owner), ir.Int(ir.NONE))
        return Value(place, symbol(text))
    if find_property(m, word, owner.type) is not None:
        return property_of(m, word, owner, scope)
    for field in plain_fields(part):
        if field.name == text:
            m.used.add(text)
            return field_of_part(m, owner, field)
    properties = [p.name for p in m.ruleset.all(d.PropertyDeclaration) if p.of == part.name]
    known = ["bearer", str(part.per), *map(str, properties)]
    known += [str(field.name) for field in plain_fields(part)]
    m.unknown("unknown-field", f"field or property of a {part.name}", word, known)
    return Value(ir.Int(ir.NONE), UNKNOWN)


def kind_with(m: Meaning, part: str) -> str:
    """The kind of card that has a part, if only one has."""
    kinds = [
        str(kind.name)
        for kind in m.ruleset.all(d.CardDeclaration)
        if any(isinstance(f, d.PartField) and f.name == part for f in kind.fields)
    ]
    return kinds[0] if len(kinds) == 1 else ""


def field_of_part(m: Meaning, owner: Value, field: d.PlainField) -> Value:
    type_ = type_of(m, field.type)
    table = ir.Table(
        table_name(owner.type.of, str(field.name)),
        card_of_part(m, owner),
        place_of_part(m, owner),
    )
    code = ir.Entry(LISTS, table, True) if type_.many else table
    return Value(code, type_, origin=card_of_part(m, owner))


# ---- tables


def part_tables(m: Meaning) -> None:
    """One table a field of a part; an entry has a member for each place."""
    for kind in m.ruleset.all(d.CardDeclaration):
        for part in kind.fields:
            if not isinstance(part, d.PartField):
                continue
            for field in plain_fields(part):
                name = table_name(str(part.name), str(field.name))
                table = m.tables.setdefault(name, [() for _ in m.cards])
                fill_table(m, table, str(kind.name), part, field)


def fill_table(
    m: Meaning, table: list[object], kind: str, part: d.PartField, field: d.PlainField
) -> None:
    for number, card in enumerate(m.cards):
        if card.kind == kind:
            table[number] = tuple(
                part_entry(m, printed.get(str(field.name)), str(part.name), field)
                for printed in printed_parts(card, str(part.name))
            )


def printed_parts(card: CardDefinition, part: str) -> list[dict[str, object]]:
    found = card.fields.get(part)
    return found if isinstance(found, list) else []  # pyright: ignore[reportUnknownVariableType]


def part_entry(m: Meaning, value: object, part: str, field: d.PlainField) -> int:
    """A field's value as a plain int; a list by its number among all lists."""
    from .abilities import refuse_bearer
    from .cards import entry_of

    type_ = type_of(m, field.type)
    members = cast(tuple[object, ...], value) if isinstance(value, tuple) else ()
    said: list[object] = [value, *members]  # pyright: ignore[reportUnknownVariableType]
    for item in said:
        if isinstance(item, Use) and type_.kind == "keyword":
            refuse_bearer(m, item, part)
    if not type_.many:
        entry = ir.missing_of(type_.kind) if value is None else entry_of(m, value, type_)  # pyright: ignore[reportUnknownArgumentType]
        return entry if isinstance(entry, int) else ir.NONE
    items = [entry_of(m, item, type_.one) for item in members]
    lists = m.extra.setdefault(LISTS, {})
    assert isinstance(lists, dict)
    return lists.setdefault(tuple(items), len(lists))  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]


def part_lists(m: Meaning) -> tuple[object, ...]:
    lists = m.extra.get(LISTS, {})
    return tuple(lists) if isinstance(lists, dict) else ()  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


# ---- keywords


def keyword_number(m: Meaning, use: Use) -> int:
    """A keyword with its slots, borne by parts, is an ability like a sentence of a card."""
    from .abilities import new_ability

    name = str(use.phrase)
    keyword = m.ruleset.names("keyword").get(name)
    ability = new_ability(m, Sentence((), use, span=use.span))
    on = keyword.on if isinstance(keyword, d.KeywordDeclaration) else None
    if on is not None and str(on) in part_fields(m):
        ability.part = str(on)
    m.used.add(name)
    return ability.number


def keywords_of(m: Meaning, part: Value) -> ir.Expression | None:
    """The keywords a part has now: a property of it, else a printed field."""
    declared = [p for p in m.ruleset.all(d.PropertyDeclaration) if p.of == part.type.of]
    words = [p.name for p in declared if starts_as_keywords(m.ruleset, p)]
    words += [
        field.name
        for field in plain_fields(part_fields(m)[part.type.of])
        if is_keywords(field)
    ]
    return of_part(m, part, words[0], Scope()).code if words else None


def bears(m: Meaning, part: Value, ability: int) -> ir.Expression:
    """Whether a part has this keyword, with these slots, now."""
    keywords = keywords_of(m, part)
    number = ir.Int(ability)
    return ir.Int(0) if keywords is None else ir.Contains(keywords, number)


__all__ = ["NAME", "NUMBER", "of_part", "part_tables"]
