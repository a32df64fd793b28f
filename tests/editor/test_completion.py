"""Where a value stands names of the type that may stand there come first, and none of others."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from shutil import copytree

import pytest
from places import ROOT

from playsheet.desk.completion.completion import completions
from playsheet.desk.index.index import CARDS, LOOKS, RULES, SCENARIO, Index
from playsheet.desk.index.text import Place
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load

HARBOUR = ROOT / "tests" / "messages" / "harbour"


@cache
def index() -> Index:
    return Index(load(sources_of(HARBOUR)), [])


def offered(line: str) -> list[str]:
    """The names that are offered at the end of a line of a verb."""
    lines = ["to earn by player", f"    {line}"]
    every = completions(index(), RULES, lines, Place(1, len(lines[1])), None)
    return [one.text for one in every if one.kind not in ("word", "statement")]


NUMBERS = ["coins", "rounds", "fleet", "worth", "hand_size"]
ZONES = ["deck", "hand", "dock", "sea"]


@pytest.mark.parametrize(
    ("line", "first", "never"),
    [
        ("raise coins by ", NUMBERS, ["hand", "trade", "landed", "red", "Swift", "flagship"]),
        ("if coins is more than ", NUMBERS, ["dock", "trading", "land"]),
        ("set coins to ", NUMBERS, ["dock", "starter"]),
        ("raise coins by ship's ", ["fleet", "worth", "coins", "rounds", "cargo"], ["hand"]),
        ("set starter to ", ["starter"], ["coins", "hand", "red"]),
        ("set unloaded to ", ["unloaded"], ["coins", "hand", "red"]),
        ("if top of hand's colour is ", ["red", "blue"], ["coins", "hand"]),
        ("move top of deck to ", [*ZONES, "flagship"], ["coins", "trading", "red"]),
    ],
)
def test_names_of_the_right_type_come_first(line: str, first: list[str], never: list[str]) -> None:
    found = offered(line)
    assert found[: len(first)] == first
    assert [name for name in never if name in found] == []


def test_everything_is_offered_where_any_type_may_stand() -> None:
    found = offered("if ")
    assert [
        name for name in (*NUMBERS, *ZONES, "starter", "red", "trade") if name not in found
    ] == []


SCENARIO_LINES = [
    'scenario "x"',
    "    given starter is ana; phase trade.act of ana",
    "    when bo passes",
]


def offered_in_scenario(line: str) -> list[str]:
    """The names that are offered at the end of a line of a scenario."""
    lines = [*SCENARIO_LINES[: 1 if line.startswith("given") else 3], f"    {line}"]
    every = completions(index(), SCENARIO, lines, Place(len(lines) - 1, len(lines[-1])), None)
    return [one.text for one in every if one.kind != "statement"]


@pytest.mark.parametrize(
    ("line", "wanted", "never"),
    [
        ("given ", ["ana", "rounds", "starter", "chosen"], ["hand", "cargo", "trade", "land"]),
        ("given ana's ", ["hand", "dock", "coins", "flagship"], ["rounds", "cargo", "trade", "bo"]),
        ("given ana's flagship's ", ["unloaded", "cargo"], ["hand", "coins", "flagship", "ana"]),
        ('given ana\'s dock holds "Sloop" with ', ["unloaded", "cargo"], ["hand", "coins", "red"]),
        ('given ana\'s dock holds "Sloop" with colour ', ["red", "blue"], ["hand", "yes", "bo"]),
        ("given ana's flagship's unloaded is ", ["yes", "no"], ["hand", "red", "bo"]),
        ("given starter is ", ["ana", "bo"], ["hand", "red", "yes"]),
        ("given phase ", ["trade", "close"], ["hand", "ana", "land"]),
        ("and ana ", [], ["hand", "red"]),
        ("and ana chooses ", ["red", "bo"], ["hand", "coins", "trade"]),
        ("then ", ["ana", "starter", "rounds"], ["hand", "red", "trade", "land", "paid"]),
        ("then ana's ", ["coins", "fleet", "flagship", "dock"], ["rounds", "worth", "trade"]),
        (
            "then ana's coins is more than ",
            ["rounds", "hand_size", "ana"],
            ["red", "dock", "trade"],
        ),
        ("then ana's flagship's colour is ", ["red", "blue"], ["hand", "coins"]),
        ("then never ", ["landed", "paid", "land"], ["hand", "coins", "red"]),
    ],
)
def test_in_scenarios_what_can_stand_there_is_offered(
    line: str, wanted: list[str], never: list[str]
) -> None:
    found = offered_in_scenario(line)
    assert [name for name in wanted if name not in found] == []
    assert [name for name in never if name in found] == []


BROUGHT = "brings its guide to deck"
PIECES = """
values berth = north "North" | south "South"
card Buoy "Buoy"
    flag name optional
    guide Ship optional
    depth number per berth optional
