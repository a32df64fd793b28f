"""What the record variant writes down: every event, who saw it, and who knows which card.

Knowledge is a bit mask of seats for each card. A zone shows a card to its audience: all
seats when it is `seen` by all or the card lies face up (and the zone is not seen by
nobody), the owner when `seen` by the owner. After a move the audience of the new place
knows the card; a seat that knew it keeps knowing it if it could follow it: it saw the place
the card left, or that place is ordered. Entering a pile seen by nobody, and a shuffle, end
all knowledge. When an unseen card leaves an unordered place, the seats that cannot follow
lose every card of that place that they do not see: any of them may have gone. A card that was
just shown to a seat, or that it picked, stays in its sight until somebody else chooses, chance
does, or another step begins: meanwhile the seat sees whether it is this one that goes.

While play goes on the generated code only appends to a log; what that means is worked out
when somebody reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Self, TypeVar, cast

from ...dsl.ir.names import OWNED
from ..backend.layout import OPERATIONS, RECORDER, Layout, State
from ..backend.symbols import Symbols
from .visibility import visibility_of

STAGES = ("begins", "ends", "prevented", "replaced", "misfired")
POSITIONS = ("top", "bottom", "onto", "place")

LEARNED = frozenset(["shuffled", "moved", "swapped", "faced", "revealed"])  # change what is known

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
    give        card, owner, new owner (seat, -1: nobody)
    attach      card, its bearer
    detach      card
    change      field, owner (seat, card or -1), old value, new value
    modify      property, target, operation, amount, moment (-1: none), tag
    expire      property, target key, operation, amount, moment, tag
    random      the outcome, number of members
    shuffle     zone, owner, cards in the new order...
    reveal      seat (-1: all), cards...
    queue       trigger, arguments...
    trigger     trigger, arguments...
    enter       path of the step, player
    leave       path of the step, player
    verb        verb, stage, arguments...
    end         places by seat (none: draw)...

    `place` is the index in `Program.places` of the statement behind it. Seats that did not
    see it learn of an event with hidden cards (move, shuffle, ask at a secret site) all the
    same, without the identity of its cards.
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
        "_sight",
        "_steps",
        "all_seats",
        "faces",
        "layout",
        "log",
        "places",
        "symbols",
        "visibility",
    )

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        self.layout = layout
        self.symbols = symbols
        self.visibility = visibility_of(layout)
        self.all_seats = self.visibility.all_seats
        self.log: list[Entry] = []
        self._events: list[Event] = []
        self._steps: list[tuple[str, int]] = []
        self.places: list[int] = state[self.visibility.place][:cards]
        declared, face = self.visibility.declared_face, self.visibility.face
        faces = state[face][:cards] if face >= 0 else [declared[c] for c in self.places]
        self.faces: list[int] = faces
        up, down = self.visibility.face_up, self.visibility.face_down
        lying = zip(self.places, faces, strict=True)
        self._known = [up[cell] if face == 1 else down[cell] for cell, face in lying]
        self._sight: dict[int, int] = {}  # by card, besides those who see where it lies

    def clone(self) -> Self:
        """An independent copy."""
        copy = object.__new__(type(self))
        copy.layout = self.layout
        copy.symbols = self.symbols
        copy.visibility = self.visibility
        copy.all_seats = self.all_seats
        copy.log = self.log[:]
        copy._events = self._events[:]
        copy._steps = self._steps[:]
        copy.places = self.places[:]
        copy.faces = self.faces[:]
        copy._known = self._known[:]
        copy._sight = self._sight.copy()
        return copy

    # ---- reading

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return self.read()._events

    @property
    def known(self) -> list[int]:
        """Who knows which card."""
        return self.read()._known

    @property
    def steps(self) -> list[tuple[str, int]]:
        """The steps that are open."""
        return self.read()._steps

    def learn(self, card: int, seats: int) -> None:
        """Some seats (a mask) know a card besides those who see it, from the start."""
        self._known[card] |= seats

    def count(self) -> int:
        """The number of events so far."""
        return len(self._events) + len(self.log)

    def read(self) -> Self:
        """Works out what the log says; each entry is one event."""
        if self.log:
            log = self.log[:]
            self.log.clear()
            for name, *arguments in log:
                self._take(name, arguments)
        return self

    def _take(self, name: str, arguments: list[Any]) -> None:
        getattr(self, name)(*arguments)

    def _add(self, kind: str, values: tuple[Value, ...], seen: int, place: int) -> None:
        self._events.append(new_event(Event, (kind, values, seen, place)))

    # ---- knowledge

    def _audience(self, card: int) -> int:
        """The seats that saw a card where it lay at this point of the log."""
        seen, cell = self.visibility, self.places[card]
        return seen.face_up[cell] if self.faces[card] == 1 else seen.face_down[cell]

    def _follow(self, card: int, source: int, seen_before: int) -> int:
        """Moves what is known of a card along; gives the seats that saw which one moved."""
        visibility, known = self.visibility, self._known
        seen_after = self._audience(card)
        followed = known[card]
        if not visibility.ordered[source]:
            followed &= seen_before
            lost = self.all_seats & ~(seen_before | seen_after)
            if lost:
                for left, cell in enumerate(self.places):
                    if cell == source:
                        known[left] &= ~lost | self._audience(left)
        forgets = visibility.forgets[self.places[card]]
        known[card] = seen_after if forgets else followed | seen_after
        return followed | seen_after

    def _picked(self, seat: int, option: int, is_card: bool) -> None:
        """What others were shown goes out of their sight; what the seat picked comes into its."""
        own = 1 << seat if seat >= 0 else 0
        sight = {card: mask & own for card, mask in self._sight.items() if mask & own}
        if is_card and option >= 0:
            sight[option] = sight.get(option, 0) | own
        self._sight = sight

    # ---- choices and chance

    def asked(self, seat: int, site: int, options: Sequence[int], index: int) -> None:
        """`seat` answered a choice."""
        spec = self.layout.program.sites[site]
        seen = 1 << seat if spec.secret else self.all_seats
        values = (seat, site, options[index], index, len(options))
        self._picked(seat, options[index], spec.kind == "card")
        self._add("ask", values, seen, spec.place)

    def forced(self, seat: int, site: int, option: int) -> None:
        """A choice with one option was made for `seat` (-1: nobody, who saw nothing)."""
        spec = self.layout.program.sites[site]
        own = 1 << seat if seat >= 0 else 0
        seen = own if spec.secret else self.all_seats
        self._add("forced", (seat, site, option), seen, spec.place)

    def random(self, outcome: int, count: int, place: int) -> None:
        """Chance picked one of `count` members."""
        self._sight.clear()
        self._add("random", (outcome, count), self.all_seats, place)

    def shuffled(self, index: int, members: Sequence[int], place: int) -> None:
        """List `index` has a new order."""
        self._sight.clear()
        for card in members:
            self._known[card] = self._audience(card)
        self._add("shuffle", (*self.layout.zone_at[index], *members), 0, place)

    # ---- cards

    def moved(
        self, card: int, source: int, target: int, position: int, face: int, turned: int, place: int
    ) -> None:
        """A card went from list `source` to list `target`, where it lies with this face
        (-1: that of the zone).
        """
        visibility, zone_at = self.visibility, self.layout.zone_at
        up = self.faces[card] == 1
        seen_before = (visibility.face_up if up else visibility.face_down)[source]
        seen_before |= self._sight.pop(card, 0)
        if face < 0:
            face = visibility.declared_face[target]
        self.places[card], self.faces[card] = target, face
        seen = self._follow(card, source, seen_before)
        from_zone, from_owner = zone_at[source]
        to_zone, to_owner = zone_at[target]
        where = POSITIONS[position]
        values = (card, from_zone, from_owner, to_zone, to_owner, where, face, turned)
        self._add("move", values, seen, place)

    def swapped(
        self, card: int, other: int, source: int, target: int, face: int, turned: int, place: int
    ) -> None:
        """A card takes the place of another, and that one its place: who knows the other still
        does, as it is no card that left a place before or behind.
        """
        known = self._known[other]
        self.moved(card, source, target, POSITIONS.index("place"), face, turned, place)
        self._known[other] = known

    def faced(self, card: int, face: int, place: int) -> None:
        """A card was turned over."""
        self.faces[card] = face
        self._known[card] |= self.all_seats if face == 1 else self._audience(card)
        self._add("face", (card, face), self._known[card], place)

    def rotated(self, card: int, turned: int, place: int) -> None:
        """A card got another orientation."""
        self._add("turn", (card, turned), self._known[card], place)

    def revealed(self, cards: Sequence[int], seat: int, place: int) -> None:
        """All seats (`seat` -1) or one learn the cards; of a held zone in no order of theirs."""
        mask = self.all_seats if seat < 0 else 1 << seat
        held = self.visibility.held
        shown = [card for card in cards if card >= 0]
        shown.sort(key=lambda card: card if held[self.places[card]] else -1)
        for card in shown:
            self._known[card] |= mask
            self._sight[card] = self._sight.get(card, 0) | mask
        self._add("reveal", (seat, *shown), mask, place)

    def attached(self, card: int, bearer: int, place: int) -> None:
        """A card is attached to another, or (-1) no longer."""
        if bearer >= 0:
            self._add("attach", (card, bearer), self.all_seats, place)
        else:
            self._add("detach", (card,), self.all_seats, place)

    # ---- values

    def changed(self, name: int, owner: int, old: int, new: int, place: int) -> None:
        """A field (by its number among the program's fields) got another value."""
        title, spec = self.symbols.fields[name]
        if title == OWNED:
            self._add("give", (owner, old, new), self._known[owner], place)
            return
        seen = self.all_seats
        if spec.secret != "all":
            own = spec.per == "player" and spec.secret == "owner" and owner >= 0
            seen = 1 << owner if own else 0
        if spec.printed:
            seen = self._known[owner]
        self._add("change", (title, owner, old, new), seen, place)

    def modified(self, modifier: Sequence[int], target: int, place: int) -> None:
        """A running modifier was put on `target`."""
        self._add("modify", self._modifier(modifier, target), self.all_seats, place)

    def expired(self, modifier: Sequence[int], place: int) -> None:
        """A running modifier ended."""
        values = self._modifier(modifier, modifier[1])
        self._add("expire", values, self.all_seats, place)

    def _modifier(self, modifier: Sequence[int], target: int) -> tuple[Value, ...]:
        return (
            self.symbols.properties[modifier[0]],
            target,
            OPERATIONS[modifier[3]],
            modifier[4],
            modifier[5],
            self.symbols.tags[modifier[6]],
        )

    # ---- the course of the game

    def queued(self, entry: Sequence[Any], place: int) -> None:
        """A trigger waits."""
        self._add("queue", self._trigger(entry), self.all_seats, place)

    def triggered(self, entry: Sequence[Any], place: int) -> None:
        """A waiting trigger is taken off the queue and runs."""
        self._add("trigger", self._trigger(entry), self.all_seats, place)

    def _trigger(self, entry: Sequence[Any]) -> tuple[Value, ...]:
        names: tuple[str, ...] = self.layout.program.triggers
        return names[int(entry[0])], *flat(entry[1:])

    def entered(self, path: int, player: int, place: int) -> None:
        """A step begins."""
        self._sight.clear()
        step = (self.symbols.paths[path], player)
        self._steps.append(step)
        self._add("enter", step, self.all_seats, place)

    def left(self, path: int, place: int) -> None:
        """A step is over; so are those inside it."""
        steps, name, player = self._steps, self.symbols.paths[path], -1
        depth = len(steps) - 1
        while depth >= 0 and steps[depth][0] != name:
            depth -= 1
        if depth >= 0:
            player = steps[depth][1]
            del steps[depth:]
        self._add("leave", (name, player), self.all_seats, place)

    def announced(self, verb: int, stage: int, arguments: Sequence[object], place: int) -> None:
        """A verb begins, ends, was prevented, replaced or misfired; whoever does not know the cards
        it is about did not see what it was about.
        """
        name = self.symbols.verbs[verb]
        seen = self.all_seats
        for spot in self.layout.program.verb_cards.get(name, ()):
            for card in flat(arguments[spot : spot + 1]):
                seen &= self._known[card] if card >= 0 else seen
        self._add("verb", (name, STAGES[stage], *flat(arguments)), seen, place)

    def ended(self, places: Sequence[int], place: int) -> None:
        """The game is over."""
        self._add("end", tuple(places), self.all_seats, place)


# ---- whole games


class GameRecorder(Recorder):
    """Remembers besides the events what was known behind each of them, by the number of an event
    that modified something the key of that (see `Event`) and what it stands for, and by that of a
    move the mask of seats that saw which card left its place.
    """

    __slots__ = ("_knowledge", "_targets", "_watched")

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        super().__init__(layout, symbols, state, cards)
        self._knowledge: list[tuple[int, ...]] = []
        self._targets: dict[int, tuple[tuple[str, int], int]] = {}
        self._watched: dict[int, int] = {}

    def clone(self) -> Self:
        """An independent copy."""
        copy = super().clone()
        copy._knowledge = self._knowledge[:]
        copy._targets = self._targets.copy()
        copy._watched = self._watched.copy()
        return copy

    def of_steps(self) -> Self:
        """A copy that has forgotten what happened, but for the steps that began and ended."""
        copy = self.read().clone()
        copy._events = [event for event in self._events if event.kind in ("enter", "leave")]
        copy._knowledge = [tuple(self._known)] * len(copy._events)
        copy._targets = {}
        copy._watched = {}
        return copy

    @property
    def knowledge(self) -> list[tuple[int, ...]]:
        """By event: the masks of the seats that know each card."""
        return self.read()._knowledge

    @property
    def targets(self) -> dict[int, tuple[tuple[str, int], int]]:
        """By event: (property, key) of a modified thing, and its card, player or part."""
        return self.read()._targets

    @property
    def watched(self) -> dict[int, int]:
        """By event that is a move: the seats that saw which card left."""
        return self.read()._watched

    def _follow(self, card: int, source: int, seen_before: int) -> int:
        self._watched[len(self._events)] = seen_before
        return super()._follow(card, source, seen_before)

    def _take(self, name: str, arguments: list[Any]) -> None:
        if name == "modified":
            modifier, target, _ = arguments
            name_of = self.symbols.properties
            self._targets[len(self._events)] = (name_of[modifier[0]], modifier[1]), target
        super()._take(name, arguments)
        last = self._knowledge[-1] if self._knowledge else None
        if last is None or (name in LEARNED and [*last] != self._known):
            last = tuple(self._known)
        self._knowledge.append(last)


R = TypeVar("R", bound=Recorder)


def recorder_of(state: State, kind: type[R]) -> R:
    """The recorder of a state that the recording variant has played."""
    found = state[RECORDER]
    assert isinstance(found, kind)
    return found
