"""What the record variant writes down: every event, who saw it, and who knows which card.

Knowledge is a bit mask of seats for each card. A zone shows a card to its audience: all
seats when it is `seen` by all or the card lies face up (and the zone is not seen by
nobody), the owner when `seen` by the owner. After a move the audience of the new place
knows the card; a seat that knew it keeps knowing it if it could follow it: it saw the place
the card left, or that place is ordered. Entering a pile seen by nobody, and a shuffle, end
all knowledge. When an unseen card leaves an unordered place, the seats that cannot follow
lose every card of that place that they do not see: any of them may have gone.

While play goes on the generated code only appends to a log; what that means is worked out
when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

from ..backend.layout import OPERATIONS, Layout, State
from ..backend.symbols import Symbols

ORDERED = ("pile", "stack", "queue", "slots")
STAGES = ("begins", "ends", "prevented", "replaced", "misfired")
POSITIONS = ("top", "bottom", "onto")

Value = int | str
Entry = tuple[Any, ...]  # the name of a method of `Recorder`, and its arguments


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


SIGHTS: WeakKeyDictionary[Layout, Sight] = WeakKeyDictionary()


def sight_of(layout: Layout) -> Sight:
    """The same for all recorders of a match."""
    if layout not in SIGHTS:
        SIGHTS[layout] = Sight(layout)
    return SIGHTS[layout]


# faster than `Event(...)`, and there are many
new_event = cast(Callable[[type[Event], tuple[Any, ...]], Event], tuple.__new__)  # pyright: ignore[reportUnknownMemberType]


class Recorder:
    """Lives in cell 5 of a state that plays in a recording variant; a clone of the state
    gets its own.

    `events` is the list of all `Event`s so far; `known[card]` the mask of seats that know
    the card; `steps` the (path, player) now open, outermost first. `log` holds what none of
    them tells yet.
    """

    __slots__ = (
        "_events",
        "_known",
        "_steps",
        "all_seats",
        "faces",
        "layout",
        "log",
        "places",
        "sight",
        "symbols",
    )

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        self.layout = layout
        self.symbols = symbols
        self.sight = sight_of(layout)
        self.all_seats = self.sight.all_seats
        self.log: list[Entry] = []
        self._events: list[Event] = []
        self._steps: list[tuple[str, int]] = []
        self.places: list[int] = state[self.sight.place][:cards]
        declared, face = self.sight.declared_face, self.sight.face
        self.faces: list[int] = (
            state[face][:cards] if face >= 0 else [declared[cell] for cell in self.places]
        )
        self._known = [self._audience(card) for card in range(cards)]

    def clone(self) -> Recorder:
        """An independent copy."""
        copy = object.__new__(Recorder)
        self.copy_into(copy)
        return copy

    def copy_into(self, copy: Recorder) -> None:
        """Makes `copy` an independent copy."""
        copy.layout = self.layout
        copy.symbols = self.symbols
        copy.sight = self.sight
        copy.all_seats = self.all_seats
        copy.log = self.log[:]
        copy._events = self._events[:]
        copy._steps = self._steps[:]
        copy.places = self.places[:]
        copy.faces = self.faces[:]
        copy._known = self._known[:]

    # ---- reading

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        if self.log:
            self.read()
        return self._events

    @property
    def known(self) -> list[int]:
        """Who knows which card."""
        if self.log:
            self.read()
        return self._known

    @property
    def steps(self) -> list[tuple[str, int]]:
        """The steps that are open."""
        if self.log:
            self.read()
        return self._steps

    def count(self) -> int:
        """The number of events so far."""
        return len(self._events) + len(self.log)

    def read(self) -> None:
        """Works out what the log says; each entry is one event."""
        log = self.log[:]
        self.log.clear()
        for name, *arguments in log:
            getattr(self, name)(*arguments)

    def _tell(self, kind: str, values: tuple[Value, ...], seen: int, place: int) -> None:
        self._events.append(new_event(Event, (kind, values, seen, place)))

    # ---- knowledge

    def audience(self, state: State, card: int) -> int:
        """The seats that see a card where it lies now."""
        return self.sight.audience(state, card)

    def _audience(self, card: int) -> int:
        """The seats that saw a card where it lay at this point of the log."""
        sight, cell = self.sight, self.places[card]
        return sight.face_up[cell] if self.faces[card] == 1 else sight.face_down[cell]

    def _follow(self, card: int, source: int, seen_before: int) -> int:
        """Moves what is known of a card along; gives the seats that saw which one moved."""
        sight, known = self.sight, self._known
        seen_after = self._audience(card)
        followed = known[card]
        if not sight.ordered[source]:
            followed &= seen_before
            lost = self.all_seats & ~(seen_before | seen_after)
            if lost:
                for left, cell in enumerate(self.places):
                    if cell == source:
                        known[left] &= ~lost | self._audience(left)
        forgets = sight.forgets[self.places[card]]
        known[card] = seen_after if forgets else followed | seen_after
        return followed | seen_after

    # ---- choices and chance

    def asked(self, seat: int, site: int, options: Sequence[int], index: int) -> None:
        """`seat` answered a choice."""
        spec = self.layout.program.sites[site]
        seen = 1 << seat if spec.secret else self.all_seats
        self._tell(
            "ask", (seat, site, options[index], index, len(options)), seen, spec.place
        )

    def forced(self, seat: int, site: int, option: int) -> None:
        """A choice with one option was made for `seat` (-1: nobody, who saw nothing)."""
        spec = self.layout.program.sites[site]
        own = 1 << seat if seat >= 0 else 0
        seen = own if spec.secret else self.all_seats
        self._tell("forced", (seat, site, option), seen, spec.place)

    def random(self, outcome: int, count: int, place: int) -> None:
        """Chance picked one of `count` members."""
        self._tell("random", (outcome, count), self.all_seats, place)

    def shuffled(self, index: int, members: Sequence[int], place: int) -> None:
        """List `index` has a new order."""
        for card in members:
            self._known[card] = self._audience(card)
        self._tell("shuffle", (*self.layout.zone_at[index], *members), 0, place)

    # ---- cards

    def moved(
        self,
        card: int,
        source: int,
        target: int,
        position: int,
        face: int,
        turned: int,
        place: int,
    ) -> None:
        """A card went from list `source` to list `target`, where it lies with this face
        (-1: that of the zone).
        """
        sight, zone_at = self.sight, self.layout.zone_at
        up = self.faces[card] == 1
        seen_before = sight.face_up[source] if up else sight.face_down[source]
        if face < 0:
            face = sight.declared_face[target]
        self.places[card], self.faces[card] = target, face
        seen = self._follow(card, source, seen_before)
        from_zone, from_owner = zone_at[source]
        to_zone, to_owner = zone_at[target]
        where = POSITIONS[position]
        values = (card, from_zone, from_owner, to_zone, to_owner, where, face, turned)
        self._tell("move", values, seen, place)

    def faced(self, card: int, face: int, place: int) -> None:
        """A card was turned over."""
        self.faces[card] = face
        self._known[card] |= self.all_seats if face == 1 else self._audience(card)
        self._tell("face", (card, face), self._known[card], place)

    def rotated(self, card: int, turned: int, place: int) -> None:
        """A card got another orientation."""
        self._tell("turn", (card, turned), self._known[card], place)

    def revealed(self, cards: Sequence[int], seat: int, place: int) -> None:
        """All seats (`seat` -1) or one learn the cards."""
        mask = self.all_seats if seat < 0 else 1 << seat
        shown = [card for card in cards if card >= 0]
        for card in shown:
            self._known[card] |= mask
        self._tell("reveal", (seat, *shown), mask, place)

    # ---- values

    def changed(self, name: int, owner: int, old: int, new: int, place: int) -> None:
        """A field (by its number among the program's fields) got another value."""
        title, spec = self.symbols.fields[name]
        seen = self.all_seats
        if spec.secret != "all":
            own = spec.per == "player" and spec.secret == "owner" and owner >= 0
            seen = 1 << owner if own else 0
        self._tell("change", (title, owner, old, new), seen, place)

    def modified(self, modifier: Sequence[int], target: int, place: int) -> None:
        """A running modifier was put on `target`."""
        self._tell("modify", self._modifier(modifier, target), self.all_seats, place)

    def expired(self, modifier: Sequence[int], place: int) -> None:
        """A running modifier ended."""
        values = self._modifier(modifier, modifier[1])
        self._tell("expire", values, self.all_seats, place)

    def _modifier(self, modifier: Sequence[int], target: int) -> tuple[Value, ...]:
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

    def queued(self, entry: Sequence[Any], place: int) -> None:
        """A trigger waits."""
        self._tell("queue", self._trigger(entry), self.all_seats, place)

    def triggered(self, entry: Sequence[Any], place: int) -> None:
        """A waiting trigger is taken off the queue and runs."""
        self._tell("trigger", self._trigger(entry), self.all_seats, place)

    def _trigger(self, entry: Sequence[Any]) -> tuple[Value, ...]:
        names: tuple[str, ...] = self.layout.program.triggers
        return names[int(entry[0])], *flat(entry[1:])

    def entered(self, path: int, player: int, place: int) -> None:
        """A step begins."""
        step = (self.symbols.paths[path], player)
        self._steps.append(step)
        self._tell("enter", step, self.all_seats, place)

    def left(self, path: int, place: int) -> None:
        """A step is over; so are those inside it."""
        steps, name, player = self._steps, self.symbols.paths[path], -1
        depth = len(steps) - 1
        while depth >= 0 and steps[depth][0] != name:
            depth -= 1
        if depth >= 0:
            player = steps[depth][1]
            del steps[depth:]
        self._tell("leave", (name, player), self.all_seats, place)

    def announced(
        self, verb: int, stage: int, arguments: Sequence[object], place: int
    ) -> None:
        """A verb begins, ends, was prevented, replaced or misfired."""
        values = (self.symbols.verbs[verb], STAGES[stage], *flat(arguments))
        self._tell("verb", values, self.all_seats, place)

    def ended(self, winner: int, place: int) -> None:
        """The game is over."""
        self._tell("end", (winner,), self.all_seats, place)
