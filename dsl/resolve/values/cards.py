"""Cards and their parts, such as attacks: what `card's word` and `part's word` are."""

from __future__ import annotations

from dataclasses import replace

from ...cards.part_checks import lists_of_keywords
from ...ir.ir import ZoneSpec
from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes.base import Word, first_of
from ...problems.articles import an
from ...ruleset.categories import paid_categories
from ...ruleset.ruleset import BEARER, OWN_FIELDS
from ...ruleset.shapes import CHANGEABLE, field_names, has_word, per_of, plain_fields
from ...typed import ids
from ...typed.types import CARDS, NAME, NUMBER, ONE_CARD, TERMS, Type, record, symbol
from ...typed.values import (
    Attached,
    Bearer,
    Beneath,
    CardField,
    NamesInKeyword,
    PartAt,
    PartCard,
    PartField,
    PartKey,
    Parts,
    Printed,
    TimesKeyword,
    Value,
)
from ..context import MEMBERS, Resolver, Scope, resolves
from .coercions import unknown_value
from .declared import type_of
from .names import gauge_value, kind_held
from .owners import changes_hands, keeper_of, owner_of
from .properties import find_property, property_of
from .secrets import is_held, look

KNOWN = ("keeper", "beneath", BEARER)  # to all


@resolves(MEMBERS, "card")
def of_card(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """A field of its kind, a property, a note kept for each card, or what every card has."""
    text = str(word)
    gauge = r.names("gauge").get(text) or r.names("note").get(text)
    is_kept = gauge is not None and per_of(gauge) == "card"
    is_known = text in KNOWN or (text == "owner" and not changes_hands(r))
    is_known |= lies_attached(r, text)
    if not is_known and (not is_kept or is_held(r, owner.zone)):
        look(r, owner, text, word.span, scope)
    match text:
        case "owner":
            return owner_of(r, owner)
        case "keeper":
            return keeper_of(r, owner)
        case "name" | "code":
            return Value(Printed(owner, text), NAME)
        case "mentions":
            return Value(Printed(owner, text), NAME.set)
        case "beneath":
            r.features.add("entry")
            return Value(Beneath(owner), CARDS, owner.zone, owner.owner)
        case "bearer" if attached_zones(r):
            return bearer_of(r, owner)
        case _:
            pass
    keyword = r.ruleset.find(d.KeywordDeclaration, text)
    if keyword is not None:
        r.used.add(text)
        r.bind(word, keyword)
        if not keyword.parameters:
            return Value(TimesKeyword(owner, ids.KeywordId(text)), NUMBER)
        r.named_keywords.add(text)
        return Value(NamesInKeyword(owner, ids.KeywordId(text)), NAME.set)
    if is_kept:
        return gauge_value(r, word, owner, "card")
    if find_property(r, word, owner.type) is not None:
        return property_of(r, word, owner, scope)
    fields = fields_of(r, owner.type.of)
    named = [field for field in fields if field.name == text]
    plain = first_of(d.PlainField, named)
    if plain is not None:
        r.used.add(text)
        r.bind(word, plain)
        return field_of(r, owner, plain)
    if named:
        r.bind(word, named[0])
        return parts_of(r, owner, text)
    if lies_attached(r, text):
        r.used.add(text)
        r.bind(word, r.names("zone")[text])
        type_ = Type("card", kind_held(r, text), many=True)
        return Value(Attached(owner, ids.ZoneId(text)), type_, text)
    kept = [*r.names("gauge"), *r.names("note")]
    kept += [*attached_zones(r), BEARER] if attached_zones(r) else []
    if gauge is not None:
        return gauge_value(r, word, owner, "card")
    known = [*OWN_FIELDS, *kept, *r.ruleset.properties(), *(str(f.name) for f in fields)]
    refuse_word(r, owner.type, word, known)
    return unknown_value()


def refuse_word(r: Resolver, of: Type, word: Word, known: list[str]) -> None:
    """A word that says nothing about cards of a kind; it may be a field of others."""
    every = r.ruleset.all(d.CardDeclaration)
    have = [str(kind.name) for kind in every if of.of and word in field_names(kind)]
    if have:
        text = f'Cards of the kind {of.of} have no "{word}"; {" and ".join(have)} has it.'
        r.problem("unknown-field", text, word.span)
    else:
        r.unknown("unknown-field", f"field or property of {an(of)}", word, known)


@resolves(MEMBERS, "print")
def of_print(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """What is printed on a card that need not be in the game: its name, a field of its kind."""
    text = str(word)
    if text in ("name", "code"):
        return Value(Printed(owner, text), NAME)
    if text == "mentions":
        return Value(Printed(owner, text), NAME.set)
    fields = fields_of(r, owner.type.of)
    field = first_of(d.PlainField, (one for one in fields if one.name == text))
    if field is not None:
        r.used.add(text)
        r.bind(word, field)
        return field_of(r, owner, field)
    known = ["name", "code", "mentions", *(str(one.name) for one in fields)]
    r.unknown("unknown-field", f"field of {an(owner.type)}", word, known)
    return unknown_value()


def attached_zones(r: Resolver) -> list[str]:
    """The zones whose cards may be attached to others."""
    return [name for name, zone in r.zones.items() if zone.attached]


def lies_attached(r: Resolver, word: str) -> bool:
    """Whether a word behind a card says what is attached to it."""
    return word in r.names("zone") and bool(r.zones[word].attached)


def bearer_of(r: Resolver, card: Value) -> Value:
    """The card that one is attached to."""
    known = [r.zones[card.zone]] if card.zone in r.zones else list(r.zones.values())
    zones = list(dict.fromkeys(name for zone in known for name in zone.attached))
    kinds = {kind_held(r, zone) for zone in zones}
    kind = kinds.pop() if len(kinds) == 1 else ""
    return Value(Bearer(card), Type("card", kind, maybe=True), zones[0] if len(zones) == 1 else "")


def fields_of(r: Resolver, kind: str) -> list[d.PlainField | d.PartField]:
    """The fields and parts of a kind of card; of all kinds where none is named."""
    kinds = [k for k in r.ruleset.all(d.CardDeclaration) if not kind or k.name == kind]
    fields = [f for k in kinds for f in k.fields]
    return [f for f in fields if isinstance(f, (d.PlainField, d.PartField))]


def field_of(r: Resolver, owner: Value, field: d.PlainField) -> Value:
    form = CardField(owner, ids.CardFieldId(str(field.name)))
    if field.per is not None:
        entry = type_of(r, field.type)
        of = entry.of if entry.kind == "symbol" else ""
        return Value(form, Type("table", of, per=str(field.per)), origin=owner)
    type_ = field_type(r, field)
    if type_.kind == "card":  # the card of this match that came along, none for other cards
        type_ = Type("card", type_.of, maybe=True)
    single = type_.kind in ("number", "symbol") and not type_.many
    if single and not has_field(r, owner.type.of, field.name):
        type_ = replace(type_, maybe=True)
    return Value(form, type_, origin=owner)


def has_field(r: Resolver, kind: str, name: Word) -> bool:
    """Whether all cards of a kind have a field, those of all kinds where none is named."""
    every = [one for one in r.ruleset.all(d.CardDeclaration) if not kind or one.name == kind]
    return all(name in field_names(one) for one in every)


def field_type(r: Resolver, field: d.PlainField) -> Type:
    """The type of what is printed in a field."""
    base = type_of(r, field.type)
    if isinstance(field.type, attrs.PlainType) and field.type.word == "terms":
        return TERMS
    if base.kind == "text" or base in (record("effect"), record("cost")):
        return Type("text", str(field.name))
    if has_word(field, "optional") and not base.many:
        return Type(base.kind, base.of, maybe=True)
    return base


def is_paid(r: Resolver, type_: Type) -> bool:
    """Whether what is run is paid: it is in a slot, or one that is printed in a field."""
    paid = [record(category) for category in paid_categories(r.ruleset)]
    if type_.kind != "text":
        return type_.one in paid
    every = (x.node for fields in r.fields.values() for x in fields)
    mine = (one for one in every if str(one.name) == type_.of)
    return any(type_of(r, one.type) in paid for one in mine)


def changeable_fields(r: Resolver) -> dict[str, Type]:
    """The fields that rules may change, with what they hold."""
    every = (x for fields in r.fields.values() for x in fields)
    return {str(x.node.name): x.type for x in every if has_word(x.node, CHANGEABLE)}


def text_fields(r: Resolver) -> list[str]:
    """The fields that hold sentences."""
    every = (x for fields in r.fields.values() for x in fields)
    texts = [x.node for x in every if not x.part and x.type.kind == "text"]
    return list(dict.fromkeys(str(field.name) for field in texts))


def orientation(r: Resolver, word: Word, zones: list[ZoneSpec], missing: int) -> int:
    """The number of an orientation in the first of some zones that has it."""
    for zone in zones:
        if str(word) in zone.orientations:
            return zone.orientations.index(str(word))
    known = [name for zone in r.zones.values() for name in zone.orientations]
    r.unknown("unknown-orientation", "orientation", word, known)
    return missing


# ---- parts


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
        return property_of(r, word, owner, scope)
    for field in plain_fields(part):
        if field.name == text:
            r.used.add(text)
            r.bind(word, field)
            form = PartField(owner, ids.CardFieldId(text))
            return Value(form, field_type(r, field), origin=card_of_part(owner))
    every = r.ruleset.properties().values()
    properties = [p.name for items in every for p in items if p.of == part.name]
    known = ["bearer", str(part.per), *map(str, properties)]
    known += [str(field.name) for field in plain_fields(part)]
    r.unknown("unknown-field", f"field or property of {an(part.name)}", word, known)
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
