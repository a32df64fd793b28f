"""Plays states in C: the functions of a library for one match."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...dsl.nodes.dataclass import dataclass
from ..backend.layout import State
from ..runtime.faults import RuleFault
from ..runtime.match import MOST_LOOKS, Match
from .convert import TOP, Cells, result_in, to_block, to_state
from .text import Source

Numbers = ctypes.POINTER(ctypes.c_int64)
# What stops C, by number. Where it stopped only Python knows, and it has the last word.
CODES = (
    *("", "endless-rule", "division-by-zero", "no-player", "number-too-large"),
    *("too-much-work", "rule", "beyond"),
)


class Set(ctypes.Structure):
    """A set of the runtime."""

    _fields_ = (("members", Numbers), ("count", ctypes.c_int64))


class Context(ctypes.Structure):
    """What the runtime knows of a match."""

    _fields_ = (
        ("cards", ctypes.c_int64),
        ("looks", ctypes.c_int64),
        ("budget", ctypes.c_int64),
        ("tables", ctypes.c_void_p),
        ("set_tables", ctypes.c_void_p),
        ("bearers", ctypes.c_void_p),
    )


@dataclass(frozen=True, slots=True)
class Played:
    """How a game in C went: what stopped it ("": it ended, or came to the cap), how many decisions
    there were, whose step came first, how often each counted line ran.
    """

    stopped: str
    decisions: int
    first: int
    lines: tuple[int, ...]


class Library:
    """A program that was built."""

    def __init__(self, source: Source, path: Path) -> None:
        self.source = source
        functions: Any = ctypes.PyDLL(str(path))
        pointer, number = ctypes.c_void_p, ctypes.c_int64
        self.begin, self.apply = functions.playsheet_begin, functions.playsheet_apply
        self.play = functions.playsheet_play
        self.begin.argtypes = (pointer, pointer)
        self.apply.argtypes = (pointer, pointer, number)
        self.play.argtypes = (pointer,) * 3 + (number, pointer, number, pointer, number, pointer)


class NativeMatch:
    """A match of a program in C. States are blocks; `block_of` and `state_of` change them over."""

    def __init__(self, library: Library, match: Match) -> None:
        self.library = library
        self.source = library.source
        self.match = match
        self._kept: list[Any] = []
        cards, symbols = match.cards, match.compiled().symbols
        tables = [(match.tables[name], self._holds_sets(name)) for name in symbols.tables]
        self._front = max(len(values) for values, _ in tables) - len(cards)
        bearers = [
            [card for card, (definition, _) in enumerate(cards) if definition in group]
            for group in match.program.bearers
        ]
        self._context = Context(
            len(cards),
            MOST_LOOKS // max(len(cards), 1),
            match.budget,
            self._pointers([0 if sets else self._table(values) for values, sets in tables]),
            self._pointers([self._set_table(values) if sets else 0 for values, sets in tables]),
            self._sets(bearers),
        )
        self._match = ctypes.addressof(self._context)
        self._told = (ctypes.c_int64 * (3 + len(self.source.counted)))()

    # ---- what a match has

    def _keep(self, kind: Any, values: Sequence[Any]) -> int:
        found = (kind * max(len(values), 1))(*values)
        self._kept.append(found)
        return ctypes.addressof(found)

    def _pointers(self, addresses: Sequence[int]) -> int:
        return self._keep(ctypes.c_void_p, addresses)

    def _holds_sets(self, table: str) -> bool:
        """Whether a table has sets; by the program, as a match may have none of its cards."""
        return any(isinstance(value, tuple) for value in self.match.program.tables.get(table, ()))

    def _turned(self, values: list[Any]) -> list[Any]:
        """A table with what is read for a negative number in front, in all tables as much."""
        front = len(values) - len(self.match.cards)
        return [-1] * (self._front - front) + values[-front:] + values[:-front]

    def _table(self, values: list[Any]) -> int:
        first = self._keep(ctypes.c_int64, self._turned(values))
        return first + self._front * ctypes.sizeof(ctypes.c_int64)

    def _set_table(self, values: list[Any]) -> int:
        sets: list[tuple[int, ...]] = [
            value if isinstance(value, tuple) else () for value in self._turned(values)
        ]
        return self._sets(sets) + self._front * ctypes.sizeof(Set)

    def _sets(self, values: Sequence[Sequence[int]]) -> int:
        numbers = [member for value in values for member in value]
        first = self._keep(ctypes.c_int64, numbers)
        sets: list[Set] = []
        for value in values:
            sets.append(Set(ctypes.cast(first, Numbers), len(value)))
            first += len(value) * ctypes.sizeof(ctypes.c_int64)
        return self._keep(Set, sets)

    # ---- states

    def new_block(self) -> Cells:
        """A block for a state."""
        return new_cells(self.source.block.size)

    def front_of(self, state: State) -> Cells:
        """What `play` begins with: the front of the block of a state that has not begun."""
        cells = new_cells(self.source.block.rows)
        to_block(self.source, self.match.layout, state, cells)
        return cells

    def block_of(self, state: State) -> Cells:
        """A state as a block."""
        cells = self.new_block()
        to_block(self.source, self.match.layout, state, cells)
        return cells

    def result_of(self, cells: Cells) -> tuple[tuple[int, ...], int] | None:
        """The result of a block, as a state has it."""
        return result_in(self.source, cells)

    def state_of(self, cells: Cells) -> State:
        """A block as a state."""
        return to_state(self.source, self.match.layout, len(self.match.cards), cells)

    # ---- playing

    def begin(self, cells: Cells) -> None:
        """Runs up to the first choice or the end. Raises `RuleFault`."""
        self._raise(self.library.begin(self._match, address(cells)))

    def apply(self, cells: Cells, index: int) -> None:
        """Answers the choice. Raises `RuleFault`."""
        self._raise(self.library.apply(self._match, address(cells), index))

    def _raise(self, code: int) -> None:
        if code:
            raise RuleFault(CODES[code], 0)

    def play(
        self, cells: Cells, base: Cells, rng: int, seed: int, players: Sequence[int], cap: int
    ) -> Played:
        """Plays a whole game from the front of a block, as `Random(seed)` picks; its last state is
        in `cells`. `players`: by seat, 0 takes any option, 1 one that does something.
        """
        words = [abs(seed) >> shift & 0xFFFFFFFF for shift in range(0, abs(seed).bit_length(), 32)]
        key = (ctypes.c_uint32 * max(len(words), 1))(*words)
        bots = (ctypes.c_int64 * len(players))(*players)
        told = self._told
        code: int = self.library.play(
            *(self._match, address(cells), address(base), (rng ^ TOP) - TOP, ctypes.addressof(key)),
            *(len(key), ctypes.addressof(bots), cap, ctypes.addressof(told)),
        )
        return Played(CODES[code], told[0], told[1], tuple(told[2 : 2 + len(self.source.counted)]))


def new_cells(count: int) -> Cells:
    """So many numbers, all 0."""
    return memoryview(bytearray(8 * count)).cast("q")


def address(cells: Cells) -> int:
    """Where a block lies."""
    return ctypes.addressof(ctypes.c_char.from_buffer(cells))
