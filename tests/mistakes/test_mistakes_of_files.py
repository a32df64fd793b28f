"""Mistakes in the files beside rules, cards, decks and scenarios: the ledger, how records are read,
the records, and what a file is called; each as `test_mistakes` has those of rules.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml
from places import TINY
from printed_records import MAP, MAPPING, PRINTED, RECORDS
from syrupy.assertion import SnapshotAssertion

from playsheet.desk.service.actions import edit_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.syntax.rows import lines_of
from playsheet.lab.checking.worded import every_problem

GROUPS = Path(__file__).parent / "files"
TOLD = ("folder",)  # groups whose mistake is the name of a file
LEAST, LEAST_MENDED = 29, 14


@dataclass(frozen=True)
class FileMistake:
    """`wrong` in the place of `right` in a file; `at` are the words that the message points at.
    `none` says why no mend can be put in place; `elsewhere` is the file where it is told.
    """

    group: str
    name: str
    file: str
    code: str
    at: str
    wrong: str = ""
    right: str = ""
    none: str = ""
    elsewhere: str = ""


def mistakes() -> list[FileMistake]:
    paths = sorted(GROUPS.glob("*.yaml"))
    rows = [(path.stem, one) for path in paths for one in yaml.safe_load(path.read_text())]
    return [FileMistake(group=group, **one) for group, one in rows]


MISTAKES = mistakes()


def new_format(folder: Path) -> Path:
    """A format with a ledger, cards, decks, scenarios and records of printed cards."""
    shutil.copytree(TINY, folder)
    (folder / MAPPING).write_text(MAP, encoding="utf-8")
    rows = "".join(" ".join(row.split()) + "\n" for row in PRINTED)
    (folder / RECORDS).write_text(rows, encoding="utf-8")
    return folder


def told(folder: Path) -> list[Problem]:
    found = every_problem(sources_of(folder, folder / RECORDS), keep=False)
    return [p for p in found if p.severity == "error"] or found


def words_at(problem: Problem) -> str:
    row = lines_of(Path(problem.file).read_text(encoding="utf-8"))[problem.line - 1]
    end = problem.end_column - 1 if problem.line == problem.end_line else len(row)
    return row[problem.column - 1 : end]


def broken(mistake: FileMistake, folder: Path) -> str:
    """Makes a mistake in a format; the text of its file as it was."""
    path = folder / mistake.file
    if mistake.group in TOLD:
        path.write_text("# Nothing yet.\n", encoding="utf-8")
        return ""
    text = path.read_text(encoding="utf-8")
    right = mistake.right
    assert right in text, mistake.name
    path.write_text(text.replace(right, mistake.wrong, 1), encoding="utf-8")
    return text


def typed(text: str, problem: Problem) -> str:
    """A text with a mend in its place."""
    edit, lines = edit_of(problem), lines_of(text)
    row = lines[problem.line - 1]
    lines[problem.line - 1] = row[: problem.column - 1] + edit.text + row[problem.end_column - 1 :]
    return "\n".join(lines) + "\n"


@cache
def grades() -> dict[FileMistake, tuple[list[tuple[str, str, str]], str, bool]]:
    """For each mistake what is told (code, file, words), the message, and whether the mend leaves
    what was there before.
    """
    found: dict[FileMistake, tuple[list[tuple[str, str, str]], str, bool]] = {}
    with TemporaryDirectory() as home:
        for number, one in enumerate(MISTAKES):
            folder = new_format(Path(home) / str(number))
            before = broken(one, folder)
            problems = told(folder)
            places = [Path(p.file).relative_to(folder).as_posix() for p in problems]
            rows = [(p.code, at, words_at(p)) for p, at in zip(problems, places, strict=True)]
            first = problems[0] if problems else Problem("", "")
            path = folder / one.file
            if one.group in TOLD:
                mended = bool(one.right) and first.advice == f"Call it {Path(one.right).name}."
            else:
                mended = typed(path.read_text(encoding="utf-8"), first).rstrip() == before.rstrip()
            found[one] = rows, first.message, mended
    return found


def test_it_checks_clean_without_a_mistake(tmp_path: Path) -> None:
    assert told(new_format(tmp_path / "tiny")) == []


def test_every_mistake_is_told_at_its_words_and_nothing_else_is() -> None:
    elsewhere = {
        f"{one.group}: {one.name}": rows
        for one, (rows, _, _) in grades().items()
        if {*rows} != {(one.code, one.elsewhere or one.file, one.at)}
    }
    assert elsewhere == {}


def test_every_mend_leaves_what_was_meant() -> None:
    mended = {one: right for one, (_, _, right) in grades().items()}
    assert [one.name for one in MISTAKES if not one.none and not mended[one]] == []
    assert [one.name for one in MISTAKES if one.none and mended[one]] == []


def test_there_are_enough_of_them() -> None:
    assert len(MISTAKES) >= LEAST
    assert sum(not one.none for one in MISTAKES) >= LEAST_MENDED


def test_a_clause_without_a_fingerprint_gets_that_of_its_statement(tmp_path: Path) -> None:
    """It is no text that an author could work out."""
    folder = new_format(tmp_path / "tiny")
    path = folder / "clauses.yaml"
    text = path.read_text(encoding="utf-8") + '- id: TD-DECK-99\n  statement: "A new one."\n'
    path.write_text(text, encoding="utf-8")
    found = told(folder)
    assert [one.message for one in found] == [
        "This clause has no fingerprint: a line `fingerprint:`."
    ]
    path.write_text(typed(text, found[0]), encoding="utf-8")
    assert {one.code for one in told(folder)} <= {"clause-uncited"}
    assert sha256(b"A new one.").hexdigest()[:12] in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("group", sorted({one.group for one in MISTAKES}))
def test_messages_of_files(group: str, snapshot: SnapshotAssertion) -> None:
    rows = [f"{one.name}: {said}" for one, (_, said, _) in grades().items() if one.group == group]
    assert rows == snapshot
