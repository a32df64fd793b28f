"""Where play goes: set-up, the turn with its phases and steps, windows, actions, settling."""

from __future__ import annotations

from ..ir import ir
from ..ir.types import PLAYER
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import walk
from ..nodes.expressions import Name
from ..ruleset.ruleset import clauses_of
from .context import FALSE, TRUE, Meaning, Scope, Value, conjunction
from .events import (
    Event,
    catch_after,
    catch_before,
    forbid_condition,
    forbidden_pass,
    pass_event,
    zone_limit,
)
from .expressions import lower, lower_condition, lower_player, lower_set
from .labels import label_options, run_ability
from .locals import free_locals
from .moments import ending
from .names import phase_number
from .payable import flat, possible
from .statements import (
    Lowered,
    header_span,
    is_skipped,
    lower_block,
    nobody_is_a_fault,
    skip_owner,
)

SETTLE = ir.Call("settle")


def lower_game(m: Meaning) -> None:
    """The procedure "game": set-up, then turns without end."""
    body: Lowered = []
    setup = m.ruleset.one(d.SetupDeclaration)
    if setup is not None:
        place = m.place(header_span(setup), clauses_of(setup.cites))
        scope = Scope(rule="setup")
        inside = (ir.Line(place), *lower_block(m, setup.body, scope), SETTLE)
        m.procedure("setup", (), inside, place)
        body.append(ir.Step("setup", ir.Int(ir.NONE), (ir.Call("setup"),)))
    turn = m.ruleset.one(d.TurnDeclaration)
    if turn is not None:
        place = m.place(header_span(turn), clauses_of(turn.cites))
        scope = Scope(rule="turn", settles=True)
        inside = (
            ir.Line(place),
            *lower_block(m, turn.body, scope),
            *ending(m, "turn", None),
        )
        m.procedure("turn", (), inside, place)
        body.append(ir.While(TRUE, (ir.Call("turn"),)))
    m.procedure("game", (), tuple(body), 0)


def lower_step(
    m: Meaning, node: s.PhaseStatement | s.StepStatement, scope: Scope
) -> Lowered:
    """A phase or step is a procedure of its own, entered and left as events."""
    path = f"{scope.path}.{node.name}" if scope.path else str(node.name)
    whose = getattr(node, "player", None)
    inner = scope.child() if whose is None else scope.within(lower_player(m, whose, scope))
    player = inner.player if inner.player is not None else ir.Int(ir.NONE)
    inner.path, inner.rule, inner.settles = path, path.rpartition(".")[2], True
    skips = f"skip_{path}" in m.fields
    place = m.place(header_span(node), clauses_of(node.cites))
    body: Lowered = [ir.Line(place)]
    if isinstance(node, s.PhaseStatement) and uses_phase(m):
        body.append(ir.Set("phase", None, ir.Int(phase_number(m, path))))
    if skips:
        here = is_skipped(m, path, inner.player)
        inner.over = here if scope.over is None else ir.Or(scope.over, here)
    body += lower_block(m, node.body, inner)
    names = free_locals((ir.Line(place), *body))
    procedure = m.fresh(f"step_{path}")
    m.procedure(procedure, names, tuple(body), place)
    call = ir.Call(procedure, tuple(ir.Local(name) for name in names))
    step: Lowered = [
        ir.Step(path, player, (call,)),
        *ending(m, path, inner.player),
        SETTLE,
        *outer_again(m, node, scope),
        *leave_mark(m, node, path, scope),
    ]
    if skips:
        clear = ir.Set(f"skip_{path}", skip_owner(m, path, inner.player), FALSE)
        step = [ir.If(is_skipped(m, path, inner.player), (clear,), (*step, clear))]
    return step


def outer_again(
    m: Meaning, node: s.PhaseStatement | s.StepStatement, scope: Scope
) -> Lowered:
    """Behind a phase inside another one the outer one goes on."""
    if not isinstance(node, s.PhaseStatement) or not scope.path or not uses_phase(m):
        return []
    return [ir.Set("phase", None, ir.Int(phase_number(m, scope.path)))]


