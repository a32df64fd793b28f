"""Where play goes: set-up, the turn with its phases, windows, actions, checks, rankings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Word, first_of, walk
from ..nodes.expressions import CanExpression, Name
from ..nodes.invariants import InvariantDeclaration
from ..problems.articles import an
from ..ruleset.clauses import clauses_of
from ..ruleset.shapes import flat
from ..typed import ids
from ..typed import statements as t
from ..typed.abilities import Ability
from ..typed.format import (
    ActionMeaning,
    CheckMeaning,
    InvariantMeaning,
    RankingLine,
    RankingMeaning,
    RoomCheck,
    TriggerOrder,
    VerbMeaning,
    WindowMeaning,
)
from ..typed.rules import SPEAKER, THIS
from ..typed.statements import Block
from ..typed.truths import TRUE
from ..typed.types import PLAYER, Type
from ..typed.values import At, Binding, Value, local
from .abilities import window_labels
from .context import STATEMENTS, Resolver, Scope, at, at_header, resolves
from .events import event_of, offers_of
from .statements.blocks import block
from .statements.payable import possible
from .statements.statements import spoken_for
from .values.coercions import (
    as_number,
    condition,
    first_number,
    is_name,
    player,
    resolve,
    resolve_set,
)
from .values.names import phase_number


def resolve_setup(r: Resolver, node: d.SetupDeclaration) -> tuple[Block, At]:
    """What is done before the first turn."""
    return block(r, node.body, Scope(rule="setup")), at_header(node)


def resolve_turn(r: Resolver, node: d.TurnDeclaration) -> tuple[Block, At]:
    """What is done in each turn."""
    return block(r, node.body, Scope(rule="turn", settles=True)), at_header(node)


@resolves(STATEMENTS, s.PhaseStatement, s.StepStatement)
def step(r: Resolver, node: s.PhaseStatement | s.StepStatement, scope: Scope) -> Block:
    """A phase or step is entered and left as events. Whose it is does not change meanwhile."""
    here, phase, outer = scope.step.inside(str(node.name)), -1, -1
    given, one, seat = getattr(node, "player", None), None, scope.player
    if given is not None:
        given = player(r, given, scope)
        one, seat = spoken_for(given, "player")
    inner = scope.child(player=seat, step=here, rule=here.name, settles=True)
    body = block(r, node.body, inner)
    if isinstance(node, s.PhaseStatement):
        phase = phase_number(r, here)
        outer = phase_number(r, scope.step) if scope.step != ids.TURN else -1
    # whether an outer phase or step is left from inside this one
    words = (str(x.word) for x in walk(node.body) if isinstance(x, s.LeaveStatement))
    leaves = any(not here.holds(r.steps[word].id) for word in words if word in r.steps)
    if leaves:
        r.features.add("leaving")
    at_ = at_header(node)
    found = (t.Step(here, seat, body, at_, phase, outer, leaves, scope.step),)
    return found if given is None else (t.For(one, given, found),)


def uses_phase(r: Resolver) -> bool:
    """Whether any rule asks which phase it is."""
    return any(name.word == "phase" for name in r.ruleset.inside(Name))


# ---- verbs and actions


def resolve_verb(r: Resolver, node: d.VerbDeclaration) -> VerbMeaning:
    event, name = event_of(r, str(node.name)), str(node.name)
    scope = Scope(event.fields.get("player"), locals={**event.fields}, rule=name)
    demand: Value | None = None
    if any(asks.word == node.name for asks in r.ruleset.inside(CanExpression)):
        asking = scope.child(asked=scope.player)
        demand = TRUE if node.body is None else possible(r, node.body.statements, asking, False)
    body = None if node.body is None else block(r, node.body, scope)
    return VerbMeaning(node, event, body, at_header(node), demand)


def resolve_action(r: Resolver, node: d.ActionDeclaration) -> ActionMeaning:
    """What it may be done with now, and doing it."""
    name, event = str(node.name), event_of(r, str(node.name))
    whose, offers = event.fields["player"], offers_of(r, name)
    scope = Scope(player=whose, rule=name, asked=whose)
    if offers is not None:
        scope.locals[str(node.element)] = event.fields[str(node.element)]
    pays = [] if node.pays is None else [node.pays]
    open_ = [condition(r, node.needs, scope)]
    open_ += [possible(r, cost.statements, scope.child(), True) for cost in pays]
    open_.append(possible(r, node.body.statements, scope.child(), False))
    room = tuple(rooms_for(r, node, scope))
    scope.asked = None
    body = tuple(one for part in (*pays, node.body) for one in block(r, part, scope))
    return ActionMeaning(node, event, offers, tuple(open_), room, body, at_header(node))


def rooms_for(r: Resolver, node: d.ActionDeclaration, scope: Scope) -> Iterator[RoomCheck]:
    """An action that moves its card into a limited zone needs room there."""
    for move in flat(node.body.statements):
        if not isinstance(move, s.MoveStatement) or not isinstance(move.what, Name):
            continue
        if str(move.what.word) in scope.locals:
            with r.trial():
                place = resolve(r, move.place, scope).place
            if place is not None:
                yield RoomCheck(*place)


# ---- windows


def resolve_windows(r: Resolver, abilities: list[Ability]) -> list[WindowMeaning]:
    """All windows, with the abilities that may be used in them."""
    return [resolve_window(r, node, abilities) for node in r.ruleset.all(d.WindowDeclaration)]


def resolve_window(
    r: Resolver, node: d.WindowDeclaration, abilities: list[Ability]
) -> WindowMeaning:
    """A loop over whose turn it is, and in it over what that player does."""
    name = str(node.name)
    known = [*r.names("action"), "abilities"]
    words = node.offers.words if node.offers is not None else ()
    for word in words:
        if str(word) not in known:
            r.unknown("unknown-action", "action", word, known)
    offered = tuple(str(word) for word in words if str(word) in known)
    labels = window_labels(r, name, abilities) if "abilities" in offered else []
    begins = first_of(attrs.BeginsAttribute, node.attributes)
    first = None if begins is None else player(r, begins.player, Scope())
    ends, over = first_of(attrs.EndsWhenAttribute, node.attributes), None
    if ends is not None:
        whose = event_of(r, "pass").fields["player"]
        over = condition(r, ends.condition, Scope(player=whose, rule=name))
    found = tuple(label for label, _ in labels)
    return WindowMeaning(node, offered, found, first, over, at_header(node))


# ---- checks, rankings, the order of what waits


def resolve_check(r: Resolver, node: d.CheckDeclaration) -> CheckMeaning:
    scope, each, members = Scope(rule=str(node.name)), None, None
    if node.each is not None and node.element is not None:
        members = resolve_set(r, node.each, scope)
        each = Binding(str(node.element), members.type.one)
        one = replace(local(each), zone=members.zone, owner=members.owner)
        scope.locals[str(node.element)] = one
        if members.type.kind == "player":
            scope.player = one
    test = condition(r, node.condition, scope)
    body = block(r, node.body, scope)
    return CheckMeaning(node, each, members, test, body, at_header(node))


def resolve_invariant(r: Resolver, node: InvariantDeclaration) -> InvariantMeaning:
    """What must hold of each player or member of a set, or of the game; nobody is asked, so it may
    look at what is hidden.
    """
    each, members, one = None, None, None
    if node.each is not None:
        of = node.each.of
        every = Name(Word("players", of.span), span=of.span)
        members = resolve_set(r, every if is_name(of, "player") else of, Scope())
        each = Binding(str(node.each.name or "each"), members.type.one)
        one = replace(local(each), zone=members.zone, owner=members.owner)
    test = condition(r, node.condition, scope_of_invariant(node, one))
    return InvariantMeaning(node, each, members, test, at(node, node.cites))


def scope_of_invariant(node: InvariantDeclaration, one: Value | None) -> Scope:
    """The names that the condition of an invariant knows, where it is asked of `one`."""
    scope = Scope(rule=str(node.name))
    if node.each is None or one is None:
        return scope
    if node.each.name is not None:
        scope.locals[str(node.each.name)] = one
    elif not is_name(node.each.of, "player"):
        scope.it = one
    if one.type.kind == "player":
        scope.player = one
    return scope


def check_blank(r: Resolver, node: d.BlankDeclaration) -> None:
    """What is asked of each sentence of cards and its card, here asked of any."""
    it = local(Binding("it", Type("sentence")))
    condition(r, node.condition, Scope(local(SPEAKER), local(THIS), it, language="card"))


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
        text = f"A ranking needs numbers, not {an(value.type)}."
        r.problem("not-a-number", text, line.value.span)
    return value


def resolve_order(r: Resolver) -> TriggerOrder:
    """Players in the order in which their triggers come."""
    found = TriggerOrder()
    node = r.ruleset.one(ru.TriggersDeclaration)
    if node is None:
        return found
    found.at = At(at_header(node).span, clauses_of(node.cites))
    found.again = any(isinstance(x, ru.WhileLine) and x.word == "again" for x in node.lines)
    for line in node.lines:
        for ordering in line.orderings if isinstance(line, ru.TriggerOrderLine) else ():
            if isinstance(ordering, ru.FirstOrdering) and found.first is None:
                found.first = player(r, ordering.player, Scope())
            found.newest = found.newest or isinstance(ordering, ru.NewestOrdering)
            if isinstance(ordering, ru.ChooserOrdering):
                found.asks = is_name(ordering.player, "owner")
                found.chooser = None if found.asks else player(r, ordering.player, Scope())
    return found
