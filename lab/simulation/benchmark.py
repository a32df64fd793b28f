"""How fast a format plays, loads and is copied; beside an engine written by hand if there is one.

All play uniformly random games by the same loop, in turns, so that whatever else the machine
does slows all of them. Times are those of the processor, except for loading.
"""

from __future__ import annotations

import importlib
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from ...dsl.loading.library import root
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.native.library import REASONS
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import MOST_MATCHES, Rules, load
from ..work import Progress, silent
from .edits import PACKAGE, EditReport, measure_edits, output_of
from .native import Playouts
from .simulation import Plan, simulate

BASELINES = "bench"
CAP = 20_000
SAMPLES = 40  # positions in the middle of games, for copying and saving
COPYING_S = 0.05  # a round of copies or saves
LOADS = 3  # warm ones
SIMULATED = 200  # games whose memory is measured


class Engine(Protocol):
    """What both engines can do."""

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


@dataclass(frozen=True, slots=True)
class BenchReport:
    """What was measured. Without a baseline its figures and the ratios to it are None.

    A cold load finds no cache, as after an edit; a warm one does. The peaks are those of a
    simulation; None where the system does not tell. `edit`: what an edit costs, if the format
    has scenarios. `native`: whole games in C, beside Python and beside the engine written by hand;
    None where the `native_reason` says why there are none.
    """

    format: str
    ratio_to_handwritten: float | None
    recording_ratio_to_handwritten: float | None
    clone_ratio_to_handwritten: float | None
    decisions_per_s: int
    recording_decisions_per_s: int
    native_decisions_per_s: int | None
    native_ratio: float | None
    native_ratio_to_handwritten: float | None
    native_reason: str
    handwritten_decisions_per_s: int | None
    clone_us: float
    handwritten_clone_us: float | None
    json_us: float
    load_cold_s: float
    load_warm_s: float
    peak_mb: float | None
    peak_cold_mb: float | None
    edit: EditReport | None


@dataclass(slots=True)
class Runner:
    """One of those that are compared, and what was measured of it, run by run."""

    new_game: NewGame
    speeds: list[float] = field(default_factory=list[float])  # decisions/s
    copies: list[float] = field(default_factory=list[float])  # microseconds

    def run(self, number: int, seconds: float) -> None:
        """Measures once more; all have the same chance in a run of the same number."""
        self.speeds.append(decisions_per_second(self.new_game, Random(number), seconds))
        positions = middle_positions(self.new_game, Random(number))
        self.copies.append(microseconds(positions, lambda game: game.clone()))


def bench(
    name: str, seconds: float = 6.0, runs: int = 10, progress: Progress = silent
) -> BenchReport:
    """Measures a format; `seconds` is what playing takes of the processor in all."""
    steps = runs + 4
    rules = load(name)
    ours, recording = Runner(dealer(rules)), Runner(dealer(rules, record=True))
    baseline = baseline_of(name)
    by_hand = Runner(baseline) if baseline is not None else None
    runners = [ours, recording, *([by_hand] if by_hand is not None else [])]
    in_c, reason = playouts_of(rules)
    fast: list[float] = []
    slice_s = seconds / (runs * (len(runners) + (in_c is not None)))
    for one in runners:
        decisions_per_second(one.new_game, Random(0), slice_s / 4)  # warms up
    for run in range(runs):
        for one in runners:
            one.run(run, slice_s)
        if in_c is not None:
            fast.append(in_c.decisions_per_second(Random(run), slice_s))
        progress(run + 1, steps)
    json_us = save_microseconds(ours.new_game)
    with tempfile.TemporaryDirectory() as cache:
        cold, *again = [elsewhere(LOADING, name, cache) for _ in range(1 + LOADS)]
    progress(runs + 1, steps)
    with tempfile.TemporaryDirectory() as cache:
        cold_peak = elsewhere(SIMULATION, name, cache)
        progress(runs + 2, steps)
        peak = elsewhere(SIMULATION, name, cache)
    progress(runs + 3, steps)
    edit = measure_edits(name)
    progress(steps, steps)
    return BenchReport(
        format=name,
        ratio_to_handwritten=by_hand and ratio(ours.speeds, by_hand.speeds),
        recording_ratio_to_handwritten=by_hand and ratio(recording.speeds, by_hand.speeds),
        clone_ratio_to_handwritten=by_hand and ratio(ours.copies, by_hand.copies),
        decisions_per_s=round(statistics.median(ours.speeds)),
        recording_decisions_per_s=round(statistics.median(recording.speeds)),
        native_decisions_per_s=round(statistics.median(fast)) if fast else None,
        native_ratio=ratio(fast, ours.speeds) if fast else None,
        native_ratio_to_handwritten=ratio(fast, by_hand.speeds) if fast and by_hand else None,
        native_reason=reason,
        handwritten_decisions_per_s=by_hand and round(statistics.median(by_hand.speeds)),
        clone_us=round(statistics.median(ours.copies), 2),
        handwritten_clone_us=by_hand and round(statistics.median(by_hand.copies), 2),
        json_us=round(json_us, 1),
        load_cold_s=round(cold, 3),
        load_warm_s=round(statistics.median(again), 3),
        peak_mb=peak,
        peak_cold_mb=cold_peak,
        edit=edit,
    )


def ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios of each run."""
    found = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    return round(statistics.median(found), 3)


# ---- playing


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
        seed = chance.randrange(1 << 30)
        return rules.new_game(seed, lists[started % len(lists)], record=record)

    return deal


def playouts_of(rules: Rules) -> tuple[Playouts | None, str]:
    """Games in C of a format, or why there are none."""
    lists = rules.deck_lists(len(rules.seats))[:MOST_MATCHES]
    try:
        return Playouts([rules.new_setup(0, decks, None, None) for decks in lists], CAP), ""
    except REASONS as reason:
        return None, str(reason)


def baseline_of(name: str) -> NewGame | None:
    """New games of the engine written by hand, None if there is none for this format."""
    if not name.isidentifier() or not (root() / BASELINES / f"{name}.py").is_file():
        return None
    return importlib.import_module(f"{PACKAGE}.{BASELINES}.{name}").new_game


def decisions_per_second(new_game: NewGame, chance: Random, seconds: float) -> float:
    """The speed of random play."""
    decisions, started = 0, time.thread_time()
    while True:
        decisions += play_out(new_game(chance), chance.random)
        spent = time.thread_time() - started
        if spent >= seconds:
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
    """Positions that are likely in the middle of a game."""
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
    return found


def microseconds(games: list[Any], action: Callable[[Any], object]) -> float:
    """What an action takes on average."""
    started, count = time.thread_time(), 0
    while games and time.thread_time() - started < COPYING_S:
        for game in games:
            action(game)
        count += len(games)
    return (time.thread_time() - started) / max(count, 1) * 1e6


def save_microseconds(new_game: NewGame) -> float:
    """What a save takes. The first of a game works out what the others use again."""
    positions = middle_positions(new_game, Random(1))
    rounds = [microseconds(positions, lambda game: game.to_json()) for _ in range(6)]
    return statistics.median(rounds[1:])


# ---- loading, and memory: in a process that has loaded nothing yet

LOADING = """
import sys, time
started = time.perf_counter()
from importlib import import_module
import_module(sys.argv[1] + ".api").load(sys.argv[2]).new_game(1)
print(time.perf_counter() - started)
"""  # from the front door to the first choice of a game
SIMULATION = """
import sys
from importlib import import_module
print(import_module(sys.argv[1] + ".lab.simulation.benchmark").simulation_megabytes(sys.argv[2]))
"""


def elsewhere(program: str, name: str, folder: str) -> Any:
    """What a program says of a format; its cache is in this folder."""
    return json.loads(output_of(program, name, cache=Path(folder) / "cache"))


def simulation_megabytes(name: str) -> str:
    """The most memory a simulation of the format in Python needs, as JSON."""
    rules = load(name)
    lists = rules.deck_lists(len(rules.seats))

    def deal(seed: int, decks: tuple[str, ...]) -> GameSetup:
        return rules.new_setup(seed, decks, None, None)

    bots = ("random",) * len(rules.seats)
    simulate(Plan(SIMULATED, 0, bots, lists, CAP, native=False), lambda: deal)
    return json.dumps(peak_megabytes())


def peak_megabytes() -> float | None:
    """The most memory this process has used; None where the system does not tell."""
    status = Path("/proc/self/status")
    if status.is_file():  # `getrusage` would also count the process this one came from
        rows = [row.split() for row in status.read_text().splitlines()]
        peaks = [int(row[1]) for row in rows if row and row[0] == "VmHWM:"]
        if peaks:
            return round(peaks[0] / 1024, 1)
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)
