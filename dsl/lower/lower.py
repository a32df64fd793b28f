"""The order in which a resolved format becomes a program."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ..ir import ir
from ..ir.names import (
    ABILITY_USED,
    BEARER,
    ENTRY,
    FACE,
    LEAVING,
    OUT,
    OWNED,
    OWNER,
    PHASE,
    ROLE,
    TRYING,
    TURNED,
    engine_name,
    field_table,
    kept_field,
    option_field,
)
from ..ir.traverse import all_statements
from ..nodes import declarations as d
from ..typed import ids
from ..typed.format import Format, InvariantMeaning
from ..typed.types import Type
from ..typed.values import At
from . import choices, moves, statements, trials
from .context import Env, Lowering, lower_value
from .properties import ask_for_cards, lower_deck, lower_property, lower_ranking, property_specs
from .speakers import declare_limits, lower_keywords
from .steps import half_field, skip_field
from .structure import (
    lower_action,
    lower_elimination,
    lower_game,
    lower_settle,
    lower_verb,
    lower_window,
)
from .tables import card_tables, lower_records, lower_sentences, sentence_tables
from .watches import lasting_field, times_field

COURSE = ("game", "setup", "turn")  # procedures of which nothing else is under way
TOPICS = (choices, moves, statements, trials)  # enter themselves


def lower_format(format: Format, seats: int | None = None) -> ir.Program:
    """The program of a format without errors, for the smallest number of seats if none is said."""
    return lower_into(Lowering(format, format.ruleset.seats[0] if seats is None else seats))


def lower_declared(b: Lowering) -> None:
    """What is done and offered, and how players are ranked."""
    format = b.format
    for verb in format.course.verbs:
        lower_verb(b, verb)
    for action in format.course.actions:
        lower_action(b, action)
    for window in format.windows:
        lower_window(b, window)
    for ranking in format.course.rankings:
        lower_ranking(b, ranking)


def lower_into(b: Lowering) -> ir.Program:
    """The same, for those who have more to lower with it."""
    format = b.format
    b.place(At(format.ruleset.format.span))  # place 0: of what the language does by itself
    for moment in format.moments:
        if not isinstance(moment, (ids.StepStart, ids.StepEnd)) or moment.seat < b.seats:
            b.moment(moment)
    card_tables(b)
    for text in format.texts:
        b.name_index(text)
    sentence_tables(b)
    declare_fields(b)
    declare_limits(b)
    property_specs(b)
    for known in format.properties.values():  # first: what moves cards asks what they hold
        lower_property(b, known)
    lower_declared(b)
    deck = lower_deck(b, format.course.deck)
    lower_game(b)
    lower_settle(b)
    lower_elimination(b)
    lower_sentences(b)
    lower_keywords(b)
    lower_records(b)
    invariants = tuple(map(partial(lower_invariant, b), format.course.invariants))
    invariants += tuple(map(partial(lower_capacity, b), format.limits))
    moves.lower_given(b)
    ask_for_cards(b)
    b.lists["names"] = (tuple(dict.fromkeys(b.tables["name"])),)
    fill_gaps(b)
    return ir.Program(
        seats=b.seats,
        fields=b.fields,
        zones=format.zones,
        properties=b.properties,
        moments=tuple(plain_moment(moment, k) for moment, k in b.moments.items()),
        functions=b.functions,
        procedures=b.procedures,
        triggers=tuple(b.triggers),
        dispatch={name: tuple(names) for name, names in b.dispatch.items()},
        tables={name: tuple(values) for name, values in b.tables.items()},
        names=tuple(b.names),
        sites=tuple(b.sites),
        places=tuple(b.places),
        columns=columns_of(b),
        bearers=tuple(b.bearers),
        lists=b.lists,
        deck=deck,
        trigger_abilities=tuple(b.trigger_abilities),
        verb_cards=verb_cards(format),
        ability_places=tuple(b.ability_places.get(one.id, ir.NONE) for one in format.abilities),
        draws=tuple(b.draws),
        invariants=invariants,
        settled=settled_sites(b) if invariants else frozenset(),
    )


def verb_cards(format: Format) -> dict[str, tuple[int, ...]]:
    """Which of the values that are announced with a verb or action are cards."""
    found: dict[str, tuple[int, ...]] = {"moved": (0,), "given": (0,), ABILITY_USED: (1,)}
    for verb in format.course.verbs:
        types = [value.type.kind for value in verb.event.fields.values()]
        found[verb.event.name] = tuple(k for k, kind in enumerate(types) if kind == "card")
    for action in format.course.actions:
        is_card = action.element is not None and action.element.kind == "card"
        found[action.event.name] = (1,) if is_card else ()
    return found


def declare_fields(b: Lowering) -> None:
    """Gauges, notes and options, and the notes of the engine's own that some construct needs."""
    inner = "inner"
    for name, spec in b.format.gauges.items():
        until = b.format.resets.get(name)
        b.fields[name] = spec if until is None else replace(spec, until=b.moment(until))
    for node in b.format.ruleset.all(d.OptionDeclaration):
        b.fields[option_field(node.name)] = option_spec(node)
    for step in b.format.skips:
        name = skip_field(step)
        b.fields[name] = ir.FieldSpec(name, "player", 0, 0, 1, secret=inner)
    for moment in b.moments:
        if isinstance(moment, ids.StepEnd) and moment.half >= 0:
            name = half_field(moment.step)
            b.fields[name] = ir.FieldSpec(name, "player", 0, 0, 1, secret=inner)
    for lasting, counted in b.format.lasting.items():
        until = ir.NONE if isinstance(lasting.until, ids.Watch) else b.moment(lasting.until)
        names = [lasting_field(b, lasting)]
        names += [times_field(b, lasting)] if counted else []
        for name in names:
            b.fields[name] = ir.FieldSpec(name, "player", 0, until=until, secret=inner)
    for name, type_ in b.format.changeable.items():
        b.fields[kept_field(name)] = printed_spec(b, name, type_)
    if "phase" in b.format.features:
        b.fields[PHASE] = ir.FieldSpec(PHASE, "game", ir.NONE, secret=inner, type="phase")
    if "leaving" in b.format.features:
        b.fields[LEAVING] = ir.FieldSpec(LEAVING, "game", ir.NONE, secret=inner)
    if "give" in b.format.features:
        low, kind = ir.NONE, "player"
        b.fields[OWNED] = ir.FieldSpec(
            OWNED, "card", low, low, b.seats - 1, type=kind, secret=inner, printed=OWNER
        )
    if "try" in b.format.features:
        b.fields[TRYING] = ir.FieldSpec(TRYING, "game", 0, 0, 2, secret=inner)
    if b.eliminates:
        b.fields[OUT] = ir.FieldSpec(OUT, "player", 0, 0, b.seats, secret="inner")
    if b.format.roles:
        b.fields[ROLE] = ir.FieldSpec(ROLE, "card", ir.NONE, secret=inner)


