"""A format as an environment of PettingZoo: seats act in the order in which they are asked."""

# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false
# These libraries are an extra, which a check of types may have to do without.
from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from ...dsl.loading.library import WrongUse
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.rules import Rules
from ..bots.choosing import CAP
from ..bots.worth import rewards
from .seen import Encoding

ACTIONS = 256


class CardGameEnv(AECEnv[str, dict[str, Any], int]):
    """An action is the number of an option of the open choice, which `action_mask` allows; of a
    choice with more than `actions` options only the first can be taken. An observation is what
    the seat may know, as `Encoding` says. Rewards come at the end: 1 for the first place, -1 for
    the last, 0 in a draw. A game is cut short after `cap` decisions. `options` as for `new_game`.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        decks: Any = None,
        seats: Any = None,
        options: Any = None,
        actions: int = ACTIONS,
        cap: int = CAP,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"render_modes": ["ansi"], "name": "playsheet", "is_parallelizable": False}
        if actions < 2:
            raise WrongUse(f"An environment needs 2 actions or more, not {actions}.")
        self.rules, self.actions, self.cap, self.render_mode = rules, actions, cap, render_mode
        self.given = {"decks": decks, "seats": seats, "options": options}
        self.next_seed = 0
        self.game = self.new_game(0)
        self.encoding = Encoding(self.game.live()[0].match, actions)
        self.possible_agents = [*self.game.seats]
        self.agents = [*self.possible_agents]
        row = Box(-np.inf, np.inf, (self.encoding.size,), np.float64)
        mask = Box(0, 1, (actions,), np.int8)
        space = Dict({"observation": row, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.agents, space)
        self.action_spaces = dict.fromkeys(self.agents, Discrete(actions))  # pyright: ignore

    def new_game(self, seed: int) -> Game:
        return self.rules.new_game(seed, record=True, **self.given)

    def observation_space(self, agent: str) -> Space[Any]:
        """What an observation is."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """What an action is."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: of a seed, or of the next one."""
        self.next_seed = self.next_seed if seed is None else int(seed)
        self.game = self.new_game(self.next_seed)
        self.next_seed += 1
        self.decisions = 0
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {seat: {} for seat in self.agents}
        self.agent_selection = self.agents[max(self.game.asked, 0)]
        self.look_for_end()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know now, and what it may do."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.actions, np.int8)
        if self.game.asked == seat:
            mask[: len(self.game.legal_actions())] = 1
        row = np.array(self.encoding.seen(self.game, seat), np.float64)
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The seat that is asked takes an action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]: it is None
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        assert action is not None
        self.game.apply(action)
        self.decisions += 1
        if not self.game.is_over():
            self.agent_selection = self.possible_agents[self.game.asked]
        self.look_for_end()
        self._accumulate_rewards()

    def look_for_end(self) -> None:
        """Tells the seats that the game is over, or cut short."""
        if self.game.is_over():
            found = rewards(self.game.live()[1], len(self.agents))
            assert found is not None
            places = zip(self.agents, found, strict=True)
            self.rewards = {seat: 2 * reward - 1 for seat, reward in places}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.decisions >= self.cap:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The game so far, one line a choice."""
        return self.game.transcript(compact=True) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
