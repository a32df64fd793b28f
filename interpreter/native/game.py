"""A game that is played in C, an answer at a time.

Its state lies in a block. Whoever looks at more than who is asked and how many options there are
gets the flat list state, which is made of the block then. Where C stops (a rule goes wrong, a
limit is met, something does not fit into a block) Python goes on from the answers, to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..backend.layout import OPTIONS, SEAT, State
from ..runtime.fault_report import located
from ..runtime.faults import RuleFault
from ..runtime.game import Answers, Game
from ..runtime.game_setup import GameSetup
from ..transcript.history import NOTHING, History
from .convert import Cells, TooLarge, address
from .engine import NativeMatch, as_pointer

MOST_FREE = 64  # blocks of games that nobody has any more, kept for the next ones
NO_ROOM = (TooLarge, OverflowError)


class Block(NamedTuple):
    """A block, where it lies, and what answers the choice in it."""

    cells: Cells
    at: Any
    apply: Callable[[int], int]


class Blocks:
    """The blocks of the games of one match, and by its switches what they begin with; those that
    nobody has any more are `free`.
    """

    def __init__(self, native: NativeMatch) -> None:
        self.native = native
        self.free: list[Block] = []
        self.fronts: dict[tuple[int, ...], Front] = {}

    def take(self) -> Block:
        """A block that nobody uses; what is in it is of no meaning."""
        return self.free.pop() if self.free else self.new()

    def new(self) -> Block:
        """One more."""
        cells = self.native.new_block()
        at = as_pointer(address(cells))
        return Block(cells, at, self.native.answering(at))

    def going_on(self, game: Game) -> Game:
        """The same game, played in C from here on; as it is where there is no room for it."""
        (setup, state), block = game.live(), self.take()
        try:
            self.native.write(block.cells, state)
        except NO_ROOM:
            self.free.append(block)
            return game
        return NativeGame(setup, setup.seed, self, block, game.last_answer, game.history)


class Front:
    """What games begin with that differ in their chance alone. Raises one of `NO_ROOM`.
    `open` begins one: see `NativeMatch.opening`.
    """

    def __init__(self, blocks: Blocks, setup: GameSetup) -> None:
        self.blocks, self._cells = blocks, blocks.native.front_of(setup.unbegun_state())
        self.open = blocks.native.opening(self._cells)


class NativeGame(Game):
    """See the top of the file. `apply` and `clone` are the hot path."""

    __slots__ = ("_block", "_blocks", "_cells", "_python", "_seed", "_seen", "_shared", "_step")

    _python: State | None  # the state once C has stopped
    _seen: State | None  # the flat list state of the block, if somebody has looked

    def __init__(
        self,
        setup: GameSetup,
        seed: int,
        blocks: Blocks,
        block: Block,
        answers: Answers | None = None,
        history: History = NOTHING,
    ) -> None:
        self._shared, self._seed, self._answers, self.history = setup, seed, answers, history
        self._blocks, self._block = blocks, block
        self._cells, _, self._step = block
        self._recording = self._python = self._seen = None

    def __del__(self) -> None:
        free = self._blocks.free
        if len(free) < MOST_FREE:
            free.append(self._block)

    @property
    def _setup(self) -> GameSetup:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Made of that of another seed when somebody looks."""
        if self._shared.seed != self._seed:
            self._shared = self._shared.with_seed(self._seed)
        return self._shared

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
        block = blocks.take()
        blocks.native.copy(block.cells, self._cells)
        shared, seed = self._shared, self._seed
        copy = NativeGame(shared, seed, blocks, block, self._answers, self.history)
        copy._recording = self._recording
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
