"""Players that are programs: each picks one of the options of the choice that is open."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...interpreter.backend.layout import OPTIONS, State
from ...interpreter.runtime.game import Game

CAP = 20_000  # decisions; a game that has more is stopped

# The index of an option of the open choice. A bot may look at what is offered and at
# nothing else of the state: it knows no more than its seat.
Bot = Callable[[State, Random], int]


def pick_any(state: State, chance: Random) -> int:
    """Every option is as likely as any other."""
    return int(chance.random() * len(state[OPTIONS]))


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
        count = len(game.legal_actions())
        if eager and count > 1 and game.choice is not None and game.choice.may_pass:
            count -= 1
        return int(chance.random() * count)

    return pick
