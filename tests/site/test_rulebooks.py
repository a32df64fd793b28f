"""What the rulebooks show of rules and scenarios is what stands there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from playsheet.desk.explained import scenarios_by_clause, where_cited
from playsheet.dsl.loading.source import Source

RULES = """\
format "Small"

window fighting "Fight" ends when somebody passes,
        the first pass not counted
        cites SM-FIGHT-01, 03..04
setup
    shuffle deck  # as in SM-SETUP-01
    each player: shuffle hand  cites SM-SETUP-02
"""
SCENARIOS = """\
# What is tried.

scenario "One" covers SM-A-01
    then winner is bo  # of course

# ---- the rest

scenario "Two" covers SM-A-01, 02
    then winner is ana
"""


@pytest.fixture
def rulebooks(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "site"))
    yield import_module("rulebooks")
    for name in ("rulebooks", "pieces"):
        del sys.modules[name]


def written(path: Path, text: str) -> Source:
    path.write_text(text, encoding="utf-8")
    return Source(path)


def test_a_clause_shows_what_the_line_says_that_cites_it(tmp_path: Path) -> None:
    found = where_cited([written(tmp_path / "small.rules", RULES)])
    lines = {clause: [(row.text, row.place[-2:]) for row in rows] for clause, rows in found.items()}
    fight = [("the first pass not counted", ":5")]
    assert lines == {
        "SM-FIGHT-01": fight,
        "SM-FIGHT-03": fight,
        "SM-FIGHT-04": fight,
        "SM-SETUP-02": [("each player: shuffle hand", ":8")],
    }


def test_scenarios_stand_below_their_comments(tmp_path: Path, rulebooks: Any) -> None:
    source = written(tmp_path / "small.scenario", SCENARIOS)
    one, two = rulebooks.scenarios_in(source)
    assert one[:2] == (3, "What is tried.") and one[2].endswith("winner is bo  # of course")
    assert two[:2] == (8, "the rest") and two[2].startswith('scenario "Two"')
    found = scenarios_by_clause([source])
    assert [row.text for row in found["SM-A-01"]] == ["One", "Two"]
    assert [row.place.rpartition(":")[2] for row in found["SM-A-02"]] == ["8"]
