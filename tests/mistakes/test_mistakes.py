"""Mistakes that authors make, one edit each: the very words that are told, the code, and the text
that every mend of the product together leaves. `groups` holds them: `frame` is the file they stand
in, or `file` the one of a format that checks clean in which `wrong` stands in the place of `right`;
`format` is the one whose words they are written in, and `beside` are files that lie there too.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NotRequired, TypedDict, cast

import pytest
import yaml
from places import ROOT
from remedies import faults_of
from sentences import untold
from syrupy.assertion import SnapshotAssertion

from playsheet.desk.service.actions import edit_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.problems.catalog import entries
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.rows import lines_of
from playsheet.lab.checking.worded import every_problem

GROUPS = Path(__file__).parent / "groups"
HARBOUR = ROOT / "tests" / "messages" / "harbour"
FORMATS = {"harbour": HARBOUR, "puerto": Path(__file__).parent / "puerto"}  # in English, in Spanish
SHIPPED = ("crazy_eights", "hipercoliseo")
FORMATS |= {name: ROOT / "rulesets" / name for name in SHIPPED}
FILES = {"rules": "more.rules", "cards": "cards/more.cards", "deck": "decks/more.deck"}
FILES["scenario"] = "scenarios/more.scenario"
ASIDE = ("verb-never-done", "window-never-opened")  # of a text that stands alone
LEAST, LEAST_MENDED = 265, 215
TRIES = 3  # one mistake may hide the next


class MistakeRecord(TypedDict):
    """A mistake as a group has it."""

    name: str
    wrong: str
    at: str
    code: str
    right: NotRequired[str]
    none: NotRequired[str]


class GroupRecord(TypedDict):
    """A file of mistakes."""

    kind: str
    format: NotRequired[str]
    file: NotRequired[str]
    frame: NotRequired[str]
    beside: NotRequired[dict[str, str]]
    mistakes: list[MistakeRecord]


@dataclass(frozen=True)
class Mistake:
    """A text with one mistake; `at` are the words that a message points at. `right` is what was
    meant, or `none` says why nothing can be put in place.
    """

    group: str
    name: str
    kind: str
    file: str
    home: Path
    wrong: str
    at: str
    code: str
    right: str
    none: str
    beside: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Grade:
    """What is told first, and the text with its mends with what is told of that."""

    told: list[Problem]
    mended: str
    after: list[Problem]


def framed(frame: str, text: str) -> str:
    """A text in its frame, indented as the line that it replaces."""
    rows: list[str] = []
    for row in frame.splitlines():
        margin = row[: len(row) - len(row.lstrip())]
        rows += [margin + line for line in text.split("\n")] if row.strip() == "{}" else [row]
    return "\n".join(rows) + "\n"


def mistakes_of(path: Path) -> list[Mistake]:
    group = cast("GroupRecord", yaml.safe_load(path.read_text(encoding="utf-8")))
    kind, file = group["kind"], group.get("file", "")
    home = FORMATS[group.get("format", "harbour")]
    base = (home / file).read_text(encoding="utf-8") if file else ""
    found: list[Mistake] = []
    for one in group["mistakes"]:
        right = one.get("right", "")
        if file:
            assert base.count(right) == 1, one["name"]
            texts = (base.replace(right, one["wrong"]), base)
        else:
            frame = group.get("frame", "")
            texts = (framed(frame, one["wrong"]), framed(frame, right))
        meant = texts[1] if right else ""
        place = (path.stem, one["name"], kind, file or FILES[kind], home)
        none = one.get("none", "")
        beside = tuple(group.get("beside", {}).items())
        found.append(Mistake(*place, texts[0], one["at"], one["code"], meant, none, beside))
    return found


MISTAKES = [one for path in sorted(GROUPS.glob("*.yaml")) for one in mistakes_of(path)]


def told(mistake: Mistake, text: str, folder: Path) -> list[Problem]:
    """What `check` tells of the format with a text as one of its files."""
    path = folder / mistake.file
    path.write_text(text, encoding="utf-8")
    problems = every_problem(sources_of(folder), keep=False)
    found = [p for p in problems if p.code not in ASIDE]
    return [p for p in found if p.severity == "error"] or found


def typed(text: str, problems: list[Problem]) -> str:
    """The text with the edits that an editor makes of the mends; of two that meet the later."""
    lines, free = lines_of(text), (len(text), 0)
    for problem in sorted(problems, key=lambda p: (p.line, p.column), reverse=True):
        if problem.line == problem.end_line and (problem.line, problem.end_column) <= free:
            edit = edit_of(problem)
            row = lines[problem.line - 1]
            lines[problem.line - 1] = (
                row[: problem.column - 1] + edit.text + row[problem.end_column - 1 :]
            )
            free = (problem.line, problem.column)
    return "\n".join(lines) + "\n"


def copied(home: Path, folder: Path) -> Path:
    """A copy of a format, in which one process looks at one mistake behind the other."""
    if not folder.exists():
        shutil.copytree(home, folder)
        if home.name in SHIPPED:
            shutil.copytree(ROOT / "cardtext" / home.name, folder / "cards")
    return folder


def grade(mistake: Mistake, folder: Path) -> Grade:
    path = folder / mistake.file
    before = path.read_bytes() if path.exists() else None
    for name, text in mistake.beside:
        (folder / name).write_text(text, encoding="utf-8")
    try:
        return graded(mistake, folder)
    finally:
        for name, _ in mistake.beside:
            (folder / name).unlink()
        path.unlink() if before is None else path.write_bytes(before)


def graded(mistake: Mistake, folder: Path) -> Grade:
    first = found = told(mistake, mistake.wrong, folder)
    text = mistake.wrong
    for _ in range(TRIES if mistake.right else 0):
        mends = [p for p in found if p.mend and Path(p.file) == folder / mistake.file]
        if not mends:
            break
        text = typed(text, mends)
        found = told(mistake, text, folder)
    return Grade(first, text, found)


@cache
def grades() -> dict[Mistake, Grade]:
    with TemporaryDirectory() as folder:
        return {one: grade(one, copied(one.home, Path(folder) / one.home.name)) for one in MISTAKES}


def words_at(mistake: Mistake, problem: Problem) -> str:
    """The words of a text that a problem stands at, those of the first line of several."""
    row = lines_of(mistake.wrong)[problem.line - 1]
    end = problem.end_column - 1 if problem.line == problem.end_line else len(row)
    return row[problem.column - 1 : end]


def same(kind: str, one: str, other: str) -> bool:
    """Whether two texts mean the same; on cards capitals do not matter."""
    texts = (one.lower(), other.lower()) if kind == "cards" else (one, other)
    first, second = (parse_file(kind, text, "x") for text in texts)
    return first == second


def test_every_mistake_is_told_at_its_words_and_nothing_else_is() -> None:
    elsewhere = {
        one.name: [(p.code, words_at(one, p)) for p in found.told]
        for one, found in grades().items()
        if {(p.code, words_at(one, p)) for p in found.told} != {(one.code, one.at)}
        or any(not p.file.endswith(one.file) for p in found.told)
    }
    assert elsewhere == {}


def test_every_mend_leaves_what_was_meant_and_that_checks_clean() -> None:
    poor = {
        one.name: (found.mended, [p.message for p in found.after])
        for one, found in grades().items()
        if one.right
        and not (
            same(one.kind, found.mended, one.right)
            and all(p.severity != "error" for p in found.after)
        )
    }
    assert poor == {}


def test_what_is_told_can_be_typed_or_done() -> None:
    told = [(p, one.wrong) for one, found in grades().items() for p in (*found.told, *found.after)]
    assert [fault for problem, text in told for fault in faults_of(problem, text)] == []


def test_what_is_told_is_told_whole_in_each_language() -> None:
    every = [p for found in grades().values() for p in (*found.told, *found.after)]
    assert untold(every) == []


def test_there_are_enough_of_them() -> None:
    assert len(MISTAKES) >= LEAST
    assert sum(bool(one.right) for one in MISTAKES) >= LEAST_MENDED
    assert {one.code for one in MISTAKES} <= set(entries())
    assert [one.name for one in MISTAKES if bool(one.right) == bool(one.none)] == []


@pytest.mark.parametrize("group", sorted({one.group for one in MISTAKES}))
def test_messages_of_a_group(group: str, snapshot: SnapshotAssertion) -> None:
    rows = [
        f"{one.name}: {problem.message}"
        for one, found in grades().items()
        for problem in found.told[:1]
        if one.group == group
    ]
    assert rows == snapshot
