"""Moves of cards, each met by the rules about `moved`; then roles, and the room there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..ir import ir
from ..ir.free_locals import free_locals
from ..ir.names import BEARER, OWNED, ROLE, TRYING, engine_name
from ..nodes.dataclass import dataclass
from ..typed import statements as t
from ..typed.values import At, Place
from .context import (
    FALSE,
    NOBODY,
    TRUE,
    Env,
    Frame,
    Lowered,
    Lowering,
    code_of_statement,
    conjunction,
    lower_value,
    owner_of,
    there,
)
from .events import cannot_be_done, catch_after, fields_of, forbid_condition, rules_about
from .hidden import in_no_order, laid_in_no_order
from .replacing import catch_before, catch_preceding
from .values import lower_owner

After = Callable[[ir.Expression], Lowered]
SIDES = {"to": "top", "onto": "onto", "under": "bottom"}


@code_of_statement(t.Move)
def move(b: Lowering, node: t.Move, frame: Frame) -> Lowered:
    cards, many = lower_value(b, node.cards, frame.env), node.cards.type.many
    zone, owner, before = "", None, list[ir.Statement]()
    at: ir.Expression | None = None
    if node.place is not None:
        zone, owner = node.place[0], lower_owner(b, node.place[1], frame.env)
    if node.at_card is not None:
        at = ir.Local(b.fresh("at"))
        before.append(ir.Let(at.name, lower_value(b, node.at_card, frame.env)))
    to, face, turned = SIDES[node.where], node.face, node.orientation
    if many:
        to_zone = b.format.zones[zone] if zone else None
        cards = laid_in_no_order(b, cards, to_zone, face, before)
    bearer = None
    if node.bearer is not None:
        bearer = ir.Local(b.fresh("bearer"))
        before.append(ir.Let(bearer.name, lower_value(b, node.bearer, frame.env)))
    after = after_move(b, node, zone, owner)
    one = ir.Move(cards, many, zone, owner, to, face, turned, at)
    name = b.fresh("card")
    card = ir.Local(name)
    tie = [] if bearer is None else [ir.Attach(card, bearer)]
    happens = [replace(one, cards=card, many=False), *tie, *after(card)]
    happens = and_falls(b, attached_to_one(card), node.cards.zone, happens)
    if len(happens) == 1 and not moves_are_caught(b):
        return [*before, one]
    inner = caught_move(b, name, zone, owner, at, node.rule, happens)
    if bearer is not None:
        bears = may_bear(b, bearer, zone, card)
        inner = [ir.If(bears, tuple(inner), tuple(cannot_be_done(b)))]
    if many:
        return [*before, ir.For(name, cards, tuple(inner))]
    return [*before, ir.Let(name, cards), ir.If(there(name), tuple(inner))]


# ---- what is attached


def may_bear(b: Lowering, bearer: ir.Local, zone: str, card: ir.Local) -> ir.Expression:
    """Whether a card may be attached to another one in a zone, not to itself."""
    zones = tuple(zone_number(b, name) for name in b.format.zones[zone].attached)
    lies = ir.Contains(ir.Items(zones), ir.PlaceOf(bearer))
    return conjunction(lies, ir.Compare("!=", bearer, card))


def attached_to_one(card: ir.Local) -> ir.Expression:
    return ir.Native("cards_attached", (card,))


def and_falls(b: Lowering, attached: ir.Expression, source: str, happens: Lowered) -> Lowered:
    """What happens where bearers may leave, and then the cards that have none now fall. `source`:
    the zone in which these lie, if that is known.
    """
    zones = [zone for zone in b.format.zones.values() if zone.falls]
    zones = [zone for zone in zones if not source or source in zone.attached]
    if not zones:
        return happens
    cards, card = ir.Local(b.fresh("attached")), ir.Local(b.fresh("loose"))
    body: Lowered = []
    for zone in zones:
        lies = ir.Compare("==", ir.PlaceOf(card), zone_number(b, zone.name))
        body.append(ir.If(lies, (ir.Call(falling(b, zone), (card,)),)))
    loose = ir.If(ir.Compare("==", ir.Field(BEARER, card), ir.Int(0)), tuple(body))
    return [ir.Let(cards.name, attached, True), *happens, ir.For(card.name, cards, (loose,))]


def falling(b: Lowering, zone: ir.ZoneSpec) -> str:
    """The procedure that moves a card of a zone to where it lies without a bearer."""
    name = engine_name("falling", zone.name)
    if name not in b.procedures:
        at, card = b.format.zone_places[zone.name], ir.Local("card")
        whose = owner_of(b, card) if b.format.zones[zone.falls].per_player else None
        happens: Lowered = [ir.Move(card, False, zone.falls, whose), *no_role(b, card)]
        happens += fault_if_full(b, zone.falls, whose, at)
        happens = and_falls(b, attached_to_one(card), zone.name, happens)
        body = caught_move(b, card.name, zone.falls, whose, None, "", happens)
        if whose is not None:  # what belongs to nobody has no such zone
            body = [ir.If(ir.Compare(">=", whose, ir.Int(0)), tuple(body))]
        b.procedure(name, (card.name,), body, b.place(at))
    return name


@code_of_statement(t.Give)
def give(b: Lowering, node: t.Give, frame: Frame) -> Lowered:
    """Card by card, as far as it is not that player's already."""
    name, to = b.fresh("card"), b.fresh("to")
    before: Lowered = [ir.Let(to, lower_value(b, node.player, frame.env))]
    cards = in_no_order(b, lower_value(b, node.cards, frame.env), before)
    place = b.place(node.at)
    b.given.setdefault(place)
    one = ir.Call(engine_name("give", place), (ir.Local(name), ir.Local(to)))
    return [*before, ir.For(name, cards, (one,))]


