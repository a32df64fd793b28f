"""Statements about cards: where they go, how they lie, who sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from ...nodes import expressions as e
from ...nodes import modes
from ...nodes import statements as s
from ...problems.problem import Advice
from ...typed import statements as t
from ...typed.statements import Block
from ...typed.truths import TRUE, CardIs, Exists, Not, conjunction, count_is, is_some, truth
from ...typed.types import ONE_CARD, PLAYER, Type
from ...typed.values import Constant, Value
from ..context import DEMANDS, STATEMENTS, Resolver, Scope, at, resolves
from ..values.cards import orientation
from ..values.coercions import as_set, number, player, resolve, resolve_set, words
from ..values.meant import example_of
from ..values.members import candidate
from ..values.names import kind_held


@resolves(STATEMENTS, s.ShuffleStatement)
def shuffle(r: Resolver, node: s.ShuffleStatement, scope: Scope) -> Block:
    value = resolve(r, node.place, scope)
    if value.place is None:
        r.problem("not-a-zone", f"`{words(node.place)}` is no zone.", node.place.span)
        return ()
    return (t.Shuffle(value.place),)


@resolves(STATEMENTS, s.RevealStatement)
def reveal(r: Resolver, node: s.RevealStatement, scope: Scope) -> Block:
    value = resolve(r, node.what, scope)
    if value.type.kind != "card":
        text = f"`{words(node.what)}` are no cards."
        r.refuse(value, "not-cards", text, node.what.span)
        return ()
    scope.shown.add(value.zone)
    return (t.Reveal(resolve_set(r, node.what, scope)),)


@resolves(STATEMENTS, s.ShowStatement)
def show(r: Resolver, node: s.ShowStatement, scope: Scope) -> Block:
    seat = player(r, node.player, scope)
    cards = resolve_set(r, node.what, scope)
    scope.shown.add(cards.zone)
    return (t.Reveal(cards, seat),)


@resolves(STATEMENTS, s.GiveStatement)
def give(r: Resolver, node: s.GiveStatement, scope: Scope) -> Block:
    """From now on the cards belong to a player; to `none`: to nobody."""
    cards, to = resolve(r, node.what, scope), resolve(r, node.player, scope, PLAYER)
    if cards.type.kind != "card":
        if cards.type.kind not in ("unknown", "empty"):
            text = f"`{words(node.what)}` are no cards: what is given is a card, to a player."
            r.problem("not-cards", text, node.what.span)
        return ()
    if to.type.many or to.type.kind not in ("player", "none", "unknown"):
        text = f"`{words(node.player)}` is no player: a card is given to whom it is to belong."
        mend = f"move {words(node.what)} to {words(node.player)}" if to.place is not None else ""
        r.problem("not-a-player", text, node.span if mend else node.player.span, mend)
        return ()
    r.features.add("give")
    return (t.Give(as_set(r, cards, node.what), to, at(node)),)


@resolves(DEMANDS, s.GiveStatement)
def give_demand(r: Resolver, node: s.GiveStatement, scope: Scope) -> Value:
    """What is given as a cost must be there."""
    return is_some(resolve_set(r, node.what, scope))


@resolves(STATEMENTS, s.TurnStatement)
def turn(r: Resolver, node: s.TurnStatement, scope: Scope) -> Block:
    cards = resolve_set(r, node.what, scope)
    found: list[t.Statement] = []
    for manner in node.manners:
        if isinstance(manner, modes.FaceManner):
            found.append(t.TurnFace(cards, face_number(r, manner)))
        elif isinstance(manner, modes.TurnedManner):
            found.append(t.Rotate(cards, orientation_in(r, manner, cards.zone)))
    return tuple(found)


@resolves(DEMANDS, s.TurnStatement)
def turn_demand(r: Resolver, node: s.TurnStatement, scope: Scope) -> Value:
    """What is turned as a cost must be there, and not lie so yet."""
    cards = resolve_set(r, node.what, scope)
    each, it = candidate(cards)
    tests = [is_some(cards)]
    for done in turn(r, node, scope):
        if isinstance(done, t.TurnFace):
            is_so = CardIs("face", it, Value(Constant(done.face), Type("face")))
        elif isinstance(done, t.Rotate):
            is_so = CardIs("turned", it, Value(Constant(done.orientation), Type("turned")))
        else:
            raise TypeError(done)
        tests.append(truth(Not(truth(Exists(each, cards, truth(is_so))))))
    return conjunction(*tests)


def face_number(r: Resolver, manner: modes.FaceManner) -> int:
    r.features.add("face")
    if str(manner.word) not in ("up", "down"):
        text = "A card is face up or face down."
        r.problem("unknown-word", text, manner.span, "face up")
    return 1 if manner.word == "up" else 0


def orientation_in(r: Resolver, manner: modes.TurnedManner, zone: str) -> int:
    r.features.add("turned")
    spec = r.zones.get(zone)
    zones = [spec] if spec is not None and spec.orientations else list(r.zones.values())
    return orientation(r, manner.word, zones, 0)


@resolves(STATEMENTS, s.MoveStatement)
def move(r: Resolver, node: s.MoveStatement, scope: Scope) -> Block:
    what, to = resolve(r, node.what, scope), resolve(r, node.place, scope)
    beside = to.place is None and to.type.kind == "card" and not to.type.many
    if to.place is None and not (beside and node.where != "to"):
        text, span, mend = f"`{words(node.place)}` is no zone.", node.place.span, ""
        if to.type.kind == "player":
            mend = f"{words(node.place)}'s {what.zone or '..'}"
        if node.where == "to" and isinstance(node.place, (e.Top, e.Bottom)):
            where = "to" if isinstance(node.place, e.Top) else "under"
            mend = f"move {words(node.what)} {where} {words(node.place.of)}"
            text, span = f"`to` lays a card on top, `under` at the bottom: `{mend}`.", node.span
        r.refuse(to, "not-a-zone", text, span, mend)
        return ()
    if what.type.kind != "card":
        if what.type.kind not in ("unknown", "empty"):
            r.problem("not-cards", f"`{words(node.what)}` are no cards.", node.what.span)
        return ()
    zone = to.place[0] if to.place is not None else ""
    face, turned, role = -1, -1, ""
    for manner in node.manners:
        if isinstance(manner, modes.FaceManner):
            face = face_number(r, manner)
        elif isinstance(manner, modes.TurnedManner):
            turned = orientation_in(r, manner, zone)
        elif isinstance(manner, modes.RoleManner):
            role = str(manner.word)
            r.features.add("role")
    where = cast(Literal["to", "onto", "under"], str(node.where))
    card = to if to.place is None else None
    if card is not None:
        r.features.add("entry")
    bearer = bearer_for(r, node, zone, scope)
    lies = (bearer, face, turned, role)
    return (t.Move(what, where, to.place, card, *lies, scope.rule, at(node)),)


def bearer_for(r: Resolver, node: s.MoveStatement, zone: str, scope: Scope) -> Value | None:
    """The card that others are attached to, in a zone for that."""
    spec = r.zones.get(zone)
    attached = spec.attached if spec is not None else ()
    if node.bearer is None:
        if spec is not None and spec.falls:
            text = f'What lies in "{zone}" is attached to a card; this does not say to which.'
            card = example_of(r, ONE_CARD, scope)
            told = f"move {words(node.what)} {node.where} {words(node.place)} on {card}"
            advice = Advice("Name the card behind `on`.")
            r.problem("no-bearer", text, node.span, told if card else advice)
        return None
    value, told = resolve(r, node.bearer, scope), f"`{words(node.bearer)}`"
    if value.type.kind != "card" or value.type.many:
        text = f"{told} is not one card, to which another is attached."
        r.refuse(value, "not-one-card", text, node.bearer.span)
    elif not attached:
        text = f"Cards in `{words(node.place)}` are attached to nothing."
        advice = Advice(
            f"Leave `on` out, or declare the zone `attached to` {value.zone or 'another'}."
        )
        r.problem("cannot-be-attached", text, node.span, advice)
    elif value.zone not in ("", *attached):
        text = f'{told} is in "{value.zone}"; cards in "{zone}" are attached to {in_(attached)}.'
        r.problem("cannot-bear", text, node.bearer.span)
    else:
        return value
    return None


def in_(zones: Iterable[str]) -> str:
    return "those in " + ", ".join(zones)


@resolves(DEMANDS, s.MoveStatement)
def move_demand(r: Resolver, node: s.MoveStatement, scope: Scope) -> Value:
    """`move top 3 of deck ..` as a cost needs three cards; a single card must be there."""
    what = node.what
    while isinstance(what, e.Bracket):
        what = what.inner
    if not isinstance(what, (e.Top, e.Bottom)):
        return TRUE
    members = resolve_set(r, what.of, scope)
    if what.amount is None:
        return is_some(members)
    return count_is(members, ">=", number(r, what.amount, scope))


@resolves(STATEMENTS, s.SwapStatement)
def swap(r: Resolver, node: s.SwapStatement, scope: Scope) -> Block:
    """Two cards, or two zones; each may lie where the other does."""
    sides = [(one, resolve(r, one, scope)) for one in (node.one, node.other)]
    for written, value in sides:
        if value.type.kind != "card":
            if value.type.kind not in ("unknown", "empty"):
                text = f"`{words(written)}` are no cards."
                r.problem("not-cards", text, written.span)
            return ()
    text = why_not_swapped(r, sides)
    if text:
        r.problem("swap-unlike", text, node.span)
        return ()
    (_, one), (_, other) = sides
    if one.place is not None and all(r.zones[x.zone].keeps_object for x in (one, other)):
        r.features.add("entry")
    return (t.Swap(one, other, scope.rule, at(node)),)


def why_not_swapped(r: Resolver, sides: list[tuple[e.Expression, Value]]) -> str:
    """What is wrong with two sides of a swap; nothing if they can change places."""
    (first, one), (second, other) = sides
    if first == second:
        return f"`{words(first)}` cannot change places with itself."
    for written, value in sides:
        if value.place is None and value.type.many:
            return f"`{words(written)}` may be several cards: swap one card, or a zone."
    if (one.place is None) != (other.place is None):
        zone, card = (first, second) if one.place is not None else (second, first)
        return f"`{words(zone)}` is a zone and `{words(card)}` is a card: swap two of a kind."
    for written, value in sides:
        if value.place is not None and r.zones[value.zone].attached:
            return f"What lies in `{words(written)}` is attached to cards: swap one card."
    for (written, value), there in zip(sides, (other, one), strict=True):
        held = kind_held(r, there.zone)
        if held not in ("", value.type.of):
            what = "holds more than" if value.place is not None else "may be no"
            return f"`{there.zone}` holds {held} alone, and `{words(written)}` {what} {held}."
    return ""


@resolves(DEMANDS, s.SwapStatement)
def swap_demand(r: Resolver, node: s.SwapStatement, scope: Scope) -> Value:
    """Two cards that change places as a cost must be there."""
    sides = [(one, resolve(r, one, scope)) for one in (node.one, node.other)]
    cards = [as_set(r, value, one) for one, value in sides if value.place is None]
    return conjunction(*map(is_some, cards))
