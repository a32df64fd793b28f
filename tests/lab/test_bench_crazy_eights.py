"""The crazy eights written by hand in bench/ plays the shipped rules, choice by choice."""

from __future__ import annotations

from random import Random

import pytest
from sampling import sampled

import playsheet.api as ps
from playsheet.bench.crazy_eights import DRAW, NAMING, PASS, Game, from_json

FORMAT = "crazy_eights"
SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")


@pytest.fixture(scope="module")
def rules() -> ps.Rules:
    return ps.load(FORMAT)


def offered(game: Game, names: list[str]) -> tuple[str, ...]:
    """What the engine offers, as the rules call it."""
    words = {DRAW: "Draw", PASS: "pass", **dict(zip(NAMING, SUITS, strict=True))}
    return tuple(words.get(one) or f"Play: {names[one]}" for one in game.legal_actions())


def piles(game: Game) -> list[list[int]]:
    return [game.stock, game.discards, *game.hands]


def piles_of(game: ps.Game) -> list[list[int]]:
    setup, state = game.live()
    zones = [("stock", -1), ("discards", -1), ("hand", 0), ("hand", 1), ("hand", 2)]
    return [state[setup.match.layout.zone_index(*zone)] for zone in zones]


def test_both_engines_play_the_same_game(rules: ps.Rules) -> None:
    names, blocked = [card.name for card in rules.cards], 0
    for seed in range(sampled(40, 2000)):
        chance, game, by_hand = Random(seed), rules.new_game(seed), Game(seed)
        while not game.is_over():
            choice = game.choice
            assert choice is not None
            assert choice.seat == game.seats[by_hand.seat]
            assert tuple(choice.options) == offered(by_hand, names)
            assert piles_of(game) == piles(by_hand)
            index = int(chance.random() * len(choice.actions))
            copy = from_json(by_hand.clone().to_json())
            by_hand.apply(by_hand.legal_actions()[index])
            copy.apply(copy.legal_actions()[index])
            assert copy.to_json() == by_hand.to_json()
            game.apply(index)
        assert by_hand.is_over()
        first = tuple(seat for seat, name in enumerate(game.seats) if game.places[name] == 1)
        assert by_hand.winners == first
        blocked += all(by_hand.hands)
    assert blocked  # some games end with cards in every hand


def test_the_game_of_open_spiel_asks_as_often() -> None:
    """Its games are those of the same rules: as many decisions a game, in the mean."""
    pytest.importorskip("pyspiel", reason="pip install 'playsheet[peers]'")
    from playsheet.bench.crazy_eights_open_spiel import new_game

    means: list[float] = []
    for deal in (lambda chance: Game(chance.randrange(1 << 30)), new_game):
        chance, decisions, games = Random(5), 0, 1500
        for _ in range(games):
            game = deal(chance)
            while not game.is_over():
                legal = game.legal_actions()
                game.apply(legal[int(chance.random() * len(legal))])
                decisions += 1
        means.append(decisions / games)
    assert means[1] == pytest.approx(means[0], rel=0.05)
