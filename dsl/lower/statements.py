"""Typed statements as code: flow, cards, gauges and properties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..ir import ir
from ..ir.free_locals import free_locals
from ..ir.names import LEAVING, MISFIRE, OUT, PHASE, TRYING, engine_name
from ..typed import endings, ids
from ..typed import statements as t
from ..typed.statements import Block
from ..typed.values import Players, TurnOrder, Value, Where
from .context import (
    FALSE,
    NOBODY,
    SETTLE,
    TRUE,
    Frame,
    Lowered,
    Lowering,
    code_of_statement,
    count_above,
    lower_block,
    lower_value,
    nobody_is_a_fault,
    speaker_of,
    there,
)
from .hidden import in_no_order, is_sorted, may_hold
from .speakers import limit_fields, undo_count
from .steps import beginning, end_condition, ending, is_skipped, skip_field, skip_owner
from .values import lower_owner, sided


@code_of_statement(t.Line)
def line(b: Lowering, node: t.Line, frame: Frame) -> Lowered:
    before = lower_block(b, node.before, frame)
    body = lower_block(b, node.does, frame)
    return [ir.Line(b.place(node.at)), *before, *body, *end_if_over(frame, body)]


def end_if_over(frame: Frame, body: Lowered) -> Lowered:
    """Behind what may have skipped a phase or step around it."""
    if frame.over is None or not any(map(runs_rules, body)):
        return []
    return [ir.If(frame.over, (ir.Return(),))]


def runs_rules(statement: ir.Statement) -> bool:
    """Whether other rules may speak inside a statement."""
    if isinstance(statement, ir.If):
        return any(map(runs_rules, (*statement.then, *statement.otherwise)))
    if isinstance(statement, (ir.For, ir.While)):
        return any(map(runs_rules, statement.body))
    return isinstance(statement, (ir.Call, ir.Run, ir.Step))


def inside(b: Lowering, block: Block, frame: Frame) -> ir.Block:
    """A block of its own."""
    return tuple(lower_block(b, block, frame))


# ---- flow


@code_of_statement(t.Inline)
def inline(b: Lowering, node: t.Inline, frame: Frame) -> Lowered:
    return [ir.Line(b.place(node.at)), *lower_block(b, node.body, frame)]


@code_of_statement(t.If)
def if_(b: Lowering, node: t.If, frame: Frame) -> Lowered:
    test = lower_value(b, node.condition, frame.env)
    then = inside(b, node.then, frame)
    return [ir.If(test, then, inside(b, node.otherwise, frame))]


@code_of_statement(t.Let)
def let(b: Lowering, node: t.Let, frame: Frame) -> Lowered:
    value = lower_value(b, node.value, frame.env)
    known = frame.env.get(node.binding)
    name = known.name if isinstance(known, ir.Local) else b.fresh(node.binding.name)
    frame.env[node.binding] = ir.Local(name)
    if node.value.type.many and node.value.type.kind == "card" and may_hold(b, value, None):
        b.unordered[name] = is_sorted(b, value)
    return [ir.Let(name, value, node.value.type.many)]


@code_of_statement(t.For)
def for_(b: Lowering, node: t.For, frame: Frame) -> Lowered:
    if node.binding is None:
        return lower_block(b, node.body, frame)
    name = b.fresh(node.binding.name)
    player = lower_value(b, node.player, frame.env)
    frame.env[node.binding] = ir.Local(name)
    return [ir.Let(name, player), *lower_block(b, node.body, frame)]


@code_of_statement(t.While)
def while_(b: Lowering, node: t.While, frame: Frame) -> Lowered:
    test = lower_value(b, node.condition, frame.env)
    return [ir.While(test, inside(b, node.body, frame))]


@code_of_statement(t.Repeat)
def repeat(b: Lowering, node: t.Repeat, frame: Frame) -> Lowered:
    left, times = b.fresh("left"), lower_value(b, node.times, frame.env)
    fewer = ir.Let(left, ir.Arithmetic("-", ir.Local(left), ir.Int(1)))
    body = (fewer, *lower_block(b, node.body, frame))
    return [ir.Let(left, times), ir.While(ir.Compare(">", ir.Local(left), ir.Int(0)), body)]


@code_of_statement(t.Stop)
def stop(b: Lowering, node: t.Stop, frame: Frame) -> Lowered:
    return [ir.Return()]


@code_of_statement(t.Fail)
def fail(b: Lowering, node: t.Fail, frame: Frame) -> Lowered:
    if frame.tries:
        return [ir.Set(TRYING, None, ir.Int(2)), ir.Return()]
    return [ir.Announce(MISFIRE, 4, ()), ir.Return()]


@code_of_statement(t.Together)
def together(b: Lowering, node: t.Together, frame: Frame) -> Lowered:
    return lower_block(b, node.body, frame.apart())


# ---- loops


@code_of_statement(t.Each)
def each(b: Lowering, node: t.Each, frame: Frame) -> Lowered:
    members = lower_value(b, node.of, frame.env)
    before: Lowered = []
    if node.newest:
        members = ir.Reversed(members)
    elif node.of.type.kind == "card":
        members = in_no_order(b, members, before)
    name = b.fresh(node.binding.name)
    frame.env[node.binding] = ir.Local(name)
    inner = frame.apart() if node.together else frame
    body = inside(b, node.body, inner)
    body = while_left(b, name, body) if are_left(node.of) else body
    return [*before, ir.For(name, members, body)]


def are_left(players: Value) -> bool:
    """Whether these are only players who are still in the game."""
    form = players.form
    while isinstance(form, Where):
        form = form.of.form
    return isinstance(form, TurnOrder) or (isinstance(form, Players) and not form.out)


def while_left(b: Lowering, player: str, body: ir.Block) -> ir.Block:
    """A round of a loop over players, left out for who is eliminated before it is his."""
    return (ir.If(b.is_left(ir.Local(player)), body),) if b.eliminates else body


@code_of_statement(t.EachPlayer)
def each_player(b: Lowering, node: t.EachPlayer, frame: Frame) -> Lowered:
    if node.of is not None:
        return over_players(b, node, lower_value(b, node.of, frame.env), frame)
    if node.first is None:
        return over_players(b, node, b.players, frame)
    first = lower_value(b, node.first, frame.env)
    loop = over_players(b, node, b.players_from(first), frame)
    return [nobody_is_a_fault(first, b.place(node.at)), *loop]


def over_players(b: Lowering, node: t.EachPlayer, order: ir.Expression, frame: Frame) -> Lowered:
    if node.by_phase is not None:
        test = lower_value(b, node.by_phase, frame.env)
        whole = one_loop(b, node, order, node.body, frame)
        parts = [one_loop(b, node, order, (part,), frame) for part in node.body]
        return [ir.If(test, tuple(parts), (whole,))]
    if node.choices:
        return choices_first(b, node, order, frame)
    inner = frame.apart() if node.together else frame
    return [one_loop(b, node, order, node.body, inner)]


def one_loop(
    b: Lowering, node: t.EachPlayer, order: ir.Expression, body: Block, frame: Frame
) -> ir.For:
    name = b.fresh("player")
    inner = frame.child()
    inner.env[node.binding] = ir.Local(name)
    return ir.For(name, order, while_left(b, name, inside(b, body, inner)))


def choices_first(b: Lowering, node: t.EachPlayer, order: ir.Expression, frame: Frame) -> Lowered:
    """Every player's choices are collected before any of their events happens."""
    players = b.fresh("players")
    first: Lowered = [ir.Let(players, order, True)]
    second: Lowered = []
    start, fewer = len(b.sites), b.eliminates or node.of is not None
    for seat in range(b.seats):
        name = b.fresh("player")
        nth = ir.TopOne(ir.Bottom(ir.Local(players), ir.Int(seat + 1)))
        first.append(ir.Let(name, nth))
        inner = frame.apart().child()
        inner.env[node.binding] = ir.Local(name)
        asks = lower_block(b, node.body[: node.choices], inner)
        does = lower_block(b, node.body[node.choices :], inner)
        there_are = count_above(ir.Local(players), seat)
        first += [ir.If(there_are, tuple(asks))] if fewer else asks
        second += [ir.If(there_are, while_left(b, name, tuple(does)))] if fewer else does
    if node.secretly:
        for number in range(start, len(b.sites)):
            b.sites[number] = replace(b.sites[number], secret=True)
    return [*first, *second]


