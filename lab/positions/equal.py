"""Whether a scenario stands where a game stood: every cell of their states, card by card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from ...dsl.ir.names import BEARER, ENTRY, OWNED, PLACE, engine_name
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import OPTIONS, PICKED, RESULT, SEAT, SITE, STACK, State
from ...interpreter.knowledge.record import Recorder, recorder_of
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.objects import bearer_of, card_of_key, object_cards
from .facts import is_half


@dataclass(frozen=True, slots=True)
class Standing:
    """A recorded state of a match. Two matches of one program may number their cards in another
    way: `cards` gives by the card of this one that of the other.
    """

    match: Match
    state: State
    cards: Mapping[int, int]

    def card(self, card: int) -> int:
        """What the other match calls a card; what is no card stays."""
        return self.cards.get(card, card)

    def thing(self, key: int) -> object:
        """The object or card that a key stands for, by its cards."""
        card = card_of_key(self.state, self.match, key)
        if card < 0:
            return key
        return tuple(self.card(one) for one in self.object(card))

    def object(self, card: int) -> Sequence[int]:
        if ENTRY not in self.match.layout.columns:
            return [card]
        return object_cards(self.state, self.match, card)

    def value(self, kind: str, value: int) -> int:
        return self.card(value) if kind == "card" else value


def differences(one: Standing, other: Standing) -> Iterator[str]:
    """What is not the same in two states, each by the name that the rules have for it. The chance
    that is still to come does not count, nor do the numbers that objects and changes have.
    """
    yield from fields_of(one, other)
    yield from places_of(one, other)
    yield from changes_of(one, other)
    yield from questions_of(one, other)
    yield from known_of(one, other)


def fields_of(one: Standing, other: Standing) -> Iterator[str]:
    """Gauges and notes, the engine's own among them."""
    match, seats = one.match, range(one.match.program.seats)
    for name, slot in match.layout.fields.items():
        spec = slot.spec
        if is_half(name):
            continue
        owners = {"game": (-1,), "player": seats}.get(spec.per, range(len(match.cards)))
        for owner in owners:
            there = one.card(owner) if spec.per == "card" else owner
            mine = one.value(spec.type, match.field(one.state, name, owner))
            if mine != other.match.field(other.state, name, there):
                yield name
                break


def places_of(one: Standing, other: Standing) -> Iterator[str]:
    """Where cards lie, in which order, how, in which objects and attached to what."""
    match, order = one.match, range(len(one.match.cards))
    for cell, (zone, _) in match.layout.zone_at.items():
        mine, theirs = [*map(one.card, one.state[cell])], [*other.state[cell]]
        if match.program.zones[zone].held:  # they lie there in no order
            mine, theirs = sorted(mine), sorted(theirs)
        if mine != theirs:
            yield zone
    columns = {*match.layout.columns} - {PLACE, ENTRY, BEARER}
    for name in sorted(columns):
        cell = match.layout.columns[name]
        if any(one.state[cell][card] != other.state[cell][one.card(card)] for card in order):
            yield name
    for card in order:
        there = one.card(card)
        if [*map(one.card, one.object(card))] != [*other.object(there)]:
            yield ENTRY
        if BEARER in match.layout.columns:
            mine = bearer_of(one.state, match, card)
            if one.card(mine) != bearer_of(other.state, other.match, there):
                yield BEARER
    owners = [(match.cards[c][1], other.match.cards[one.card(c)][1]) for c in order]
    if OWNED not in match.layout.fields and any(mine != its for mine, its in owners):
        yield "owner"


def changes_of(one: Standing, other: Standing) -> Iterator[str]:
    """Modifiers in force, and what waits."""
    layout, theirs = one.match.layout, other.match.layout
    plain = [modifier_of(one, row) for row in one.state[layout.modifiers]]
    if plain != [modifier_of(other, row) for row in other.state[theirs.modifiers]]:
        yield "modifiers"
    mine, waiting = one.state[layout.queue], other.state[theirs.queue]
    if len(mine) != len(waiting) or not all(map(alike(one), mine, waiting)):
        yield "what waits"


def modifier_of(standing: Standing, row: Sequence[int]) -> tuple[object, ...]:
    """A modifier without its running number."""
    number, key, _, operation, amount, until, *rest = row
    name = [*standing.match.program.properties][number]
    of = standing.match.program.properties[name].of
    target = {"card": standing.thing(key), "part": None}.get(of, key)
    return (name, target, operation, amount, lasts(standing, until), *rest)


def lasts(standing: Standing, until: int) -> object:
    """Until when something lasts; of a step that ends it every second time, whether the next."""
    if until < 0:
        return None
    moment = standing.match.program.moments[until]
    if moment.kind not in ("even step", "odd step"):
        return moment
    half = standing.match.field(standing.state, engine_name("half", moment.name), moment.seat)
    return moment.name, moment.seat, half == (moment.kind == "odd step")


def alike(one: Standing) -> Any:
    """Whether two values of frames are the same: a number, a card under both its numbers, or a set
    of them, whose order may be that of the numbers.
    """

    def same(mine: Any, theirs: Any) -> bool:
        if isinstance(mine, tuple | list) and isinstance(theirs, tuple | list):
            rows = cast(tuple[Any, ...], mine), cast(tuple[Any, ...], theirs)
            if len(rows[0]) != len(rows[1]):
                return False
            if all(map(same, *rows)):
                return True
            plain = all(isinstance(value, int) for row in rows for value in row)
            return plain and sorted(map(one.card, rows[0])) == sorted(rows[1])
        return mine == theirs or (isinstance(mine, int) and one.card(mine) == theirs)

    return same


def questions_of(one: Standing, other: Standing) -> Iterator[str]:
    """Who is asked what, and what goes on behind it; how the game ended."""
    for cell, what in ((SEAT, "seat"), (SITE, "question"), (PICKED, "picks")):
        if one.state[cell] != other.state[cell]:
            yield what
    if len(one.state[OPTIONS]) != len(other.state[OPTIONS]):
        yield "options"
    mine, theirs = one.state[RESULT], other.state[RESULT]
    if (mine and mine[0]) != (theirs and theirs[0]):
        yield "result"
    pauses = one.match.why(one.state), other.match.why(other.state)
    places = [[(pause.procedure, pause.place) for pause in side] for side in pauses]
    if places[0] != places[1] or len(one.state[STACK]) != len(other.state[STACK]):
        yield "rules that wait"
        return
    same = alike(one)
    for mine, theirs in zip(*pauses, strict=True):
        for name, value in mine.values.items():
            if not same(value, theirs.values[name]):
                yield f"{name} in {mine.procedure}"


def known_of(one: Standing, other: Standing) -> Iterator[str]:
    """Which seats know which card."""
    mine, theirs = (recorder_of(side.state, Recorder).known for side in (one, other))
    for card, seats in enumerate(mine):
        if seats != theirs[one.card(card)]:
            yield "knowledge"
            return
