"""Crazy eights as OpenSpiel has it, through its Python interface, as whoever uses it plays."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

RULES = pyspiel.load_game("crazy_eights(players=3)")


class Game:
    """A choice with one answer is not asked, as in the games it is compared with."""

    __slots__ = ("chance", "legal", "state")

    def __init__(self, chance: Random, state: Any) -> None:
        self.chance, self.state, self.legal = chance, state, list[int]()

    def is_over(self) -> bool:
        return self.state.is_terminal()

    def legal_actions(self) -> list[int]:
        return self.legal

    def apply(self, action: int) -> None:
        self.state.apply_action(action)
        self.run()

    def run(self) -> None:
        """Lets chance decide where it has to, and goes on until there is a choice."""
        state, random = self.state, self.chance.random
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])  # alike likely
                continue
            legal = state.legal_actions()
            if len(legal) > 1:
                self.legal = legal
                return
            state.apply_action(legal[0])
        self.legal = []

    def clone(self) -> Game:
        found = Game(self.chance, self.state.clone())
        found.legal = self.legal
        return found

    def to_json(self) -> str:
        """What OpenSpiel saves of a state."""
        return self.state.serialize()


def new_game(chance: Random) -> Game:
    """A game of any deal."""
    game = Game(chance, RULES.new_initial_state())
    game.run()
    return game
