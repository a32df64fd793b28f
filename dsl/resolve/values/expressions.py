"""Expressions: literals, sets, numbers and truths."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from ...nodes import expressions as e
from ...nodes.base import Span, Word
from ...problems.articles import an
from ...problems.problem import Advice
from ...typed import truths as tr
from ...typed import values as v
from ...typed.truths import FALSE, TRUE, conjunction, is_false, is_some, is_true, of_kind, truth
from ...typed.types import NAME, NUMBER, PLAYERS, Type
from ...typed.values import Binding, Value, constant, local
from ..context import EXPECTING, VALUES, Macro, Resolver, Scope, resolves
from .cards import part_at
from .coercions import (
    as_number,
    as_set,
    check_count,
    condition,
    first_number,
    is_name,
    number,
    resolve,
    resolve_set,
    unknown_value,
    words,
)
from .meant import alternatives, one_of_several
from .members import asked_of, candidate, member
from .secrets import look

THINGS = ("card", "player", "name")
Sign = Literal["+", "-", "*", "//"]
SIGNS: dict[type[e.Expression], Sign] = {e.Add: "+", e.Subtract: "-", e.Times: "*", e.Divide: "//"}


# ---- literals and sets


@resolves(EXPECTING, e.Number)
def literal(r: Resolver, node: e.Number, scope: Scope, expected: Type | None) -> Value:
    if expected is not None and expected.kind == "symbol":
        values = r.values_of(expected.of)
        names = [str(item.name) for item in values.items] if values is not None else []
        if str(node.value) in names:
            return Value(v.Constant(names.index(str(node.value))), expected.one)
    return constant(node.value)


@resolves(VALUES, e.String)
def string(r: Resolver, node: e.String, scope: Scope) -> Value:
    return Value(v.Text(r.text(str(node.text))), NAME)


@resolves(EXPECTING, e.Bracket)
def bracket(r: Resolver, node: e.Bracket, scope: Scope, expected: Type | None) -> Value:
    return resolve(r, node.inner, scope, expected)


@resolves(EXPECTING, e.Where)
def where(r: Resolver, node: e.Where, scope: Scope, expected: Type | None) -> Value:
    members = resolve_set(r, node.of, scope, expected)
    each, it = candidate(members)
    inner = asked_of(r, scope, it, node.name)
    if members.type.kind == "record" and isinstance(node.of, e.Within):
        inner.locals |= named_candidate(node.of.kind, it)
    test = condition(r, node.condition, inner)
    return replace(members, form=v.Where(each, members, test), place=None)


def named_candidate(kind: e.Expression, it: Value) -> dict[str, Value | Macro]:
    """`way in target's grows_from where ..`: the candidate also goes by the name of its kind."""
    return {str(kind.word): it} if isinstance(kind, e.Name) else {}


@resolves(VALUES, e.Within)
def within(r: Resolver, node: e.Within, scope: Scope) -> Value:
    place = resolve_set(r, node.place, scope)
    if is_name(node.kind, "cards"):
        return replace(place, place=None)
    if place.type.kind in ("record", "part") and isinstance(node.kind, e.Name):
        if str(node.kind.word) != place.type.of:
            text = f"`{words(node.place)}` are {place.type}, not {node.kind.word}."
            r.problem("not-a-kind", text, node.kind.span, place.type.of)
        return place
    kind = resolve(r, node.kind, scope)
    if kind.type.kind == "kind":
        found = place
        if place.type.of != kind.type.of:
            look(r, place, "kind", node.kind.span, scope)
            found = of_kind(place, kind)
        what = "print" if place.type.kind == "print" else "card"
        return replace(found, type=Type(what, kind.type.of, many=True), place=None)
    if kind.type.kind == "card":
        return replace(kind, form=v.IfAmong(kind, place))
    text = f"`{words(node.kind)}` is no kind of card."
    r.refuse(kind, "not-a-kind", text, node.kind.span)
    return place


@resolves(VALUES, e.Count)
def count(r: Resolver, node: e.Count, scope: Scope) -> Value:
    return Value(v.Count(resolve_set(r, node.of, scope)), NUMBER)


def over_members(
    r: Resolver, word: Word, node: e.Expression, scope: Scope
) -> tuple[Binding, Value, Value]:
    """`word of members`: a binding for each, the members, and the word of it."""
    members = resolve_set(r, node, scope)
    each = Binding("it", members.type.one)
    it = replace(local(each), zone=members.zone, owner=members.owner)
    return each, members, member(r, it, word, scope)


@resolves(VALUES, e.Total)
def total(r: Resolver, node: e.Total, scope: Scope) -> Value:
    each, members, value = over_members(r, node.word, node.of, scope)
    return Value(v.Total(each, members, as_number(r, value, node)), NUMBER)


@resolves(VALUES, e.Highest, e.Lowest)
def extreme(r: Resolver, node: e.Highest | e.Lowest, scope: Scope) -> Value:
    each, members, value = over_members(r, node.word, node.of, scope)
    form = v.Extreme(isinstance(node, e.Highest), each, members, value)
    return Value(form, replace(value.type, maybe=True))


@resolves(VALUES, e.Top, e.Bottom)
def end(r: Resolver, node: e.Top | e.Bottom, scope: Scope) -> Value:
    members = resolve_set(r, node.of, scope)
    top = isinstance(node, e.Top)
    if node.amount is None:
        one = replace(members.type.one, maybe=True)
        return replace(members, form=v.End(top, members), type=one, place=None)
    if isinstance(node.amount, e.Name) and node.amount.word in ("card", "cards"):
        mend = f"{'top' if top else 'bottom'} of {words(node.of)}"
        text = f"One card is meant if no number is said: `{mend}`."
        r.problem("unknown-name", text, node.span, mend)
        return unknown_value()
    check_count(r, node.amount, "there are no such cards")
    amount = number(r, node.amount, scope)
    return replace(members, form=v.Some(top, members, amount), place=None)


@resolves(VALUES, e.Exists)
def exists(r: Resolver, node: e.Exists, scope: Scope) -> Value:
    if isinstance(node.of, e.Within):
        members, kind = within(r, node.of, scope), node.of.kind
    elif is_name(node.of, "player"):
        members, kind = Value(v.Players(), PLAYERS), node.of
    else:
        members, kind = resolve_set(r, node.of, scope), node.of
    if node.condition is None:
        form = is_some(members)
    else:
        each, it = candidate(members)
        inner = asked_of(r, scope, it, node.name)
        if isinstance(kind, e.Name) and members.type.kind in ("record", "player"):
            inner.locals[str(kind.word)] = it
        form = truth(tr.Exists(each, members, condition(r, node.condition, inner)))
    return truth(tr.Not(form)) if node.no else form


@resolves(VALUES, e.Index)
def index(r: Resolver, node: e.Index, scope: Scope) -> Value:
    """`its attack[its letter]`: a field with one value per symbol, by the symbol."""
    table = resolve(r, node.table, scope)
    if table.type.kind == "part" and table.type.many and table.origin is not None:
        values = str(r.parts[table.type.of].per)
        key = key_of(r, node, values, f"the {table.type.of}s", scope)
        return part_at(table, key)
    if table.type.kind != "table" or not isinstance(table.form, v.CardField):
        text = f"`{words(node.table)}` has no entries to pick."
        r.refuse(table, "not-a-table", text, node.span)
        return unknown_value()
    key = key_of(r, node, table.type.per, "the entries", scope)
    entry = Type("symbol", table.type.of) if table.type.of else NUMBER
    return Value(v.FieldEntry(table.form.card, table.form.field, key), entry)


def key_of(r: Resolver, node: e.Index, values: str, what: str, scope: Scope) -> Value:
    """The symbol in brackets."""
    key = resolve(r, node.key, scope, Type("symbol", values))
    if (key.type.kind, key.type.of) != ("symbol", values):
        text = f"`{words(node.key)}` is {an(key.type)}; {what} are by {values}."
        r.problem("wrong-key", text, node.key.span)
    return key


# ---- truth


@resolves(VALUES, e.AndExpression)
def and_(r: Resolver, node: e.AndExpression, scope: Scope) -> Value:
    left = condition(r, node.left, scope)
    if is_false(left):
        return FALSE
    return conjunction(left, condition(r, node.right, scope))


BOUNDS = {
    "more": "at least", "higher": "at least", "greater": "at least", "above": "at least",
    "less": "at most", "fewer": "at most", "lower": "at most", "below": "at most",
}  # fmt: skip


def bounded(node: e.OrExpression) -> str:
    """`x is 3 or more` as it is said here."""
    word = str(node.right.word) if isinstance(node.right, e.Name) else ""
    if word not in BOUNDS or not isinstance(node.left, e.IsExpression):
        return ""
    return f"{words(node.left.left)} is {BOUNDS[word]} {words(node.left.right)}"


def listed(r: Resolver, node: e.OrExpression, scope: Scope) -> str:
    """`x is 3 or 4` as it is said here; nothing where each side is a condition of its own."""
    first, *others = alternatives(node)
    if not isinstance(first, (e.IsExpression, e.IsNotExpression)):
        return ""
    with r.trial():
        left = resolve(r, first.left, scope)
        kinds = [resolve(r, one, scope, left.type).type.kind for one in others]
    fits = left.type.kind not in ("unknown", "truth", "record") and {*kinds} == {left.type.kind}
    return one_of_several(first, others) if fits else ""


@resolves(VALUES, e.OrExpression)
def either(r: Resolver, node: e.OrExpression, scope: Scope) -> Value:
    found = bounded(node)
    if found:
        text = f"How much it is at least or at most is said so: `{found}`."
        r.problem("unknown-name", text, node.span, found)
        return unknown_value()
    found = listed(r, node, scope)
    if found:
        text = f"Several values stand in one list: `{found}`."
        r.problem("not-a-condition", text, node.span, found)
        return unknown_value()
    left = condition(r, node.left, scope)
    if is_true(left):
        return TRUE
    right = condition(r, node.right, scope)
    if is_false(left) or is_true(right):
        return right
    return left if is_false(right) else truth(tr.Or(left, right))


@resolves(VALUES, e.NotExpression)
def negation(r: Resolver, node: e.NotExpression, scope: Scope) -> Value:
    value = condition(r, node.value, scope)
    if is_true(value) or is_false(value):
        return FALSE if is_true(value) else TRUE
    return truth(tr.Not(value))


# ---- arithmetic


@resolves(VALUES, e.ChangesSoFar)
def changes_so_far(r: Resolver, node: e.ChangesSoFar, scope: Scope) -> Value:
    return Value(v.ChangesSoFar(), NUMBER)


@resolves(EXPECTING, e.Add, e.Subtract, e.Times, e.Divide)
def arithmetic(r: Resolver, node: Any, scope: Scope, expected: Type | None) -> Value:
    sign = SIGNS[type(node)]
    left = resolve(r, node.left, scope, expected)
    if sign == "+" and (left.type.many or left.type.kind == "kind"):
        right = resolve_set(r, node.right, scope)
        return join(r, as_set(r, left, node.left), right, node.span)
    right = resolve(r, node.right, scope, NUMBER)
    # two cards, players or names cannot be counted together, so both make a set
    things = left.type.kind == right.type.kind and left.type.kind in THINGS
    if sign == "+" and (right.type.many or things):
        right = as_set(r, right, node.right)
        return join(r, as_set(r, left, node.left), right, node.span)
    if sign == "+" and left.type.kind == right.type.kind == "unknown":
        return left
    if left.type.kind == "symbol" and right.type.kind == "number" and sign in "+-":
        values = r.values_of(left.type.of)
        unordered = values is not None and not values.ordered
        if unordered and first_number(r, left.type.of) is None:
            text = f"The {left.type.of}s have no order, so `{words(node)}` says nothing."
            r.problem("no-order", text, node.span, Advice("Declare them with < instead of |."))
        return Value(v.Arithmetic(sign, left, right), left.type)
    sides = as_number(r, left, node.left), as_number(r, right, node.right)
    return Value(v.Arithmetic(sign, *sides), NUMBER)


def join(r: Resolver, left: Value, right: Value, span: Span) -> Value:
    kinds = (left.type.kind, right.type.kind)
    if "unknown" not in kinds and kinds[0] != kinds[1]:
        text = f"One side is {left.type}, the other {right.type}."
        r.problem("mixed-set", text, span)
    narrowed = left.type.of if left.type.of == right.type.of else ""
    zone = left.zone if left.zone == right.zone else ""
    return Value(v.Join(left, right), replace(left.type, of=narrowed), zone, left.owner)


@resolves(VALUES, e.Negative)
def negative(r: Resolver, node: e.Negative, scope: Scope) -> Value:
    return Value(v.Arithmetic("-", constant(0), number(r, node.value, scope)), NUMBER)
