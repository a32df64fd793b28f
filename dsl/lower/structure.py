"""Where play goes: the game, verbs, actions, windows, checks and what settles, as procedures."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ..ir import ir
from ..ir.names import ABILITY_USED, ELIMINATED, OUT, SETUP, USE_ABILITY, engine_name
from ..ir.options import element_of, group_of, packed
from ..ir.traverse import map_blocks
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import walk
from ..typed import ids
from ..typed.format import ActionMeaning, CheckMeaning, Format, VerbMeaning, WindowMeaning
from ..typed.rules import SPEAKER, THIS, WindowLabel
from .choices import site_kind
from .context import (
    FALSE,
    NOBODY,
    SETTLE,
    TRUE,
    Env,
    Frame,
    Lowered,
    Lowering,
    conjunction,
    lower_block,
    lower_value,
    nobody_is_a_fault,
    speaker_of,
)
from .events import catch_after, fields_of, forbid_condition
from .hidden import may_hold
from .moves import zone_room
from .printed import printed, printing
from .replacing import catch_before, order_of_players
from .speakers import count_use
from .statements import are_left, while_left
from .steps import is_skipped
from .values import lower_owner
from .watches import begin_event, end_watched

ABILITIES = "abilities"  # what a window may offer besides actions
PLAYER = ir.Local("player")
A = TypeVar("A", bound=attrs.Attribute)
ELEMENT = ir.Local("element")


def lower_game(b: Lowering) -> None:
    """The procedure "game": set-up, then turns without end."""
    body: Lowered = []
    if b.format.course.setup is not None:
        block, at = b.format.course.setup
        place = b.place(at)
        inside = (ir.Line(place), *lower_block(b, block, Frame({})), SETTLE)
        b.procedure("setup", (), inside, place, step=SETUP)
        body.append(ir.Step(SETUP, NOBODY, (ir.Call("setup"),)))
    if b.format.course.turn is not None:
        block, at = b.format.course.turn
        place = b.place(at)
        inside = [ir.Line(place), *lower_block(b, block, Frame({}))]
        if ids.TurnEnd() in b.moments:
            inside.append(ir.Expire(b.moment(ids.TurnEnd())))
        b.procedure("turn", (), inside, place)
        body.append(ir.While(TRUE, (ir.Call("turn"),)))
    b.procedure("game", (), body, 0)


# ---- verbs and actions


def lower_verb(b: Lowering, verb: VerbMeaning) -> None:
    """forbid, before, instead, the body, then when and waiting triggers."""
    name, event = verb.event.name, verb.event
    parameters = tuple(engine_name("p", word) for word in event.fields)
    arguments = tuple(ir.Local(word) for word in parameters)
    fields: Env = {
        event.binding(word): code for word, code in zip(event.fields, arguments, strict=True)
    }
    place = b.place(verb.at)
    if verb.demand is not None:
        test, forbidden = lower_value(b, verb.demand, fields), forbid_condition(b, name, fields)
        test = test if forbidden is None else conjunction(test, ir.Not(forbidden))
        b.function(engine_name("can", name), parameters, ir.Mark(place, test))
    started, begun = begin_event(b, name)
    body: Lowered = [ir.Line(place), *started, *catch_before(b, name, fields, arguments)]
    body.append(ir.Announce(name, 0, arguments))
    if verb.body is not None:
        inner = engine_name("body", name)
        statements = lower_block(b, verb.body, Frame(dict(fields)))
        b.procedure(inner, parameters, statements, place)
        body.append(ir.Call(inner, arguments))
    body.append(ir.Announce(name, 1, arguments))
    body += catch_after(b, name, fields, begun)
    end = ids.VerbEnd(ids.VerbId(name))
    if end in b.moments:
        body.append(ir.Expire(b.moment(end)))
    b.procedure(engine_name("verb", name), parameters, body, place)


def lower_action(b: Lowering, action: ActionMeaning) -> None:
    """`offer:x(player)`: what it may be done with now; `action:x(player, element)`: doing it."""
    name, event = action.event.name, action.event
    values: dict[str, ir.Expression] = dict.fromkeys(event.fields, ELEMENT)
    fields = fields_of(event, {**values, "player": PLAYER})
    place = b.place(action.at)
    tests = [lower_value(b, test, fields) for test in action.open]
    for check in action.room:
        room = zone_room(b, check.zone, lower_owner(b, check.owner, fields))
        if room is not None:
            tests.append(ir.Compare("<", *room))
    condition = conjunction(*tests)
    forbidden = forbid_condition(b, name, fields, offered=True)
    if forbidden is not None:
        condition = conjunction(condition, ir.Not(forbidden))
    if action.offers is None:
        members: ir.Expression = ir.Either(condition, ir.Items((NOBODY,)), ir.Items(()))
    else:
        members = ir.Select("element", lower_value(b, action.offers, fields), condition)
    b.function(engine_name("offer", name), ("player",), ir.Mark(place, members), True)
    arguments: tuple[ir.Expression, ...] = (PLAYER, ELEMENT)
    parameters = ("player", "element")
    started, begun = begin_event(b, name)
    body: Lowered = [ir.Line(place), *started, *catch_before(b, name, fields, arguments)]
    body.append(ir.Announce(name, 0, arguments))
    inside = lower_block(b, action.body, Frame(dict(fields)))
    inner = b.procedure(engine_name("doing", name), parameters, inside, place)
    body.append(ir.Call(inner, arguments))
    body.append(ir.Announce(name, 1, arguments))
    body += catch_after(b, name, fields, begun)
    b.procedure(engine_name("action", name), parameters, body, place)


# ---- windows


def attribute(node: d.WindowDeclaration, kind: type[A]) -> A | None:
    return next((a for a in node.attributes if isinstance(a, kind)), None)


def lower_window(b: Lowering, window: WindowMeaning) -> None:
    """A loop over whose turn it is, and in it over what that player does."""
    node, name, place = window.node, str(window.node.name), b.place(window.at)
    kinds = element_kinds(b, window)
    before, options, branches = window_options(b, window, kinds)
    fields = pass_fields(b, name)
    forbidden = forbid_condition(b, "pass", fields)
    passing = TRUE if forbidden is None else ir.Not(forbidden)
    site = b.site(
        ir.Site(
            str(node.title or node.name),
            "action",
            place,
            action_labels(b.format, window),
            "pass",
            element_kinds=kinds,
        )
    )
    passed = catch_after(b, "pass", fields)
    then = (*passed, SETTLE, ir.Break()) if passed else (ir.Break(),)
    acted = (ir.Let("acted", ir.Int(1)), *branches, SETTLE, *ends_when(b, window))
    ask: Lowered = [
        *before,
        ir.Choose("pick", PLAYER, site, options, passing),
        ir.If(ir.Compare("<", ir.Local("pick"), ir.Int(0)), then, acted),
    ]
    if attribute(node, attrs.OneEachAttribute) is not None:
        ask.append(ir.Break())
    turn = (ir.Let("acted", ir.Int(0)), ir.While(not_skipped(b, node), tuple(ask)))
    alone = attribute(node, attrs.AloneAttribute) is not None
    body = turn if alone else alternate(b, window, turn, place)
    b.procedure(engine_name("window", name), ("player",), (ir.Line(place), *body), place)


def pass_fields(b: Lowering, window: str) -> Env:
    """What a rule about passing in a window may name."""
    number = ir.Int(b.name_index(window))
    return fields_of(b.format.events["pass"], {"player": PLAYER, "window": number})


def not_skipped(b: Lowering, node: d.WindowDeclaration) -> ir.Expression:
    """A window ends when the phase or step it is opened in is skipped, and for a player when he
    is out of the game.
    """
    found = b.is_left(PLAYER)
    for step, place in b.format.steps.items():
        opens = any(
            isinstance(part, s.OpenStatement) and part.window == node.name for part in walk(place)
        )
        if opens and step in b.format.skips:
            found = conjunction(found, ir.Not(is_skipped(b, step, PLAYER)))
    return found


def ends_when(b: Lowering, window: WindowMeaning) -> Lowered:
    if window.ends is None:
        return []
    test = lower_value(b, window.ends, pass_fields(b, str(window.node.name)))
    alone = attribute(window.node, attrs.AloneAttribute) is not None
    ended = () if alone else (ir.Let("ended", ir.Int(1)),)
    return [ir.If(test, (*ended, ir.Break()))]


def until_ended(window: WindowMeaning, going: ir.Expression, body: ir.Block) -> Lowered:
    """A round of turns after the other as long as `going` holds and nothing has ended them."""
    if window.ends is None:
        return [ir.While(going, body)]
    not_ended = ir.Not(ir.Local("ended"))
    return [ir.Let("ended", ir.Int(0)), ir.While(conjunction(going, not_ended), body)]


def alternate(b: Lowering, window: WindowMeaning, turn: ir.Block, place: int) -> Lowered:
    """Players in turn until somebody or all in turn pass, or all have passed for good."""
    node = window.node
    first = lower_owner(b, window.first, {}) or PLAYER
    anybody = attribute(node, attrs.SomebodyPassesAttribute)
    ends = anybody or attribute(node, attrs.AllPassAttribute)
    most = ir.Int(1) if anybody is not None else players_left(b)
    opening = TRUE if ends is not None and ends.first_free else FALSE
    step = ir.Let("player", b.next_player(PLAYER))
    begin: Lowered = [ir.Let("player", first), nobody_is_a_fault(PLAYER, place)]
    if b.eliminates:
        begin.append(ir.If(ir.Not(b.is_left(PLAYER)), (step,)))
    if attribute(node, attrs.PassesOutAttribute) is not None:
        return [*begin, *passes_out(b, window, turn, step)]
    count = ir.Let("empty", ir.Arithmetic("+", ir.Local("empty"), ir.Int(1)))
    counted = ir.If(
        ir.Local("acted"),
        (ir.Let("empty", ir.Int(0)),),
        (ir.If(ir.Not(ir.Local("opening")), (count,)),),
    )
    over = ir.Compare("<=", most, ir.Local("empty"))
    opened = ir.Let("opening", ir.Int(0))
    return [
        *begin,
        ir.Let("empty", ir.Int(0)),
        ir.Let("opening", opening),
        *until_ended(window, ir.Not(over), (*turn, counted, opened, step)),
    ]


def players_left(b: Lowering) -> ir.Expression:
    """How many are still in the game."""
    return ir.Count(b.players) if b.eliminates else ir.Int(b.seats)


def passes_out(b: Lowering, window: WindowMeaning, turn: ir.Block, step: ir.Let) -> Lowered:
    """A pass is final: who has passed is left out; the rest go on."""
    passed = ir.Local("passed")
    mark = ir.Let("passed", ir.Join(passed, ir.Items((PLAYER,))), True)
    playing = (*turn, ir.If(ir.Not(ir.Local("acted")), (mark,)))
    body = ir.If(ir.Contains(passed, PLAYER), (), playing)
    going = ir.Compare("<", ir.Count(passed), ir.Int(b.seats))
    if b.eliminates:
        it = ir.Local(b.fresh("it"))
        going = ir.Exists(it.name, b.players, ir.Not(ir.Contains(passed, it)))
    return [ir.Let("passed", ir.Items(()), True), *until_ended(window, going, (body, step))]


def action_labels(format: Format, window: WindowMeaning) -> tuple[str, ...]:
    """The labels of what a window offers, in order."""
    labels = {str(x.node.name): str(x.node.label or x.node.name) for x in format.course.actions}
    return tuple(labels.get(name, USE_ABILITY) for name in window.offered)


def element_kinds(b: Lowering, window: WindowMeaning) -> tuple[str, ...]:
    types = {str(action.node.name): action.element for action in b.format.course.actions}
    found: list[str] = []
    for name in window.offered:
        type_ = types.get(name)
        nothing = "nothing" if name in types else "ability"
        found.append(site_kind(type_) if type_ is not None else nothing)
    return tuple(found)


def window_options(
    b: Lowering, window: WindowMeaning, kinds: tuple[str, ...]
) -> tuple[Lowered, ir.Expression, Lowered]:
    """What comes before all that is offered, this, the action the group of an option, and what
    each does.
    """
    options: ir.Expression = ir.Items(())
    before: Lowered = []
    branches: Lowered = []
    pick, groups = ir.Local("pick"), len(window.offered)
    element = element_of(pick, groups)
    name = str(window.node.name)
    for number, word in reversed(list(enumerate(window.offered))):
        if word == ABILITIES:
            of = ability_options(b, window)
            act = run_ability(b, name, element)
        else:
            of = ir.Apply(engine_name("offer", word), (PLAYER,))
            if kinds[number] == "card" and may_hold(b, of, PLAYER):
                offered = b.fresh("offered")
                before.insert(0, ir.ShuffleHidden(offered, of, PLAYER))
                of = ir.Local(offered)
            act = [ir.Call(engine_name("action", word), (PLAYER, element))]
        coded = ir.Each("element", of, packed(ELEMENT, number, groups))
        options = coded if options == ir.Items(()) else ir.Join(coded, options)
        chosen = ir.Compare("==", group_of(pick, groups), ir.Int(number))
        branches = [ir.If(chosen, tuple(act), tuple(branches))]
    return before, options, branches


# ---- abilities in windows


def ability_options(b: Lowering, window: WindowMeaning) -> ir.Expression:
    """All that may be used now, the ability the group of an option and the card its element."""
    result: ir.Expression = ir.Items(())
    for label in window.labels:
        more = offers_of_label(b, str(window.node.name), label)
        result = more if result == ir.Items(()) else ir.Join(result, more)
    return result


def window_table(window: str) -> str:
    """The table of the abilities that a card has in a window."""
    return engine_name("window", window)


def label_number(b: Lowering, label: str, beneath: bool) -> int:
    return list(b.format.ruleset.names("label")).index(label) * 2 + beneath


def label_group(b: Lowering, label: str, beneath: bool) -> int:
    """The cards with such a label, in such a field."""
    cards = {
        card
        for ability in b.format.abilities
        if label in (str(x.name) for x in ability.labels) and ability.sentence.beneath == beneath
        for card in ability.bearers
    }
    return b.group(("label", label, beneath), sorted(cards))


def offers_of_label(b: Lowering, window: str, label: WindowLabel) -> ir.Expression:
    """The bearers are all cards with such a label; mostly a condition names the one that
    counts.
    """
    group = label_group(b, label.label, label.beneath)
    card, ability = b.fresh("card"), b.fresh("ability")
    this = ir.Local(card)
    env: Env = {THIS: this, SPEAKER: PLAYER}
    condition = conjunction(
        ir.Compare("==", printed(b, b.bears(group), this), ir.Int(1)),
        ir.Compare("==", speaker_of(b, this), PLAYER),
        ir.Mark(b.place(label.at), lower_value(b, label.condition, env)),
    )
    cards = printing(b, group)
    if label.bearer is not None:
        cards = ir.Items((lower_value(b, label.bearer, env),))
    one = ir.Local(ability)
    able = ir.ApplyDispatch("usable", one, (this, PLAYER))
    own = ir.Int(label_number(b, label.label, label.beneath))
    of_label = ir.Compare("==", ir.Entry("label_of", one), own)
    every = printed(b, window_table(window), this)
    usable = ir.Select(ability, every, ir.And(of_label, able))
    coded = ir.Each(ability, usable, packed(this, one, len(b.format.abilities)))
    return ir.Flatten(card, ir.Select(card, cards, condition), coded)


def run_ability(b: Lowering, window: str, element: ir.Expression) -> Lowered:
    """Uses the ability an option names."""
    abilities = [one for one in b.format.abilities if one.window == window]
    if not abilities:
        return []
    card, ability = ir.Local(b.fresh("card")), ir.Local(b.fresh("ability"))
    groups = len(b.format.abilities)
    body: Lowered = [
        ir.Let(card.name, element_of(element, groups)),
        ir.Let(ability.name, group_of(element, groups)),
        ir.Announce(ABILITY_USED, 0, (PLAYER, card, ability)),
    ]
    for known in abilities:
        count = count_use(b, known.id, card)
        if count:
            same = ir.Compare("==", ability, ir.Int(known.id))
            body.append(ir.If(same, tuple(count)))
    body.append(ir.Run("ability", ability, (card, PLAYER)))
    return body


# ---- who is out of the game


def lower_elimination(b: Lowering) -> None:
    """`eliminate(player, place)`: what lasts until a step of his ends with it; and `eliminated`,
    for rules that wait for it. And nobody who is out is asked anything.
    """
    if not b.eliminates:
        return
    seats: Lowered = []
    for seat in range(b.seats):
        steps = (one for one in b.moments if isinstance(one, (ids.StepStart, ids.StepEnd)))
        ends = tuple(ir.Expire(b.moment(one)) for one in steps if one.seat == seat)
        seats += [ir.If(ir.Compare("==", PLAYER, ir.Int(seat)), ends)] if ends else []
    fields = fields_of(b.format.events[ELIMINATED], {"player": PLAYER})
    started, begun = begin_event(b, ELIMINATED)
    place = ir.Local("place")
    out = (ir.Announce(ELIMINATED, 0, (PLAYER,)), ir.Set(OUT, PLAYER, place), *seats)
    b.procedure(engine_name("eliminate"), (PLAYER.name, place.name), out, 0)
    heard = (*started, *catch_after(b, ELIMINATED, fields, begun))
    b.procedure(engine_name("eliminated"), (PLAYER.name,), heard, 0)
    for name, procedure in b.procedures.items():
        asked = tuple(only_those_left(b, one) for one in procedure.body)
        b.procedures[name] = replace(procedure, body=asked)


def only_those_left(b: Lowering, statement: ir.Statement) -> ir.Statement:
    """A statement in which who is out of the game is not asked: he chooses nothing, and what has
    to be put in some order keeps the one it has.
    """
    if isinstance(statement, ir.Choose):
        left, nothing = b.is_left(statement.seat), ir.Items(())
        kept: ir.Expression = nothing
        if statement.site in b.orders:
            kept = ir.Either(statement.may_pass, nothing, ir.Bottom(statement.options, ir.Int(1)))
        return replace(statement, options=ir.Either(left, statement.options, kept))
    return map_blocks(statement, lambda inner: only_those_left(b, inner))


# ---- settling


def lower_settle(b: Lowering) -> None:
    """Checks to a fixpoint, then one waiting trigger in the declared order, until all is
    quiet.
    """
    body: Lowered = end_watched(b, "", {})
    if b.format.course.checks:
        lower_checks(b, b.format.course.checks)
        body.append(ir.Call("checks"))
    trigger, ready = ir.Local("trigger"), ir.Local("ready")
    order = b.format.course.order
    place = b.place(order.at) if order.at is not None else 0
    site = b.site(ir.Site("Which effect first?", "trigger", place), orders=True)
    players = order_of_players(b) or ir.Items(())
    among: ir.Expression = ir.Native("ready_triggers", (players,))
    if order.first is None and (order.newest or order.chooser is not None):
        among = ir.Range(ir.Unsettled())
    choice: Lowered = [
        ir.Let("ready", among, True),
        ir.Let("trigger", ir.TopOne(ready) if order.newest else ir.BottomOne(ready)),
    ]
    if order.chooser is not None:
        choice.append(ir.Choose("trigger", lower_value(b, order.chooser, {}), site, ready))
    if order.asks:
        seat = ir.Native("waiting_owner", (trigger,))
        choice.append(ir.Choose("trigger", seat, site, ready))
    quiet = ir.If(ir.Compare("==", ir.Unsettled(), ir.Int(0)), (ir.Break(),))
    body += [quiet, *choice, ir.Unqueue(trigger)]
    b.procedure("settle", (), (ir.While(TRUE, tuple(body)),), 0)


def lower_checks(b: Lowering, checks: list[CheckMeaning]) -> None:
    """Rounds over all checks until none holds for anything."""
    held = (ir.Let("held", ir.Int(1)), ir.Touch())
    body: Lowered = [ir.Let("held", ir.Int(0))]
    for number, check in enumerate(checks):
        place = b.place(check.at)
        body.append(ir.Line(place, counted=False))
        frame = Frame({})
        name = b.fresh(check.each.name) if check.each is not None else ""
        if check.each is not None:
            frame.env[check.each] = ir.Local(name)
        condition = lower_value(b, check.condition, frame.env)
        inside = (ir.Line(place), *held, *lower_block(b, check.body, frame))
        test: ir.Statement = ir.If(condition, inside)
        asked = condition
        if check.of is not None:
            members = lower_value(b, check.of, {})
            asked = ir.Exists(name, members, condition)
            each_round = while_left(b, name, (test,)) if are_left(check.of) else (test,)
            test = ir.For(name, members, each_round)
        changed = f"changed:{number}"
        body += [ir.Changed(changed, (asked,)), ir.If(ir.Local(changed), (test,))]
    body.append(ir.If(ir.Not(ir.Local("held")), (ir.Break(),)))
    # which of several goes on without end is shown by the last thing that happened
    place = b.place(checks[0].at) if len(checks) == 1 else 0
    b.procedure("checks", (), (ir.While(TRUE, tuple(body)),), place)