def printed_spec(b: Lowering, name: str, type_: Type) -> ir.FieldSpec:
    """What is printed in a field of cards and may change; a symbol stays one of its values."""
    field, kind, high = kept_field(name), type_.kind, None
    if type_.kind == "symbol":
        values = b.format.ruleset.find(d.ValuesDeclaration, type_.of)
        kind, high = f"symbol:{type_.of}", len(values.items) - 1 if values is not None else None
    low = 0 if high is not None and not type_.maybe else None
    start, table = ir.missing_of(type_.kind), field_table(name)
    return ir.FieldSpec(
        field, "card", start, low, high, type=kind, secret="knowers", title=name, printed=table
    )


def plain_moment(moment: ids.Moment, number: int) -> ir.Moment:
    """A moment as the program has it; the number tells those apart that end with one event."""
    match moment:
        case ids.TurnEnd():
            return ir.Moment("turn")
        case ids.GameEnd():
            return ir.Moment("game")
        case ids.StepEnd(step, seat, half):
            return ir.Moment(ir.STEP_KINDS[half], str(step), seat)
        case ids.StepStart(step, seat):
            return ir.Moment(ir.STEP_START, str(step), seat)
        case ids.VerbEnd(verb):
            return ir.Moment("verb", verb)
        case ids.Watch(event):
            name = engine_name(event, number)
            return ir.Moment("event" if event else "condition", name)


