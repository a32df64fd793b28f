"""Players that are programs: each picks one of the options of the choice that is open."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from random import Random

from ...interpreter.backend.layout import OPTIONS, PICKED, State
from ...interpreter.runtime.game import Game

CAP = 20_000  # decisions; a game that has more is stopped

# The index of an option of the open choice. A bot may look at what is offered and what was
# picked, and at nothing else of the state: it knows no more than its seat.
Bot = Callable[[State, Random], int]


def pick_any(state: State, chance: Random) -> int:
    """Every option is as likely as any other; of several things, every set that may be chosen."""
    options = state[OPTIONS]
    if options[-1] < 0 and state[PICKED] is not None:
        return pick_or_end(len(options) - 1, state[PICKED], chance)
    return int(chance.random() * len(options))


def pick_or_end(left: int, picked: tuple[int, int, int], chance: Random) -> int:
    """One of the things that are left, or the option behind them: to end with what is picked."""
    this_set, larger = sets_from_here(left, picked)
    number = chance.randrange(this_set + larger)
    return left if number < this_set else int(chance.random() * left)


def sets_from_here(left: int, picked: tuple[int, int, int]) -> tuple[int, int]:
    """How many sets are as large as what is picked, and how many larger ones may be chosen: of
    those that come this far, so large a share ends here, and goes on.
    """
    before, _, most = picked
    every = left + before
    return comb(every, before), sum(comb(every, size) for size in range(before + 1, most + 1))


def pick_an_action(state: State, chance: Random) -> int:
    """The same among the options that do something; passes where there is none."""
    options = state[OPTIONS]
    count = len(options) - 1 if options[-1] < 0 and len(options) > 1 else len(options)
    return int(chance.random() * count)


BOTS: dict[str, Bot] = {"random": pick_any, "eager": pick_an_action}


def playing(name: str, chance: Random) -> Callable[[Game], int]:
    """A bot that plays through the public face of a game."""
    eager = BOTS[name] is pick_an_action

    def pick(game: Game) -> int:
        count, choice = len(game.legal_actions()), game.choice
        if count > 1 and choice is not None and choice.may_pass:
            if not eager and choice.picked is not None:
                return pick_or_end(count - 1, choice.picked, chance)
            count -= eager
        return int(chance.random() * count)

    return pick
