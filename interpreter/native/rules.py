"""A format whose games are played in C, an answer at a time, where there is a compiler."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ..backend.layout import RNG
from ..runtime.edition import Edition
from ..runtime.game import Game
from ..runtime.game_setup import GameSetup
from ..runtime.rng import start
from ..runtime.rules import MOST_MATCHES, Opening, Rules
from .block import width_for
from .convert import signed
from .engine import Library, NativeMatch
from .game import NO_ROOM, Blocks, Front, NativeGame
from .library import REASONS, library_of


class NativeOpening(Opening):
    """See `Opening`. What is not recorded is played in C, as far as that can."""

    def __init__(self, setup: GameSetup, front_of: Callable[[GameSetup], Front | None]) -> None:
        super().__init__(setup)
        self._front_of = front_of

    @cached_property
    def front(self) -> Front | None:
        """Looked for when the first game begins, as a library is built for it."""
        return self._front_of(self.setup)

    def game(self, seed: int, record: bool) -> Game:
        """See `Opening`."""
        front = self.front
        if record or front is None:
            return super().game(seed, record)
        blocks = front.blocks
        block = blocks.free.pop() if blocks.free else blocks.new()  # `take`, without its call
        try:
            block.cells[RNG] = seed
        except OverflowError:
            block.cells[RNG] = signed(start(seed))
        if front.open(block.at):
            blocks.free.append(block)
            return super().game(seed, record)
        return NativeGame(self.setup, seed, blocks, block)


class NativeRules(Rules):
    """See `Rules`. The library of the format is built for the first game, if it is not there, which
    may take minutes. What C cannot play is played in Python, as is a game that records; nothing
    else tells them apart but the time, and `is_native`.
    """

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self._libraries: dict[tuple[int, int], Library | None] = {}
        self._blocks: dict[int, Blocks] = {}

    def _opening_of(self, setup: GameSetup) -> Opening:
        return NativeOpening(setup, self.front_of)

    def front_of(self, setup: GameSetup) -> Front | None:
        """What games begin with in C; None if it cannot play them."""
        blocks, switches = self._blocks_of(setup), tuple(setup.options.values())
        if blocks is None:
            return None
        try:
            if switches not in blocks.fronts:
                blocks.fronts[switches] = Front(blocks, setup)
            return blocks.fronts[switches]
        except NO_ROOM:
            return None

    def game_from_json(self, text: str) -> Game:
        """See `Rules`."""
        found = super().game_from_json(text)
        blocks = self._blocks_of(found.live()[0])
        return found if blocks is None else blocks.going_on(found)

    def _blocks_of(self, setup: GameSetup) -> Blocks | None:
        """What the games of a match are played in; None if C cannot."""
        match = setup.match
        if id(match) not in self._blocks:
            library = self._library_of(setup)
            if library is None:
                return None
            if len(self._blocks) >= MOST_MATCHES:
                self._blocks.pop(next(iter(self._blocks)))
            try:
                self._blocks[id(match)] = Blocks(NativeMatch(library, match))
            except OverflowError:
                return None
        return self._blocks[id(match)]

    def _library_of(self, setup: GameSetup) -> Library | None:
        seats, cards = len(setup.seats), len(setup.match.cards)
        key = seats, width_for(cards)
        if key not in self._libraries:
            try:
                self._libraries[key] = library_of(self.edition, seats, cards)
            except REASONS:
                self._libraries[key] = None
        return self._libraries[key]
