"""Where play goes: set-up, the turn with its phases, windows, actions, checks, rankings."""

from __future__ import annotations

from dataclasses import replace

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import walk
from ..nodes.expressions import Name
from ..ruleset.ruleset import clauses_of
from ..typed import ids
from ..typed import statements as t
from ..typed.abilities import Ability
from ..typed.format import (
    ActionMeaning,
    CheckMeaning,
    RankingLine,
    RankingMeaning,
    RoomCheck,
    TriggerOrder,
    VerbMeaning,
    WindowMeaning,
)
from ..typed.statements import Block
from ..typed.types import PLAYER
from ..typed.values import At, Binding, Value, local
from .abilities import window_labels
from .context import Resolver, Scope, at, at_header, resolves_statement
from .events import event_of
from .statements.blocks import block, flat
from .statements.payable import possible
from .values.coercions import (
    as_number,
    condition,
    first_number,
    player,
    resolve,
    resolve_set,
)
from .values.names import phase_number


def resolve_setup(r: Resolver) -> tuple[Block, At] | None:
    node = r.ruleset.one(d.SetupDeclaration)
    if node is None:
        return None
    return block(r, node.body, Scope(rule="setup")), at_header(node)


def resolve_turn(r: Resolver) -> tuple[Block, At] | None:
    node = r.ruleset.one(d.TurnDeclaration)
    if node is None:
        return None
    return block(r, node.body, Scope(rule="turn", settles=True)), at_header(node)


@resolves_statement(s.PhaseStatement, s.StepStatement)
def step(r: Resolver, node: s.PhaseStatement | s.StepStatement, scope: Scope) -> Block:
    """A phase or step is entered and left as events."""
    here = scope.step.inside(str(node.name))
    whose = getattr(node, "player", None)
    inner = scope.child() if whose is None else scope.within(player(r, whose, scope))
    inner.step, inner.rule, inner.settles = here, here.name, True
    is_phase = isinstance(node, s.PhaseStatement)
    outer = scope.step if is_phase and scope.step != ids.TURN else None
    found = t.Step(
        here,
        inner.player,
        block(r, node.body, inner),
        at_header(node),
        phase_number(r, here) if is_phase else -1,
        phase_number(r, outer) if outer is not None else -1,
        leaves_of(r, node, here),
        scope.step,
    )
    return (found,)


def leaves_of(
    r: Resolver, node: s.PhaseStatement | s.StepStatement, here: ids.StepId
) -> bool:
    """Whether an outer phase or step is left from inside this one."""
    words = (str(x.word) for x in walk(node.body) if isinstance(x, s.LeaveStatement))
    targets = {r.steps[word].id for word in words if word in r.steps}
    outer = any(not here.holds(target) for target in targets)
    if outer:
        r.features.add("leaving")
    return outer


def uses_phase(r: Resolver) -> bool:
    """Whether any rule asks which phase it is."""
    return any(name.word == "phase" for name in r.ruleset.inside(Name))


# ---- verbs and actions


def resolve_verb(r: Resolver, node: d.VerbDeclaration) -> VerbMeaning:
    event = event_of(r, str(node.name))
    body: Block | None = None
    if node.body is not None:
        scope = Scope(player=event.fields.get("player"), rule=str(node.name))
        scope.locals = dict(event.fields)
        body = block(r, node.body, scope)
    return VerbMeaning(node, event, body, at_header(node))


def resolve_action(r: Resolver, node: d.ActionDeclaration) -> ActionMeaning:
    """What it may be done with now, and doing it."""
    event = event_of(r, str(node.name))
    whose = event.fields["player"]
    scope = Scope(player=whose, rule=str(node.name), asked=whose)
    offers = r.offers[str(node.name)]
    if offers is not None:
        scope.locals[str(node.element)] = event.fields[str(node.element)]
    open_, room = offered_when(r, node, scope)
    scope.asked = None
    inside: list[t.Statement] = []
    if node.pays is not None:
        inside += block(r, node.pays, scope)
    inside += block(r, node.body, scope)
    body = tuple(inside)
    return ActionMeaning(node, event, offers, open_, room, body, at_header(node))


def offered_when(
    r: Resolver, node: d.ActionDeclaration, scope: Scope
) -> tuple[tuple[Value, ...], tuple[RoomCheck, ...]]:
    parts = [condition(r, node.needs, scope)]
    if node.pays is not None:
        parts.append(possible(r, node.pays.statements, scope.child(), True))
    parts.append(possible(r, node.body.statements, scope.child(), False))
    moves = [x for x in flat(node.body.statements) if isinstance(x, s.MoveStatement)]
    rooms = [room_for(r, move, scope) for move in moves]
    return tuple(parts), tuple(room for room in rooms if room is not None)