def uses_phase(m: Meaning) -> bool:
    if "phase" not in m.flags:
        named = any(name.word == "phase" for name in m.ruleset.inside(Name))
        m.flags.add("phase" if named else "no phase")
    return "phase" in m.flags


def leave_mark(
    m: Meaning, node: s.PhaseStatement | s.StepStatement, path: str, scope: Scope
) -> Lowered:
    """Behind a step from inside which an outer one is left: go on leaving until we are
    there.
    """
    targets = {
        m.phases[str(part.word)][0]
        for part in walk(node.body)
        if isinstance(part, s.LeaveStatement) and str(part.word) in m.phases
    }
    outer = [t for t in targets if t != path and not t.startswith(path + ".")]
    if not outer:
        return []
    m.flags.add("leaving")
    here = ir.Compare("==", ir.Field("leaving"), ir.Int(m.name_index(scope.path)))
    clear = ir.If(here, (ir.Set("leaving", None, ir.Int(ir.NONE)),))
    return [ir.If(ir.Compare(">=", ir.Field("leaving"), ir.Int(0)), (clear, ir.Return()))]


# ---- actions


def lower_action(m: Meaning, node: d.ActionDeclaration) -> None:
    """`offer_x(player)`: what it may be done with now; `action_x(player, element)`: doing
    it.
    """
    player, element = ir.Local("player"), ir.Local("element")
    scope = Scope(player=player, rule=str(node.name), asked=player)
    place = m.place(header_span(node), clauses_of(node.cites))
    of = None
    if node.offers is not None and node.element is not None:
        of = lower_set(m, node.offers, scope)
        scope.locals[str(node.element)] = Value(element, of.type.one, of.zone, of.owner)
    m.extra.setdefault("elements", {})[str(node.name)] = of.type if of else None  # pyright: ignore[reportIndexIssue]
    condition = offered_when(m, node, scope)
    fields = {"player": Value(player, PLAYER)}
    if node.element is not None and of is not None:
        fields[str(node.element)] = scope.locals[str(node.element)]  # pyright: ignore[reportArgumentType]
    event = Event(str(node.name), fields)
    forbidden = forbid_condition(m, event)
    if forbidden is not None:
        condition = conjunction(condition, ir.Not(forbidden))
    if of is None:
        members: ir.Expression = ir.Either(
            condition, ir.Items((ir.Int(ir.NONE),)), ir.Items(())
        )
    else:
        members = ir.Select("element", of.code, condition)
    m.function(f"offer_{node.name}", ("player",), ir.Mark(place, members), True)
    body: Lowered = [ir.Line(place)]
    arguments: tuple[ir.Expression, ...] = (player, element)
    body += catch_before(m, event, arguments)
    body.append(ir.Announce(str(node.name), 0, arguments))
    scope.asked = None
    inside: Lowered = []
    if node.pays is not None:
        inside += lower_block(m, node.pays, scope)
    inside += lower_block(m, node.body, scope)
    inner = m.procedure(f"doing_{node.name}", ("player", "element"), tuple(inside), place)
    body.append(ir.Call(inner, arguments))
    body.append(ir.Announce(str(node.name), 1, arguments))
    body += catch_after(m, event)
    m.procedure(f"action_{node.name}", ("player", "element"), tuple(body), place)


def offered_when(m: Meaning, node: d.ActionDeclaration, scope: Scope) -> ir.Expression:
    parts = [lower_condition(m, node.needs, scope)]
    if node.pays is not None:
        parts.append(possible(m, node.pays.statements, scope.child(), True))
    parts.append(possible(m, node.body.statements, scope.child(), False))
    for statement in flat(node.body.statements):
        if isinstance(statement, s.MoveStatement):
            parts.append(room_for(m, statement, scope))
    return conjunction(*parts)


