"""Plays states in C: the functions of a library for one match."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from ...dsl.ir.names import field_table
from ...dsl.nodes.dataclass import dataclass
from ..backend.layout import OPTIONS, PICKED, State
from ..runtime.faults import RuleFault
from ..runtime.match import MOST_LOOKS, Match
from .convert import Cells, address, new_cells, queue_in, result_in, signed, to_block, to_state
from .emit.text import Source

CELL = 8  # bytes
# What stops C, by number. Where it stopped only Python knows, and it has the last word.
CODES = (
    *("", "endless-rule", "division-by-zero", "no-player", "number-too-large"),
    *("too-much-work", "rule", "beyond"),
)


class Context(ctypes.Structure):
    """What the runtime knows of a match."""

    _fields_ = (
        ("cards", ctypes.c_int64),
        ("looks", ctypes.c_int64),
        ("budget", ctypes.c_int64),
        ("tables", ctypes.c_void_p),
        ("set_tables", ctypes.c_void_p),
        ("bearers", ctypes.c_void_p),
        ("said", ctypes.c_void_p),
        ("any", ctypes.c_void_p),
        ("due", ctypes.c_void_p),
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
        self.apply.argtypes = (pointer, pointer, ctypes.c_int)
        # Those of a game: their arguments but the answer are made ready with `as_pointer`.
        self.open_at, self.apply_at = functions["playsheet_open"], functions["playsheet_apply"]
        self.play.argtypes = (pointer,) * 3 + (number, pointer, number, pointer, number, pointer)
        self.deal = functions.playsheet_deal
        self.deal.argtypes, self.deal.restype = (number,) * 4 + (pointer,) * 3, None
        self.bear = functions.playsheet_bear
        self.bear.argtypes, self.bear.restype = (number,) + (pointer,) * 3, None
        self.copy, self.playout = functions.playsheet_copy, functions.playsheet_playout
        self.copy.argtypes, self.copy.restype = (pointer, pointer), None
        chance = (ctypes.c_uint64, ctypes.c_double)
        self.playout.argtypes = (pointer,) * 3 + (*chance, number, pointer)


as_pointer = ctypes.c_void_p.from_param


def cells_of(bits: int, size: int) -> array[int]:
    """Bits as so many numbers of 64 bits each."""
    return array("Q", ((bits >> 64 * i) % (1 << 64) for i in range(size)))


class NativeMatch:
    """A match of a program in C. States are blocks; `block_of` and `state_of` change them over.
    `match_at`: where C finds what it knows of the match: `numbers` by card, and the `members` of
    sets of cards, among others. Raises OverflowError for a match with
    numbers that C does not have.
    """

    def __init__(self, library: Library, match: Match) -> None:
        self.library = library
        self.source = library.source
        self.match = match
        self._kept: list[array[int]] = []
        self._of: NativeMatch | None = None  # that it was dealt from, whose rows of bits it reads
        self._symbols = match.compiled().symbols.tables
        self._cards = len(match.cards)
        self._numbered = [name for name in self._symbols if name not in match.with_sets]
        self._in_sets = [name for name in self._symbols if name in match.with_sets]
        self._front = max(len(match.tables[name]) for name in self._symbols) - self._cards
        self._width = self._front + self._cards
        rows = [self._turned(match.tables[name]) for name in self._numbered]
        self.numbers = array("q", chain.from_iterable(rows))
        values: list[tuple[int, ...]] = [
            value if isinstance(value, tuple) else ()
            for name in self._in_sets
            for value in self._turned(match.tables[name])
        ]
        self._set_members, self.members = array("q"), array("q")
        self._sets = self._laid_out(values, self._set_members)
        self._bearers = self._laid_out(match.bearers, self.members)
        self._said, whole = self._bits()
        self._context = Context(
            self._cards,
            MOST_LOOKS // max(self._cards, 1),
            match.budget,
            self._pointers(self._numbered, self.numbers, 1),
            self._pointers(self._in_sets, self._sets, 2),
            self._bearers.buffer_info()[0],
            self._said.buffer_info()[0],
            whole,
            self._keep(array("q", [one.due(match.bearers) for one in self.source.watched])),
        )
        self.match_at = ctypes.addressof(self._context)
        self._told = (ctypes.c_int64 * (3 + len(self.source.counted)))()
        self._worth = (ctypes.c_int64 * match.program.seats)()

    # ---- what a match has

    def _keep(self, numbers: array[int]) -> int:
        """Where some numbers lie, which stay there."""
        self._kept.append(numbers)
        return numbers.buffer_info()[0]

    def _turned(self, values: list[Any]) -> list[Any]:
        """A table with what is read for a negative number in front, in all tables as much."""
        front = len(values) - self._cards
        return [-1] * (self._front - front) + values[-front:] + values[:-front]

    def _laid_out(self, values: Sequence[tuple[int, ...]], members: array[int]) -> array[int]:
        """Sets as C has them: where the members of each lie and how many they are; all of them come
        into `members`, which has to stay.
        """
        members[:] = array("q", chain.from_iterable(values))
        at, pairs = members.buffer_info()[0], array("q")
        for value in values:
            pairs.extend((at, len(value)))
            at += len(value) * CELL
        return pairs

    def _bits(self) -> tuple[array[int], int]:
        """By card where the bits lie of the sets of bearers that it is in, and behind these of the
        unions of such; and where those lie of which any card is in.
        """
        match, said, whole = self.match, [0] * self._cards, 0
        every = [*match.bearers, *map(match.united, self.source.unions)]
        for n, cards in enumerate(every):
            for card in cards:
                said[card] |= 1 << n
        size = len(every) // 64 + 1
        for bits in said:
            whole |= bits
        rows = {bits: self._keep(cells_of(bits, size)) for bits in {*said, whole}}
        return array("Q", [rows[bits] for bits in said]), rows[whole]

    def _pointers(self, names: Sequence[str], rows: array[int], size: int) -> int:
        """By table where its entry of card 0 lies; 0 for those of the other kind."""
        first = self._keep(rows) + self._front * size * CELL
        places = {name: first + n * self._width * size * CELL for n, name in enumerate(names)}
        return self._keep(array("q", [places.get(name, 0) for name in self._symbols]))

    def dealt(
        self, match: Match, lies: Sequence[int], into: NativeMatch | None = None
    ) -> NativeMatch:
        """This one for a match with the same cards in other places: by card which one of ours lies
        there. `into`: one dealt before, which becomes this one.
        """
        if into is None:
            into = copy(self)
            into._kept, into.members = [*self._kept], array("q")
            into._bearers = into._laid_out(self.match.bearers, into.members)
            into._said = array("Q", self._said)
            into.numbers, into._sets = array("q", self.numbers), array("q", self._sets)
            into._context = Context(
                self._cards,
                self._context.looks,
                self._context.budget,
                into._pointers(self._numbered, into.numbers, 1),
                into._pointers(self._in_sets, into._sets, 2),
                into._bearers.buffer_info()[0],
                into._said.buffer_info()[0],
                self._context.any,
                self._context.due,
            )
            into.match_at = ctypes.addressof(into._context)
        into.match, into._of = match, self
        moved = array("q", lies)
        for mine, its, front, size in (
            (self.numbers, into.numbers, self._front, 1),
            (self._sets, into._sets, self._front, 2),
            (self._said, into._said, 0, 1),
        ):
            rows = len(mine) // size // (front + self._cards)
            given = rows, front, self._cards, size, moved.buffer_info()[0]
            self.library.deal(*given, mine.buffer_info()[0], its.buffer_info()[0])
        for field, _ in match.program.deck.brings:  # these name cards
            name = field_table(field)
            if name in self._numbered:
                at = self._numbered.index(name) * self._width
                row = array("q", self._turned(match.tables[name]))
                into.numbers[at : at + self._width] = row
        place = array("q", sorted(range(len(lies)), key=lies.__getitem__))
        mine, its = self._bearers.buffer_info()[0], into._bearers.buffer_info()[0]
        self.library.bear(len(self._bearers) // 2, place.buffer_info()[0], mine, its)
        return into

    # ---- states

    def new_block(self) -> Cells:
        """A block for a state."""
        return new_cells(self.source.block.size)

    def front_of(self, state: State) -> Cells:
        """What `play` begins with: the front of the block of a state that has not begun."""
        cells = new_cells(self.source.block.rows)
        self.write(cells, state)
        return cells

    def block_of(self, state: State) -> Cells:
        """A state as a block."""
        cells = self.new_block()
        self.write(cells, state)
        return cells

    def result_of(self, cells: Cells) -> tuple[tuple[int, ...], int] | None:
        """The result of a block, as a state has it."""
        return result_in(self.source, cells)

    def state_of(self, cells: Cells) -> State:
        """A block as a state."""
        return to_state(self.source, self.match.layout, len(self.match.cards), cells)

    # ---- playing

    def write(self, cells: Cells, state: State, was: State | None = None) -> None:
        """Makes a block that of a state; `was`: whose it is now. Raises `TooLarge` and
        OverflowError.
        """
        to_block(self.source, self.match.layout, state, cells, was)

    def begin(self, cells: Cells) -> None:
        """Runs up to the first choice or the end. Raises `RuleFault`."""
        self._raise(self.library.begin(self.match_at, address(cells)))

    def apply(self, cells: Cells, index: int) -> None:
        """Answers the choice. Raises `RuleFault`."""
        self._raise(self.library.apply(self.match_at, address(cells), index))

    def stops(self, cells: Cells, index: int) -> bool:
        """Answers the choice; whether C stopped, which leaves nothing to go on from."""
        return self.library.apply(self.match_at, address(cells), index) != 0

    def opening(self, front: Cells) -> Callable[[Any], int]:
        """Lays a front into a block, as `as_pointer` makes it, around the chance that is there, and
        runs up to the first choice or the end. Whether C stopped.
        """
        return partial(self.library.open_at, *map(as_pointer, (self.match_at, address(front))))

    def answering(self, at: Any) -> Callable[[int], int]:
        """Answers the choice in a block, as `as_pointer` makes it. Whether C stopped."""
        return partial(self.library.apply_at, as_pointer(self.match_at), at)

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
            *(self.match_at, address(cells), address(base), signed(rng), ctypes.addressof(key)),
            *(len(key), ctypes.addressof(bots), cap, ctypes.addressof(told)),
        )
        return Played(CODES[code], told[0], told[1], tuple(told[2 : 2 + len(self.source.counted)]))

    def copy(self, to: Cells, source: Cells) -> None:
        """Makes a block the same as another."""
        self.library.copy(address(to), address(source))

    def playout(
        self, cells: Cells, source: Cells, seed: int, eager: float, most: int
    ) -> list[int] | None:
        """Plays a copy of a block on, in `cells`, as `Quick(seed)` picks, up to so many decisions,
        of which a share are those of an eager player. What the position is worth by seat, where
        the game is not over and the rules say it, else zeros; None if C stopped.
        """
        worth = self._worth
        given = address(cells), address(source), seed, eager, most
        code: int = self.library.playout(self.match_at, *given, ctypes.addressof(worth))
        return None if code else [*worth]

    def options_of(self, cells: Cells) -> list[int]:
        """What is offered in a block."""
        at = self.source.block.options
        return cells[at : at + cells[OPTIONS]].tolist()

    def picked_of(self, cells: Cells) -> tuple[int, ...] | None:
        """What is picked so far, as a state has it."""
        count, at = cells[PICKED], self.source.block.picks
        return tuple(cells[at : at + count]) if count >= 0 else None

    def queue_of(self, cells: Cells) -> list[tuple[Any, ...]]:
        """The triggers that wait in a block."""
        return queue_in(self.source, cells)
