"""Every format that ships is an environment of PettingZoo."""

from __future__ import annotations

import warnings
from random import Random

import pytest
from sampling import is_full

import playsheet.api as ps

pytest.importorskip("pettingzoo", reason="pip install 'playsheet[rl]'")

from pettingzoo.test import api_test, seed_test

from playsheet.lab.environments.aec import CardGameEnv

CYCLES = 60
SMALL = ["goofspiel", "hearts", "kuhn_poker", "leduc_poker"]
TRIED = pytest.mark.parametrize("name", ps.formats() if is_full() else SMALL)


@TRIED
def test_the_tests_of_pettingzoo_pass(name: str) -> None:
    rules = ps.load(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # advice: that numbers have no bounds
        api_test(CardGameEnv(rules), num_cycles=CYCLES)
        seed_test(lambda: CardGameEnv(rules), num_cycles=CYCLES)


def test_rewards_come_at_the_end_and_a_long_game_is_cut_short() -> None:
    env = CardGameEnv(ps.load("goofspiel"))
    env.reset(seed=2)
    chance = Random(2)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        if ended or cut:
            assert env.game.result is not None and env.game.result[0] == "win"
            assert reward == (1 if agent == env.game.result[1] else -1)
        choices = observation["action_mask"].nonzero()[0].tolist()
        env.step(None if ended or cut else chance.choice(choices))
    short = CardGameEnv(ps.load("goofspiel"), cap=3)
    short.reset(seed=1)
    for _ in range(3):
        short.step(0)
    assert all(short.truncations.values()) and not any(short.terminations.values())


def test_an_observation_tells_nothing_that_the_seat_does_not_know() -> None:
    env = CardGameEnv(ps.load("hearts"))
    env.reset(seed=2)
    for _ in range(20):
        seat = env.agent_selection
        dealt = env.game.at(seat).redeal(Random(1))
        seen = [env.encoding.seen(game, env.game.asked) for game in (env.game, dealt)]
        assert seen[0] == seen[1]
        env.step(0)
