"""What the scenarios of a format notice, and what never happens in them and in games: worked out in
a process of its own, with what is not saved yet.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import WrongUse, sources_of
from ...dsl.loading.source import instead_of_files
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError
from ...lab.coverage.coverage import ClauseCover, run_coverage
from ...lab.coverage.effects import Effects, declared_events
from ...lab.scenarios.cards import phrases_in
from ..index.index import FileIndex
from ..index.text import Moved

PAUSE = 0.3  # seconds between two words of how far it is
RULES_ARE_WRONG = "The rules have mistakes: nothing can be played."
CALL = """
import sys
from importlib import import_module
import_module(sys.argv[1] + ".desk.service.coverage").answer()
"""


@dataclass(frozen=True, slots=True)
class Never:
    """An effect that never happened: its file and line (from 0), the card that says it, and why."""

    file: str
    line: int
    card: str
    why: str


@dataclass(frozen=True, slots=True)
class Noticed:
    """Of a clause the scenario that notices a change of a rule that cites it, where (lines from 0)
    and which change that is, or why none does.
    """

    clause: str
    scenario: str = ""
    file: str = ""
    line: int = 0
    change: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What came out, clause by clause. `effects` is how many there are, `never` those of them that
    did not happen, `absent` the words, verbs and actions by which nothing was done: each `word` or
    `event` with its name. `texts` are the files of `never` as they were.
    """

    games: int
    clauses: tuple[Noticed, ...]
    effects: int
    never: tuple[Never, ...]
    absent: tuple[tuple[str, str], ...]
    texts: dict[str, str]

    def in_file(self, file: FileIndex) -> Iterator[Never]:
        """Those that never happened in a file, at their lines as they are in its text."""
        mine = [one for one in self.never if one.file == file.path]
        moved = Moved(self.texts[file.path], file.text) if mine else None
        for one in mine:
            line = moved.newer(one.line) if moved is not None else None
            if line is not None:
                yield Never(one.file, line, one.card, one.why)


# ---- in the process of its own


def coverage_of(name: str, unsaved: Mapping[str, bytes], games: int) -> Coverage:
    """Runs all scenarios of a format and so many games, and looks for changes of the rules that
    scenarios notice. Prints how far that is. Raises `RulesError` if the rules have mistakes.
    """
    with instead_of_files(unsaved):
        loaded = load_usable(sources_of(name), whole=True)
        report = run_coverage(loaded, games=games, progress=Telling())
        effects = report.effects
        never = [*never_in(effects)] if effects is not None else []
        files = {os.path.realpath(one.path): one.text for one in loaded.files.played()}
    return Coverage(
        games=effects.games if effects is not None else 0,
        clauses=tuple(noticed_of(one) for one in report.clauses.values()),
        effects=len(effects.counted()) if effects is not None else 0,
        never=tuple(one for one in never if one.file in files),
        absent=tuple(absent_in(effects)) if effects is not None else (),
        texts={one.file: files[one.file] for one in never if one.file in files},
    )


def noticed_of(cover: ClauseCover) -> Noticed:
    if not cover.covered:
        return Noticed(cover.clause, why=cover.why_not)
    file, _, line = cover.place.rpartition(":")
    return Noticed(cover.clause, cover.covered_by, file, int(line) - 1, cover.change)


def never_in(effects: Effects) -> Iterator[Never]:
    """Effects that never happened, each with the first card that says it."""
    for one in effects.never():
        speakers = effects.speakers.get(one.sentence)
        card = str(effects.format.cards[min(speakers)].name) if speakers else ""
        file = os.path.realpath(one.span.file)
        yield Never(file, one.span.line - 1, card, effects.reason(one))


def absent_in(effects: Effects) -> Iterator[tuple[str, str]]:
    """The words that only effects are made of which never happened, and the verbs and actions that
    never took place.
    """
    counted = effects.counted()
    happened = [one for one in counted if effects.done[one.sentence]]
    seen = words_of(one.sentence for one in happened)
    for word in sorted(words_of(one.sentence for one in counted) - seen):
        yield "word", word
    for event, _ in declared_events(effects.format):
        if not effects.announced[event]:
            yield "event", event


def words_of(sentences: Iterable[Any]) -> set[str]:
    return set[str]().union(*map(phrases_in, sentences))


class Telling:
    """Prints how far it is, now and then."""

    def __init__(self) -> None:
        self.told = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now > self.told + PAUSE:
            self.told = now
            print(json.dumps({"done": done, "total": total}), flush=True)


def answer() -> None:
    """Reads what is wanted as a line of JSON; prints how far it is and, in the last line, what came
    out, or what is wrong. Ends when whoever asked is gone.
    """
    wanted = json.loads(sys.stdin.readline())
    threading.Thread(target=end_with_asker, daemon=True).start()
    unsaved = {path: text.encode() for path, text in wanted["unsaved"].items()}
    try:
        found = coverage_of(wanted["name"], unsaved, wanted["games"])
    except RulesError:
        print(json.dumps({"wrong": RULES_ARE_WRONG}), flush=True)
    except WrongUse as error:
        print(json.dumps({"wrong": str(error)}), flush=True)
    else:
        print(json.dumps({"found": as_json(found)}), flush=True)


def end_with_asker() -> None:
    sys.stdin.read()
    os._exit(1)


def as_json(found: Coverage) -> dict[str, Any]:
    """What came out, for another process."""
    rows = {
        name: [[*asdict(one).values()] for one in every]
        for name, every in (("clauses", found.clauses), ("never", found.never))
    }
    plain = {"games": found.games, "effects": found.effects}
    return {**plain, **rows, "absent": found.absent, "texts": found.texts}


def from_json(told: dict[str, Any]) -> Coverage:
    """The same as it was."""
    clauses = tuple(Noticed(*one) for one in told["clauses"])
    never = tuple(Never(*one) for one in told["never"])
    absent = tuple((kind, name) for kind, name in told["absent"])
    return Coverage(told["games"], clauses, told["effects"], never, absent, told["texts"])
