"""`playsheet diff`: what two formats say differently, and what one card does under each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from places import TINY

from playsheet.cli import main
from playsheet.dsl.loading.library import shipped_formats

PARENT = str(TINY)
CHILD = """format "Tinier Duel" extends tiny
rename bin to grave "grave"
remove muster.swap
reorder fight.strike before fight.trade
insert before fight.rest
    step breathe
        each player: raise points by 1
"""


@pytest.fixture
def child(tmp_path: Path) -> str:
    """A format beside a copy of its parent."""
    (tmp_path / "tiny").symlink_to(PARENT)
    folder = tmp_path / "tinier"
    folder.mkdir()
    (folder / "tinier.rules").write_text(CHILD, encoding="utf-8")
    return str(folder)


def diff(*words: str) -> dict[str, dict[str, str]]:
    """Each difference by its name."""
    result = CliRunner().invoke(main, ["diff", *words, "--json"])
    assert result.exit_code == 0, result.output
    return {one["name"]: one for one in json.loads(result.output)["differences"]}


def test_a_child_differs_by_its_edits_and_by_nothing_else(child: str) -> None:
    parent = str(Path(child).parent / "tiny")
    found = diff(parent, child)
    assert {*found} == {"grave", "muster", "muster.swap", "fight", "fight.breathe"}
    assert found["muster.swap"]["right"] == "" and found["fight.breathe"]["left"] == ""
    assert found["grave"]["section"] == "zones"  # its name on paper, not what it is
    assert 'zone grave "bin"' in found["grave"]["left"]
    assert 'zone grave "grave" also "bin"' in found["grave"]["right"]


def test_where_both_say_it_is_told(child: str) -> None:
    found = diff(str(Path(child).parent / "tiny"), child)
    assert found["fight"]["left_at"].endswith("tiny.rules:68")
    assert found["fight.breathe"]["right_at"].endswith("tinier.rules:6")


def test_a_format_does_not_differ_from_itself() -> None:
    assert diff(PARENT, PARENT) == {}


@pytest.mark.parametrize("name", shipped_formats())
def test_a_shipped_format_differs_from_a_small_one_everywhere(name: str) -> None:
    sections = {one["section"] for one in diff(PARENT, name).values()}
    assert {"zones", "cards", "phases and steps", "timings", "victory"} <= sections


def test_one_card_shows_only_what_touches_it(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    for path in (*Path(PARENT).glob("*.rules"), *Path(PARENT).glob("cards/*")):
        text = path.read_text(encoding="utf-8")
        text = text.replace("order set, raise", "order raise, set")
        text = text.replace("round is more than 20", "round is more than 9")
        (folder / path.name).write_text(text, encoding="utf-8")
    assert {*diff(PARENT, str(folder))} == {"might", "fight.rest"}
    assert {*diff(PARENT, str(folder), "--card", "Growl")} == {"might"}
    assert {*diff(PARENT, str(folder), "--card", "Td-7")} == set()
    result = CliRunner().invoke(main, ["diff", PARENT, str(folder), "--card", "Growl"])
    assert "-    order set, raise" in result.output
    assert "+    order raise, set" in result.output


def test_a_card_that_is_not_there_is_told() -> None:
    result = CliRunner().invoke(main, ["diff", PARENT, PARENT, "--card", "Grwl"])
    assert result.exit_code == 2 and "Growl" in result.output
