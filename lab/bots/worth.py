"""How well the players of a state stand: by its end, or by what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dsl.ir.names import VALUE
from ...dsl.loading.library import WrongUse
from ...interpreter.backend.layout import RESULT, State
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.match import PLAIN, Match

Values = Callable[[State], list[int] | None]  # by seat; None where they cannot be worked out


def says_value(match: Match) -> bool:
    """Whether the rules have a `property value of player`."""
    return VALUE in match.compiled(PLAIN).symbols.functions


def values_of(match: Match) -> Values | None:
    """What the rules say each player's position is worth; None if they do not."""
    if not says_value(match):
        return None
    number = match.compiled(PLAIN).symbols.functions[VALUE]
    names, seats = match.engine(PLAIN).namespace, range(match.program.seats)
    function = names[f"f{number}"]

    def values(state: State) -> list[int] | None:
        names["looks"] = names["most_looks"]
        try:
            found = [function(state, seat) for seat in seats]
        except (RuleFault, ZeroDivisionError, IndexError):
            return None
        if not all(isinstance(one, int) for one in found):
            raise WrongUse("The property value of player is not a number.")
        return found

    return values


def leads(values: Sequence[int]) -> list[float]:
    """By seat, how far its value is ahead of the mean of the others'."""
    others, total = max(len(values) - 1, 1), sum(values)
    return [value - (total - value) / others for value in values]


def rewards(state: State, seats: int) -> list[float] | None:
    """By seat, from 1 for the first place to 0 for the last, a half for all in a draw; None while
    the game goes on. Who shares a place shares what it brings.
    """
    found = state[RESULT]
    if found is None:
        return None
    places: Sequence[int] = found[0]
    if len(places) < 2:
        return [0.5] * seats
    beaten = [sum(other > place for other in places) for place in places]
    level = [sum(other == place for other in places) - 1 for place in places]
    return [(a + b / 2) / (len(places) - 1) for a, b in zip(beaten, level, strict=True)]


def firsts(places: Sequence[int], seats: int) -> list[float]:
    """By seat whether it came first, alone or with others; a half for all in a draw."""
    return [float(place == 1) for place in places] if len(places) > 1 else [0.5] * seats
