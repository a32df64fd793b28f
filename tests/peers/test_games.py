"""The games that are played in lockstep, by themselves: rules, scenarios, and a game of each."""

from __future__ import annotations

from pathlib import Path

import playing
import pytest
import yaml
from syrupy.assertion import SnapshotAssertion

import playsheet.api as ps
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.lab.scenarios.scenario import run_scenarios

HERE = Path(__file__).parent
PLANS = {
    file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in HERE.glob("*.yaml")
}
EACH = pytest.mark.parametrize("name", sorted(PLANS))


@EACH
def test_its_rules_have_no_mistakes(name: str) -> None:
    assert ps.check(HERE / PLANS[name]["format"]) == []


@EACH
def test_its_scenarios_pass(name: str) -> None:
    results = run_scenarios(load(sources_of(str(HERE / PLANS[name]["format"]))))
    assert [result.name for result in results if not result.passed] == []
    assert len(results) >= 3


@EACH
def test_a_whole_game(name: str, snapshot: SnapshotAssertion) -> None:
    """As its compact transcript; in the digest at its end no event can change unnoticed."""
    rules = ps.load(HERE / PLANS[name]["format"])
    game = playing.play(rules.new_game(seed=11, decks=PLANS[name].get("decks")), 11)
    assert game.is_over()
    digest = game.transcript().splitlines()[-1]
    assert f"{game.transcript(compact=True)}{digest}\n" == snapshot
