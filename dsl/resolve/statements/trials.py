"""`try`: something that is done as a whole, or not at all."""

from __future__ import annotations

from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Node, walk
from ...typed.statements import Block, Needed, Statement, Try
from ...typed.truths import TRUE, conjunction, is_some, is_true
from ...typed.values import Value
from ..context import STATEMENTS, Resolver, Scope, at_header, resolves
from ..values.coercions import as_set, resolve
from .blocks import block, statement
from .cards import move_demand, swap_demand
from .payable import lower_demand

ELSEWHERE = (
    s.PhaseStatement, s.StepStatement, s.LeaveStatement, s.SkipStatement, s.StopStatement,
    s.OpenStatement,
)  # fmt: skip


@resolves(STATEMENTS, s.TryStatement)
def try_(r: Resolver, node: s.TryStatement, scope: Scope) -> Block:
    """What each statement of its own needs is asked in front of it; what rules forbid, and what
    has no room, fails as well.
    """
    r.features.add("try")
    for part in walk(node.body):
        if isinstance(part, ELSEWHERE):
            text = "What is tried stays inside: nothing is left, stopped or opened in it."
            r.problem("cannot-be-tried", text, part.span, "fail")
    inner, found = scope.apart(), list[Statement]()
    for part in node.body.statements:
        found += tried(r, part, inner, node.cites)
    failing = block(r, node.failing, scope.child())
    return (Try(tuple(found), failing, at_header(node)),)


def tried(r: Resolver, node: Node, scope: Scope, cites: s.Cites | None) -> Block:
    if isinstance(node, s.Line):
        parts = (tried(r, part, scope, node.cites or cites) for part in node.statements)
        return tuple(one for part in parts for one in part)
    needed = TRUE
    if isinstance(node, s.MoveStatement):
        needed = conjunction(move_demand(r, node, scope), card_is_there(r, node, scope))
    elif isinstance(node, s.SwapStatement):
        needed = swap_demand(r, node, scope)
    elif isinstance(node, s.ChangeStatement) and node.operation == "lower":
        needed = lower_demand(r, node, scope)
    done = statement(r, node, scope, cites)
    return done if is_true(needed) else (Needed(needed), *done)


def card_is_there(r: Resolver, node: s.MoveStatement, scope: Scope) -> Value:
    """One card that is moved must be there; of a set each that is."""
    if isinstance(node.what, (e.Top, e.Bottom, e.Bracket)):
        return TRUE
    what = resolve(r, node.what, scope)
    if what.type.kind != "card" or what.type.many or not what.type.maybe:
        return TRUE
    return is_some(as_set(r, what, node.what))
