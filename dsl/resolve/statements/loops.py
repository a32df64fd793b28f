"""`each`: over players in turn, together or secretly, over sets, newest first, in any order."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import expressions as e
from ...nodes import modes as m
from ...nodes import statements as s
from ...nodes.base import first_of
from ...problems.problem import Advice
from ...ruleset.shapes import flat
from ...syntax.print_files import print_node
from ...typed.statements import Block, Each, EachInAnyOrder, EachPlayer
from ...typed.truths import Contains, truth
from ...typed.types import PLAYER
from ...typed.values import Binding, TurnOrder, Value, Where, local
from ..context import STATEMENTS, Resolver, Scope, at, at_header, resolves
from ..values.coercions import (
    FIRST_PLAYER,
    condition,
    led_by,
    player,
    player_of,
    resolve_set,
    words,
)
from .blocks import block, statement
from .statements import refuse_late_choice

# What says something of a loop over players, of one over a set; and what leaves no room for what.
OF_PLAYERS = (m.StartingMode, m.TogetherMode, m.SecretlyMode, m.ByPhaseMode)
OF_SETS = (m.StartingMode, m.TogetherMode, m.NewestMode, m.AnyOrderMode)
EXCLUDES: tuple[tuple[type[m.EachMode], tuple[type[m.EachMode], ...]], ...] = (
    (m.ByPhaseMode, (m.TogetherMode, m.SecretlyMode)),
    (m.AnyOrderMode, (m.TogetherMode, m.NewestMode)),
)


def check_modes(r: Resolver, node: s.EachStatement, known: tuple[type[m.EachMode], ...]) -> None:
    """Each mode that is written says something."""
    for mode in node.modes:
        if not isinstance(mode, known):
            text = f"`{print_node(mode)}` means nothing over `{words(node.of)}`."
            r.problem("no-meaning", text, mode.span, Advice("Leave it out."))
        for kind, others in EXCLUDES:
            stronger = first_of(kind, node.modes)
            if stronger is not None and isinstance(mode, others):
                text = f"`{print_node(mode)}` means nothing beside `{print_node(stronger)}`."
                r.problem("no-meaning", text, mode.span, Advice("Leave one of them out."))


@resolves(STATEMENTS, s.EachStatement)
def each(r: Resolver, node: s.EachStatement, scope: Scope) -> Block:
    if isinstance(node.of, e.Name) and node.of.word == "player":
        check_modes(r, node, OF_PLAYERS)
        return each_player(r, node, scope)
    any_order = first_of(m.AnyOrderMode, node.modes) is not None
    asked = scope.player if any_order else None
    members = starting_with(r, node, resolve_set(r, node.of, scope.child(asked=asked)), scope)
    of_players = members.type.kind == "player"
    check_modes(r, node, (*OF_SETS, m.SecretlyMode) if of_players else OF_SETS)
    one = Binding(str(node.name or "each"), members.type.one)
    inner = led_by(local(one), scope) if of_players else scope.child()
    value = replace(members, form=local(one).form, type=one.type, place=None)
    if node.name is not None:
        inner.locals[str(node.name)] = value
    else:
        inner.it = value
    if members.type.kind == "unknown":  # told already; what stands in the loop is as if known
        inner.player = scope.player or FIRST_PLAYER
    if of_players:
        chosen = None if any_order else choices_together(r, node, one, inner)
        if chosen is not None:
            return (replace(chosen, of=members),)
    if any_order:
        body = block(r, node.body, inner)
        return (EachInAnyOrder(one, members, body, player_of(scope), at(node.of)),)
    together = first_of(m.TogetherMode, node.modes) is not None
    body = block(r, node.body, inner.apart() if together else inner)
    newest = first_of(m.NewestMode, node.modes) is not None
    return (Each(one, members, body, newest, together),)


def starting_with(r: Resolver, node: s.EachStatement, members: Value, scope: Scope) -> Value:
    """Players in turn order from the one with whom a loop starts."""
    starting = first_of(m.StartingMode, node.modes)
    if starting is None:
        return members
    if members.type.kind != "player":
        text = f"`starting with` is for players; these are {members.type}."
        r.refuse(members, "not-a-set-of-players", text, starting.span)
        return members
    order = replace(members, form=TurnOrder(player(r, starting.player, scope)), place=None)
    each = Binding("it", PLAYER)
    return replace(order, form=Where(each, order, truth(Contains(members, local(each)))))


def each_player(r: Resolver, node: s.EachStatement, scope: Scope) -> Block:
    """In order from the first; together and secretly all choices come before what happens."""
    starting = first_of(m.StartingMode, node.modes)
    first = player(r, starting.player, scope) if starting is not None else None
    one = Binding(str(node.name or "player"), PLAYER)
    inner = led_by(local(one), scope)
    if node.name is not None:
        inner.locals[str(node.name)] = local(one)
    exchange = first_of(m.ByPhaseMode, node.modes)
    if exchange is not None:
        test = condition(r, exchange.condition, scope)
        body = block(r, node.body, inner)
        return (EachPlayer(one, first, body, at_header(node), by_phase=test),)
    chosen = choices_together(r, node, one, inner)
    if chosen is not None:
        return (replace(chosen, first=first),)
    together = first_of(m.TogetherMode, node.modes) is not None
    body = block(r, node.body, inner.apart() if together else inner)
    return (EachPlayer(one, first, body, at_header(node), together),)


def choices_together(
    r: Resolver, node: s.EachStatement, one: Binding, inner: Scope
) -> EachPlayer | None:
    """Together or secretly, what players choose at the start of the body, all of them before
    anything else happens; None where they choose nothing so.
    """
    together = first_of(m.TogetherMode, node.modes) is not None
    secretly = first_of(m.SecretlyMode, node.modes) is not None
    statements = flat(node.body.statements)
    choices = [k for k, x in enumerate(statements) if isinstance(x, s.CHOICES)]
    if not choices or not (together or secretly):
        return None
    for early in statements[: choices[-1]]:
        if not isinstance(early, (*s.CHOICES, s.LetStatement)):
            refuse_late_choice(r, statements[choices[-1]])
    inner = inner.apart()
    lines = [statement(r, part, inner, node.body.cites) for part in statements]
    body = tuple(line for part in lines for line in part)
    before = sum(len(part) for part in lines[: choices[-1] + 1])
    return EachPlayer(one, None, body, at_header(node), True, secretly, before)
