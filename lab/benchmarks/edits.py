"""What an edit of a format costs: from a changed card or rule to the end of `check` and of one
scenario, in a process that stays and in a new one, beside a process that finds no cache.

Times are those of the processor. The format is measured in a copy of its files.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from ...dsl.loading.cache import PLACE
from ...dsl.loading.library import FormatFiles, sources_of
from ...dsl.loading.source import Source
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError, has_errors
from ..workspace import Workspace

PACKAGE = __name__.partition(".")[0]
EDITS = 5  # of a kind that are measured
MOST_TRIED = 30
SEED = 1
TITLE = re.compile(r'^scenario "([^"]*)"', re.MULTILINE)
NUMBER = {  # one more of these: in a sentence of a card, in the body of a rule
    "card": re.compile(r"(?m)^ +\S+ +(?=[A-Z\[<])(?:\S+ +)+?[+-]?(\d+)\b"),
    "rule": re.compile(r"(?m)^ {4,}.*? (\d+)\b"),
}


@dataclass(frozen=True, slots=True)
class EditCost:
    """Seconds of an edit, and their ratio to a start without a cache."""

    resident_s: float
    resident_ratio: float
    fresh_s: float
    fresh_ratio: float


@dataclass(frozen=True, slots=True)
class EditReport:
    """`cold_s` is what a process needs that finds no cache."""

    cold_s: float
    card: EditCost
    rule: EditCost


def measure_edits(name: str, count: int = EDITS) -> EditReport | None:
    """The costs of edits of a format, medians of `count` of a kind; None for one without
    scenarios, or without numbers to change.
    """
    files = sources_of(name)
    if not files.scenarios:
        return None
    with tempfile.TemporaryDirectory() as place:
        folder = copy_of(files, Path(place) / Path(name).name)
        cold = fresh_seconds(folder, Path(place) / "empty")
        fresh_seconds(folder, Path(place) / "cache")
        costs: dict[str, EditCost] = {}
        for kind in NUMBER:
            shutil.copytree(Path(place) / "cache", Path(place) / kind)
            printed = output_of(
                CALL, "print_edits", str(folder), kind, str(count), cache=Path(place) / kind
            )
            found = json.loads(printed)
            times: list[float] = []
            for file, text in found["edits"]:
                before = Path(file).read_text(encoding="utf-8")
                Path(file).write_text(text, encoding="utf-8")
                times.append(fresh_seconds(folder, Path(place) / "cache"))
                Path(file).write_text(before, encoding="utf-8")
            if not times:
                return None
            resident, fresh = map(statistics.median, (found["seconds"], times))
            seconds = resident, resident / cold, fresh, fresh / cold
            costs[kind] = EditCost(*(round(one, 3) for one in seconds))
    return EditReport(round(cold, 3), **costs)


def copy_of(files: FormatFiles, folder: Path) -> Path:
    """A folder with the files of a format, but those that it inherits; raises `RulesError` where
    one of them cannot be read.
    """
    home = files.rules[0].path.parent
    ledger = [files.ledger] if files.ledger is not None else []
    mapping = [files.own_mapping] if files.own_mapping is not None else []
    own = [*files.rules, *files.cards, *files.decks, *files.scenarios, *files.looks]
    for source in [*own, *ledger, *mapping]:
        path = source.path
        target = folder / (path.relative_to(home) if path.is_relative_to(home) else path.name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(source.raw, bytes):
            raise RulesError(source.decoded()[1])
        target.write_bytes(source.raw)
    return folder


# ---- in a process of their own


CALL = """
import sys
from importlib import import_module
module = import_module(sys.argv[1] + ".lab.benchmarks.edits")
getattr(module, sys.argv[2])(*sys.argv[3:])
"""  # a function of this file


def once(workspace: Workspace) -> bool:
    """Checks a format and plays its first scenario; whether there are no mistakes."""
    if has_errors(workspace.check()):
        return False
    workspace.run(*first_scenario(workspace.files))
    return True


def print_edits(folder: str, kind: str, count: str) -> None:
    """Prints so many edits of a kind that leave no mistake, and the seconds of each, as JSON."""
    workspace, edits, seconds = Workspace(folder), list[tuple[str, str]](), list[float]()
    once(workspace)
    files = workspace.files
    for source, text in possible_edits(files.cards if kind == "card" else files.rules, kind):
        source.path.write_text(text, encoding="utf-8")
        started = time.process_time()
        if once(workspace):
            seconds.append(time.process_time() - started)
            edits.append((source.name, text))
        source.path.write_text(source.text, encoding="utf-8")
        if len(edits) == int(count):
            break
        once(workspace)
    print(json.dumps({"edits": edits, "seconds": seconds}))


def possible_edits(sources: list[Source], kind: str) -> Iterator[tuple[Source, str]]:
    """Files with a number that is one more, from places all over them."""
    found = [(one, match) for one in sources for match in NUMBER[kind].finditer(one.text)]
    for source, match in Random(SEED).sample(found, min(MOST_TRIED, len(found))):
        more = str(int(match[1]) + 1)
        yield source, source.text[: match.start(1)] + more + source.text[match.end(1) :]


def first_scenario(files: FormatFiles) -> tuple[str, str]:
    source = files.scenarios[0]
    title = TITLE.search(source.text)
    return source.name, title[1] if title is not None else ""


def check_and_play(folder: str) -> None:
    """What a new process does."""
    once(Workspace(folder, keep=True))


def fresh_seconds(folder: Path, cache: Path) -> float:
    """What a new process needs that finds a cache."""
    before = os.times()
    output_of(CALL, "check_and_play", str(folder), cache=cache)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def output_of(program: str, *arguments: str, cache: Path) -> str:
    """What a program prints in a process of its own, given the package and some arguments."""
    places = {"PYTHONPATH": os.pathsep.join(sys.path), PLACE: str(cache)}
    command = [sys.executable, "-c", program, PACKAGE, *arguments]
    given = os.environ | places
    found = subprocess.run(command, env=given, stdout=subprocess.PIPE, check=True, text=True)
    return found.stdout
