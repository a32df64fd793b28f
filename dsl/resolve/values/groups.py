"""Groups of cards that a format declares, and the best of them among some cards; and what the
members of a chosen set must have together.
"""

from __future__ import annotations

from dataclasses import replace

from ...ir import ir
from ...nodes import expressions as e
from ...nodes import modes as m
from ...nodes import statements as s
from ...nodes.base import Word
from ...nodes.groups import GroupsDeclaration
from ...problems.articles import an
from ...problems.problem import Advice, Label
from ...syntax.print_files import print_node
from ...typed import values as v
from ...typed.fitting import Fit, Limit
from ...typed.types import NUMBER
from ...typed.values import Value, constant
from ..context import VALUES, Resolver, Scope, resolves
from .coercions import as_number, binds_one, first_number, number, resolve_set, unknown_value, words
from .members import candidate, check_owned, member

COMPARED = ("number", "symbol", "name", "truth", "player")  # what is the same or not
ORDER_THEM = "Declare them with < instead of |."


def check_groups(r: Resolver, node: GroupsDeclaration) -> None:
    """What can be told of a declaration by itself."""
    for line in node.lines:
        if line.low < 1 or (line.high is not None and line.high < line.low):
            text = f"No group has {line.low}..{'any' if line.high is None else line.high} cards."
            most = max(line.low, line.high or 0, 1)
            right = replace(line, low=max(line.high or 1, 1), high=most)
            r.problem("wrong-group", text, line.span, print_node(right).strip())
        for word in (line.alike, line.different, line.row):
            if word is not None:
                check_owned(r, word)


@resolves(VALUES, e.BestGroups)
def best_groups(r: Resolver, node: e.BestGroups, scope: Scope) -> Value:
    members = resolve_set(r, node.of, scope)
    known = r.names("groups").get(str(node.name))
    if not r.declares("unknown-groups", "groups", node.name):
        return unknown_value()
    assert isinstance(known, GroupsDeclaration)
    if members.type.kind != "card":
        text = f"`{words(node.of)}` are {members.type}; only cards are parted into groups."
        r.refuse(members, "not-cards", text, node.of.span)
        return unknown_value()
    each, it = candidate(members)

    def key(word: Word | None) -> Value | None:
        return None if word is None else member(r, it, word, scope)

    worth = constant(1)
    if node.worth is not None:
        worth = as_number(r, member(r, it, node.worth, scope), node)
    shapes = tuple(
        v.Shape(
            line.low,
            line.high,
            key(line.alike),
            key(line.different),
            None if line.row is None else in_order(r, line.row, it, scope),
        )
        for line in known.lines
    )
    return replace(members, form=v.BestGroups(each, members, worth, shapes), place=None)


def in_order(r: Resolver, word: Word, it: Value, scope: Scope) -> Value:
    """The number of a card in a row."""
    value = member(r, it, word, scope)
    if value.type.kind == "symbol":
        values = r.values_of(value.type.of)
        if values is None or values.ordered or first_number(r, value.type.of) is not None:
            return value
        text = f"The {value.type.of}s have no order."
        r.problem("no-order", text, word.span, Advice(ORDER_THEM))
    elif value.type.kind not in ("number", "unknown") or value.type.many:
        text = f"Cards stand in a row by numbers; {word} is {an(value.type)}."
        r.problem("wrong-type", text, word.span)
    return value if value.type.kind in ("symbol", "number") else replace(value, type=NUMBER)


# ---- what the members of a chosen set must have together


def fit_of(r: Resolver, node: s.ChooseStatement, members: Value, scope: Scope) -> Fit | None:
    """All that a choice asks of its set; None where it asks nothing."""
    stated = (*node.limits, *node.totals)
    if not stated:
        return None
    if binds_one(node.count):
        text = "One card alone is always alike, different and in a row with itself."
        if not node.limits:
            text = "One is chosen, so there is no total."
        advice = Advice("Say what it must have with `where`, or choose more than one.")
        r.problem("limits-one", text, stated[0].span, advice)
        return None
    each, it = candidate(members)
    limits = tuple(limit_of(r, one, it, scope) for one in stated)
    rows = [one for one in node.limits if isinstance(one, m.RowLimit)]
    for again in rows[1:]:
        text = "A set stands in one row."
        r.problem("limits-twice", text, again.span, "", Label(rows[0].span, "the row"))
    return Fit(each, limits)


def limit_of(r: Resolver, node: m.SetLimit | m.SetTotal, it: Value, scope: Scope) -> Limit:
    match node:
        case m.RowLimit(word):
            return Limit(ir.IN_A_ROW, in_order(r, word, it, scope))
        case (
            m.AtMostTotal(word, amount) | m.AtLeastTotal(word, amount) | m.ExactTotal(word, amount)
        ):
            value = member(r, it, word, scope)
            total = as_number(r, value, e.Its(word, span=word.span))
            bound = number(r, amount, scope)
            low = None if isinstance(node, m.AtMostTotal) else bound
            high = None if isinstance(node, m.AtLeastTotal) else bound
            return Limit(ir.TOTAL, total, low, high)
        case m.AlikeLimit(word) | m.DifferentLimit(word):
            value = member(r, it, word, scope)
            if value.type.many or value.type.kind not in COMPARED:
                text = (
                    f"What cards have alike or different is one value; {word} is {an(value.type)}."
                )
                r.refuse(value, "wrong-type", text, word.span)
            kind = ir.ALIKE if isinstance(node, m.AlikeLimit) else ir.DIFFERENT
            return Limit(kind, value)
        case _:
            raise TypeError(node)


def must_fit(node: s.ChooseStatement) -> bool:
    """Whether there may be no set that fits, not even the empty one."""
    return any(isinstance(one, m.AtLeastTotal | m.ExactTotal) for one in node.totals)
