"""Where a value stands names of the type that may stand there come first, and none of others."""

from __future__ import annotations

from functools import cache

import pytest
from places import ROOT

from playsheet.desk.index.index import RULES, Index
from playsheet.desk.index.text import Place
from playsheet.desk.service.completion import completions
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load


@cache
def index() -> Index:
    return Index(load(sources_of(ROOT / "tests" / "messages" / "harbour")), [])


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