def room_for(m: Meaning, node: s.MoveStatement, scope: Scope) -> ir.Expression:
    """An action that moves its card into a limited zone needs room there."""
    is_element = isinstance(node.what, Name) and str(node.what.word) in scope.locals
    if not is_element:
        return TRUE
    before = len(m.problems)
    place = lower(m, node.place, scope).place
    del m.problems[before:]
    if place is None:
        return TRUE
    limit = zone_limit(m, *place)
    return TRUE if limit is None else ir.Compare("<", limit[0], limit[1])


# ---- windows


def attribute(node: d.WindowDeclaration, kind: type[d.Attribute]) -> d.Attribute | None:
    return next((a for a in node.attributes if isinstance(a, kind)), None)


def lower_window(m: Meaning, node: d.WindowDeclaration) -> None:
    """A loop over whose turn it is, and in it over what that player does."""
    place = m.place(header_span(node), clauses_of(node.cites))
    player = ir.Local("player")
    scope = Scope(player=player, rule=str(node.name))
    options, branches = window_options(m, node, scope)
    name = "pick"
    passing = TRUE
    forbidden = forbidden_pass(m, str(node.name), player)
    if forbidden is not None:
        passing = ir.Not(forbidden)
    site = m.site(
        ir.Site(
            str(node.title or node.name),
            "action",
            place,
            action_labels(m, node),
            "pass",
            element_kinds=element_kinds(m, node),
        )
    )
    ask: Lowered = [
        ir.Choose(name, player, site, options, passing),
        ir.If(
            ir.Compare("<", ir.Local(name), ir.Int(0)),
            (*caught_pass(m, str(node.name), player), ir.Break()),
            (ir.Let("acted", ir.Int(1)), *branches, SETTLE, *ends_when(m, node, scope)),
        ),
    ]
    if attribute(node, d.OneEachAttribute) is not None:
        ask.append(ir.Break())
    turn = (ir.Let("acted", ir.Int(0)), ir.While(not_skipped(m, node), tuple(ask)))
    if attribute(node, d.AloneAttribute) is not None:
        body: Lowered = [ir.Line(place), *turn]
    else:
        body = [ir.Line(place), *alternate(m, node, turn, place)]
    m.procedure(f"window_{node.name}", ("player",), tuple(body), place)


def caught_pass(m: Meaning, window: str, player: ir.Expression) -> Lowered:
    """What waits for a pass, also for one that is made because nothing else is possible."""
    waiting = catch_after(m, pass_event(m, window, player))
    return [*waiting, SETTLE] if waiting else []


def not_skipped(m: Meaning, node: d.WindowDeclaration) -> ir.Expression:
    """A window ends when the phase or step it is opened in is skipped."""
    found: ir.Expression = TRUE
    for name, (path, place) in m.phases.items():
        opens = any(
            isinstance(part, s.OpenStatement) and part.window == node.name
            for part in walk(place)
        )
        if name == path and opens and f"skip_{path}" in m.fields:
            found = conjunction(found, ir.Not(is_skipped(m, path, ir.Local("player"))))
    return found


def ends_when(m: Meaning, node: d.WindowDeclaration, scope: Scope) -> Lowered:
    found = attribute(node, d.EndsWhenAttribute)
    if not isinstance(found, d.EndsWhenAttribute):
        return []
    return [ir.If(lower_condition(m, found.condition, scope), (ir.Break(),))]


def alternate(m: Meaning, node: d.WindowDeclaration, turn: ir.Block, place: int) -> Lowered:
    """Players in turn until the window's end: so many empty turns, or all passed for good."""
    begins = attribute(node, d.BeginsAttribute)
    first: ir.Expression = ir.Local("player")
    if isinstance(begins, d.BeginsAttribute):
        first = lower_player(m, begins.player, Scope())
    empty = attribute(node, d.EmptyTurnsAttribute)
    over = ir.Compare("<=", ir.Int(m.ruleset.seats), ir.Local("empty"))
    opening = FALSE
    if isinstance(empty, d.EmptyTurnsAttribute):
        over = ir.Compare("<=", ir.Int(empty.number), ir.Local("empty"))
        opening = TRUE if empty.except_opening else FALSE
    step = ir.Let("player", ir.NextPlayer(ir.Local("player")))
    if attribute(node, d.AllPassedAttribute) is not None:
        return all_passed(m, first, turn, step, place)
    count = ir.If(
        ir.Local("acted"),
        (ir.Let("empty", ir.Int(0)),),
        (
            ir.If(
                ir.Not(ir.Local("opening")),
                (ir.Let("empty", ir.Arithmetic("+", ir.Local("empty"), ir.Int(1))),),
            ),
        ),
    )
    return [
        ir.Let("player", first),
        nobody_is_a_fault(ir.Local("player"), place),
        ir.Let("empty", ir.Int(0)),
        ir.Let("opening", opening),
        ir.While(ir.Not(over), (*turn, count, ir.Let("opening", ir.Int(0)), step)),
    ]