# ---- running


@code_of_statement(t.Do)
def do(b: Lowering, node: t.Do, frame: Frame) -> Lowered:
    arguments, before = list[ir.Expression](), list[ir.Statement]()
    for one in node.arguments:
        given = lower_value(b, one, frame.env)
        is_set = one.type.many and one.type.kind == "card"
        arguments.append(in_no_order(b, given, before) if is_set else given)
    call = ir.Call(engine_name("verb", node.verb), tuple(arguments))
    return [*before, call, SETTLE] if node.settles else [*before, call]


@code_of_statement(t.Open)
def open_(b: Lowering, node: t.Open, frame: Frame) -> Lowered:
    player = lower_owner(b, node.player, frame.env) or NOBODY
    return [ir.Call(engine_name("window", node.window), (player,))]


@code_of_statement(t.RunSentences)
def run_sentences(b: Lowering, node: t.RunSentences, frame: Frame) -> Lowered:
    name, card = b.fresh("ability"), lower_value(b, node.card, frame.env)
    player = lower_owner(b, node.player, frame.env) or speaker_of(b, card)
    body: Lowered = [ir.Run("ability", ir.Local(name), (card, player))]
    if node.settles:
        body.append(SETTLE)
    sentences = lower_value(b, node.sentences, frame.env)
    if node.sentences.type.many:
        return [ir.For(name, sentences, tuple(body))]
    return [ir.Let(name, sentences), ir.If(there(name), tuple(body))]


