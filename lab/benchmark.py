"""How fast a format plays, loads and is copied; beside an engine written by hand if there is one.

Both play uniformly random games by the same loop, in turns, so that whatever else the machine
does slows both. Times are those of the processor, except for loading.
"""

from __future__ import annotations

import importlib.util
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Protocol

from ..dsl.cache import PLACE
from ..dsl.library import root
from ..interpreter.game import Game
from ..interpreter.rules import Rules, load

BASELINES = "bench"
CAP = 20_000
SAMPLES = 40  # positions in the middle of games, for copying and saving


class Engine(Protocol):
    """What both engines can do."""

    def is_over(self) -> bool:
        """Whether the game has ended."""
        ...

    def legal_actions(self) -> Sequence[object]:
        """What may be done now."""
        ...

    def apply(self, action: object) -> None:
        """Does it."""
        ...


NewGame = Callable[[Random], Engine]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class BenchReport:
    """What was measured. Without a baseline the ratio and its speed are None."""

    format: str
    ratio_to_handwritten: float | None
    decisions_per_s: int
    handwritten_decisions_per_s: int | None
    clone_us: float
    json_us: float
    load_cold_s: float
    load_warm_s: float
    peak_mb: float | None

    def as_json(self) -> dict[str, object]:
        """The report as programs read it."""
        return asdict(self)


def bench(
    name: str, seconds: float = 4.0, runs: int = 5, progress: Progress | None = None
) -> BenchReport:
    """Measures a format; `seconds` is what playing takes of the processor in all."""
    steps = 2 * runs + 3
    tell = progress or silently
    with empty_cache():
        cold = elsewhere(load_seconds, name)[0]
        tell(1, steps)
        warm, peak = elsewhere(load_seconds, name)
        tell(2, steps)
    rules = load(name)
    games: list[NewGame] = [dealer(rules)]
    baseline = baseline_of(name)
    games += [baseline] if baseline is not None else []
    slice_s = seconds / (runs * len(games))
    for one in games:
        decisions_per_second(one, Random(0), slice_s / 4)  # warms up
    speeds: list[list[float]] = [[] for _ in games]
    for run in range(runs):
        for number, one in enumerate(games):
            speeds[number].append(decisions_per_second(one, Random(run), slice_s))
            tell(2 + run * len(games) + number, steps)
    ours = statistics.median(speeds[0])
    theirs = statistics.median(speeds[1]) if len(games) > 1 else None
    ratios = [mine / other for mine, other in zip(speeds[0], speeds[-1], strict=True)]
    positions = middle_positions(rules)
    tell(steps, steps)
    return BenchReport(
        format=name,
        ratio_to_handwritten=round(statistics.median(ratios), 3) if theirs else None,
        decisions_per_s=round(ours),
        handwritten_decisions_per_s=round(theirs) if theirs else None,
        clone_us=round(microseconds(positions, lambda game: game.clone()), 2),
        json_us=round(microseconds(positions, lambda game: game.to_json()), 1),
        load_cold_s=round(cold, 3),
        load_warm_s=round(warm, 3),
        peak_mb=peak,
    )


def silently(done: int, total: int) -> None:
    """Tells nobody how far the measuring is."""


# ---- playing


def dealer(rules: Rules) -> NewGame:
    """New games of a format, all combinations of its decks in rotation."""
    lists = [*product(rules.decks, repeat=len(rules.seats))]
    dealt = 0

    def deal(chance: Random) -> Engine:
        nonlocal dealt
        dealt += 1
        return rules.new_game(chance.randrange(1 << 30), lists[dealt % len(lists)])  # pyright: ignore[reportReturnType]

    return deal


def baseline_of(name: str) -> NewGame | None:
    """New games of the engine written by hand, None if there is none for this format."""
    path = root() / BASELINES / f"{name}.py"
    if not path.is_file():
        return None
    spec = importlib.util.spec_from_file_location(f"baseline_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module.new_game


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


def middle_positions(rules: Rules) -> list[Game]:
    """Positions that are likely in the middle of a game."""
    chance = Random(1)
    found: list[Game] = []
    for seed in range(SAMPLES * 4):
        game = rules.new_game(seed)
        for _ in range(chance.randrange(5, 120)):
            if game.is_over():
                break
            game.apply(chance.randrange(len(game.legal_actions())))
        if not game.is_over():
            found.append(game)
        if len(found) == SAMPLES:
            break
    return found


def microseconds(games: list[Game], action: Callable[[Game], object]) -> float:
    """What an action takes on average: the median of five rounds."""
    rounds: list[float] = []
    for _ in range(5):
        started, count = time.thread_time(), 0
        while time.thread_time() - started < 0.05:
            for game in games:
                action(game)
            count += len(games)
        rounds.append((time.thread_time() - started) / max(count, 1) * 1e6)
    return statistics.median(rounds) if games else 0.0


# ---- loading


@contextmanager
def empty_cache() -> Generator[None, None, None]:
    """A cache folder of its own, empty at first."""
    before = os.environ.get(PLACE)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[PLACE] = str(Path(folder) / "cache")
        try:
            yield
        finally:
            del os.environ[PLACE]
            if before is not None:
                os.environ[PLACE] = before


def elsewhere(
    measure: Callable[[str], tuple[float, float | None]], name: str
) -> tuple[float, float | None]:
    """Measures in a process that has loaded nothing yet."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(measure, name).result()


def load_seconds(name: str) -> tuple[float, float | None]:
    """From the name of a format to its first choice, and the most memory used on the way."""
    started = time.perf_counter()
    load(name).new_game(1)
    return time.perf_counter() - started, peak_megabytes()


def peak_megabytes() -> float | None:
    """The most memory this process has used; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)
