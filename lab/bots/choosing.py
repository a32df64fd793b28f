"""Players that look at nothing but what is offered."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from itertools import accumulate
from math import comb
from random import Random

from ...interpreter.backend.layout import OPTIONS, PICKED, State

CAP = 20_000  # decisions; a game that has more is stopped

# The index of an option of the open choice. A bot may look at what is offered and what was
# picked, and at nothing else of the state: it knows no more than its seat.
Bot = Callable[[State, Random], int]


def pick_any(state: State, chance: Random) -> int:
    """Every option is as likely as any other; of several things, every set that may be chosen; of
    a number, every way to split it.
    """
    options, picked = state[OPTIONS], state[PICKED]
    if picked is not None and len(picked) == 4:
        return pick_share(picked, chance)
    if picked is not None and len(picked) > 4:
        sums = [*accumulate(picked[3:])]
        return bisect(sums, chance.randrange(sums[-1]))
    if options[-1] < 0 and picked is not None:
        return pick_or_end(len(options) - 1, picked, chance)
    return int(chance.random() * len(options))


def pick_share(split: tuple[int, int, int, int], chance: Random) -> int:
    """One of the shares of a member, as likely as there are ways to split what it leaves."""
    left, others, least, most = split
    ways = ways_to_split(others, left, least, most)
    low, high = share_bounds(left, others, least, most)
    sums = [*accumulate(ways[left - share] for share in range(low, high + 1))]
    return bisect(sums, chance.randrange(sums[-1]))


def ways_to_split(members: int, left: int, least: int, most: int) -> list[int]:
    """In how many ways 0, 1, .. `left` can be split over so many members."""
    ways = [1] * (left + 1)
    for others in range(members):
        sums = [0, *accumulate(ways)]
        bounds = (share_bounds(number, others, least, most) for number in range(left + 1))
        ways = [
            1 if number == 0 else sums[number - low + 1] - sums[number - high]
            for number, (low, high) in enumerate(bounds)
        ]
    return ways


def share_bounds(left: int, others: int, least: int, most: int) -> tuple[int, int]:
    """The least and the most that a member may get of what is left, with others behind it."""
    most = left if most < 0 else most
    low = min(least, left)
    high = max(min(left - least * others, most), low)
    return min(max(left - most * others, low), high), high


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
