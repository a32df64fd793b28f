"""`each`: over players in turn, together or secretly, over sets, newest first, in any order."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Node
from ...typed.statements import Block, Each, EachInAnyOrder, EachPlayer
from ...typed.types import PLAYER
from ...typed.values import Binding, Value, local
from ..context import Resolver, Scope, at, at_header, resolves_statement
from ..values.coercions import condition, player, player_of, resolve_set
from .blocks import block, flat, statement


def mode_of(node: s.EachStatement, kind: type[s.EachMode]) -> s.EachMode | None:
    return next((mode for mode in node.modes if isinstance(mode, kind)), None)


@resolves_statement(s.EachStatement)
def each(r: Resolver, node: s.EachStatement, scope: Scope) -> Block:
    if isinstance(node.of, e.Name) and node.of.word == "player":
        return each_player(r, node, scope)
    members = resolve_set(r, node.of, scope)
    one = Binding(str(node.name or "each"), members.type.one)
    inner = member_scope(node, members, one, scope)
    if mode_of(node, s.AnyOrderMode) is not None:
        body = block(r, node.body, inner)
        asked = at(node.of)
        return (EachInAnyOrder(one, members, body, player_of(scope), asked),)
    together = mode_of(node, s.TogetherMode) is not None
    body = block(r, node.body, inner.apart() if together else inner)
    newest = mode_of(node, s.NewestMode) is not None
    return (Each(one, members, body, newest, together),)


def member_scope(
    node: s.EachStatement, members: Value, one: Binding, scope: Scope
) -> Scope:
    inner = scope.child()
    value = replace(members, form=local(one).form, type=one.type, place=None)
    if node.name is not None:
        inner.locals[str(node.name)] = value
    else:
        inner.it = value
    if members.type.kind == "player":
        inner.player = local(one)
    return inner


def each_player(r: Resolver, node: s.EachStatement, scope: Scope) -> Block:
    """In order from the first; together and secretly all choices come before what happens."""
    starting = mode_of(node, s.StartingMode)
    first = None
    if isinstance(starting, s.StartingMode):
        first = player(r, starting.player, scope)
    one = Binding(str(node.name or "player"), PLAYER)
    inner = scope.within(local(one))
    exchange = mode_of(node, s.ByPhaseMode)
    if isinstance(exchange, s.ByPhaseMode):
        test = condition(r, exchange.condition, scope)
        body = block(r, node.body, inner)
        return (EachPlayer(one, first, body, at_header(node), by_phase=test),)
    together = mode_of(node, s.TogetherMode) is not None
    secretly = mode_of(node, s.SecretlyMode) is not None
    statements = flat(node.body.statements)
    choices = [k for k, x in enumerate(statements) if isinstance(x, s.ChooseStatement)]
    if (together or secretly) and choices:
        check_early(r, statements, choices[-1])
        inner = inner.apart()
        lines = [statement(r, part, inner, node.body.cites) for part in statements]
        body = tuple(line for part in lines for line in part)
        before = sum(len(part) for part in lines[: choices[-1] + 1])
        place = at_header(node)
        return (EachPlayer(one, first, body, place, True, secretly, before),)
    if node.name is not None:
        inner.locals[str(node.name)] = local(one)
    body = block(r, node.body, inner.apart() if together else inner)
    return (EachPlayer(one, first, body, at_header(node), together),)


def check_early(r: Resolver, statements: list[Node], last: int) -> None:
    """Every player's choices are collected before any of their events happens."""
    for early in statements[:last]:
        if not isinstance(early, (s.ChooseStatement, s.LetStatement)):
            text = "Inside `together` all choices come before anything happens."
            fix = "Move this `choose` to the top."
            r.problem("choice-too-late", text, statements[last].span, fix)
