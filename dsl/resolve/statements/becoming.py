"""make: what cards are for a time, of which kind, or a copy of which card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes.base import first_of
from ...nodes.becoming import CopyStatement, GivenField, MakeStatement
from ...nodes.expressions import Expression
from ...problems.articles import an
from ...problems.problem import Advice
from ...ruleset.shapes import has_word, plain_fields
from ...typed import ids
from ...typed.statements import Block, Modify
from ...typed.truths import Compare, IsMissing, Not, conjunction, truth
from ...typed.types import NUMBER, ONE_CARD, Type
from ...typed.values import Binding, Constant, Printed, PrintOf, Value, Where, constant, local
from ..context import STATEMENTS, Resolver, Scope, resolves
from ..values.cards import field_type, fields_of
from ..values.coercions import resolve, resolve_set, words
from ..values.names import kind_held
from .changes import lasts

PLAIN = ("number", "truth", "name", "symbol")  # what can stand in a field for a time
IDLE = "Only `until` and `if` belong here, so `{tail}` does nothing."
HOW_LONG = "What a card is made it is for a time."


class Made(NamedTuple):
    """What is so of some cards for a time."""

    what: ids.PropertyId
    cards: Value
    value: Value


@resolves(STATEMENTS, MakeStatement)
def make(r: Resolver, node: MakeStatement, scope: Scope) -> Block:
    """Each thing that the cards are made, until one moment."""
    made = what_is_made(r, node, scope)
    until, test = lasts(r, node, node.tails, scope, IDLE, HOW_LONG)
    if until is None or scope.language == "open":
        return ()
    return tuple(Modify(one.what, one.cards, "set", one.value, until, "", test) for one in made)


@resolves(STATEMENTS, CopyStatement)
def copy(r: Resolver, node: CopyStatement, scope: Scope) -> Block:
    """Each of the cards has what is printed on another one now, whatever that is later."""
    cards, of = cards_made(r, node.what, scope), resolve(r, node.of, scope)
    until, test = lasts(r, node, node.tails, scope, IDLE, HOW_LONG)
    if of.type.kind not in ("card", "print") or of.type.many:
        text = f"`{words(node.of)}` is not one card, so nothing can be a copy of it."
        r.refuse(of, "not-one-card", text, node.of.span)
        return ()
    if cards is None:
        return ()
    held = kind_held(r, cards.zone)
    if held not in ("", of.type.of):
        text = f"`{cards.zone}` holds {held} alone, and `{words(node.of)}` may be no {held}."
        r.problem(
            "cannot-become", text, node.of.span, Advice(f"Choose a card that is {held} for sure.")
        )
    if until is None or scope.language == "open":
        return ()
    r.made.setdefault(ids.PRINT, ONE_CARD)
    if of.type.maybe:
        known = truth(Not(truth(IsMissing(of))))
        test = known if test is None else conjunction(known, test)
    printed = Value(PrintOf(of), NUMBER)
    return (Modify(ids.PRINT, cards, "set", printed, until, "", test),)


def cards_made(r: Resolver, node: Expression, scope: Scope) -> Value | None:
    """The cards that are made something."""
    cards = resolve_set(r, node, scope)
    if cards.type.kind == "card":
        return cards
    text = f"`{words(node)}` is {an(cards.type.one)}; only cards can be made something."
    r.refuse(cards, "not-cards", text, node.span)
    return None


def what_is_made(r: Resolver, node: MakeStatement, scope: Scope) -> list[Made]:
    """The kind, what stands in its fields, and with `only` that they are of no other kind."""
    cards = cards_made(r, node.what, scope)
    known = r.names("card kind")
    kind = known.get(str(node.kind))
    if not isinstance(kind, d.CardDeclaration):
        r.unknown("unknown-kind", "kind of card", node.kind, known)
        return []
    r.used.add(str(node.kind))
    if cards is None:
        return []
    given = dict(given_fields(r, node, kind, scope))
    others = [str(name) for name in known if name != str(node.kind)]
    lacking = [name for name in others if cards.type.of in ("", name)]
    made = [Made(ids.given(name), cards, value) for name, value in given.items()]
    for field in plain_fields(kind):
        name = str(field.name)
        without = [other for other in lacking if not has_field(r, other, field)]
        if name in given or not without or may_lack(field):
            continue
        start = first_of(attrs.StartsAttribute, field.attributes)
        if start is None:
            text = f"{an(node.kind, True)} has {an(name)}, and "
            text += f"{an(without[0])} would have none as one."
            joins = "and" if node.entries else "with"
            fix = Advice(f"Say it behind `{joins} {name}`.")
            r.problem("field-not-given", text, node.kind.span, fix)
        else:
            wanted = field_type(r, field)
            value = replace(resolve(r, start.value, Scope(), wanted), type=wanted)
            made.append(Made(ids.given(name), printed_as(r, cards, without), value))
    refuse_parts(r, node, kind, lacking)
    made.append(Made(ids.being(str(node.kind)), cards, is_so(str(node.kind), 1)))
    if node.how == "only":
        made += [Made(ids.being(other), cards, is_so(other, 0)) for other in others]
    for what, _, value in made:
        r.made.setdefault(what, value.type)
    return made


def is_so(kind: str, is_one: int) -> Value:
    """Whether a card is of a kind, as something that may change."""
    return Value(Constant(is_one), Type("kind", kind))


def given_fields(
    r: Resolver, node: MakeStatement, kind: d.CardDeclaration, scope: Scope
) -> Iterator[tuple[str, Value]]:
    """What stands in fields of the kind: plain values."""
    fields = {str(field.name): field for field in plain_fields(kind)}
    for given in node.entries:
        field = fields.get(str(given.field))
        if field is None:
            r.unknown("unknown-field", f"field of {an(kind.name)}", given.field, fields)
            continue
        wanted = field_type(r, field)
        if wanted.kind not in PLAIN or wanted.many:
            text = f'What "{given.field}" says is no single plain value, so it cannot be given.'
            r.problem("cannot-become", text, given.span)
            continue
        r.used.add(str(given.field))
        yield str(given.field), value_given(r, given, scope, field)


def value_given(r: Resolver, given: GivenField, scope: Scope, field: d.PlainField) -> Value:
    """A value that fits the field."""
    wanted = field_type(r, field)
    value = resolve(r, given.value, scope, wanted)
    fits = (value.type.kind, value.type.of) == (wanted.kind, wanted.of)
    if not fits or value.type.many:
        text = f"`{field.name}` is {an(wanted)} and cannot become {an(value.type)}."
        r.refuse(value, "type-changes", text, given.value.span)
    return replace(value, type=wanted)


def may_lack(field: d.PlainField) -> bool:
    """Whether a card may have nothing there: what is optional, a text, a list."""
    if has_word(field, "optional") or isinstance(field.type, attrs.ListType):
        return True
    return str(getattr(field.type, "word", "")) == "text"


def has_field(r: Resolver, kind: str, field: d.PlainField) -> bool:
    """Whether a kind of card has a field that is declared alike."""
    named = (one for one in fields_of(r, kind) if isinstance(one, d.PlainField))
    return any(
        (one.name, one.type, one.per) == (field.name, field.type, field.per) for one in named
    )


def printed_as(r: Resolver, cards: Value, kinds: list[str]) -> Value:
    """Those of some cards on which one of these kinds is printed."""
    each = Binding("it", cards.type.one)
    printed = Value(Printed(local(each), "kind"), NUMBER)
    others = (kind for kind in map(str, r.names("card kind")) if kind not in kinds)
    tests = (truth(Compare("!=", printed, constant(r.kind_number(kind)))) for kind in others)
    return Value(Where(each, cards, conjunction(*tests)), cards.type, cards.zone, cards.owner)


def refuse_parts(
    r: Resolver, node: MakeStatement, kind: d.CardDeclaration, lacking: list[str]
) -> None:
    """Parts are printed; a card that has none cannot be given any."""
    for part in kind.fields:
        if not isinstance(part, d.PartField):
            continue
        named = [{str(field.name) for field in fields_of(r, other)} for other in lacking]
        needed = [field for field in plain_fields(part) if not may_lack(field)]
        if needed and any(str(part.name) not in names for names in named):
            text = f"{an(kind.name, True)} has each {part.name} printed on it; "
            text += "nothing else can be one."
            advice = Advice(f"Declare {needed[0].name} `optional`, or make it something else.")
            r.problem("cannot-become", text, node.kind.span, advice)
