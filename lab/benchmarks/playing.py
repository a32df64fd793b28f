"""Games that are played, copied and saved for their speed: ours, and those of other engines.

All play uniformly random games by the same loop. Times are those of the processor.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Sequence
from dataclasses import field
from random import Random
from typing import Any, Protocol

from ...dsl.loading.library import root
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.native.library import REASONS
from ...interpreter.native.rules import NativeRules
from ...interpreter.runtime.rules import MOST_MATCHES, Rules
from ..simulation.native import Playouts
from .edits import PACKAGE

ENGINES = "bench"  # the folder of the engines that others or we wrote by hand
BY_HAND = "written by hand"
OTHERS = {BY_HAND: "{}", "OpenSpiel": "{}_open_spiel"}  # the files of a format, by whose they are
CAP = 20_000
SAMPLES = 40  # positions in the middle of games, for copying and saving
COPYING_S = 0.05  # a round of copies or saves
SAVING_S = 0.02
BETWEEN_LOOKS, MOST_GAMES = 100, 50  # decisions, and games; a look takes as long as a short one


class Engine(Protocol):
    """What all engines can do. What has `to_json` too can be saved."""

    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    def legal_actions(self) -> Sequence[Any]:
        """What may be done now."""
        ...

    def apply(self, action: Any, /) -> None:
        """Does it."""
        ...

    def clone(self) -> object:
        """An independent copy."""
        ...


NewGame = Callable[[Random], Engine]


@dataclass(slots=True)
class Runner:
    """One of those that are compared, and what was measured of it, round by round."""

    new_game: NewGame
    speeds: list[float] = field(default_factory=list[float])  # decisions/s
    copies: list[float] = field(default_factory=list[float])  # microseconds
    saves: list[float] = field(default_factory=list[float])  # the same

    def run(self, number: int, seconds: float) -> None:
        """Measures once more; all have the same chance in a round of the same number."""
        self.speeds.append(decisions_per_second(self.new_game, Random(number), seconds))
        positions = middle_positions(self.new_game, Random(number))
        if not positions:
            return
        self.copies.append(microseconds(positions, lambda game: game.clone(), COPYING_S))
        if hasattr(positions[0], "to_json"):
            for game in positions:
                game.to_json()  # the first of a game works out what the others use again
            self.saves.append(microseconds(positions, lambda game: game.to_json(), SAVING_S))


# ---- who plays


def dealer(rules: Rules, record: bool = False) -> NewGame:
    """New games of a format, the combinations of its decks in rotation, all of them met once.

    Of many combinations only as many as are kept ready.
    """
    lists = [*rules.deck_lists(len(rules.seats))]
    if len(lists) > MOST_MATCHES:
        lists = Random(0).sample(lists, MOST_MATCHES)
    for decks in lists:
        rules.new_game(0, decks, record=record)
    started = 0

    def deal(chance: Random) -> Engine:
        nonlocal started
        started += 1
        seed = chance.getrandbits(30)
        return rules.new_game(seed, lists[started % len(lists)], record=record)

    return deal


def in_steps(rules: Rules) -> Runner:
    """The same games, played in C an answer at a time; the library is there."""
    return Runner(dealer(NativeRules(rules.edition)))


def playouts_of(rules: Rules) -> tuple[Playouts | None, str]:
    """Games in C of a format, or why there are none."""
    lists = rules.deck_lists(len(rules.seats))[:MOST_MATCHES]
    try:
        return Playouts([rules.new_setup(0, decks, None, None) for decks in lists], CAP), ""
    except REASONS as reason:
        return None, str(reason)


def others_of(name: str) -> dict[str, NewGame]:
    """New games of the engines for a format that are there, by whose they are; one that needs a
    library is there where that is installed.
    """
    found: dict[str, NewGame] = {}
    for whose, file in OTHERS.items() if name.isidentifier() else ():
        module = file.format(name)
        if not (root() / ENGINES / f"{module}.py").is_file():
            continue
        try:
            found[whose] = importlib.import_module(f"{PACKAGE}.{ENGINES}.{module}").new_game
        except ImportError:
            continue
    return found


# ---- playing


def decisions_per_second(new_game: NewGame, chance: Random, seconds: float) -> float:
    """The speed of random play."""
    decisions, spent, started = 0, 0.0, time.thread_time()
    while spent < seconds:
        before = decisions
        for _ in range(MOST_GAMES):
            decisions += play_out(new_game(chance), chance.random)
            if decisions - before >= BETWEEN_LOOKS:
                break
        spent = time.thread_time() - started
    return decisions / spent


def play_out(game: Engine, random: Callable[[], float]) -> int:
    """Plays a game to its end; the number of its decisions."""
    decisions = 0
    while not game.is_over() and decisions < CAP:
        actions = game.legal_actions()
        game.apply(actions[int(random() * len(actions))])
        decisions += 1
    return decisions


# ---- copying and saving


def middle_positions(new_game: NewGame, chance: Random) -> list[Any]:
    """Positions that are likely in the middle of a game, or where games are short at its first
    choice; none where no game has one.
    """
    found: list[Engine] = []
    for _ in range(SAMPLES * 4):
        game = new_game(chance)
        for _ in range(chance.randrange(5, 120)):
            if game.is_over():
                break
            game.apply(chance.choice(game.legal_actions()))
        if not game.is_over():
            found.append(game)
        if len(found) == SAMPLES:
            break
    return found or [game for _ in range(SAMPLES) if not (game := new_game(chance)).is_over()]


def microseconds(games: list[Any], action: Callable[[Any], object], seconds: float) -> float:
    """What an action takes on average."""
    started, count = time.thread_time(), 0
    while time.thread_time() - started < seconds:
        for game in games:
            action(game)
        count += len(games)
    return (time.thread_time() - started) / max(count, 1) * 1e6
