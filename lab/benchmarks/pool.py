"""What the number of card records of a format costs: loading, memory, play with the same decks.

The records that are there too many are those of the format again, with other codes, names and
amounts (`+2000` and the like), so that each of their sentences has to be read.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from ...dsl.loading.library import sources_of
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.runtime.rules import load
from .edits import copy_of
from .playing import dealer, decisions_per_second
from .processes import elsewhere, peak_megabytes
from .spread import Spread, ratio, spread

RECORDS = (100, 350, 1000, 3500)
ROUNDS = 3
PLAY_S = 0.5
RECORD = re.compile(r'^card "([^"]*)" (\S+)\n((?: .*\n)+)', re.MULTILINE)
AMOUNT = re.compile(r"(?<=[+-])\d+")

FIGURES = """
import sys
from importlib import import_module
print(import_module(sys.argv[1] + ".lab.benchmarks.pool").figures(sys.argv[2]))
"""


@dataclass(frozen=True, slots=True)
class PoolStep:
    """A pool of so many records, and how many times as much as with the first one it takes to load
    without a cache and with one, of memory, and to decide.
    """

    records: int
    cold_s: float
    cold: Spread
    warm: Spread
    memory: Spread
    decision: Spread


@dataclass(frozen=True, slots=True)
class Figures:
    """What one process has measured: seconds, megabytes, seconds a decision."""

    loading: float
    memory: float
    decision: float


def growth_with_pool(name: str) -> list[PoolStep]:
    """The costs of pools; the first one is that of the format, if it is larger than some of these.
    Empty where there are no records to be had again.
    """
    files = sources_of(name)
    records = [match for source in files.cards for match in RECORD.finditer(source.text)]
    if not records:
        return []
    counts = [len(records), *(size for size in RECORDS if size > len(records))]
    cold, warm = ([list[Figures]() for _ in counts] for _ in range(2))
    with tempfile.TemporaryDirectory() as place:
        folders: list[Path] = []
        for count in counts:
            folder = copy_of(files, Path(place) / str(count) / Path(name).name)
            more = "".join(more_records(records, count - len(records)))
            if more:
                (folder / f"{RECORDS[-1]}.cards").write_text(more, encoding="utf-8")
            folders.append(folder)
        for _ in range(ROUNDS):
            for number, folder in enumerate(folders):
                with tempfile.TemporaryDirectory() as cache:
                    for found in (cold, warm):
                        printed = elsewhere(FIGURES, str(folder), cache)
                        found[number].append(Figures(**printed))
    return [pool_step(*one, cold[0], warm[0]) for one in zip(counts, cold, warm, strict=True)]


def pool_step(
    count: int,
    cold: Sequence[Figures],
    warm: Sequence[Figures],
    first_cold: Sequence[Figures],
    first_warm: Sequence[Figures],
) -> PoolStep:
    """One size beside the first one."""

    def times(what: str, ours: Sequence[Figures], theirs: Sequence[Figures]) -> Spread:
        return ratio([getattr(one, what) for one in ours], [getattr(one, what) for one in theirs])

    return PoolStep(
        count,
        spread([one.loading for one in cold]).median,
        times("loading", cold, first_cold),
        times("loading", warm, first_warm),
        times("memory", warm, first_warm),
        times("decision", warm, first_warm),
    )


def more_records(records: Sequence[re.Match[str]], count: int) -> Iterator[str]:
    """So many records more."""
    for number in range(count):
        name, code, fields = records[number % len(records)].groups()
        again = number // len(records) + 2
        other = AMOUNT.sub(lambda match, again=again: f"{int(match[0]) + again}", fields)
        yield f'card "{name} {again}" {code}v{again}\n{other}'


def figures(folder: str) -> str:
    """Loads a format, begins a game, plays some; what that took, as JSON."""
    started = time.perf_counter()
    rules = load(folder)
    rules.new_game(1)
    loading, memory = time.perf_counter() - started, peak_megabytes()
    speed = decisions_per_second(dealer(rules), Random(1), PLAY_S)
    found = {"loading": loading, "memory": memory or 1.0, "decision": 1 / speed}
    return json.dumps(found)