def room_for(r: Resolver, node: s.MoveStatement, scope: Scope) -> RoomCheck | None:
    """An action that moves its card into a limited zone needs room there."""
    if not isinstance(node.what, Name) or str(node.what.word) not in scope.locals:
        return None
    with r.trial():
        place = resolve(r, node.place, scope).place
    return None if place is None else RoomCheck(*place)


# ---- windows


def attribute(
    node: d.WindowDeclaration, kind: type[attrs.Attribute]
) -> attrs.Attribute | None:
    return next((a for a in node.attributes if isinstance(a, kind)), None)


def resolve_window(
    r: Resolver, node: d.WindowDeclaration, abilities: list[Ability]
) -> WindowMeaning:
    """A loop over whose turn it is, and in it over what that player does."""
    name = str(node.name)
    known = [*r.names("action"), "abilities"]
    for word in node.offers.words if node.offers is not None else ():
        if str(word) not in known:
            r.unknown("unknown-action", "action", word, known)
        r.used.add(f"action {word}")
    offered = [str(w) for w in (node.offers.words if node.offers is not None else ())]
    offered = [word for word in offered if word in known]
    labels = window_labels(r, name, abilities) if "abilities" in offered else []
    begins = attribute(node, attrs.BeginsAttribute)
    first = None
    if isinstance(begins, attrs.BeginsAttribute):
        first = player(r, begins.player, Scope())
    ends = attribute(node, attrs.EndsWhenAttribute)
    over = None
    if isinstance(ends, attrs.EndsWhenAttribute):
        whose = event_of(r, "pass").fields["player"]
        over = condition(r, ends.condition, Scope(player=whose, rule=name))
    found = tuple(label for label, _ in labels)
    return WindowMeaning(node, tuple(offered), found, first, over, at_header(node))


# ---- checks, rankings, the order of what waits


def resolve_check(r: Resolver, node: d.CheckDeclaration) -> CheckMeaning:
    scope = Scope(rule=str(node.name))
    if node.each is None or node.element is None:
        test = condition(r, node.condition, scope)
        body = block(r, node.body, scope)
        return CheckMeaning(node, None, None, test, body, at_header(node))
    members = resolve_set(r, node.each, scope)
    each = Binding(str(node.element), members.type.one)
    one = replace(local(each), zone=members.zone, owner=members.owner)
    scope.locals[str(node.element)] = one
    if members.type.kind == "player":
        scope.player = one
    test = condition(r, node.condition, scope)
    body = block(r, node.body, scope)
    return CheckMeaning(node, each, members, test, body, at_header(node))


def resolve_ranking(r: Resolver, node: d.RankingDeclaration) -> RankingMeaning:
    """Who is best by the first line; who of them by the second; the winner if one is left."""
    lines: list[RankingLine] = []
    for line in node.lines:
        if str(line.wins) not in ("higher", "lower"):
            r.unknown("unknown-word", "way to win", line.wins, ["higher", "lower"])
        whose = Binding("player", PLAYER)
        value = ranking_value(r, line, local(whose))
        higher = line.wins == "higher"
        lines.append(RankingLine(whose, value, line.missing, higher, at(line, line.cites)))
    name = ids.RankingId(str(node.name))
    return RankingMeaning(name, tuple(lines), at(node, node.cites))


def ranking_value(r: Resolver, line: d.RankingLine, whose: Value) -> Value:
    value = resolve(r, line.value, Scope(player=whose))
    if value.type.kind == "symbol" and first_number(r, value.type.of) is not None:
        return as_number(r, value, line.value)
    if value.type.kind not in ("number", "symbol", "unknown"):
        text = f"A ranking needs numbers, not a {value.type}."
        r.problem("not-a-number", text, line.value.span)
    return value


def resolve_order(r: Resolver) -> TriggerOrder:
    """Players in the order in which their triggers come."""
    found = TriggerOrder()
    node = r.ruleset.one(ru.TriggersDeclaration)
    if node is None:
        return found
    found.at = At(at_header(node).span, clauses_of(node.cites))
    for line in node.lines:
        for ordering in line.orderings if isinstance(line, ru.TriggerOrderLine) else ():
            if isinstance(ordering, ru.FirstOrdering) and found.first is None:
                found.first = player(r, ordering.player, Scope())
            found.asks = found.asks or isinstance(ordering, ru.ChooserOrdering)
    return found
