"""Seeded faults: what mistakes there are, that each is one edit, and what finds it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from places import ROOT

from playsheet.cli.group import main
from playsheet.dsl.loading.cache import PLACE
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.lab.seeding.classes import CLASSES
from playsheet.lab.seeding.facts import Facts
from playsheet.lab.seeding.fault import Fault, faults_of, seeded
from playsheet.lab.seeding.finders import Finders, Found
from playsheet.lab.seeding.page import HEAD, page_of
from playsheet.lab.seeding.seeding import SeedingReport, run_seeding

NAMES = [kind.name for kind in CLASSES]
FORMATS = ["guilds", "gin_rummy", "hyper_colosseum"]
GAMES = 2


@cache
def faults(format: str) -> dict[str, list[Fault]]:
    files = sources_of(format)
    return faults_of(files, Facts(load(files)))


@cache
def finders(format: str) -> Finders:
    return Finders(sources_of(format), GAMES)


@cache
def report() -> SeedingReport:
    return run_seeding([sources_of("guilds")], 20, games=GAMES)


def test_mistakes_of_every_class_are_made() -> None:
    assert len(NAMES) == len({*NAMES}) >= 24
    for name in NAMES:
        assert any(faults(format)[name] for format in FORMATS), name


def test_a_class_says_whether_its_mistakes_are_knowable() -> None:
    for kind in CLASSES:
        every = [one for format in FORMATS for one in faults(format)[kind.name]]
        known = {one.knowable for one in every}
        assert kind.knowable != "always" or known == {True}, kind.name
        assert kind.knowable != "no" or known == {False}, kind.name


def test_a_fault_changes_the_lines_of_one_declaration_and_nothing_else() -> None:
    every = [one for some in faults("guilds").values() for one in some]
    for one in Random(1).sample(every, 150):
        before = sources_of("guilds")
        after = seeded(before, one)
        pairs = [
            (a, b) for a, b in zip(before.every(), after.every(), strict=True) if a.raw != b.raw
        ]
        assert [a.name for a, _ in pairs] == [one.file]
        old, new = (side.text.splitlines() for side in pairs[0])
        assert new[: one.start] == old[: one.start]
        assert new[one.start + len(one.lines) :] == old[one.end :]


@pytest.mark.parametrize(
    ("kind", "change", "finder"),
    [
        ("misspelt_name", "row_size -> rows_ize", "resolver"),
        ("dropped_open", "left out: step act for turn_player: open working", "resolver"),
        ("small_capacity", ".. by all -> .. by all holds cards up to 4", "games"),
        (
            "reversed_comparison",
            "count of row is less than row_size -> count of row is more than row_size",
            "games",
        ),
        ("swapped_zones", "row -> retired", "scenarios"),
        ("lost_optional", "up to n -> n", "scenarios"),
    ],
)
def test_each_finder_finds_its_own(kind: str, change: str, finder: str) -> None:
    some = [one for one in faults("guilds")[kind] if one.change == change]
    assert some, [one.change for one in faults("guilds")[kind]]
    what = finders("guilds").found(some[0])
    said = {name for name in ("resolver", "static", "games", "scenarios") if getattr(what, name)}
    assert finder in said or (finder == "games" and "static" in said)
    assert what.changes and what.noticed


def test_games_find_what_the_author_says_never_to_be() -> None:
    files = sources_of("crazy_eights")
    end = len(files.rules[0].text.splitlines())
    rule = 'invariant "Nobody holds a card": each player: count of hand is 0'
    one = Fault(
        "off_by_one", files.name, files.rules[0].name, end, end, (rule,), "", "", False, frozenset()
    )  # fmt: skip
    assert Finders(files, 1).found(one).games == [
        'invariant-broken: "Nobody holds a card" does not hold.'
    ]


def test_what_only_bots_read_is_left_alone() -> None:
    lines = sources_of("guilds").rules[0].text.splitlines()
    line = next(n for n, text in enumerate(lines, 1) if text.startswith("property value"))
    places = {one.place for some in faults("guilds").values() for one in some}
    assert f"guilds.rules:{line}" not in places
    assert len(places) > 100


def test_a_fault_leaves_nothing_in_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, seeded = finders("guilds"), faults("guilds")["widened_visibility"]
    monkeypatch.setenv(PLACE, str(tmp_path))  # others write to theirs meanwhile
    for one in seeded:
        looked.found(one)
    assert [*tmp_path.glob("formats/*")] == []


def test_what_the_shipped_format_has_anyway_is_no_finding() -> None:
    """An edit that writes the same again in another layout changes nothing."""
    one = faults("guilds")["off_by_one"][0]
    lines = sources_of("guilds").source(one.file).text.splitlines()[one.start : one.end]
    same = Fault(
        one.kind, one.format, one.file, one.start, one.end, ("", *lines), one.place, "", False,
        one.keys,
    )  # fmt: skip
    assert finders("guilds").found(same) == Found(changes=False)


def test_a_sample_is_run_and_counted() -> None:
    rows = {row.name: row for row in report().rows()}
    total = rows.pop("all")
    assert list(rows) == NAMES
    assert total.made == len(report().seeded) == 20
    assert max(row.made for row in rows.values()) == 1
    sums = (total.resolver, total.static, total.games, total.scenarios, total.nothing)
    assert sum(sums) >= total.made  # `check` may give an error and a warning
    assert total.resolver and total.scenarios
    assert total.known == total.knowable - len(report().missed)
    assert len(report().unnoticed) == total.nothing


def test_a_run_is_the_same_for_any_number_of_processes() -> None:
    def changes(jobs: int) -> list[object]:
        made = run_seeding([sources_of("crazy_eights")], 8, games=1, jobs=jobs)
        return [(one.fault.place, one.fault.change, one.found) for one in made.seeded]

    assert changes(1) == changes(2) != []


def test_the_page_names_the_classes_of_the_code() -> None:
    text = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z_]+) \| (.+) \| (always|sometimes|no) \| (.+) \|$", text, re.M)
    assert rows == [(k.name, k.mistake, k.knowable, k.why) for k in CLASSES]
    assert text.startswith(HEAD)
    counted = re.findall(r"^\| ([a-z_]+) \| \d+ \|", text, re.M)
    assert counted == [*NAMES, "all"]
    again = page_of(report(), "playsheet faults guilds")
    assert re.findall(r"^\| ([a-z_]+) \| \d+ \|", again, re.M) == counted


def test_the_command_says_what_it_made() -> None:
    words = ["faults", "crazy_eights", "--sample", "6", "--games", "0", "--class", "misspelt_name"]
    result = CliRunner().invoke(main, [*words, "--json"])
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert {one["class"] for one in record["faults"]} == {"misspelt_name"}
    assert record["missed"] == record["unnoticed"] == []
    told = CliRunner().invoke(main, [*words, "--at-least", "100"])
    assert told.exit_code == 0
    assert told.stdout.splitlines()[-1] == (
        "6 mistakes: `check` finds 100.0 % of what it could know; nothing finds 0.0 %."
    )
