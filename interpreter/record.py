"""What the record variant writes down: every event, who saw it, and who knows which card.

Knowledge is a bit mask of seats for each card. A zone shows a card to its audience: all
seats when it is `seen` by all or the card lies face up (and the zone is not seen by
nobody), the owner when `seen` by the owner. After a move the audience of the new place
knows the card; a seat that knew it keeps knowing it if it could follow it: it saw the place
the card left, or that place is ordered. Entering a pile seen by nobody, and a shuffle, end
all knowledge. When an unseen card leaves an unordered place, the seats that cannot follow
lose every card of that place that they do not see: any of them may have gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .layout import OPERATIONS, Layout, State
from .symbols import Symbols

ORDERED = ("pile", "stack", "queue", "slots")
STAGES = ("begins", "ends", "prevented", "replaced", "misfired")
POSITIONS = ("top", "bottom", "onto")

Value = int | str


class Event(NamedTuple):
    """One thing that happened. `seen` is the mask of seats that saw what its values say.

    kind        values
    ask         seat, site, picked option, picked index, number of options
    forced      seat, site, the only option
    move        card, zone, owner, to zone, to owner, position, face, turned
    face        card, face
    turn        card, turned
    change      field, owner (seat, card or -1), old value, new value
    modify      property, target, operation, amount, moment or "", tag
    expire      property, target key, operation, amount, moment, tag
    random      the outcome, number of members
    shuffle     zone, owner, cards in the new order...
    reveal      seat (-1: all), cards...
    queue       trigger, arguments...
    trigger     trigger, arguments...
    enter       path of the step, player
    leave       path of the step, player
    verb        verb, stage, arguments...
    end         winner (-1: draw)

    `place` is the index in `Program.places` of the statement behind it. An event with
    hidden cards (move, shuffle, ask at a secret site) is still told to others, without the
    identity of its cards.
    """

    kind: str
    values: tuple[Value, ...]
    seen: int
    place: int


def flat(arguments: Sequence[object]) -> tuple[int, ...]:
    """Arguments as plain ints; a set among them stands as its members."""
    found: list[int] = []
    for argument in arguments:
        if isinstance(argument, int):
            found.append(argument)
        elif isinstance(argument, tuple | list):
            found.extend(flat(argument))  # pyright: ignore[reportUnknownArgumentType]
    return tuple(found)


class Sight:
    """By cell of a state: who sees a card that lies in the list there."""

    def __init__(self, layout: Layout) -> None:
        self.all_seats = (1 << layout.seats) - 1
        self.place = layout.columns["place"]
        self.face = layout.columns.get("face", -1)
        self.declared_face = [0] * layout.size
        self.face_down = [0] * layout.size
        self.face_up = [0] * layout.size
        self.ordered = [False] * layout.size
        self.forgets = [False] * layout.size
        for cell, (name, owner) in layout.zone_at.items():
            spec = layout.program.zones[name]
            own = 1 << owner if spec.seen == "owner" and owner >= 0 else 0
            self.face_down[cell] = self.all_seats if spec.seen == "all" else own
            self.face_up[cell] = 0 if spec.seen == "nobody" else self.all_seats
            self.declared_face[cell] = spec.face
            self.ordered[cell] = spec.kind in ORDERED
            self.forgets[cell] = spec.kind == "pile" and spec.seen == "nobody"

    def audience(self, state: State, card: int) -> int:
        """The seats that see a card where it lies now."""
        cell = int(state[self.place][card])
        face = self.declared_face[cell] if self.face < 0 else state[self.face][card]
        return self.face_up[cell] if face == 1 else self.face_down[cell]


class Recorder:
    """Lives in cell 5 of a state that plays in a recording variant; a clone of the state
    gets its own.

    `events` is the list of all `Event`s so far; `known[card]` the mask of seats that know
    the card; `steps` the (path, player) now open, outermost first.
    """

    __slots__ = (
        "all_seats",
        "events",
        "known",
        "layout",
        "sight",
        "steps",
        "symbols",
        "turned",
    )

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        self.layout = layout
        self.symbols = symbols
        self.sight = Sight(layout)
        self.all_seats = self.sight.all_seats
        self.turned = layout.columns.get("turned", -1)
        self.events: list[Event] = []
        self.steps: list[tuple[str, int]] = []
        self.known = [0] * cards
        for card in range(cards):
            self.known[card] = self.audience(state, card)

    def clone(self) -> Recorder:
        """An independent copy."""
        copy = object.__new__(Recorder)
        copy.layout = self.layout
        copy.symbols = self.symbols
        copy.all_seats = self.all_seats
        copy.sight = self.sight
        copy.turned = self.turned
        copy.events = self.events[:]
        copy.steps = self.steps[:]
        copy.known = self.known[:]
        return copy

    # ---- knowledge

    def audience(self, state: State, card: int) -> int:
        """The seats that see a card where it lies now."""
        return self.sight.audience(state, card)

    def _follow(self, state: State, card: int, source: int, seen_before: int) -> int:
        """Moves what is known of a card along; gives the seats that saw which one moved."""
        sight = self.sight
        seen_after = sight.audience(state, card)
        followed = self.known[card]
        if not sight.ordered[source]:
            followed &= seen_before
            lost = self.all_seats & ~(seen_before | seen_after)
            if lost:
                for left in state[source]:
                    self.known[left] &= ~lost | sight.audience(state, left)
        forgets = sight.forgets[int(state[sight.place][card])]
        self.known[card] = seen_after if forgets else followed | seen_after
        return followed | seen_after

    # ---- choices and chance

    def asked(self, seat: int, site: int, options: Sequence[int], index: int) -> None:
        """`seat` answered a choice."""
        spec = self.layout.program.sites[site]
        seen = 1 << seat if spec.secret else self.all_seats
        values = (seat, site, options[index], index, len(options))
        self.events.append(Event("ask", values, seen, spec.place))

    def forced(self, seat: int, site: int, option: int) -> None:
        """A choice with one option was made for `seat` (-1: nobody, who saw nothing)."""
        spec = self.layout.program.sites[site]
        own = 1 << seat if seat >= 0 else 0
        seen = own if spec.secret else self.all_seats
        self.events.append(Event("forced", (seat, site, option), seen, spec.place))

    def random(self, outcome: int, count: int, place: int) -> None:
        """Chance picked one of `count` members."""
        self.events.append(Event("random", (outcome, count), self.all_seats, place))

    def shuffled(self, state: State, index: int, place: int) -> None:
        """List `index` has a new order."""
        members = state[index]
        for card in members:
            self.known[card] = self.audience(state, card)
        values = (*self.layout.zone_at[index], *members)
        self.events.append(Event("shuffle", values, 0, place))

    # ---- cards

    def moved(
        self, state: State, card: int, source: int, before: int, position: int, place: int
    ) -> None:
        """A card went from list `source`, where its face was `before`, to where it lies
        now.
        """
        sight, zone_at = self.sight, self.layout.zone_at
        target = int(state[sight.place][card])
        if before < 0:
            before = sight.declared_face[source]
        seen_before = sight.face_up[source] if before == 1 else sight.face_down[source]
        seen = self._follow(state, card, source, seen_before)
        face = sight.declared_face[target] if sight.face < 0 else state[sight.face][card]
        turned = state[self.turned][card] if self.turned >= 0 else 0
        from_zone, from_owner = zone_at[source]
        to_zone, to_owner = zone_at[target]
        where = POSITIONS[position]
        values = (card, from_zone, from_owner, to_zone, to_owner, where, face, turned)
        self.events.append(Event("move", values, seen, place))

    def faced(self, state: State, card: int, place: int) -> None:
        """A card was turned over."""
        face = state[self.layout.columns["face"]][card]
        self.known[card] |= self.all_seats if face == 1 else self.audience(state, card)
        self.events.append(Event("face", (card, face), self.known[card], place))

    def rotated(self, state: State, card: int, place: int) -> None:
        """A card got another orientation."""
        turned = state[self.layout.columns["turned"]][card]
        self.events.append(Event("turn", (card, turned), self.known[card], place))

    def revealed(self, cards: Sequence[int], seat: int, place: int) -> None:
        """All seats (`seat` -1) or one learn the cards."""
        mask = self.all_seats if seat < 0 else 1 << seat
        shown = [card for card in cards if card >= 0]
        for card in shown:
            self.known[card] |= mask
        self.events.append(Event("reveal", (seat, *shown), mask, place))

    # ---- values

    def changed(self, name: int, owner: int, old: int, new: int, place: int) -> None:
        """A field (by its number among the program's fields) got another value."""
        title, spec = self.symbols.fields[name]
        seen = self.all_seats
        if spec.secret != "all":
            own = spec.per == "player" and spec.secret == "owner" and owner >= 0
            seen = 1 << owner if own else 0
        self.events.append(Event("change", (title, owner, old, new), seen, place))

    def modified(self, modifier: Sequence[int], target: int, place: int) -> None:
        """A running modifier was put on `target`."""
        values = self._modifier_values(modifier, target)
        self.events.append(Event("modify", values, self.all_seats, place))

    def expired(self, modifier: Sequence[int], place: int) -> None:
        """A running modifier ended."""
        values = self._modifier_values(modifier, modifier[1])
        self.events.append(Event("expire", values, self.all_seats, place))

    def _modifier_values(self, modifier: Sequence[int], target: int) -> tuple[Value, ...]:
        until = modifier[5]
        return (
            self.symbols.properties[modifier[0]],
            target,
            OPERATIONS[modifier[3]],
            modifier[4],
            self.layout.program.moments[until] if until >= 0 else "",
            self.symbols.tags[modifier[6]],
        )

    # ---- the course of the game

    def queued(self, entry: Sequence[object], place: int) -> None:
        """A trigger waits."""
        name = self.layout.program.triggers[flat(entry[:1])[0]]
        self.events.append(Event("queue", (name, *flat(entry[1:])), self.all_seats, place))

    def triggered(self, entry: Sequence[object], place: int) -> None:
        """A waiting trigger is taken off the queue and runs."""
        name = self.layout.program.triggers[flat(entry[:1])[0]]
        self.events.append(
            Event("trigger", (name, *flat(entry[1:])), self.all_seats, place)
        )

    def entered(self, path: int, player: int, place: int) -> None:
        """A step begins."""
        step = (self.symbols.paths[path], player)
        self.steps.append(step)
        self.events.append(Event("enter", step, self.all_seats, place))

    def left(self, path: int, place: int) -> None:
        """A step is over; so are those inside it."""
        name, player = self.symbols.paths[path], -1
        while any(name == open_path for open_path, _ in self.steps):
            closed, player = self.steps.pop()
            if closed == name:
                break
        self.events.append(Event("leave", (name, player), self.all_seats, place))

    def announced(
        self, verb: int, stage: int, arguments: Sequence[object], place: int
    ) -> None:
        """A verb begins, ends, was prevented, replaced or misfired."""
        values = (self.symbols.verbs[verb], STAGES[stage], *flat(arguments))
        self.events.append(Event("verb", values, self.all_seats, place))

    def ended(self, winner: int, place: int) -> None:
        """The game is over."""
        self.events.append(Event("end", (winner,), self.all_seats, place))