@code_of_statement(endings.Win)
def win(b: Lowering, node: endings.Win, frame: Frame) -> Lowered:
    """Who wins comes first; all others share the place behind them, but who is out keeps his."""
    winners, it, seat = (ir.Local(b.fresh(x)) for x in ("winners", "it", "seat"))
    won = ir.Contains(lower_value(b, node.players, frame.env), it)
    found: Lowered = [ir.Let(winners.name, ir.Select(it.name, b.seated, won), True)]
    place, count = b.place(node.at), ir.Count(winners)
    nobody = ir.Compare("==", count, ir.Int(0))
    found.append(ir.If(nobody, (ir.Fault("no-player", place),)))
    behind: ir.Expression = ir.Arithmetic("+", count, ir.Int(1))
    if b.eliminates:
        own = ir.Field(OUT, seat)
        behind = ir.Either(ir.Compare(">", own, behind), own, behind)
    places = ir.Either(ir.Contains(winners, seat), ir.Int(1), behind)
    return [*found, ir.EndGame(ir.Each(seat.name, b.seated, places), place)]


@code_of_statement(endings.Rank)
def rank(b: Lowering, node: endings.Rank, frame: Frame) -> Lowered:
    places = ir.Apply(engine_name("ranking", node.ranking), ())
    return [ir.EndGame(places, b.place(node.at))]


@code_of_statement(endings.Draw)
def draw(b: Lowering, node: endings.Draw, frame: Frame) -> Lowered:
    return [ir.EndGame(ir.Items(()), b.place(node.at))]


@code_of_statement(endings.Eliminate)
def eliminate(b: Lowering, node: endings.Eliminate, frame: Frame) -> Lowered:
    """All at once: who goes together has one place, and rules hear of it when all are out."""
    gone, it = ir.Local(b.fresh("gone")), ir.Local(b.fresh("it"))
    place, one = ir.Local(b.fresh("place")), ir.Local(b.fresh("player"))
    among = ir.Contains(lower_value(b, node.players, frame.env), it)
    stay = ir.Arithmetic("-", ir.Count(b.players), ir.Count(gone))
    leave = ir.Call(engine_name("eliminate"), (one, place))
    tell = ir.Call(engine_name("eliminated"), (one,))
    return [
        ir.Let(gone.name, ir.Select(it.name, b.players, among), True),
        ir.Let(place.name, ir.Arithmetic("+", stay, ir.Int(1))),
        ir.For(one.name, gone, (leave,)),
        ir.For(one.name, gone, (tell,)),
    ]