def all_passed(
    m: Meaning, first: ir.Expression, turn: ir.Block, step: ir.Let, place: int
) -> Lowered:
    """A pass is final: who has passed is left out; the rest go on."""
    out = ir.Contains(ir.Local("passed"), ir.Local("player"))
    mark = ir.Let(
        "passed", ir.Join(ir.Local("passed"), ir.Items((ir.Local("player"),))), True
    )
    body = ir.If(out, (), (*turn, ir.If(ir.Not(ir.Local("acted")), (mark,))))
    going = ir.Compare("<", ir.Count(ir.Local("passed")), ir.Int(m.ruleset.seats))
    return [
        ir.Let("player", first),
        nobody_is_a_fault(ir.Local("player"), place),
        ir.Let("passed", ir.Items(()), True),
        ir.While(going, (body, step)),
    ]


def offered(m: Meaning, node: d.WindowDeclaration) -> list[str]:
    return [str(word) for word in node.offers.words] if node.offers is not None else []


def action_labels(m: Meaning, node: d.WindowDeclaration) -> tuple[str, ...]:
    found: list[str] = []
    for name in offered(m, node):
        action = m.ruleset.names("action").get(name)
        if isinstance(action, d.ActionDeclaration):
            found.append(str(action.label or action.name))
        elif name == "abilities":
            found.append("Use an ability")
    return tuple(found)


