"""Events: verbs and moves, and the rules that catch them (when, before, instead, forbid,
allow).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..ir import ir
from ..ir.types import CARD, PLAYER, Type
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Node, Word
from ..ruleset.ruleset import clauses_of
from .catching import bind_bearers, times_of
from .context import CaughtRule, Meaning, Scope, Value, conjunction
from .expressions import as_set, lower, lower_condition, words
from .names import is_per_player, type_of, zone_value
from .replacing import replaced
from .statements import Lowered, header_span, lower_block

KINDS: dict[type[Node], str] = {
    s.WhenRule: "when",
    s.BeforeRule: "before",
    s.InsteadRule: "instead",
    s.ForbidRule: "forbid",
    s.AllowRule: "allow",
}


@dataclass(frozen=True, slots=True)
class Event:
    """An event as rules see it: its name and its fields by name."""

    name: str
    fields: dict[str, Value]


def caught_rule(
    node: s.Rule,
    scope: Scope,
    group: int = -1,
    standing: e.Expression | None = None,
    lasting: str = "",
) -> CaughtRule:
    event: Word = getattr(node, "event", Word(""))
    return CaughtRule(
        KINDS[type(node)],
        str(event),
        getattr(node, "condition", None),
        getattr(node, "body", None),
        scope,
        node,
        getattr(node, "optional", None),
        group,
        standing,
        lasting,
    )


def rules_for(m: Meaning, event: str, kind: str) -> list[CaughtRule]:
    return [rule for rule in m.caught if rule.event == event and rule.kind == kind]


# ---- verbs


def call_verb(
    m: Meaning, node: s.DoStatement | s.AnnounceStatement, scope: Scope
) -> Lowered:
    verb = m.verbs().get(str(node.verb))
    if not isinstance(verb, d.VerbDeclaration):
        m.unknown("unknown-verb", "verb", node.verb, list(m.verbs()))
        return []
    m.used.add(str(node.verb))
    given = {str(a.preposition): a for a in node.arguments}
    if len(given) < len(node.arguments):
        m.problem("twice-given", "One preposition is used twice.", node.span)
    arguments: list[ir.Expression] = []
    for parameter in verb.parameters:
        argument = given.pop(str(parameter.preposition), None)
        arguments.append(argument_code(m, node, parameter, argument, scope))
    for preposition, argument in given.items():
        known = ", ".join(f"{p.preposition} {p.name}" for p in verb.parameters)
        text = f'"{node.verb}" takes no `{preposition}`; it takes: {known or "nothing"}.'
        m.problem("wrong-preposition", text, argument.span)
    return [ir.Call(f"verb_{node.verb}", tuple(arguments))]


def parameter_type(m: Meaning, parameter: d.VerbParameter) -> Type:
    if parameter.type is not None:
        return type_of(m, parameter.type)
    if parameter.name == "player":
        return PLAYER
    if parameter.name in ("card", "target"):
        return replace(CARD, maybe=False)
    return Type("card")


def argument_code(
    m: Meaning,
    node: s.DoStatement | s.AnnounceStatement,
    parameter: d.VerbParameter,
    argument: s.Argument | None,
    scope: Scope,
) -> ir.Expression:
    wanted = parameter_type(m, parameter)
    if argument is None:
        if wanted.kind == "player" and scope.player is not None:
            return scope.player
        text = f'"{node.verb}" needs `{parameter.preposition} ..`: its {parameter.name}.'
        m.problem(
            "missing-argument",
            text,
            node.span,
            f"do {node.verb} {parameter.preposition} ..",
        )
        return ir.Int(ir.NONE)
    value = lower(m, argument.value, scope, wanted)
    if wanted.many and value.type.kind == wanted.kind:
        value = as_set(m, value, argument.value)
    fine = {wanted.kind, "unknown", "none"}
    one = value.type.kind != "unknown" and value.type.many != wanted.many
    if value.type.kind not in fine or one:
        text = (
            f"`{words(argument.value)}` is a {value.type}; {parameter.name} is a {wanted}."
        )
        m.problem("wrong-type", text, argument.span)
    return value.code


def lower_verb(m: Meaning, verb: d.VerbDeclaration) -> None:
    """forbid, before, instead, the body, then when and waiting triggers."""
    parameters = tuple(f"p_{p.name}" for p in verb.parameters)
    fields = {
        str(p.name): Value(ir.Local(f"p_{p.name}"), parameter_type(m, p))
        for p in verb.parameters
    }
    event = Event(str(verb.name), fields)
    arguments = tuple(ir.Local(name) for name in parameters)
    place = m.place(header_span(verb), clauses_of(verb.cites))
    body: Lowered = [ir.Line(place)]
    body += catch_before(m, event, arguments)
    body.append(ir.Announce(str(verb.name), 0, arguments))
    if verb.body is not None:
        scope = Scope(player=ir.Int(0), rule=str(verb.name))
        scope.player = fields["player"].code if "player" in fields else None
        scope.locals = dict(fields)
        inner = m.procedure(f"body_{verb.name}", parameters, (), place)
        statements = tuple(lower_block(m, verb.body, scope))
        m.procedures[inner] = ir.Procedure(inner, parameters, statements, place)
        body.append(ir.Call(inner, arguments))
    body.append(ir.Announce(str(verb.name), 1, arguments))
    body += catch_after(m, event)
    if f"verb {verb.name}" in m.moments:
        body.append(ir.Expire(m.moment(f"verb {verb.name}")))
    m.procedure(f"verb_{verb.name}", parameters, tuple(body), place)


def catch_before(m: Meaning, event: Event, arguments: tuple[ir.Expression, ...]) -> Lowered:
    """What comes before an event: it may be forbidden, preceded, or replaced."""
    found: Lowered = []
    forbidden = forbid_condition(m, event)
    if forbidden is not None:
        stop = (ir.Announce(event.name, 2, arguments), ir.Return())
        found.append(ir.If(forbidden, stop))
    for rule in rules_for(m, event.name, "before"):
        found += bind_bearers(m, rule, event.fields, run_body(m, rule))
    return found + replaced(m, event.name, event.fields, arguments)


def run_body(m: Meaning, rule: CaughtRule) -> Callable[[Scope, ir.Expression], Lowered]:
    """The body of a caught rule, as a procedure of its own so that `stop` ends only it."""

    def make(scope: Scope, condition: ir.Expression) -> Lowered:
        return [ir.If(condition, tuple(called_body(m, rule, scope)))]

    return make


def called_body(m: Meaning, rule: CaughtRule, scope: Scope) -> Lowered:
    assert rule.body is not None
    cites = clauses_of(getattr(rule.node, "cites", None))
    place = m.place(header_span(rule.node), cites)
    key = f"{rule.kind} {rule.event} {id(rule.node)}"
    if key in m.lowering:  # a move inside a rule about moves
        text = f"This rule about `{rule.event}` brings about `{rule.event}` itself."
        mend = (
            f"Do it in a verb, and catch that: to NAME .., when {rule.event} .. do NAME .."
        )
        m.problem("rule-sets-itself-off", text, header_span(rule.node), mend)
        return []
    m.lowering.append(key)
    body = (ir.Line(place), *lower_block(m, rule.body, scope))
    m.lowering.pop()
    return outlined(m, rule.kind, body, place)


def outlined(m: Meaning, stem: str, body: ir.Block, place: int) -> Lowered:
    """A block as a procedure that takes what it uses from around it."""
    from .locals import free_locals

    names = free_locals(body)
    procedure = m.procedure(m.fresh(stem), names, body, place)
    return [ir.Call(procedure, tuple(ir.Local(name) for name in names))]


def catch_after(m: Meaning, event: Event) -> Lowered:
    """`when` of the rules at once; `when` of cards waits for the next settling."""
    found: Lowered = []
    for rule in rules_for(m, event.name, "when"):
        if rule.group < 0:
            found += bind_bearers(m, rule, event.fields, run_body(m, rule))
    from .labels import queue_triggers

    return found + queue_triggers(m, event.name, event.fields)


# ---- prohibitions


def forbid_condition(m: Meaning, event: Event) -> ir.Expression | None:
    """Whether a rule forbids the event now, unless a stronger one allows it; None if none
    could.
    """
    parts = [
        code
        for rule in rules_for(m, event.name, "forbid")
        if (code := holds(m, rule, event)) is not None
    ]
    if not parts:
        return None
    result = parts[0]
    for part in parts[1:]:
        result = ir.Or(result, part)
    allowed = [
        code
        for rule in rules_for(m, event.name, "allow")
        if (code := holds(m, rule, event)) is not None
    ]
    if not m.extra.get("allow_beats_forbid"):
        return result
    for part in allowed:
        result = ir.And(result, ir.Not(part))
    return result


def holds(m: Meaning, rule: CaughtRule, event: Event) -> ir.Expression | None:
    """A condition rule as one expression."""
    from .catching import bound_condition

    place = m.place(rule.node.span, clauses_of(getattr(rule.node, "cites", None)))
    return bound_condition(m, rule, event.fields, place)


def pass_event(m: Meaning, window: str, player: ir.Expression) -> Event:
    fields = {
        "player": Value(player, PLAYER),
        "window": Value(ir.Int(m.name_index(window)), Type("window")),
    }
    return Event("pass", fields)


def forbidden_pass(m: Meaning, window: str, player: ir.Expression) -> ir.Expression | None:
    return forbid_condition(m, pass_event(m, window, player))


# ---- moves


def lower_moved(
    m: Meaning,
    node: s.MoveStatement,
    what: Value,
    place: tuple[str, ir.Expression | None] | ir.Expression,
    scope: Scope,
) -> Lowered:
    """A move to a zone, or to the object of a card, met by the rules about `moved`; then the
    role it gives and the room there is.
    """
    at = None if isinstance(place, tuple) else place
    zone, owner = place if isinstance(place, tuple) else ("", None)
    face, turned, role = manners(m, node, zone)
    to = {"to": "top", "onto": "onto", "under": "bottom"}[str(node.where)]
    after = after_move(m, node, zone, owner, role, what)
    if not moves_are_caught(m):
        move = ir.Move(what.code, what.type.many, zone, owner, to, face, turned, at)
        return per_card(m, what, after, move)
    card = m.fresh("card")
    move = ir.Move(ir.Local(card), False, zone, owner, to, face, turned, at)
    inner = caught_move(m, card, place, scope, [move, *after(ir.Local(card))])
    if what.type.many:
        return [ir.For(card, what.code, tuple(inner))]
    there = ir.Compare(">=", ir.Local(card), ir.Int(0))
    return [ir.Let(card, what.code), ir.If(there, tuple(inner))]


def moves_are_caught(m: Meaning) -> bool:
    """Whether anything forbids a move or waits for one."""
    return any(rule.event == "moved" for rule in m.caught) or moved_labels(m)


def caught_move(
    m: Meaning,
    card: str,
    place: tuple[str, ir.Expression | None] | ir.Expression,
    scope: Scope,
    move: Lowered,
) -> Lowered:
    """What moves one card to a place or to the object of a card, met by the rules about
    `moved`.
    """
    at = None if isinstance(place, tuple) else place
    zone, owner = place if isinstance(place, tuple) else ("", None)
    rule = ir.Int(m.name_index(scope.rule) if scope.rule else ir.NONE)
    source = m.fresh("source")
    zones = list(m.ruleset.names("zone"))
    destination: ir.Expression = ir.Int(zones.index(zone)) if zone else ir.Int(ir.NONE)
    whose: ir.Expression = owner if owner is not None else ir.Int(ir.NONE)
    if at is not None:
        destination, whose = ir.PlaceOf(at), ir.Native("zone_owner", (at,))
    fields = {
        "card": Value(ir.Local(card), Type("card")),
        "source": Value(ir.Local(source), Type("place")),
        "destination": Value(destination, Type("place")),
        "player": Value(whose, PLAYER),
        "rule": Value(rule, Type("rule")),
    }
    event = Event("moved", fields)
    inner: Lowered = [ir.Let(source, ir.PlaceOf(ir.Local(card)))]
    happens: Lowered = [*move, *catch_after(m, event)]
    forbidden = forbid_condition(m, event)
    if forbidden is None:
        return [*inner, *happens]
    prevented = (ir.Announce("moved", 2, (ir.Local(card),)),)
    return [*inner, ir.If(forbidden, prevented, tuple(happens))]


def moved_labels(m: Meaning) -> bool:
    return any(
        isinstance(label.mode, d.WhenMode) and label.mode.event == "moved"
        for label in m.ruleset.all(d.LabelDeclaration)
    )


def per_card(
    m: Meaning, what: Value, after: Callable[[ir.Expression], Lowered], move: ir.Move
) -> Lowered:
    if not after(ir.Int(0)):
        return [move]
    card = m.fresh("card")
    one = replace(move, cards=ir.Local(card), many=False)
    if what.type.many:
        return [ir.For(card, what.code, (one, *after(ir.Local(card))))]
    there = ir.Compare(">=", ir.Local(card), ir.Int(0))
    return [ir.Let(card, what.code), ir.If(there, (one, *after(ir.Local(card))))]


def manners(m: Meaning, node: s.MoveStatement, zone: str) -> tuple[int, int, str]:
    from .statements import face_number
    from .statements import turned as turned_number

    face, turned, role = -1, -1, ""
    for manner in node.manners:
        if isinstance(manner, s.FaceManner):
            face = face_number(m, manner)
        elif isinstance(manner, s.TurnedManner):
            turned = turned_number(m, manner, zone)
        elif isinstance(manner, s.RoleManner):
            role = str(manner.word)
    return face, turned, role


def role_zones(m: Meaning) -> set[str]:
    """The zones into which some statement moves cards in a role."""
    found = m.extra.get("role_zones")
    if not isinstance(found, set):
        found = {
            str(getattr(part.place, "word", ""))
            for part in m.ruleset.inside(s.MoveStatement)
            if any(isinstance(manner, s.RoleManner) for manner in part.manners)
        }
        m.extra["role_zones"] = found
    return found  # pyright: ignore[reportUnknownVariableType]


def after_move(
    m: Meaning,
    node: s.MoveStatement,
    zone: str,
    owner: ir.Expression | None,
    role: str,
    what: Value,
) -> Callable[[ir.Expression], Lowered]:
    """The role of the moved card, and the fault when a limited zone is too full."""
    limit = zone_limit(m, zone, owner)

    def after(card: ir.Expression) -> Lowered:
        found: Lowered = []
        if role:
            m.flags.add("role")
            found.append(ir.Set("role", card, ir.Int(m.role(role))))
        elif role_zones(m) and (not what.zone or what.zone in role_zones(m)):
            m.flags.add("role")
            found.append(ir.Set("role", card, ir.Int(ir.NONE)))
        if limit is not None:
            over = ir.Compare(">", limit[0], limit[1])
            found.append(ir.If(over, (ir.Fault("zone-full", m.place(node.span)),)))
        return found

    return after


def zone_limit(
    m: Meaning, zone: str, owner: ir.Expression | None
) -> tuple[ir.Expression, ir.Expression] | None:
    """How many cards count against a zone's limit now, and the limit."""
    node = m.ruleset.names("zone").get(zone)
    if node is None:  # what is laid on an object needs no room of its own
        return None
    assert isinstance(node, d.ZoneDeclaration)
    whose = owner if is_per_player(node) else None
    for attribute in node.attributes:
        if isinstance(attribute, d.HoldsAttribute) and attribute.limit is not None:
            scope = Scope(player=whose if whose is not None else ir.Int(0))
            limit = lower(m, attribute.limit, scope).code
            name = m.fresh("it")
            scope.it = Value(ir.Local(name), Type("card"))
            tests = [lower_condition(m, attribute.condition, scope)]
            if attribute.kind in m.ruleset.names("card kind"):
                kind = ir.Int(m.kind_number(str(attribute.kind)))
                tests.append(ir.Compare("==", ir.Table("kind", ir.Local(name)), kind))
            members = zone_value(m, node.name, whose).code
            code = ir.Count(ir.Select(name, members, conjunction(*tests)))
            return code, limit
    size = slots_size(m, node)
    return None if size is None else (ir.Count(ir.Zone(zone, whose)), size)


