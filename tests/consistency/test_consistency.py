"""What rules can never do: each kind is told at its place, and of sound rules nothing is."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.problems.report import render_problems
from playsheet.lab.checking.worded import every_problem

HERE = Path(__file__).parent
TINY = HERE.parent / "formats" / "tiny"
FILES = ("*.rules", "cards/*.cards")


@dataclass(frozen=True)
class Case:
    """Small changes of the rules of a sound format, and the code of what is wrong with them."""

    code: str
    title: str
    changes: tuple[tuple[str, str], ...]


def cases() -> list[Case]:
    found: list[Case] = []
    for block in re.split(r"^# (?=[a-z-]+: )", (HERE / "cases.txt").read_text(), flags=re.M)[1:]:
        head, _, body = block.partition("\n")
        code, _, title = head.partition(": ")
        changes = re.findall(r"((?:^- .*\n)+)((?:^\+ .*\n?)+)", body, re.M)
        cut = [(unmarked(old), unmarked(new)) for old, new in changes]
        found.append(Case(code, title, tuple(cut)))
    return found


def unmarked(lines: str) -> str:
    return "\n".join(line[2:] for line in lines.splitlines())


CASES = cases()


def problems_of(folder: Path) -> list[Problem]:
    return every_problem(sources_of(folder), keep=False)


def changed(case: Case, folder: Path) -> Path:
    """The format with the changes of a case; each of them meets one place."""
    home = folder / "tiny"
    shutil.copytree(TINY, home)
    for old, new in case.changes:
        places = [p for kind in FILES for p in home.glob(kind) if old in p.read_text()]
        assert len(places) == 1, old
        text = places[0].read_text()
        assert text.count(old) == 1, old
        places[0].write_text(text.replace(old, new))
    return home


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}: {case.title}")
def test_each_is_found_at_its_place(
    case: Case, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    home = changed(case, tmp_path)
    found = [one for one in problems_of(home) if one.code == case.code]
    assert found
    texts = {one.file: Path(one.file).read_text() for one in found}
    shown = render_problems(found, texts).plain.replace(f"{home}/", "")
    assert shown == snapshot


@cache
def codes_of_the_sound_one() -> set[str]:
    return {problem.code for problem in problems_of(TINY)}


def test_of_sound_rules_nothing_is_told() -> None:
    assert codes_of_the_sound_one() == set()


def test_what_nobody_saw_where_it_lay_is_not_known(tmp_path: Path) -> None:
    """Red if a pile that is put on another has to be shuffled, whoever saw it."""
    zone = next(
        line for line in (TINY / "tiny.rules").read_text().splitlines() if "zone bin" in line
    )
    shelf = 'zone shelf "shelf" per player pile face down seen by nobody counted by all'
    step = "                    move hand under deck"
    lifted = "                    move deck to shelf\n                    move shelf to deck"
    case = Case("", "", ((zone, f"{zone}\n{shelf}"), (step, f"{step}\n{lifted}")))
    assert "not-shuffled" not in {one.code for one in problems_of(changed(case, tmp_path))}