def element_kinds(m: Meaning, node: d.WindowDeclaration) -> tuple[str, ...]:
    from .choices import site_kind

    found: list[str] = []
    elements = m.extra.get("elements", {})
    for name in offered(m, node):
        if name == "abilities":
            found.append("ability")
        elif name in m.ruleset.names("action"):
            type_ = elements.get(name) if isinstance(elements, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            found.append(site_kind(m, type_) if type_ is not None else "nothing")  # pyright: ignore[reportUnknownArgumentType]
    return tuple(found)


def window_options(
    m: Meaning, node: d.WindowDeclaration, scope: Scope
) -> tuple[ir.Expression, Lowered]:
    """All that is offered, as action << ACTION_SHIFT | element + 1, and what each does."""
    options: ir.Expression = ir.Items(())
    branches: Lowered = []
    known = [*m.ruleset.names("action"), "abilities"]
    names = [n for n in offered(m, node) if n in known]
    for word in node.offers.words if node.offers is not None else ():
        if str(word) not in known:
            m.unknown("unknown-action", "action", word, known)
        m.used.add(f"action {word}")
    pick = ir.Local("pick")
    element = ir.Arithmetic(
        "-", ir.Arithmetic("%", pick, ir.Int(1 << ir.ACTION_SHIFT)), ir.Int(1)
    )
    for number, name in reversed(list(enumerate(names))):
        if name == "abilities":
            of = label_options(m, str(node.name), scope)
            act = run_ability(m, str(node.name), ir.Local("player"), element)
        else:
            of = ir.Apply(f"offer_{name}", (ir.Local("player"),))
            act = [ir.Call(f"action_{name}", (ir.Local("player"), element))]
        coded = ir.Each(
            "element",
            of,
            ir.Arithmetic(
                "+", ir.Local("element"), ir.Int((number << ir.ACTION_SHIFT) + 1)
            ),
        )
        options = coded if options == ir.Items(()) else ir.Join(coded, options)
        low, high = number << ir.ACTION_SHIFT, (number + 1) << ir.ACTION_SHIFT
        chosen = ir.And(
            ir.Compare("<=", ir.Int(low), pick), ir.Compare("<", pick, ir.Int(high))
        )
        branches = [ir.If(chosen, tuple(act), tuple(branches))]
    return options, branches


# ---- settling


def lower_settle(m: Meaning) -> None:
    """Checks to a fixpoint, then one waiting trigger in the declared order, until all is
    quiet.
    """
    body: Lowered = []
    checks = m.ruleset.all(d.CheckDeclaration)
    if checks:
        lower_checks(m, checks)
        body.append(ir.Call("checks"))
    waiting = ir.Unsettled()
    trigger = ir.Local("trigger")
    declared = m.ruleset.one(d.TriggersDeclaration)
    place = 0
    if declared is not None:
        place = m.place(header_span(declared), clauses_of(declared.cites))
    site = m.site(ir.Site("Which effect first?", "trigger", place))
    choice: Lowered = [
        ir.Let("ready", ir.Native("ready_triggers", (trigger_order(m),)), True),
        ir.Let("trigger", ir.BottomOne(ir.Local("ready"))),
    ]
    if asks_owner(m):
        seat = ir.Native("waiting_owner", (trigger,))
        choice.append(ir.Choose("trigger", seat, site, ir.Local("ready")))
    quiet = ir.If(ir.Compare("==", waiting, ir.Int(0)), (ir.Break(),))
    body += [quiet, *choice, ir.Unqueue(trigger)]
    m.procedure("settle", (), (ir.While(TRUE, tuple(body)),), 0)


def trigger_lines(m: Meaning) -> list[d.Ordering]:
    found = m.ruleset.one(d.TriggersDeclaration)
    lines = found.lines if found is not None else ()
    return [
        o for line in lines if isinstance(line, d.TriggerOrderLine) for o in line.orderings
    ]


def trigger_order(m: Meaning) -> ir.Expression:
    """Players in the order in which their triggers come; none: oldest first whoever owns
    them.
    """
    for ordering in trigger_lines(m):
        if isinstance(ordering, d.FirstOrdering):
            first = lower_player(m, ordering.player, Scope())
            rest = tuple(ir.NextPlayer(first, k) for k in range(1, m.ruleset.seats))
            return ir.Items((first, *rest))
    return ir.Items(())


def asks_owner(m: Meaning) -> bool:
    return any(isinstance(o, d.ChooserOrdering) for o in trigger_lines(m))


def lower_checks(m: Meaning, checks: list[d.CheckDeclaration]) -> None:
    """Rounds over all checks until none holds for anything."""
    held = ir.Let("held", ir.Int(1))
    body: Lowered = [ir.Let("held", ir.Int(0))]
    places: list[int] = []
    for check in checks:
        place = m.place(header_span(check), clauses_of(check.cites))
        places.append(place)
        body.append(ir.Line(place, counted=False))
        scope = Scope(rule=str(check.name))
        if check.each is None or check.element is None:
            condition = lower_condition(m, check.condition, scope)
            inside = (ir.Line(place), held, *lower_block(m, check.body, scope))
            body.append(ir.If(condition, inside))
            continue
        of = lower_set(m, check.each, scope)
        name = m.fresh(str(check.element))
        value = Value(ir.Local(name), of.type.one, of.zone, of.owner)
        scope.locals[str(check.element)] = value
        if of.type.kind == "player":
            scope.player = value.code
        condition = lower_condition(m, check.condition, scope)
        inside = (ir.Line(place), held, *lower_block(m, check.body, scope))
        body.append(ir.For(name, of.code, (ir.If(condition, inside),)))
    body.append(ir.If(ir.Not(ir.Local("held")), (ir.Break(),)))
    # which of several goes on without end is told by the last thing that happened
    place = places[0] if len(places) == 1 else 0
    m.procedure("checks", (), (ir.While(TRUE, tuple(body)),), place)


__all__ = ["PLAYER", "TRUE"]