"""
MOORED = """
card "Bell" Hb-8
    kind   Buoy
    flag   Long Wave
card "Light" Hb-9
    kind   Buoy
    flag   Long Wave
"""


@pytest.mark.parametrize(
    ("line", "wanted", "never"),
    [
        ("guide ", ["Hb-1", "Hb-2"], ["Hb-3", "Hb-8"]),  # ships alone
        ("flag Lon", ["Long Wave"], ["Bell", "Sloop"]),
        ("depth[", ["north", "south"], ["depth", "flag"]),
    ],
)
def test_on_cards_what_a_field_can_say_is_offered(
    line: str, wanted: list[str], never: list[str], tmp_path: Path
) -> None:
    copytree(HARBOUR, tmp_path / "harbour")
    for name, more in (("harbour.rules", PIECES), ("cards/first.cards", MOORED)):
        file = tmp_path / "harbour" / name
        text = file.read_text("utf-8").replace("starts in deck", f"starts in deck\n    {BROUGHT}")
        file.write_text(text + more, encoding="utf-8")
    known = Index(load(sources_of(tmp_path / "harbour")), [])
    assert known.is_resolved
    lines = ['card "New" Hb-10', "    kind   Buoy", f"    {line}"]
    every = completions(known, CARDS, lines, Place(2, len(lines[2])), None)
    found = [one.text for one in every]
    assert [name for name in wanted if name not in found] == []
    assert [name for name in never if name in found] == []


@pytest.mark.parametrize(
    ("line", "wanted", "never"),
    [
        ("", ["row", "face", "hide"], ["hand", "zone", "scenario"]),
        ("row hand, ", ["dock", "sea"], ["coins", "red", "cargo"]),
        ("row hand as ", ["fan", "pile"], ["hand", "coins"]),
        ("beside ", ["coins", "starter"], ["hand", "cargo"]),
        ("hide dock, ", ["hand", "rounds"], ["red", "cargo", "Ship"]),
        ("face ", ["Ship", "Order"], ["hand", "cargo"]),
        ("face Ship: corner ", ["cargo", "worth", "says"], ["does", "hand", "Ship"]),
        ("colour ", ["red", "blue"], ["hand", "cargo"]),
    ],
)
def test_in_looks_what_can_be_drawn_is_offered(
    line: str, wanted: list[str], never: list[str]
) -> None:
    every = completions(index(), LOOKS, [line], Place(0, len(line)), None)
    found = [one.text.split()[0] for one in every]
    assert [name for name in wanted if name not in found] == []
    assert [name for name in never if name in found] == []


def offered_in_group(*rows: str) -> list[str]:
    """What is offered at the end of the last row of a group of phrases."""
    lines = ["phrases act", *(f"    {row}" for row in rows)]
    last = len(lines) - 1
    return [
        one.text
        for one in completions(index(), RULES, lines, Place(last, len(lines[last])), None)
        if one.kind != "word"
    ]


def test_a_phrase_of_a_group_is_completed_like_one_that_stands_alone() -> None:
    alone = ['phrase act "gain"', "    raise coins by "]
    every = completions(index(), RULES, alone, Place(1, len(alone[1])), None)
    wanted = [one.text for one in every if one.kind != "word"]
    assert wanted[: len(NUMBERS)] == NUMBERS
    assert offered_in_group('"rest"', "    shuffle deck", '"gain"', "    raise coins by ") == wanted
    assert offered_in_group('go "gain": raise coins by ') == wanted
    assert "number" in offered_in_group("go (n: ")
    assert offered_in_group('(num: number) "gain {')[:1] == ["num"]
    assert offered_in_group("") == []