def slots_size(m: Meaning, node: d.ZoneDeclaration) -> ir.Expression | None:
    """`slots 3` or `slots room`."""
    words_ = [
        a for a in node.attributes if isinstance(a, (d.KindAttribute, d.SizeAttribute))
    ]
    for k, attribute in enumerate(words_[:-1]):
        if isinstance(attribute, d.KindAttribute) and attribute.word == "slots":
            size = words_[k + 1]
            if isinstance(size, d.SizeAttribute):
                return ir.Int(size.number)
            return lower(m, e.Name(size.word, span=size.span), Scope()).code
    return None


# ---- rules that effects set up for a time


def what_lasts(scope: Scope) -> Scope:
    """What is still known when the effect is over: its card, its player, what was printed."""
    from .locals import free_in

    known = {"this", "player", *(f"slot_{name}" for name in scope.locals)}
    kept = scope.child()
    kept.hoisted = None
    kept.locals = {
        name: value
        for name, value in scope.locals.items()
        if not isinstance(value, Value) or not free_in(value.code) - known
    }
    return kept


def lasting_rule(m: Meaning, node: s.Rule, scope: Scope) -> Lowered:
    """A rule inside an effect: `forbid .. until m` holds for the player of the effect until
    then. Where m is a moment of one player, there is a rule for each who that may be.
    """
    from .moments import ends_of

    tails: tuple[s.Tail, ...] = getattr(node, "tails", ())
    until = next((t for t in tails if isinstance(t, s.UntilTail)), None)
    if until is None:
        text = "A rule inside an effect needs an end."
        m.problem("how-long", text, node.span, "until end of turn")
        return []
    ends = ends_of(m, until.moment, scope)
    if scope.language == "open":
        from .vocabulary_check import check_rule

        check_rule(m, node, what_lasts(scope))
        return []
    found: Lowered = []
    for condition, number in ends:
        sets = set_up_rule(m, node, scope, number)
        found += sets if condition is None else [ir.If(condition, tuple(sets))]
    return found


def set_up_rule(m: Meaning, node: s.Rule, scope: Scope, number: int) -> Lowered:
    """The rule holds for the player of the effect until the moment of this number."""
    met = m.extra.setdefault("lasting", [])
    assert isinstance(met, list)
    name = f"lasting_{len(met)}"  # pyright: ignore[reportUnknownArgumentType]
    met.append(name)  # pyright: ignore[reportUnknownMemberType]
    m.fields[name] = ir.FieldSpec(name, "player", 0, until=number, secret="inner")
    if not any(rule.lasting == name for rule in m.caught):
        m.caught.append(caught_rule(node, what_lasts(scope), lasting=name))
    this = scope.this if scope.this is not None else ir.Int(0)
    owner = scope.player if scope.player is not None else ir.Int(0)
    sets: Lowered = [ir.Set(name, owner, ir.Arithmetic("+", this, ir.Int(1)))]
    if isinstance(node, s.WhenRule):
        times = times_of(name)
        m.fields[times] = ir.FieldSpec(times, "player", 0, until=number, secret="inner")
        more = ir.Arithmetic("+", ir.Field(times, owner), ir.Int(1))
        sets.append(ir.Set(times, owner, more))
    return sets
