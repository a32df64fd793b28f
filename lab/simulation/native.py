"""Games of a simulation that are played in C: as soon as the library of the format is there. Games
that C cannot play to their end are left to Python; nothing tells them apart but the time.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from random import Random
from typing import Protocol

from ...interpreter.native.build import can_build
from ...interpreter.native.convert import Cells, TooLarge
from ...interpreter.native.engine import Library, NativeMatch, Played
from ...interpreter.native.library import REASONS, library_of, library_there
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.rng import start

NewSetup = Callable[[int, tuple[str, ...]], GameSetup]  # of a seed and the names of the decks
Open = Callable[[], NewSetup]  # loads a format; can be sent to another process

PLAYERS = {"random": 0, "eager": 1}  # bots that C knows, as it numbers them
LOOK_AGAIN_S = 0.5
EACH, EVERY = 64, 32  # games of which each is timed, and then every so manyth
PATIENCE_S = 5.0  # so long everything is played in Python before a library is built
WORTH_S = 30.0  # and so much must be left to play


class Wanted(Protocol):
    """What a simulation says of its players; `native` None: in C when it is worth it."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The players by seat."""
        ...

    @property
    def cap(self) -> int:
        """Decisions after which a game is stopped."""
        ...

    @property
    def native(self) -> bool | None:
        """Whether to play in C."""
        ...


class Clock:
    """The processor time of many short games: to ask for it takes longer than one of them, so that
    most are told to have taken none, and a later one the time of them all.
    """

    def __init__(self) -> None:
        self._games = 0
        self._owed = 0.0
        self._began: float | None = None

    def begin(self) -> None:
        """A game begins."""
        if self._began is None:
            self._began = time.thread_time()

    def stop(self) -> None:
        """Something else begins."""
        if self._began is not None:
            self._owed += time.thread_time() - self._began
            self._began = None

    def seconds(self) -> float:
        """What is told of a game that has come to its end."""
        self._games += 1
        if self._games > EACH and self._games % EVERY:
            return 0.0
        self.stop()
        found, self._owed = self._owed, 0.0
        return found


class GamesInC:
    """The games of one process."""

    def __init__(self, plan: Wanted) -> None:
        self.cap = plan.cap
        self.possible = plan.native is not False and {*plan.bots} <= PLAYERS.keys()
        self.clock = Clock()
        self._library: Library | None = None
        self._looked = -LOOK_AGAIN_S
        self._fronts: dict[int, tuple[NativeMatch, Cells]] = {}
        self._cells: Cells | None = None

    def play(
        self, setup: GameSetup, bots: Sequence[str]
    ) -> tuple[NativeMatch, Cells, Played] | None:
        """Plays a game from its seed; None if it is to be played in Python. `bots` by seat."""
        if not self.possible or self._find(setup) is None:
            return None
        try:
            native, front = self._front(setup)
        except (TooLarge, OverflowError):
            self.possible = False
            return None
        if len(setup.match.cards) > native.source.block.width:
            return None
        self._cells = self._cells or native.new_block()
        self.clock.begin()
        seed = setup.seed
        players = [PLAYERS[name] for name in bots]
        played = native.play(self._cells, front, start(seed), seed, players, self.cap)
        return None if played.stopped else (native, self._cells, played)

    def _find(self, setup: GameSetup) -> Library | None:
        now = time.monotonic()
        if self._library is None and now - self._looked >= LOOK_AGAIN_S:
            self._looked = now
            try:
                self._library = library_there(*table_of(setup))
            except REASONS:
                self.possible = False
        return self._library

    def _front(self, setup: GameSetup) -> tuple[NativeMatch, Cells]:
        match: Match = setup.match
        if id(match) not in self._fronts and self._library is not None:
            native = NativeMatch(self._library, match)
            self._fronts[id(match)] = (native, native.front_of(setup.unbegun_state()))
        return self._fronts[id(match)]


class Playouts:
    """Games in C between players that take any option, of some tables in rotation; built if it is
    not there. Raises one of `REASONS`.
    """

    def __init__(self, setups: Sequence[GameSetup], cap: int) -> None:
        edition, seats, _ = table_of(setups[0])
        library = library_of(edition, seats, max(len(setup.match.cards) for setup in setups))
        self._tables = [NativeMatch(library, setup.match) for setup in setups]
        self._fronts = [
            native.front_of(setup.unbegun_state())
            for native, setup in zip(self._tables, setups, strict=True)
        ]
        self._cells = self._tables[0].new_block()
        self._players, self._cap = [PLAYERS["random"]] * seats, cap
        self._games = 0

    def decisions_per_second(self, chance: Random, seconds: float) -> float:
        """The speed of random play."""
        decisions, started, spent = 0, time.thread_time(), 0.0
        while spent < seconds:
            for _ in range(EVERY):
                table, seed = self._games % len(self._tables), chance.randrange(1 << 30)
                self._games += 1
                native, front = self._tables[table], self._fronts[table]
                played = native.play(
                    self._cells, front, start(seed), seed, self._players, self._cap
                )
                decisions += played.decisions
            spent = time.thread_time() - started
        return decisions / spent


def table_of(setup: GameSetup) -> tuple[Edition, int, int]:
    """The format, the number of seats, the number of cards: what a library is made for."""
    return setup.edition, len(setup.seats), len(setup.match.cards)


def build_for(setup: GameSetup) -> str:
    """Builds the library for games like this one; says why there is none, or nothing."""
    try:
        library_of(*table_of(setup))
    except REASONS as reason:
        return str(reason)
    return ""


def build_apart(opened: Open, seed: int, decks: tuple[str, ...]) -> None:
    """The same in a process of its own, whom an interrupt does not reach."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    build_for(opened()(seed, decks))


class Building:
    """Has the library built beside a simulation, once it has gone on for a while and will go on for
    long.
    """

    def __init__(self, possible: bool, opened: Open, seed: int, decks: tuple[str, ...]) -> None:
        self._given = (opened, seed, decks)
        self._waits = possible
        self._began = time.monotonic()
        self._process: BaseProcess | None = None

    def look(self, done: int, total: int) -> None:
        """So many games are played."""
        spent = time.monotonic() - self._began
        if not self._waits or spent < PATIENCE_S:
            return
        self._waits = False
        if spent / done * (total - done) > WORTH_S and can_build():
            self._process = get_context("spawn").Process(
                target=build_apart, args=self._given, daemon=True
            )
            self._process.start()

    def end(self) -> None:
        """Nobody needs it any more."""
        if self._process is not None and self._process.is_alive():
            self._process.terminate()
