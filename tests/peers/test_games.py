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


def test_what_is_told_of_a_card_shows_to_who_does_not_see_it() -> None:
    game = ps.load(HERE / PLANS["hanabi"]["format"]).new_game(2, PLANS["hanabi"]["decks"])
    assert game.choice is not None
    other = next(seat for seat in game.seats if seat != game.choice.seat)
    told = next(text for text in game.choice.options if text.startswith("Tell a colour"))
    before = cards_in_hand(game, other)
    game.apply(game.choice.options.index(told))
    after = cards_in_hand(game, other)
    assert before == [None] * 5
    shown = {"name": None, "fields": {"told_colour": told.removeprefix("Tell a colour: ")}}
    assert shown in after and all(card in (None, shown) for card in after)


def cards_in_hand(game: ps.Game, seat: str) -> list[object]:
    """The hand of a seat, as that seat sees it."""
    zones = game.view(seat)["zones"]
    return next(zone["cards"] for zone in zones if (zone["zone"], zone["owner"]) == ("hand", seat))
