"""Under each value of each option: what comes out otherwise, each with what is seen of it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import playing
import pytest
from places import TINY
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.loading.kept import load_usable
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.interpreter.runtime.edition import Edition
from playsheet.interpreter.runtime.rules import Rules
from playsheet.lab.changes.readings import Readings, set_in
from playsheet.lab.scenarios.scenario import run_case, suite_of


def readings_of(home: Path, games: int = 6) -> Readings:
    loaded = load_usable(sources_of(home), whole=True)
    return Readings(loaded, Rules(Edition(loaded.files, loaded)), games)


@pytest.fixture(scope="module")
def tiny() -> Readings:
    return readings_of(TINY)


def test_each_other_value_of_each_option_is_tried(tiny: Readings) -> None:
    found = {(one.option, one.value) for one in tiny.all()}
    switches = {name for name, value in playing.tiny().options.items() if value in (True, False)}
    assert {option for option, _ in found} >= switches
    assert tiny.prepared.settings == {}


def test_a_scenario_depends_on_an_option_if_it_fails_with_another_value(tiny: Readings) -> None:
    (reading,) = (one for one in tiny.all() if (one.option, one.value) == ("long_game", "on"))
    named = {witness.name: witness.instead for witness in reading.scenarios}
    tiny.prepared.settings["long_game"] = 1
    try:
        again = {case.title: run_case(tiny.prepared, case).message for case in tiny.cases}
    finally:
        del tiny.prepared.settings["long_game"]
    said = {case.title for case in tiny.cases if "long_game on" in str(case.scenario)}
    assert named == {title: text for title, text in again.items() if text and title not in said}


def test_a_game_depends_on_it_from_the_first_line_that_differs(tiny: Readings) -> None:
    (reading,) = (one for one in tiny.all() if (one.option, one.value) == ("long_game", "on"))
    assert reading.tried == 6 and reading.games
    for witness in reading.games:
        seed = int(witness.name.rpartition(" ")[2])
        games = [playing.tiny().new_game(seed=seed, options={"long_game": on}) for on in (0, 1)]
        picks = next(picks for title, _, picks in tiny.setups if title == witness.name)
        rows = [lines(game, picks) for game in games]
        pairs = (pair for pair in zip(*rows, strict=False) if pair[0] != pair[1])
        usual, instead = next(pairs, ("", ""))
        assert witness.usual == usual
        assert witness.instead == instead
        assert witness.place == f"step {usual.split()[0]}"


def lines(game: ps.Game, picks: list[int]) -> list[str]:
    """The numbered lines of a game with these picks."""
    for index in picks:
        if game.is_over() or index not in game.legal_actions():
            break
        game.apply(index)
    return [row for row in game.transcript().splitlines() if row[0].isdigit()]


def test_the_same_seed_picks_the_same(tiny: Readings) -> None:
    again = readings_of(TINY, 2)
    assert [one[2] for one in again.setups] == [one[2] for one in tiny.setups[:2]]
    assert all(picks for _, _, picks in again.setups)


# ---- what ships

SETS = re.compile(r"\boption \w+ (on|off|\d)")


BY_SIZE = sorted(shipped_formats(), key=lambda name: len(sources_of(name).scenarios))
TRIED = BY_SIZE[: sampled(len(BY_SIZE) - 3, len(BY_SIZE))]


@pytest.mark.parametrize("name", TRIED)
def test_each_reading_has_a_scenario_that_does_not_hold_with_the_other(name: str) -> None:
    loaded = load_usable(sources_of(name))
    files = [one.path for one in loaded.files.scenarios if SETS.search(one.text)]
    suite = suite_of(loaded, files)
    rules = suite.prepared()
    for option, spec in rules.program.switches.items():
        saying = [(value, case) for case in suite.cases for value in set_in(case, spec)]
        values, usual = {value for value, _ in saying}, spec.start
        assert values >= {0, 1} if spec.type == "truth" else values - {usual}, option
        pairs = [(value, usual) for value in values - {usual}]
        pairs += [(usual, 1 - usual)] if spec.type == "truth" else []
        for value, other in pairs:
            rules.settings[option] = other
            cases = [case for said, case in saying if said == value]
            assert any(run_case(rules, case).message for case in cases), (option, value, other)
        rules.settings.clear()


@pytest.mark.parametrize("name", TRIED)
def test_games_end_under_each_reading(name: str) -> None:
    rules = ps.load(name)
    for option, usual in rules.options.items():
        for seed in range(sampled(1, 60) if isinstance(usual, bool) else 0):
            try:
                game, chance = rules.new_game(seed=seed, options={option: not usual}), Random(seed)
            except ps.RulesError:
                break  # none of the decks that ship is one under this reading
            while not game.is_over():
                game.apply(chance.choice(game.legal_actions()))
