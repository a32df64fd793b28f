"""The table at a line of a transcript, in the middle of what an answer set off too."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import playing
import pytest

import playsheet.api as ps
from playsheet.interpreter.transcript.replay import Replay, run_again

EVERY = pytest.mark.parametrize(
    "rules", playing.EVERY, ids=lambda format: format.__name__, indirect=True
)


def replayed(rules: ps.Rules, seed: int, most: int = 40) -> Replay:
    return run_again(playing.play(rules.new_game(seed=seed), seed, most).transcript(), rules)


def counts(view: dict[str, Any]) -> Counter[tuple[str, str]]:
    """How many cards lie where."""
    zones = ((str(zone["owner"]), zone["zone"], zone["count"]) for zone in view["zones"])
    return Counter({(owner, zone): count for owner, zone, count in zones})


@EVERY
def test_each_step_shows_what_was_done_until_then_and_nothing_of_what_comes(
    rules: ps.Rules,
) -> None:
    found = replayed(rules, 3)
    _, state = found.game.whole()
    events = state[5].events
    expected, swapping = counts(found.view(1, None)), False
    for before, line, step in zip(found.lines, found.lines[1:], range(2, 90), strict=False):
        for event in events[before.events : line.events]:
            if event.kind == "move":
                _, zone, owner, to, to_owner, *_ = event.values
                names = (*found.game.seats, None)
                expected[str(names[owner]), zone] -= 1
                expected[str(names[to_owner]), to] += 1
        swapping = "in exchange" in line.text and not swapping
        if not swapping:  # two cards change places at once
            assert counts(found.view(step, None)) == expected, line.text


@EVERY
def test_at_an_answer_the_choice_is_open_as_it_was(rules: ps.Rules) -> None:
    found = replayed(rules, 5)
    chance = Random(1)
    asks = [step for step, line in enumerate(found.lines, 1) if line.asks]
    assert len(asks) == len(found.game.answers)
    for step in chance.sample(asks, min(8, len(asks))):
        game = found.at(step)
        number = asks.index(step)
        assert game.answers == found.game.answers[:number]
        assert found.view(step, game.seats[0]) == game.view(game.seats[0])
        game.apply(found.game.answers[number])
        following = asks[number + 1] - 1 if number + 1 < len(asks) else len(found.lines)
        assert found.at(following).answers == game.answers[:-1]
        assert found.view(following, None)["zones"] == game.view(None)["zones"]


def test_nobody_who_sits_there_sees_more_for_it() -> None:
    found = replayed(playing.tiny(), 4, 22)
    everything = found.view(found.steps, None)
    assert all(card is not None for zone in everything["zones"] for card in zone["cards"])
    mine = found.view(found.steps, "ana")
    assert any(card is None for zone in mine["zones"] for card in zone["cards"])


@pytest.mark.parametrize("step", [0, -1, 10_000])
def test_a_step_that_is_not_there_is_refused(step: int) -> None:
    found = replayed(playing.tiny(), 4, 22)
    with pytest.raises(ps.WrongUse, match=f"There is no step {step} here; the steps are 1 to"):
        found.view(step, None)
