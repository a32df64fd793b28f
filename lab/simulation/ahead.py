"""Who is ahead in the course of a game: by what the rules say a position is worth; where they say
nothing, in some games, by playing on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Generic, TypeVar

from ...interpreter.backend.layout import RECORDER, RNG, SEAT, State
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup, winners_of
from ...interpreter.runtime.rng import start
from ..bots.choosing import BOTS, pick_any
from ..bots.worth import Values
from .tally import TENTHS

MOST_LOOKS = 8 * TENTHS  # in one game, at positions
TRIED = 20  # of so many games one is played on from
PLAYED_ON = 10  # times, from each tenth
LONGEST = 2_000  # decisions of each

T = TypeVar("T")


class Course(Generic[T]):
    """What was noted of the positions of a game: of all at first, and in a longer one of every
    second, every fourth, .., so that there are never more than `MOST_LOOKS`.
    """

    def __init__(self) -> None:
        self.every, self.noted = 1, list[T]()

    def is_due(self, decisions: int) -> bool:
        """Whether the position at a decision is to be noted."""
        return decisions % self.every == 0

    def note(self, what: T) -> None:
        """Notes it."""
        self.noted.append(what)
        if len(self.noted) == MOST_LOOKS:
            del self.noted[1::2]
            self.every *= 2

    def at(self, tenth: int, decisions: int) -> T:
        """What was noted at the beginning of a tenth of a game of so many decisions."""
        return self.noted[min(decisions * tenth // (TENTHS * self.every), len(self.noted) - 1)]


class Positions:
    """Nobody looks at the positions of a game."""

    def look(self, state: State, decisions: int) -> None:
        """The position at a decision."""

    def leads(self, decisions: int) -> tuple[int, ...]:
        """Who was ahead at the beginning of each tenth of a game of so many decisions."""
        return ()


class Valued(Positions):
    """Who is ahead by what the rules say."""

    def __init__(self, values: Values) -> None:
        self.values, self.course = values, Course[int]()

    def look(self, state: State, decisions: int) -> None:
        """The position at a decision."""
        if self.course.is_due(decisions):
            self.course.note(leader(self.values(state)))

    def leads(self, decisions: int) -> tuple[int, ...]:
        """Who was ahead at the beginning of each tenth of a game of so many decisions."""
        return tuple(
            self.course.at(tenth, decisions) for tenth in range(TENTHS) if self.course.noted
        )


class PlayedOn(Positions):
    """Who wins most of some games that go on from a position, with other chance."""

    def __init__(self, setup: GameSetup, bots: Sequence[str]) -> None:
        self.setup, self.course = setup, Course[State]()
        self.players = [BOTS.get(name, pick_any) for name in bots]

    def look(self, state: State, decisions: int) -> None:
        """The position at a decision."""
        if self.course.is_due(decisions):
            copy = self.setup.engine().clone(state)
            copy[RECORDER] = None
            self.course.note(copy)

    def leads(self, decisions: int) -> tuple[int, ...]:
        """Who was ahead at the beginning of each tenth of a game of so many decisions."""
        return tuple(
            leader(self.wins(self.course.at(tenth, decisions), tenth))
            for tenth in range(TENTHS)
            if self.course.noted
        )

    def wins(self, state: State, tenth: int) -> list[int]:
        """How often each seat wins from a position."""
        engine, found = self.setup.engine(), [0] * len(self.players)
        for number in range(PLAYED_ON):
            chance = Random(f"{self.setup.seed} {tenth} {number}")
            copy: State = engine.clone(state)
            copy[RNG] = start(chance.getrandbits(60))
            try:
                for _ in range(LONGEST):
                    seat: int = copy[SEAT]
                    if seat < 0:
                        break
                    engine.apply(copy, self.players[seat](copy, chance))
            except RuleFault:
                continue
            for winner in winners_of(copy) or ():
                found[winner] += 1
        return found


def positions_of(
    setup: GameSetup, values: Values | None, bots: Sequence[str], number: int
) -> Positions:
    """How it is told who is ahead in game `number`."""
    if values is not None:
        return Valued(values)
    return PlayedOn(setup, bots) if number % TRIED == 0 else Positions()


def leader(values: Sequence[int] | None) -> int:
    """The seat whose value is highest, -1 where several or none have it."""
    if not values:
        return -1
    most = max(values)
    return values.index(most) if values.count(most) == 1 else -1