def option_spec(node: d.OptionDeclaration) -> ir.FieldSpec:
    name, title, value = option_field(node.name), str(node.title or node.name), node.value
    if isinstance(value, d.NumberValue):
        start, low, high, kind = value.number, value.low, value.high, "number"
    else:
        start, low, high, kind = int(value.word == "on"), 0, 1, "truth"
    option = str(node.name)
    return ir.FieldSpec(name, "game", start, low, high, type=kind, title=title, option=option)


def columns_of(b: Lowering) -> tuple[str, ...]:
    """The lists that the program keeps for each card."""
    found = [FACE]
    if any(zone.orientations for zone in b.format.zones.values()):
        found.append(TURNED)
    modified = any(spec.of == "card" for spec in b.properties.values())
    if "entry" in b.format.features or modified:
        found.append(ENTRY)
    if any(zone.attached for zone in b.format.zones.values()):
        found.append(BEARER)
    return tuple(found)


def fill_gaps(b: Lowering) -> None:
    """Where a dispatch table has nothing to say stands a function that says no, or a
    procedure that does nothing.
    """
    for table, names in b.dispatch.items():
        if "" not in names:
            continue
        name = engine_name("no", table)
        known = next((n for n in names if n), "")
        if table == "ability":
            b.procedures[name] = ir.Procedure(name, ("this", "player"), (), 0)
        else:
            is_set = known in b.functions and b.functions[known].is_set
            parameters = b.functions[known].parameters if known else ()
            empty: ir.Expression = ir.Items(()) if is_set else ir.Int(0)
            b.function(name, parameters, empty, is_set)
        b.dispatch[table] = [one or name for one in names]


# ---- invariants


def lower_invariant(b: Lowering, invariant: InvariantMeaning) -> ir.Invariant:
    """A function of nothing that gives those for whom it does not hold; no procedure calls it, so
    that who plays pays nothing for it.
    """
    place, env, kind = b.place(invariant.at), Env(), ""
    if invariant.each is None or invariant.of is None:
        holds = lower_value(b, invariant.condition, env)
        broken: ir.Expression = ir.Either(holds, ir.Items(()), ir.Items((ir.Int(0),)))
    else:
        name = b.fresh(invariant.each.name)
        env[invariant.each] = ir.Local(name)
        kind = invariant.of.type.kind
        holds = lower_value(b, invariant.condition, env)
        broken = ir.Select(name, lower_value(b, invariant.of, {}), ir.Not(holds))
    function = engine_name("invariant", invariant.node.name)
    b.function(function, (), ir.Mark(place, broken), True)
    return ir.Invariant(str(invariant.node.title), function, kind, place)


def lower_capacity(b: Lowering, zone: str) -> ir.Invariant:
    """That nobody has more cards in a zone than it has room for."""
    name, is_owned = b.fresh("owner"), b.format.zones[zone].per_player
    room = moves.zone_room(b, zone, ir.Local(name) if is_owned else None)
    used, most = room if room is not None else (ir.Int(0), ir.Int(0))
    full = ir.Compare("<", most, used)
    broken: ir.Expression = ir.Select(name, b.players, full)
    if not is_owned:
        broken = ir.Either(full, ir.Items((ir.Int(0),)), ir.Items(()))
    place = b.place(b.format.zone_places[zone])
    function = engine_name("capacity", zone)
    b.function(function, (), ir.Mark(place, broken), True)
    title = f"{zone} holds no more than it has room for"
    return ir.Invariant(title, function, "player" if is_owned else "", place)


def settled_sites(b: Lowering) -> frozenset[int]:
    """The sites at which nothing is half done: those of windows, and those that the set-up, the
    turn, a phase or a step has itself.
    """
    windows = (b.procedures[engine_name("window", one.node.name)] for one in b.format.windows)
    course = (p for p in b.procedures.values() if p.step or p.name in COURSE)
    asked = (one for p in (*windows, *course) for one in all_statements(*p.body))
    return frozenset(one.site for one in asked if isinstance(one, ir.Choose))
