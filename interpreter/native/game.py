"""A game that is played in C, an answer at a time.

Its state lies in a block. Whoever looks at more than who is asked and how many options there are
gets the flat list state, which is made of the block then. Where C stops (a rule goes wrong, a
limit is met, something does not fit into a block) Python goes on from the answers, to the end.
"""

from __future__ import annotations

from functools import partial
from typing import Any, cast

from ..backend.layout import OPTIONS, RNG, SEAT, State
from ..runtime.fault_report import located
from ..runtime.faults import RuleFault
from ..runtime.game import Answers, Game
from ..runtime.game_setup import GameSetup
from ..runtime.rng import start
from ..transcript.history import NOTHING
from .convert import Cells, TooLarge, address, signed
from .engine import NativeMatch

MOST_FREE = 64  # blocks of games that nobody has any more, kept for the next ones
NO_ROOM = (TooLarge, OverflowError)


class Blocks:
    """The blocks of the games of one match."""

    def __init__(self, native: NativeMatch) -> None:
        self.native = native
        self.fronts: dict[tuple[int, ...], Cells] = {}
        self._free: list[Cells] = []

    def take(self) -> Cells:
        """A block that nobody uses; what is in it is of no meaning."""
        return self._free.pop() if self._free else self.native.new_block()

    def release(self, cells: Cells) -> None:
        """Nobody uses it any more."""
        if len(self._free) < MOST_FREE:
            self._free.append(cells)

    def unbegun(self, setup: GameSetup) -> Cells:
        """A block of a game that has not begun, which chance of its seed awaits."""
        switches = tuple(setup.options.values())
        if switches not in self.fronts:
            self.fronts[switches] = self.native.front_of(setup.unbegun_state())
        cells = self.take()
        self.native.copy(cells, self.fronts[switches])
        cells[RNG] = signed(start(setup.seed))
        return cells

    def begun(self, setup: GameSetup) -> Game | None:
        """A game at its first choice; None where C stops before it, or has no room for it."""
        try:
            cells = self.unbegun(setup)
        except NO_ROOM:
            return None
        found = NativeGame(setup, self, cells)
        return None if self.native.stops_at_once(cells) else found

    def going_on(self, game: Game) -> Game:
        """The same game, played in C from here on; as it is where there is no room for it."""
        (setup, state), cells = game.live(), self.take()
        try:
            self.native.write(cells, state)
        except NO_ROOM:
            self.release(cells)
            return game
        found = NativeGame(setup, self, cells, game.last_answer)
        found.history = game.history
        return found


class NativeGame(Game):
    """See the top of the file. `apply` and `clone` are the hot path."""

    __slots__ = ("_blocks", "_cells", "_python", "_seen", "_step")

    _python: State | None  # the state once C has stopped
    _seen: State | None  # the flat list state of the block, if somebody has looked

    def __init__(
        self, setup: GameSetup, blocks: Blocks, cells: Cells, answers: Answers | None = None
    ) -> None:
        self._setup, self._answers = setup, answers
        self._recording, self.history = None, NOTHING
        self._hold(blocks, cells)

    def _hold(self, blocks: Blocks, cells: Cells) -> None:
        native = blocks.native
        self._blocks, self._cells = blocks, cells
        self._python = self._seen = None
        self._step = partial(native.library.apply, native.match_at, address(cells))

    def __del__(self) -> None:
        self._blocks.release(self._cells)

    @property
    def is_native(self) -> bool:
        """Whether it is still played in C."""
        return self._python is None

    # ---- playing

    def is_over(self) -> bool:
        """See `Game`."""
        return self._cells[SEAT] < 0 or (self.history.forfeit is not None and bool(self.forfeit))

    @property
    def asked(self) -> int:
        """See `Game`."""
        return self._cells[SEAT]

    def legal_actions(self) -> range:
        """See `Game`."""
        return range(self._cells[OPTIONS])

    def apply(self, index: int) -> None:
        """See `Game`."""
        if index.__class__ is not int or not 0 <= index < self._cells[OPTIONS]:
            index = self._checked(index)
        try:
            stopped = self._step(index)
        except BaseException:  # an interrupt: how far C has come is not known
            self._leave_c()
            raise
        if stopped:
            self._apply_in_python(index)
        self._answers = (self._answers, index)
        self._seen = None

    def clone(self) -> Game:
        """See `Game`."""
        if self._python is not None:
            state = self._setup.engine().clone(self._python)
            return Game(self._setup, state, self._answers, self._recording, self.history)
        blocks = self._blocks
        copy = new(NativeGame)
        copy._setup = self._setup
        copy._answers = self._answers
        copy._recording = self._recording
        copy.history = self.history
        cells = blocks.take()
        blocks.native.copy(cells, self._cells)
        copy._hold(blocks, cells)
        return copy

    def after(self, count: int) -> Game:
        """See `Game`."""
        return self._blocks.going_on(super().after(count))

    # ---- Python's part

    def _flat(self) -> State:
        if self._python is not None:
            return self._python
        if self._seen is None:
            self._seen = self._blocks.native.state_of(self._cells)
        return self._seen

    def _leave_c(self) -> State:
        """Plays the answers again in Python, which goes on from there."""
        self._step = always_stops
        return self._shown(self._setup.state_after(self.answers))

    def _shown(self, state: State) -> State:
        """A state of Python; the block shows what is asked in it."""
        self._python = state
        self._cells[SEAT], self._cells[OPTIONS] = state[SEAT], len(state[OPTIONS])
        return state

    def _apply_in_python(self, index: int) -> None:
        state = self._leave_c() if self._python is None else self._python
        try:
            self._setup.engine().apply(state, index)
        except BaseException as error:
            self._leave_c()
            if isinstance(error, RuleFault):
                raise located(self._setup, error, [*self.answers, index]) from None
            raise
        self._shown(state)


def always_stops(_: int) -> int:
    """What C says once Python plays."""
    return 1


new = cast(Any, object.__new__)
