"""Blocks of statements: each by its construct, with the choices that phrases in it make."""

from __future__ import annotations

from ...nodes import statements as s
from ...nodes.base import Node
from ...typed.statements import Block, Line, Statement
from ..context import STATEMENTS, Resolver, Scope, at_header, cites_of


def block(r: Resolver, node: s.Block, scope: Scope) -> Block:
    """The statements of a block, in the given scope itself: what they name stays known to it."""
    found: list[Statement] = []
    for part in node.statements:
        found += statement(r, part, scope, node.cites)
    return tuple(found)


def statement(r: Resolver, node: Node, scope: Scope, cites: s.Cites | None = None) -> Block:
    if isinstance(node, s.Line):
        parts = (statement(r, part, scope, node.cites or cites) for part in node.statements)
        return tuple(one for part in parts for one in part)
    method = STATEMENTS.get(type(node))
    if method is None:
        r.problem("no-meaning", "This statement has no meaning here.", node.span)
        return ()
    outer, scope.before = scope.before, []
    does = method(r, node, scope)
    before, scope.before = scope.before, outer
    place = at_header(node, cites_of(node) or cites)
    return (Line(place, tuple(before), does),)