def lower_given(b: Lowering) -> None:
    """What happens at each place that gives; a rule about it may give in its turn."""
    done = 0
    while done < len(b.given):
        lower_giving(b, [*b.given][done])
        done += 1


def lower_giving(b: Lowering, place: int) -> None:
    """A card comes to belong to a player (-1: to nobody), met by the rules about `given`."""
    card, to, former = (ir.Local(word) for word in ("card", "to", "former"))
    fields = fields_of(b.format.events["given"], {"card": card, "player": to, "former": former})
    is_his = ir.If(ir.Compare("==", to, former), (ir.Return(),))
    before = catch_before(b, "given", fields, (card,))
    body = (ir.Let("former", owner_of(b, card)), is_his, *before, ir.Set(OWNED, card, to))
    after = catch_after(b, "given", fields)
    b.procedure(engine_name("give", place), ("card", "to"), (*body, *after), place)


@code_of_statement(t.Swap)
def swap(b: Lowering, node: t.Swap, frame: Frame) -> Lowered:
    """Nothing moves before all rules that forbid it were asked, and none that waits for a move
    happens before all cards have moved.
    """
    if node.one.place is not None and node.other.place is not None:
        return swap_zones(b, node, node.one.place, node.other.place, frame)
    one, other = ir.Local(b.fresh("one")), ir.Local(b.fresh("other"))
    before: Lowered = [
        ir.Let(one.name, lower_value(b, node.one, frame.env)),
        ir.Let(other.name, lower_value(b, node.other, frame.env)),
    ]
    happens: Lowered = [ir.Swap(one, other)]
    for card, side in ((one, node.one), (other, node.other)):
        happens = and_falls(b, attached_to_one(card), side.zone, happens)
    places: Lowered = []
    caught: list[tuple[ir.Local, Env]] = []
    for card, left in ((one, other), (other, one)):
        happens += [*no_role(b, card), *room_where(b, node.at, card)]
        if moves_are_caught(b):
            source, to, whose = (ir.Local(b.fresh(w)) for w in ("from", "to", "whose"))
            places.append(ir.Let(source.name, ir.PlaceOf(card)))
            places.append(ir.Let(to.name, ir.PlaceOf(left)))
            places.append(ir.Let(whose.name, ir.Native("zone_owner", (left,))))
            caught.append((card, moved_fields(b, card, source, to, whose, node.rule)))
    for _, fields in reversed(caught):
        happens = [*catch_preceding(b, "moved", fields), *happens]
    for _, fields in caught:
        happens += catch_after(b, "moved", fields)
    for card, fields in reversed(caught):
        happens = unless_forbidden(b, card, fields, happens)
    two = conjunction(there(one.name), there(other.name), ir.Compare("!=", one, other))
    return [*before, ir.If(two, (*places, *happens))]


def no_role(b: Lowering, card: ir.Local) -> Lowered:
    """A role ends when its card moves."""
    return [ir.Set(ROLE, card, NOBODY)] if b.format.role_zones else []


def room_where(b: Lowering, at: At, card: ir.Local) -> Lowered:
    """The fault when a card took a place in a zone that has room only for other cards."""
    found: Lowered = []
    for zone, limit in b.format.limits.items():
        if limit.counts is not None:
            owner = ir.Native("zone_owner", (card,))
            test = ir.Compare("==", ir.PlaceOf(card), zone_number(b, zone))
            found.append(ir.If(test, tuple(fault_if_full(b, zone, owner, at))))
    return found