# ---- cards


@code_of_statement(t.Shuffle)
def shuffle(b: Lowering, node: t.Shuffle, frame: Frame) -> Lowered:
    zone, owner = node.place
    return [ir.Shuffle(zone, lower_owner(b, owner, frame.env))]


@code_of_statement(t.Reveal)
def reveal(b: Lowering, node: t.Reveal, frame: Frame) -> Lowered:
    seat = lower_owner(b, node.seat, frame.env)
    return [ir.Reveal(lower_value(b, node.cards, frame.env), seat)]


@code_of_statement(t.TurnFace)
def turn_face(b: Lowering, node: t.TurnFace, frame: Frame) -> Lowered:
    return [ir.TurnFace(lower_value(b, node.cards, frame.env), node.face)]


@code_of_statement(t.Rotate)
def rotate(b: Lowering, node: t.Rotate, frame: Frame) -> Lowered:
    return [ir.Rotate(lower_value(b, node.cards, frame.env), node.orientation)]


# ---- gauges, notes, properties

SIGNS = {"raise": "+", "lower": "-", "multiply": "*", "divide": "//"}
Make = Callable[[ir.Expression | None], Lowered]


def per_owner(b: Lowering, owner: Value | None, frame: Frame, make: Make) -> Lowered:
    """A change of each owner there is."""
    if owner is None:
        return make(None)
    code = lower_value(b, owner, frame.env)
    if owner.type.many:
        name = b.fresh("owner")
        return [ir.For(name, code, tuple(make(ir.Local(name))))]
    if owner.type.maybe and owner.type.kind in ("card", "player"):
        name = b.fresh("owner")
        return [ir.Let(name, code), ir.If(there(name), tuple(make(ir.Local(name))))]
    return make(code)


def guarded(b: Lowering, test: Value | None, frame: Frame, body: Lowered) -> Lowered:
    if test is None:
        return body
    return [ir.If(lower_value(b, test, frame.env), tuple(body))]


@code_of_statement(t.Change)
def change(b: Lowering, node: t.Change, frame: Frame) -> Lowered:
    amount = lower_value(b, node.amount, frame.env)

    def make(owner: ir.Expression | None) -> Lowered:
        side = node.side if owner is not None else None
        kept = owner if side is None else None
        value = amount
        if node.operation != "set":
            read: ir.Expression = ir.Field(node.gauge, kept)
            if side is not None and owner is not None:
                read = sided(side, owner, read)
            value = ir.Arithmetic(SIGNS[node.operation], read, amount)
        if side is not None and owner is not None:
            value = sided(side, owner, value)
        return [ir.Set(node.gauge, kept, value)]

    return guarded(b, node.condition, frame, per_owner(b, node.owner, frame, make))


@code_of_statement(t.Modify)
def modify(b: Lowering, node: t.Modify, frame: Frame) -> Lowered:
    amount = lower_value(b, node.amount, frame.env)
    name = str(node.property)
    b.modified.setdefault(name, set()).add(frame.ability)
    is_list = node.operation in ("grant", "revoke")
    member = b.fresh("granted") if is_list else ""

    def make(owner: ir.Expression | None) -> Lowered:
        aim = owner if owner is not None else ir.Int(0)
        by = ir.Local(member) if member else amount
        found: Lowered = []
        for end in node.until:
            if isinstance(end.moment, (ids.StepStart, ids.StepEnd)) and end.moment.seat >= b.seats:
                continue  # nobody sits there
            moment = b.moment(end.moment)
            context = tuple(frame.env[one] for one in end.context)
            one = ir.Modify(name, aim, node.operation, by, moment, node.tag, context)
            when = end_condition(b, end.moment, end.condition, frame.env)
            found.append(one if when == TRUE else ir.If(when, (one,)))
        return [ir.For(member, amount, tuple(found))] if member else found

    return guarded(b, node.condition, frame, per_owner(b, node.owner, frame, make))


