"""Loading and memory: in processes that have loaded nothing yet, with and without a cache."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from ...dsl.nodes.dataclass import dataclass
from ...interpreter.runtime.rules import load
from ..simulation.carried import Work
from ..simulation.playing import Plan
from ..simulation.simulation import simulate
from .edits import output_of
from .playing import CAP
from .spread import Spread, ratio, spread

LOADS = 3  # in a row: one finds no cache, the others do
SIMULATED = 200  # games whose memory is measured

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
print(import_module(sys.argv[1] + ".lab.benchmarks.processes").simulation_megabytes(sys.argv[2]))
"""


@dataclass(frozen=True, slots=True)
class LoadReport:
    """Seconds from a start of Python to the first choice of a game, where there is no cache and
    where there is; and how many times longer the first takes.
    """

    cold_s: Spread
    warm_s: Spread
    cold_to_warm: Spread


@dataclass(frozen=True, slots=True)
class MemoryReport:
    """The most memory of a simulation, that finds a cache and that finds none; in megabytes, None
    where the system does not tell.
    """

    mb: float | None
    cold_mb: float | None


def measure_loading(name: str) -> LoadReport:
    """Loads a format cold and warm, in turns."""
    cold, warm = list[float](), list[float]()
    for _ in range(LOADS):
        with tempfile.TemporaryDirectory() as folder:
            cold.append(elsewhere(LOADING, name, folder))
            warm.append(elsewhere(LOADING, name, folder))
    return LoadReport(spread(cold), spread(warm), ratio(cold, warm))


def measure_memory(name: str) -> MemoryReport:
    """Simulates games of a format."""
    with tempfile.TemporaryDirectory() as folder:
        cold = elsewhere(SIMULATION, name, folder)
        return MemoryReport(elsewhere(SIMULATION, name, folder), cold)


def elsewhere(program: str, name: str, folder: str) -> Any:
    """What a program says of a format; its cache is in this folder."""
    return json.loads(output_of(program, name, cache=Path(folder) / "cache"))


def simulation_megabytes(name: str) -> str:
    """The most memory a simulation of the format in Python needs, as JSON."""
    rules = load(name)
    lists, seats = rules.deck_lists(len(rules.seats)), len(rules.seats)
    plan = Plan(SIMULATED, 0, ("random",) * seats, lists, CAP, native=False)
    simulate(Work(rules, (), {}, seats, plan))
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
