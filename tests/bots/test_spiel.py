"""Formats are games of OpenSpiel: its own tests pass, and its solver finds what is known of one."""

from __future__ import annotations

import pytest
from sampling import is_full, sampled

import playsheet.api as ps
from playsheet.interpreter.runtime.game import Game

pytest.importorskip("pyspiel", reason="pip install 'playsheet[peers]'")

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from playsheet.lab.environments.spiel import spiel_game

SMALL = ["goofspiel", "kuhn_poker", "leduc_poker"]
FIRST, STAKE = -1 / 18, 2  # what the first player may hope for in equilibrium; chips to begin with


def chips(game: Game) -> list[float]:
    """What each seat has won."""
    players = game.view(None)["players"]
    return [players[seat]["fields"]["chips"] - STAKE for seat in game.seats]


@pytest.mark.parametrize("name", ps.formats() if is_full() else SMALL)
def test_random_games_and_saves_of_them_pass_the_test_of_open_spiel(name: str) -> None:
    game = spiel_game(ps.load(name), name=f"tested_{name}")
    assert pyspiel.load_game(f"tested_{name}").num_players() == game.num_players()
    pyspiel.random_sim_test(game, num_sims=sampled(1, 5), serialize=True, verbose=False)


def test_the_solver_finds_what_kuhn_poker_is_worth() -> None:
    """To who begins, which is chance's first outcome here; and none can do much better."""
    worth = {"returns": chips, "utility": (-STAKE, STAKE), "actions": 3}
    game = spiel_game(ps.load("kuhn_poker"), name="solved", **worth)
    solver = cfr.CFRSolver(game)
    for _ in range(sampled(20, 300)):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < sampled(20, 3) / 100
    state = game.new_initial_state()
    state.apply_action(0)
    value = expected_game_score.policy_value(state, [policy, policy])
    assert value == pytest.approx([FIRST, -FIRST], abs=sampled(40, 4) / 1000)


def test_who_knows_the_same_has_the_same_state_of_information() -> None:
    """Each seat has its own card alone; the other's may be either of two."""
    game, known = spiel_game(ps.load("kuhn_poker"), name="looked_at"), set[tuple[str, str]]()
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_chance_node():
            waiting += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        else:
            known.add((state.information_state_string(0), state.information_state_string(1)))
    mine, theirs = ({pair[seat] for pair in known} for seat in (0, 1))
    assert len(known) == 12 and len(mine) == len(theirs) == 6  # three cards, by who begins
