"""`each`: over players in turn, together or secretly, over sets, newest first, in any
order.
"""

from __future__ import annotations

from dataclasses import replace

from ..ir import ir
from ..nodes import expressions as e
from ..nodes import statements as s
from ..ruleset.ruleset import clauses_of
from .context import Meaning, Scope, Value
from .expressions import lower_condition, lower_player, lower_set, player_of
from .payable import flat
from .statements import (
    Lowered,
    header_span,
    lower_block,
    lower_statement,
    nobody_is_a_fault,
)

MODES: dict[type[s.EachMode], str] = {
    s.TogetherMode: "together",
    s.SecretlyMode: "secretly",
    s.AnyOrderMode: "any order",
    s.NewestMode: "newest first",
}


def mode_of(node: s.EachStatement, kind: type[s.EachMode]) -> s.EachMode | None:
    return next((mode for mode in node.modes if isinstance(mode, kind)), None)


def lower_each_statement(m: Meaning, node: s.EachStatement, scope: Scope) -> Lowered:
    if isinstance(node.of, e.Name) and node.of.word == "player":
        return each_player(m, node, scope)
    members = lower_set(m, node.of, scope)
    if mode_of(node, s.NewestMode) is not None:
        members = replace(members, code=ir.Reversed(members.code))
    if mode_of(node, s.AnyOrderMode) is not None:
        return any_order(m, node, members, scope)
    name = m.fresh(str(node.name or "each"))
    inner = member_scope(node, members, name, scope)
    if mode_of(node, s.TogetherMode) is not None:
        inner.settles, inner.together, inner.over = False, True, None
    return [ir.For(name, members.code, tuple(lower_block(m, node.body, inner)))]


def member_scope(node: s.EachStatement, members: Value, name: str, scope: Scope) -> Scope:
    inner = scope.child()
    value = replace(members, code=ir.Local(name), type=members.type.one, place=None)
    if node.name is not None:
        inner.locals[str(node.name)] = value
    else:
        inner.it = value
    if members.type.kind == "player":
        inner.player = ir.Local(name)
    return inner


def any_order(m: Meaning, node: s.EachStatement, members: Value, scope: Scope) -> Lowered:
    """The player picks the next member each time."""
    rest, name, it = m.fresh("rest"), m.fresh(str(node.name or "each")), m.fresh("it")
    from .choices import site_kind

    site = m.site(ir.Site("Which next?", site_kind(m, members.type), m.place(node.of.span)))
    others = ir.Select(it, ir.Local(rest), ir.Compare("!=", ir.Local(it), ir.Local(name)))
    body = tuple(lower_block(m, node.body, member_scope(node, members, name, scope)))
    return [
        ir.Let(rest, members.code, True),
        ir.While(
            ir.Compare(">", ir.Count(ir.Local(rest)), ir.Int(0)),
            (
                ir.Choose(name, player_of(scope), site, ir.Local(rest)),
                ir.Let(rest, others, True),
                *body,
            ),
        ),
    ]


def player_order(m: Meaning, node: s.EachStatement, scope: Scope) -> ir.Expression:
    """All players, beginning with the one named."""
    starting = mode_of(node, s.StartingMode)
    if not isinstance(starting, s.StartingMode):
        return ir.Range(ir.Int(m.ruleset.seats))
    first = lower_player(m, starting.player, scope)
    rest = tuple(ir.NextPlayer(first, steps) for steps in range(1, m.ruleset.seats))
    return ir.Items((first, *rest))


def each_player(m: Meaning, node: s.EachStatement, scope: Scope) -> Lowered:
    order = player_order(m, node, scope)
    loop = loop_over_players(m, node, order, scope)
    if not isinstance(order, ir.Items):
        return loop
    place = m.place(header_span(node), clauses_of(node.cites))
    return [nobody_is_a_fault(order.items[0], place), *loop]


def loop_over_players(
    m: Meaning, node: s.EachStatement, order: ir.Expression, scope: Scope
) -> Lowered:
    exchange = mode_of(node, s.ByPhaseMode)
    if isinstance(exchange, s.ByPhaseMode):
        return by_phase(m, node, order, exchange, scope)
    together = mode_of(node, s.TogetherMode) is not None
    choices = [x for x in flat(node.body.statements) if isinstance(x, s.ChooseStatement)]
    if (together or mode_of(node, s.SecretlyMode) is not None) and choices:
        return all_choices_first(m, node, order, scope)
    name = m.fresh("player")
    inner = scope.within(ir.Local(name))
    if node.name is not None:
        from ..ir.types import PLAYER

        inner.locals[str(node.name)] = Value(ir.Local(name), PLAYER)
    if together:
        inner.settles, inner.together, inner.over = False, True, None
    return [ir.For(name, order, tuple(lower_block(m, node.body, inner)))]


def all_choices_first(
    m: Meaning, node: s.EachStatement, order: ir.Expression, scope: Scope
) -> Lowered:
    """Every player's choices are collected before any of their events happens."""
    statements = flat(node.body.statements)
    last = max(k for k, x in enumerate(statements) if isinstance(x, s.ChooseStatement))
    for early in statements[:last]:
        if not isinstance(early, (s.ChooseStatement, s.LetStatement)):
            text = "Inside `together` all choices come before anything happens."
            m.problem(
                "choice-too-late",
                text,
                statements[last].span,
                "Move this `choose` to the top.",
            )
    players = m.fresh("players")
    first: Lowered = [ir.Let(players, order, True)]
    second: Lowered = []
    start = len(m.sites)
    for number in range(m.ruleset.seats):
        name = m.fresh("player")
        first.append(ir.Let(name, nth(ir.Local(players), number)))
        inner = scope.within(ir.Local(name))
        inner.settles, inner.together, inner.over = False, True, None
        for part in statements[: last + 1]:
            first += lower_statement(m, part, inner, node.body.cites)
        for part in statements[last + 1 :]:
            second += lower_statement(m, part, inner, node.body.cites)
    if mode_of(node, s.SecretlyMode) is not None:
        for number in range(start, len(m.sites)):
            m.sites[number] = replace(m.sites[number], secret=True)
    return [*first, *second]


def nth(of: ir.Expression, number: int) -> ir.Expression:
    return ir.TopOne(ir.Bottom(of, ir.Int(number + 1)))


def by_phase(
    m: Meaning,
    node: s.EachStatement,
    order: ir.Expression,
    mode: s.ByPhaseMode,
    scope: Scope,
) -> Lowered:
    """With the option on every player does phase 1, then every player phase 2, and so on."""
    condition = lower_condition(m, mode.condition, scope)
    name = m.fresh("player")
    whole = ir.For(
        name, order, tuple(lower_block(m, node.body, scope.within(ir.Local(name))))
    )
    parts: Lowered = []
    for statement in node.body.statements:
        each = m.fresh("player")
        body = tuple(lower_statement(m, statement, scope.within(ir.Local(each))))
        parts.append(ir.For(each, order, body))
    return [ir.If(condition, tuple(parts), (whole,))]
