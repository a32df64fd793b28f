"""How soon an editor hears of a mistake, and how long an answer takes while a check runs.

Checks are measured in seconds of the processor, answers by the clock; the format in a copy of its
files, in a process of its own.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from ..dsl.loading.cache import PLACE
from ..dsl.loading.library import sources_of
from ..dsl.nodes.dataclass import dataclass
from ..lab.benchmarks.edits import copy_of, possible_edits
from .completion.completion import completions
from .index.index import CARDS, RULES, SCENARIO, FileIndex, Index
from .index.text import Place
from .service.checking import soon, whole
from .service.desk import SWITCH_S, Desk
from .service.hover import hover

PACKAGE = __name__.partition(".")[0]
EDITS = 6  # of a kind that are measured
ANSWERS = 200  # of a kind that are measured
SEED = 1
CALL = """
import sys
from importlib import import_module
import_module(sys.argv[1] + ".desk.measure").print_measures(sys.argv[2])
"""


@dataclass(frozen=True, slots=True)
class LspReport:
    """`card_s`, `rule_s`: from an edit to what the rules and cards say by themselves; with
    `whole`: to all that a check finds. The rest: what 95 of 100 answers take at most.
    """

    card_s: float
    rule_s: float
    whole_card_s: float
    whole_rule_s: float
    hover_p95_ms: float
    completion_p95_ms: float


def measure_lsp(name: str) -> LspReport | None:
    """Measures a format; None for one without numbers to change in its cards and rules."""
    with tempfile.TemporaryDirectory() as place:
        folder = copy_of(sources_of(name), Path(place) / Path(name).name)
        places = {"PYTHONPATH": os.pathsep.join(sys.path), PLACE: str(Path(place) / "cache")}
        command = [sys.executable, "-c", CALL, PACKAGE, str(folder)]
        found = subprocess.run(
            command, env=os.environ | places, stdout=subprocess.PIPE, check=True, text=True
        )
        known = json.loads(found.stdout)
        return LspReport(**known) if known is not None else None


def print_measures(folder: str) -> None:
    """Prints the measures of a format as JSON; null where there is nothing to change."""
    index = whole(folder, {}, None)
    times: dict[str, float] = {}
    for kind, sources in (("card", index.files.cards), ("rule", index.files.rules)):
        found: dict[str, list[float]] = {"": [], "whole_": []}
        for source, text in [*possible_edits(sources, kind)][:EDITS]:
            unsaved = {os.path.realpath(source.path): text.encode()}
            started = time.process_time()
            for name, step in (("", soon), ("whole_", whole)):
                step(folder, unsaved, index)
                found[name].append(time.process_time() - started)
        if not found[""]:
            print(json.dumps(None))
            return
        times |= {f"{name}{kind}_s": round(statistics.median(x), 3) for name, x in found.items()}
    print(json.dumps({**times, **answers(folder, index)}))


def answers(folder: str, index: Index) -> dict[str, float]:
    """How long answers take while a format is checked over and over."""
    sys.setswitchinterval(SWITCH_S)
    desk, chance = Desk(lambda name, index, versions: None, 0.0), Random(SEED)
    own = Path(os.path.realpath(folder))
    every = index.of_kind(RULES, CARDS, SCENARIO)
    files = [one for one in every if Path(one.path).is_relative_to(own)]  # without libraries
    rules = next(one for one in files if one.kind == RULES)
    desk.opened(rules.name, rules.text, 1)
    while not desk.is_settled():
        time.sleep(0.05)
    times: dict[str, list[float]] = {"hover_p95_ms": [], "completion_p95_ms": []}
    for number in range(ANSWERS):
        if desk.is_settled():
            desk.opened(rules.name, f"{rules.text}\n# {number}\n", number + 2)
        file = chance.choice(files)
        line = chance.randrange(len(file.lines))
        place = Place(line, chance.randrange(len(file.lines[line]) + 1))
        times["hover_p95_ms"].append(timed(lambda f=file, p=place: hover(known(desk, f), f, p)))
        times["completion_p95_ms"].append(
            timed(lambda f=file, p=place: completions(known(desk, f), f.kind, f.lines, p, f))
        )
    desk.stop()
    return {name: round(statistics.quantiles(x, n=20)[-1], 1) for name, x in times.items()}


def known(desk: Desk, file: FileIndex) -> Index:
    """The last index of a file."""
    found = desk.index_of(file.name)
    assert found is not None
    return found


def timed(work: Callable[[], object]) -> float:
    """How long something takes, in milliseconds."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
