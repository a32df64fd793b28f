"""Moves of cards, each met by the rules about `moved`; then roles, and the room there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..ir import ir
from ..ir.names import ROLE
from ..typed import statements as t
from .context import (
    NOBODY,
    Frame,
    Lowered,
    Lowering,
    code_of_statement,
    lower_value,
    there,
)
from .events import catch_after, fields_of, forbid_condition
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
    after = after_move(b, node, zone, owner)
    one = ir.Move(cards, many, zone, owner, to, face, turned, at)
    if not moves_are_caught(b):
        if not after(NOBODY):
            return [*before, one]
        name = b.fresh("card")
        inner = [replace(one, cards=ir.Local(name), many=False), *after(ir.Local(name))]
    else:
        name = b.fresh("card")
        happens = [replace(one, cards=ir.Local(name), many=False), *after(ir.Local(name))]
        inner = caught_move(b, name, zone, owner, at, node.rule, happens)
    if many:
        return [*before, ir.For(name, cards, tuple(inner))]
    return [*before, ir.Let(name, cards), ir.If(there(name), tuple(inner))]


def moves_are_caught(b: Lowering) -> bool:
    """Whether anything forbids a move or waits for one."""
    sentences = b.format.sentences
    waiting = (x.rule for sentence in sentences for x in sentence.triggers)
    return any(rule.event.name == "moved" for rule in (*b.format.rules, *waiting))


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
    event = b.format.moved
    if event is None or not moves_are_caught(b):
        return happens
    source = b.fresh("source")
    destination: ir.Expression = NOBODY
    whose: ir.Expression = owner if owner is not None else NOBODY
    if at is not None:
        destination, whose = ir.PlaceOf(at), ir.Native("zone_owner", (at,))
    elif zone:
        destination = ir.Int(list(b.format.zones).index(zone))
    values: dict[str, ir.Expression] = {
        "card": ir.Local(card),
        "source": ir.Local(source),
        "destination": destination,
        "player": whose,
        "rule": ir.Int(b.name_index(rule)) if rule else NOBODY,
    }
    fields = fields_of(event, values)
    found: Lowered = [ir.Let(source, ir.PlaceOf(ir.Local(card)))]
    happens = [*happens, *catch_after(b, "moved", fields)]
    forbidden = forbid_condition(b, "moved", fields)
    if forbidden is None:
        return [*found, *happens]
    prevented = (ir.Announce("moved", 2, (ir.Local(card),)),)
    return [*found, ir.If(forbidden, prevented, tuple(happens))]


def after_move(b: Lowering, node: t.Move, zone: str, owner: ir.Expression | None) -> After:
    """The role of the moved card, and the fault when a limited zone is too full."""
    room = zone_room(b, zone, owner)
    roles = b.format.role_zones
    source = node.cards.zone

    def after(card: ir.Expression) -> Lowered:
        found: Lowered = []
        if node.role:
            found.append(ir.Set(ROLE, card, ir.Int(b.role(node.role))))
        elif roles and (not source or source in roles):
            found.append(ir.Set(ROLE, card, NOBODY))
        if room is not None:
            over = ir.Compare(">", *room)
            place = b.place(replace(node.at, clauses=()))
            found.append(ir.If(over, (ir.Fault("zone-full", place),)))
        return found

    return after


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
    if zone in b.format.stacks:
        members = ir.Native("stack_tops", (members,))
    name = b.fresh("it")
    test = lower_value(b, limit.counts, {**env, limit.card: ir.Local(name)})
    return ir.Count(ir.Select(name, members, test)), most
