"""Takes what makes its position worth most at once, by what the rules say a position is worth."""

from __future__ import annotations

from random import Random

from ...dsl.loading.library import WrongUse
from ...interpreter.backend.layout import OPTIONS
from ...interpreter.knowledge.redeal import NoDeal
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game import Game, Seat
from .worth import leads, rewards, values_of

DEALS = 5  # games dealt anew in which each option is tried
WON = 1e12  # more than any position is worth
PASSING = 1e-6  # where all is the same, something is done rather than nothing


class Greedy:
    """Looks one choice ahead; where no deal is found, it does something."""

    def __init__(self) -> None:
        self.game: Game | None = None

    def __call__(self, seat: Seat, chance: Random) -> int:
        choice = seat.choice
        assert choice is not None
        sums = [chance.random() * PASSING + PASSING for _ in choice.actions]
        if choice.may_pass:
            sums[-1] -= PASSING
        for _ in range(DEALS if len(sums) > 1 else 0):
            try:
                self.game = seat.redeal(chance, instead_of=self.game)
            except NoDeal:
                break
            for index, value in enumerate(self.tried(self.game, seat.number)):
                sums[index] += value
        return max(choice.actions, key=sums.__getitem__)

    def tried(self, game: Game, seat: int) -> list[float]:
        """What each option is worth in a game."""
        setup, state = game.live()
        engine, values = setup.engine(), values_of(setup.match)
        if values is None:
            text = f"The rules of {setup.edition.name} say no value of player, which greedy needs."
            raise WrongUse(text)
        found: list[float] = []
        for index in range(len(state[OPTIONS])):
            after = engine.clone(state)
            try:
                engine.apply(after, index)
            except (RuleFault, IndexError):
                found.append(0.0)
                continue
            ended, worth = rewards(after, len(setup.seats)), values(after)
            if ended is not None:
                found.append((2 * ended[seat] - 1) * WON)
            else:
                found.append(leads(worth)[seat] if worth is not None else 0.0)
        return found
