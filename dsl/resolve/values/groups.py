"""Groups of cards that a format declares, and the best of them among some cards."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import expressions as e
from ...nodes.base import Word
from ...nodes.groups import GroupLine, GroupsDeclaration
from ...problems.articles import an
from ...problems.problem import Advice
from ...syntax.print_files import print_node
from ...typed import values as v
from ...typed.types import NUMBER
from ...typed.values import Value, constant
from ..context import VALUES, Resolver, Scope, resolves
from .coercions import as_number, first_number, resolve_set, unknown_value, words
from .members import candidate, check_owned, member

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
            line.low, line.high, key(line.alike), key(line.different), in_order(r, line, it, scope)
        )
        for line in known.lines
    )
    return replace(members, form=v.BestGroups(each, members, worth, shapes), place=None)


def in_order(r: Resolver, line: GroupLine, it: Value, scope: Scope) -> Value | None:
    """The number of a card in a row."""
    if line.row is None:
        return None
    value = member(r, it, line.row, scope)
    if value.type.kind == "symbol":
        values = r.values_of(value.type.of)
        if values is None or values.ordered or first_number(r, value.type.of) is not None:
            return value
        r.problem(
            "no-order", f"The {value.type.of}s have no order.", line.row.span, Advice(ORDER_THEM)
        )
    elif value.type.kind not in ("number", "unknown") or value.type.many:
        text = f"Cards stand in a row by numbers; {line.row} is {an(value.type)}."
        r.problem("wrong-type", text, line.row.span)
    return value if value.type.kind in ("symbol", "number") else replace(value, type=NUMBER)
