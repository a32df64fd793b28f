"""Cards: what `card's word` is."""

from __future__ import annotations

from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes.base import Span, Word
from ...problems.problem import Label
from ...typed import ids
from ...typed.types import CARDS, NAME, PLAYER, TERMS, Type, record
from ...typed.values import Beneath, CardField, CardOwner, NamesInKeyword, Printed, Value
from ..context import Resolver, Scope, resolves_members
from .coercions import unknown_value
from .declared import type_of
from .members import OWN_FIELDS
from .names import gauge_value
from .parts import parts_of
from .properties import find_property, property_of


@resolves_members("card")
def of_card(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """A field of its kind, a property, a note kept for each card, or what every card has."""
    text = str(word)
    if text not in ("owner", "beneath"):
        check_secret(r, owner, text, word.span, scope)
    match text:
        case "owner":
            return Value(CardOwner(owner), PLAYER)
        case "name" | "code":
            return Value(Printed(owner, text), NAME)
        case "mentions":
            return Value(Printed(owner, text), NAME.set)
        case "beneath":
            r.features.add("entry")
            return Value(Beneath(owner), CARDS, owner.zone, owner.owner)
        case _:
            pass
    if text in r.names("keyword"):
        r.used.add(text)
        r.named_keywords.add(text)
        return Value(NamesInKeyword(owner, ids.KeywordId(text)), NAME.set)
    declared = {**r.names("gauge"), **r.names("note")}
    if text in declared:
        return gauge_value(r, word, owner, "card")
    if find_property(r, word, owner.type) is not None:
        return property_of(r, word, owner)
    field = find_field(r, owner.type.of, text)
    if isinstance(field, d.PartField):
        return parts_of(r, owner, text)
    if field is not None:
        r.used.add(text)
        return field_of(r, owner, field)
    known = [*OWN_FIELDS, *declared, *r.ruleset.properties()]
    known += field_names(r, owner.type.of)
    r.unknown("unknown-field", f"field or property of a {owner.type}", word, known)
    return unknown_value()


def kinds_of(r: Resolver, kind: str) -> list[d.CardDeclaration]:
    """A kind of card; all of them where none is named."""
    return [k for k in r.ruleset.all(d.CardDeclaration) if not kind or k.name == kind]


def field_names(r: Resolver, kind: str) -> list[str]:
    """The fields and parts of a kind of card; of all kinds where none is named."""
    return [
        str(f.name)
        for k in kinds_of(r, kind)
        for f in k.fields
        if isinstance(f, (d.PlainField, d.PartField))
    ]


def find_field(r: Resolver, kind: str, text: str) -> d.PlainField | d.PartField | None:
    """The plain field of a name, else the part."""
    named = [
        f for k in kinds_of(r, kind) for f in k.fields if getattr(f, "name", "") == text
    ]
    plain = (field for field in named if isinstance(field, d.PlainField))
    parts = (field for field in named if isinstance(field, d.PartField))
    return next(plain, None) or next(parts, None)


def field_of(r: Resolver, owner: Value, field: d.PlainField) -> Value:
    form = CardField(owner, ids.CardFieldId(str(field.name)))
    if field.per is not None:
        entry = type_of(r, field.type)
        of = entry.of if entry.kind == "symbol" else ""
        return Value(form, Type("table", of, per=str(field.per)), origin=owner)
    type_ = field_type(r, field)
    if type_.kind == "card":  # the card of this match that came along, none for other cards
        type_ = Type("card", type_.of, maybe=True)
    return Value(form, type_, origin=owner)


def is_optional(field: d.PlainField) -> bool:
    return any(
        isinstance(a, attrs.KindAttribute) and a.word == "optional"
        for a in field.attributes
    )


def field_type(r: Resolver, field: d.PlainField) -> Type:
    """The type of what is printed in a field."""
    base = type_of(r, field.type)
    if isinstance(field.type, attrs.PlainType) and field.type.word == "terms":
        return TERMS
    if base.kind == "text" or base in (record("effect"), record("cost")):
        return Type("text", str(field.name))
    if is_optional(field) and not base.many:
        return Type(base.kind, base.of, maybe=True)
    return base


def text_fields(r: Resolver) -> list[str]:
    """The fields that hold sentences."""
    names = [
        str(f.name)
        for kind in r.ruleset.all(d.CardDeclaration)
        for f in kind.fields
        if isinstance(f, d.PlainField) and field_type(r, f).kind == "text"
    ]
    return list(dict.fromkeys(names))


# ---- no rule may branch a seat's options on what that seat cannot see


def hidden_from(r: Resolver, value: Value, seat: Value) -> bool:
    """Whether the cards of a value lie where the seat surely cannot look."""
    spec = r.zones.get(value.zone)
    if spec is None or spec.seen in ("all", "knowers"):
        return False
    if spec.seen == "owner" and spec.per_player:
        return value.owner is None or value.owner.form != seat.form
    return spec.seen in ("nobody", "owner")


def check_secret(r: Resolver, value: Value, word: str, span: Span, scope: Scope) -> None:
    """Reading a card's field while options for a seat are found."""
    if scope.asked is None or value.zone in scope.shown:
        return
    if hidden_from(r, value, scope.asked):
        title = r.zones[value.zone].title
        text = f"The options would betray the {word} of a card in {title}, unseen by this player."
        fix = "Show the cards first (show .. to player), or ask without looking at them."
        zone = r.names("zone").get(value.zone)
        label = [Label(zone.span, f"who sees {title}")] if zone is not None else []
        r.problem("secret-leak", text, span, fix, *label)