@dataclass(frozen=True, slots=True)
class Side:
    """A zone whose cards leave it, and they."""

    cards: ir.Local
    zone: str
    owner: ir.Expression | None


def side_of(b: Lowering, place: Place, before: Lowered, frame: Frame) -> Side:
    """What one of two places is before anything moves."""
    zone, owner = place[0], lower_owner(b, place[1], frame.env)
    if owner is not None:
        whose = ir.Local(b.fresh("whose"))
        before.append(ir.Let(whose.name, owner))
        owner = whose
    cards = ir.Local(b.fresh("cards"))
    before.append(ir.Let(cards.name, ir.Zone(zone, owner), True))
    return Side(cards, zone, owner)


def swap_zones(b: Lowering, node: t.Swap, one: Place, other: Place, frame: Frame) -> Lowered:
    """All cards of two zones, each laid as its new zone says."""
    before: Lowered = []
    sides = [side_of(b, place, before, frame) for place in (one, other)]
    if b.format.zones[sides[0].zone].kind != "group":
        sides.reverse()  # what leaves an unordered place first takes no newcomer out of sight
    ways = ((sides[0], sides[1]), (sides[1], sides[0]))
    happens: Lowered = []
    for left, to in ways:
        happens += lay_all(b, left, to)
    for left, _ in ways:
        of = ir.Local(b.fresh("of"))
        attached = ir.Flatten(of.name, left.cards, attached_to_one(of))
        happens = and_falls(b, attached, left.zone, happens)
    for left, to in ways:
        card = ir.Local(b.fresh("card"))
        if role := no_role(b, card):
            happens.append(ir.For(card.name, left.cards, tuple(role)))
        happens += fault_if_full(b, to.zone, to.owner, node.at)
    if moves_are_caught(b):
        happens = caught_swap(b, node.rule, ways, happens)
    if one[0] == other[0] and sides[0].owner is not None and sides[1].owner is not None:
        two = ir.Compare("!=", sides[0].owner, sides[1].owner)
        return [*before, ir.If(two, tuple(happens))]
    return [*before, *happens]


def lay_all(b: Lowering, left: Side, to: Side) -> Lowered:
    """Cards go to a zone in their order; from stacks to stacks each stack as a whole."""
    if not all(b.format.zones[side.zone].keeps_object for side in (left, to)):
        return [ir.Move(left.cards, True, to.zone, to.owner)]
    top, beneath = ir.Local(b.fresh("top")), ir.Local(b.fresh("beneath"))
    under = ir.Reversed(ir.Native("cards_beneath", (top,)))
    body = (
        ir.Let(beneath.name, under, True),
        ir.Move(top, False, to.zone, to.owner),
        ir.Move(beneath, True, "", None, "bottom", at=top),
    )
    return [ir.For(top.name, ir.Native("stack_tops", (left.cards,)), body)]


def caught_swap(
    b: Lowering, rule: str, ways: tuple[tuple[Side, Side], ...], happens: Lowered
) -> Lowered:
    """The swap of two zones, met by the rules about `moved`: one forbidden card stops it all."""
    stopped = ir.Local(b.fresh("stopped"))
    asked, before = list[ir.Statement](), list[ir.Statement]()
    for left, to in ways:
        card = ir.Local(b.fresh("card"))
        source, goal = zone_number(b, left.zone), zone_number(b, to.zone)
        fields = moved_fields(b, card, source, goal, to.owner or NOBODY, rule)
        forbidden = forbid_condition(b, "moved", fields)
        if forbidden is not None:
            stop = (
                ir.Announce("moved", 2, (card,)),
                ir.Let(stopped.name, TRUE),
                *cannot_be_done(b),
            )
            asked.append(ir.For(card.name, left.cards, (ir.If(forbidden, stop),)))
        happens.append(ir.For(card.name, left.cards, tuple(catch_after(b, "moved", fields))))
        preceding = tuple(catch_preceding(b, "moved", fields))
        before += [ir.For(card.name, left.cards, preceding)] if preceding else []
    happens = [*before, *happens]
    if not asked:
        return happens
    free = ir.Compare("==", stopped, FALSE)
    return [ir.Let(stopped.name, FALSE), *asked, ir.If(free, tuple(happens))]


def moves_are_caught(b: Lowering) -> bool:
    """Whether any rule is about moves, or something ends with one."""
    sentences = b.format.sentences
    waiting = (x.rule for sentence in sentences for x in sentence.triggers)
    rules = any(rule.event.name == "moved" for rule in (*b.format.rules, *waiting))
    return rules or any(watch.event == "moved" for watch in b.format.watches)


