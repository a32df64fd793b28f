"""Every code of a problem is met: by a mistake of a group, by another test or by the manual."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from places import ROOT

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.dsl.problems.catalog import entries
from playsheet.dsl.problems.problem import RulesError
from playsheet.interpreter.runtime.rules import Edition, Rules
from playsheet.lab.checking.worded import every_problem
from playsheet.lab.scenarios.scenario import run_scenarios

HERE = Path(__file__).parent
HARBOUR = ROOT / "tests" / "messages" / "harbour"
WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
NO_FILE = {
    "format-unsafe": "told where laying a file out would change it, which would be a fault of ours",
    "choice-in-condition": "needs cards with a field of conditions that a property asks for",
    "records-left": "needs a database of more records than are read whole",
}
STARTS = "given starter is ana; phase trade.act of ana; "
ALSO_DRAW = ("        step tally\n", "        step draw: raise rounds by 1\n        step tally\n")
TABLE = """zone ports "ports" shared pile face down seen by nobody
card Port "Port"
    tax number
deck isles of table
    starts in ports
    only (cards where it is Port)
check port when rounds is 30 and top of ports is Port: end game ranked by richest
"""
ISLE = 'card "Isle" Hb-9\n    kind    Port\n    tax     2\n'


def named() -> set[str]:
    """The codes that tests, what they tell, and the manual name."""
    found: set[str] = set()
    for group in sorted((HERE / "groups").glob("*.yaml")):
        rows = yaml.safe_load(group.read_text(encoding="utf-8"))["mistakes"]
        found |= {row["code"] for row in rows}
    manual = (ROOT / "docs").rglob("*.md")
    every = (ROOT / "tests").rglob("*")
    tests = [path for path in every if path.suffix in (".py", ".md", ".yaml", ".ambr", ".rules")]
    for path in (*manual, *tests):
        if path != Path(__file__):
            found |= {*WORD.findall(path.read_text(encoding="utf-8"))}
    return found | {*FAILING, "ambiguous-step", "cannot-pass", "deck-mixed", "unknown-parent"}


def scenario(text: str) -> str:
    """A scenario of some lines."""
    return "\n    ".join(('scenario "A"', *text.split("\n"))) + "\n"


# What only a played scenario shows, and the words it is told at.
FAILING = {
    "not-asked": (
        f"{STARTS}rounds is 9\nwhen ana passes\nand bo passes\nand ana passes"
        "\nthen ana's coins is 3",
        "ana",
    ),
    "no-deck-list": (f"{STARTS}ana's coins is 3\nthen the deck is legal", "the deck is legal"),
}


def told_by(folder: Path, text: str) -> list[tuple[str, str]]:
    """The codes of a scenario that fails, and the words they are told at."""
    path = folder / "scenarios" / "more.scenario"
    path.write_text(scenario(text), encoding="utf-8")
    (result,) = run_scenarios(load(sources_of(folder)), [path])
    rows = path.read_text(encoding="utf-8").splitlines()
    return [
        (one.code, rows[one.line - 1][one.column - 1 : one.end_column - 1])
        for one in result.problems
    ]


def test_every_code_is_met_or_says_why_not() -> None:
    left = {*entries()} - named()
    assert sorted(left - {*NO_FILE}) == []
    assert sorted({*NO_FILE} - left) == [], "met by now: take it out"


@pytest.mark.parametrize("code", FAILING)
def test_a_scenario_that_fails_says_at_its_words_why(code: str, tmp_path: Path) -> None:
    folder = shutil.copytree(HARBOUR, tmp_path / "harbour")
    text, at = FAILING[code]
    assert told_by(folder, text) == [(code, at)]


def test_a_player_who_must_choose_cannot_pass(tmp_path: Path) -> None:
    path = tmp_path / "more.scenario"
    lines = "given decks costa, cellar\nwhen ana passes\nthen ana's points is 100"
    path.write_text(scenario(f"format hipercoliseo\n{lines}"), encoding="utf-8")
    (result,) = run_scenarios(load(sources_of("hipercoliseo")), [path])
    assert [one.code for one in result.problems] == ["cannot-pass"]
    assert "ana cannot pass: " in result.problems[0].message


def test_a_step_that_two_phases_have_is_told_with_one_of_them(tmp_path: Path) -> None:
    folder = shutil.copytree(HARBOUR, tmp_path / "harbour")
    rules = folder / "harbour.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace(*ALSO_DRAW), encoding="utf-8")
    path = folder / "scenarios" / "more.scenario"
    path.write_text(scenario("given starter is ana; phase draw of ana\nthen ana's coins is 3"))
    told = [one for one in every_problem(sources_of(folder), keep=False) if one.file == str(path)]
    assert [one.code for one in told] == ["ambiguous-step"]
    assert told[0].mend in ("trade.draw", "close.draw")


def test_a_deck_of_two_owners_is_told_where_it_is_played(tmp_path: Path) -> None:
    folder = shutil.copytree(HARBOUR, tmp_path / "harbour")
    (folder / "table.rules").write_text(TABLE, encoding="utf-8")
    (folder / "cards" / "isle.cards").write_text(ISLE, encoding="utf-8")
    deck = "3 Sloop Hb-1\n3 Barge Hb-2\n1 Bill Hb-3\nisles:\n1 Isle Hb-9\n"
    (folder / "decks" / "mixed.deck").write_text(deck, encoding="utf-8")
    (folder / "decks" / "ports.deck").write_text("isles:\n1 Isle Hb-9\n", encoding="utf-8")
    with pytest.raises(RulesError) as wrong:
        Rules(Edition(sources_of(folder))).new_game(1, ["plain", "mixed"])
    assert [one.code for one in wrong.value.problems] == ["deck-mixed"]


def test_a_parent_that_is_misspelt_is_told_with_what_was_meant(tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text('format "Mine" extends crazy_eigths\n', encoding="utf-8")
    told = [one for one in every_problem(sources_of(tmp_path), keep=False)]
    assert [(one.code, one.mend) for one in told][:1] == [("unknown-parent", "crazy_eights")]