@code_of_statement(t.Forget)
def forget(b: Lowering, node: t.Forget, frame: Frame) -> Lowered:
    name, cards = b.fresh("card"), lower_value(b, node.cards, frame.env)
    return [ir.For(name, cards, (ir.Forget(ir.Local(name)),))]


@code_of_statement(t.ForgetUses)
def forget_uses(b: Lowering, node: t.ForgetUses, frame: Frame) -> Lowered:
    name, cards = b.fresh("card"), lower_value(b, node.cards, frame.env)
    sets = [ir.Set(one, ir.Local(name), ir.Int(0)) for one in limit_fields(b)]
    return [ir.For(name, cards, tuple(sets))]


@code_of_statement(t.UndoUse)
def undo_use(b: Lowering, node: t.UndoUse, frame: Frame) -> Lowered:
    """What a window offers counts as it is chosen."""
    if frame.ability < 0 or b.format.abilities[frame.ability].window:
        return []
    return undo_count(b, frame.ability, lower_value(b, node.card, frame.env))


# ---- phases and steps


@code_of_statement(t.Skip)
def skip(b: Lowering, node: t.Skip, frame: Frame) -> Lowered:
    owner = skip_owner(b, node.step, lower_owner(b, node.owner, frame.env))
    skipped = ir.Set(skip_field(node.step), owner, ir.Int(1))
    return [skipped] if frame.over is None else [skipped, ir.If(frame.over, (ir.Return(),))]


@code_of_statement(t.Leave)
def leave(b: Lowering, node: t.Leave, frame: Frame) -> Lowered:
    """The procedures in between see the mark and return."""
    if node.step == node.here:
        return [ir.Return()]
    return [ir.Set(LEAVING, None, ir.Int(b.name_index(str(node.step)))), ir.Return()]


@code_of_statement(t.Step)
def step(b: Lowering, node: t.Step, frame: Frame) -> Lowered:
    """A phase or step is a procedure of its own, entered and left as events."""
    player = lower_owner(b, node.player, frame.env)
    skips, here = node.step in b.format.skips, is_skipped(b, node.step, player)
    uses_phase = "phase" in b.format.features
    place = b.place(node.at)
    body: Lowered = [ir.Line(place)]
    if node.phase >= 0 and uses_phase:
        body.append(ir.Set(PHASE, None, ir.Int(node.phase)))
    body += beginning(b, node.step, player)
    inner = replace(frame)
    ends = [here] if skips else []
    if player is not None and b.eliminates:
        ends.append(ir.Not(b.is_left(player)))
    for end in ends:
        inner.over = end if inner.over is None else ir.Or(inner.over, end)
    body += lower_block(b, node.body, inner)
    names = free_locals(tuple(body))
    path = str(node.step)
    procedure = b.procedure(b.fresh(engine_name("step", path)), names, body, place, step=path)
    call = ir.Call(procedure, tuple(ir.Local(name) for name in names))
    found: Lowered = [ir.Step(path, player or NOBODY, (call,))]
    found += [*ending(b, node.step, player), SETTLE]
    if node.outer_phase >= 0 and uses_phase:
        found.append(ir.Set(PHASE, None, ir.Int(node.outer_phase)))
    if node.leaves:
        found.append(go_on_leaving(b, node))
    if skips:
        owner = skip_owner(b, node.step, player)
        clear = ir.Set(skip_field(node.step), owner, FALSE)
        found = [ir.If(here, (clear,), (*found, clear))]
    if player is not None and b.eliminates:
        found = [ir.If(b.is_left(player), tuple(found))]
    return found


def go_on_leaving(b: Lowering, node: t.Step) -> ir.Statement:
    """Behind a step from inside which an outer one is left: go on leaving until we are
    there.
    """
    leaving = ir.Field(LEAVING)
    around = ir.Int(b.name_index(str(node.around)))
    clear = ir.If(ir.Compare("==", leaving, around), (ir.Set(LEAVING, None, NOBODY),))
    return ir.If(ir.Compare(">=", leaving, ir.Int(0)), (clear, ir.Return()))