def caught_move(
    b: Lowering,
    card: str,
    zone: str,
    owner: ir.Expression | None,
    at: ir.Expression | None,
    rule: str,
    happens: Lowered,
) -> Lowered:
    """What moves one card to a place or to the object of a card, met by the rules about
    `moved`.
    """
    if not moves_are_caught(b):
        return happens
    destination: ir.Expression = NOBODY
    whose: ir.Expression = owner if owner is not None else NOBODY
    if at is not None:
        destination, whose = ir.PlaceOf(at), ir.Native("zone_owner", (at,))
    elif zone:
        destination = zone_number(b, zone)
    source = ir.Local(b.fresh("source"))
    found = ir.Let(source.name, ir.PlaceOf(ir.Local(card)))
    fields = moved_fields(b, ir.Local(card), source, destination, whose, rule)
    happens = [*happens, *catch_after(b, "moved", fields)]
    if not any(rules_about(b, "moved", kind) for kind in ("before", "instead")):
        return [found, *unless_forbidden(b, ir.Local(card), fields, happens)]
    before = catch_before(b, "moved", fields, (ir.Local(card),))
    body = (*before, *happens)
    names = free_locals(body)
    moving = b.procedure(b.fresh("moving"), names, body, 0)
    return [found, ir.Call(moving, tuple(map(ir.Local, names)))]


def zone_number(b: Lowering, zone: str) -> ir.Expression:
    return ir.Int(list(b.format.zones).index(zone))


def moved_fields(
    b: Lowering,
    card: ir.Expression,
    source: ir.Expression,
    destination: ir.Expression,
    whose: ir.Expression,
    rule: str,
) -> Env:
    """What the names of `moved` are."""
    values = {
        "card": card,
        "source": source,
        "destination": destination,
        "player": whose,
        "rule": ir.Int(b.name_index(rule)) if rule else NOBODY,
    }
    return fields_of(b.format.events["moved"], values)


def unless_forbidden(b: Lowering, card: ir.Expression, fields: Env, happens: Lowered) -> Lowered:
    """What happens if no rule forbids that a card moves; else that is recorded."""
    forbidden = forbid_condition(b, "moved", fields)
    if forbidden is None:
        return happens
    stop = (ir.Announce("moved", 2, (card,)), *cannot_be_done(b))
    return [ir.If(forbidden, stop, tuple(happens))]


def after_move(b: Lowering, node: t.Move, zone: str, owner: ir.Expression | None) -> After:
    """The role of the moved card, and the fault when a limited zone is too full."""
    full = fault_if_full(b, zone, owner, node.at)
    roles = b.format.role_zones
    source = node.cards.zone

    def after(card: ir.Expression) -> Lowered:
        found: Lowered = []
        if node.role:
            found.append(ir.Set(ROLE, card, ir.Int(b.role(node.role))))
        elif roles and (not source or source in roles):
            found.append(ir.Set(ROLE, card, NOBODY))
        return [*found, *full]

    return after


def fault_if_full(b: Lowering, zone: str, owner: ir.Expression | None, at: At) -> Lowered:
    """The fault when a limited zone holds too much."""
    room = zone_room(b, zone, owner)
    if room is None:
        return []
    place = b.place(replace(at, clauses=()))
    fault: ir.Statement = ir.Fault("zone-full", place)
    if failed := cannot_be_done(b):
        fault = ir.If(ir.Compare(">", ir.Field(TRYING), ir.Int(0)), tuple(failed), (fault,))
    return [ir.If(ir.Compare(">", *room), (fault,))]


def zone_room(
    b: Lowering, zone: str, owner: ir.Expression | None
) -> tuple[ir.Expression, ir.Expression] | None:
    """How many cards count against a zone's limit now, and the limit."""
    limit = b.format.limits.get(zone)
    if limit is None:  # what is laid on an object needs no room of its own
        return None
    whose = owner if b.format.zones[zone].per_player else None
    env = {limit.owner: whose if whose is not None else ir.Int(0)}
    most = lower_value(b, limit.most, env)
    members: ir.Expression = ir.Zone(zone, whose)
    if limit.counts is None:
        return ir.Count(members), most
    if b.format.zones[zone].holds_stacks:
        members = ir.Native("stack_tops", (members,))
    name = b.fresh("it")
    test = lower_value(b, limit.counts, {**env, limit.card: ir.Local(name)})
    return ir.Count(ir.Select(name, members, test)), most
