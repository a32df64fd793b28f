"""Where everything is in a state: one flat list, everything mutable at most one level deep.

A state S begins with the head below; then game fields, player fields (one cell a seat), and
lists: card fields, columns, zones (one list a seat, side by side), modifiers, queue. In
front of every group of seats stands a guard cell, and every list by card has one cell more
than cards: so that the field of seat -1 or card -1 reads -1, and the zone of seat -1 reads
as an empty set.

A copy of a state has its own of the lists that often change (`Layout.own`). The others it
shares: they are never changed where they are, a changed copy is put in their place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from ...dsl.ir import ir
from ...dsl.ir.names import BEARER, ENTRY, FACE, PLACE, TURNED
from ...dsl.nodes.dataclass import dataclass
from ..runtime.faults import CannotCompile
from ..runtime.rng import start

State = list[Any]
S = TypeVar("S")

STACK = 0  # frames: immutable tuples (continuation number, live locals...)
SEAT = 1  # who is asked; -1 before the game begins and when it is over
SITE = 2  # index of Program.sites
OPTIONS = 3  # the list offered; never changed after being offered
RNG = 4
RECORDER = 5  # None or a Recorder; no part of equality, hash and saves
RESULT = 6  # None | (the place of each seat, none in a draw; reason)
SEQUENCE = 7  # running number of modifiers and of objects
# In a choice of several: (picked before, the least, the most there may be). Where a number is
# split: (what is left, how many members come behind, the least, the most of each; -1: any).
PICKED = 8
HEAD = 9

OPERATIONS = ("set", "raise", "lower", "multiply", "divide", "grant", "void", "revoke")
COLUMNS = (PLACE, FACE, TURNED, ENTRY, BEARER)
MOVED = (PLACE, FACE)  # what almost every move of a card changes


def alone(card: int) -> int:
    """The key of a card that is part of no object, and the card of such a key; -1, nobody's
    entry, stays free.
    """
    return -2 - card


@dataclass(frozen=True, slots=True)
class Slot(Generic[S]):
    """`index` is the cell of a field or of a list; that of seat 0 where each player has one."""

    index: int
    spec: S


FieldSlot = Slot[ir.FieldSpec]
ZoneSlot = Slot[ir.ZoneSpec]


class Layout:
    """The cells of a program's states; equal for all variants and matches. `may_bear`: by the cell
    of a zone of attached cards, the cells of the zones that their bearers lie in.
    """

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.seats = program.seats
        self.fields: dict[str, FieldSlot] = {}
        self.zones: dict[str, ZoneSlot] = {}
        self.columns: dict[str, int] = {}
        self.zone_at: dict[int, tuple[str, int]] = {}
        self.guards: list[int] = []
        self.size = HEAD
        for per in ("game", "player", "card"):
            self.first_list = self.size  # in the end that of the fields of cards
            for name, spec in program.fields.items():
                if spec.per == per:
                    self.fields[name] = Slot(self._take(per == "player"), spec)
        for column in COLUMNS:
            if column == PLACE or column in program.columns:
                self.columns[column] = self._take()
        for name, spec in program.zones.items():
            first = self._take(spec.per_player)
            self.zones[name] = Slot(first, spec)
            owners = range(self.seats) if spec.per_player else (-1,)
            cells = enumerate(owners, first)
            self.zone_at |= {cell: (name, owner) for cell, owner in cells}
        self.may_bear = {
            cell: frozenset(other for other, (zone, _) in self.zone_at.items() if zone in attached)
            for cell, (name, _) in self.zone_at.items()
            if (attached := program.zones[name].attached)
        }
        self.place = self.columns[PLACE]
        self.entry = self.columns.get(ENTRY, -1)
        self.modifiers = self._take()
        self.queue = self._take()
        moved = [self.columns[name] for name in MOVED if name in self.columns]
        self.own = (STACK, *moved, *self.zone_at, self.modifiers, self.queue)
        self.properties = {name: i for i, name in enumerate(program.properties)}
        self.property_specs = tuple(program.properties.values())
        self.parts_of_cards = tuple(  # by property, how many things of a card have it; 0: no card
            spec.width if spec.of in ("card", "part") else 0 for spec in self.property_specs
        )
        self.visibility: Any = None  # where `visibility_of` keeps what it works out once

    def _take(self, per_player: bool = False) -> int:
        """The next cell, or the first of a cell for each seat, behind a guard."""
        if per_player:
            self.guards.append(self.size)
            self.size += 1
        first = self.size
        self.size += self.seats if per_player else 1
        return first

    def field_slot(self, name: str) -> FieldSlot:
        """A declared field, or a column read as a field of cards."""
        slot = self.fields.get(name)
        if slot is not None:
            return slot
        if name in self.columns:
            return Slot(self.columns[name], ir.FieldSpec(name, "card"))
        raise CannotCompile(f"no field {name}")

    def zone_slot(self, name: str) -> ZoneSlot:
        """The declared zone of this name."""
        if name not in self.zones:
            raise CannotCompile(f"no zone {name}")
        return self.zones[name]

    def column(self, name: str) -> int:
        """The cell of a column the program must have declared."""
        if name not in self.columns:
            raise CannotCompile(f"the program declares no column {name}")
        return self.columns[name]

    def zone_index(self, name: str, owner: int) -> int:
        """The cell of the list of a zone; `owner` counts only where each player has one."""
        slot = self.zone_slot(name)
        return slot.index + owner if slot.spec.per_player else slot.index

    def clone(self, state: State) -> State:
        """An independent copy; the generated code has one of its own."""
        copy = state.copy()
        for index in self.own:
            copy[index] = state[index].copy()
        if state[RECORDER] is not None:
            copy[RECORDER] = state[RECORDER].clone()
        return copy

    def new_state(
        self, cards: int, starts: Mapping[tuple[str, int], Sequence[int]], seed: int
    ) -> State:
        """A state before its game begins: fields at their start, cards in their first
        zones.
        """
        state: State = [[], -1, -1, [], start(seed), None, None, 0, None]
        state += [-1] * (self.size - HEAD)
        for slot in self.fields.values():
            first, spec = slot.index, slot.spec
            if spec.per == "card":
                state[first] = [spec.start] * cards + [-1]
            else:
                cells = self.seats if spec.per == "player" else 1
                state[first : first + cells] = [spec.start] * cells
        for column, index in self.columns.items():
            state[index] = [-1 if column == PLACE else 0] * cards + [-1]
        for index in self.guards:
            state[index] = () if index >= self.first_list else -1
        for index in (*self.zone_at, self.modifiers, self.queue):
            state[index] = []
        for (name, owner), members in starts.items():
            self._fill(state, self.zone_index(name, owner), members)
        return state

    def _fill(self, state: State, index: int, members: Sequence[int]) -> None:
        """Lays cards into list `index` of a new state."""
        spec, columns = self.program.zones[self.zone_at[index][0]], self.columns
        state[index] = list(members)
        for card in members:
            state[columns[PLACE]][card] = index
            if FACE in columns:
                state[columns[FACE]][card] = spec.face
            if ENTRY in columns and spec.keeps_object:
                state[SEQUENCE] += 1
                state[columns[ENTRY]][card] = state[SEQUENCE]
