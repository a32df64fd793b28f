"""Our own generator of chance: SplitMix64, whose whole state is one int.

    state  <- state + 0x9E3779B97F4A7C15            (all modulo 2**64)
    z      <- state
    z      <- (z xor (z >> 30)) * 0xBF58476D1CE4E5B9
    z      <- (z xor (z >> 27)) * 0x94D049BB133111EB
    output <- z xor (z >> 31)

A number below n is the high half of `output * n` (128 bits); an output whose low half is
smaller than 2**64 mod n is thrown away, so every number is equally likely (Lemire, 2019).
A choice among one draws nothing. A shuffle is Fisher and Yates', from the top down; what it
draws is worked out for many cards at once.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

MOST_LANES = 64
MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def start(seed: int) -> int:
    """The state a seed (any int) begins with."""
    return seed & MASK


def below(state: int, count: int) -> tuple[int, int]:
    """A number from 0 to count - 1, and the state behind it."""
    if count <= 1:
        return 0, state
    while True:
        state = (state + GAMMA) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        product = (z ^ (z >> 31)) * count
        low = product & MASK
        if low >= count or low >= (1 << 64) % count:
            return product >> 64, state


def shuffle(cards: list[int], state: int) -> int:
    """Shuffles a list in place; gives the state behind it."""
    spot = len(cards) - 1
    while spot > 0:
        first, count = spot, min(spot, MOST_LANES)
        for output in lanes_of(count).outputs(state):
            product = output * spot + output
            if product & MASK <= spot:
                break
            j = product >> 64
            cards[spot], cards[j] = cards[j], cards[spot]
            spot -= 1
        state = (state + (first - spot) * GAMMA) & MASK
        if spot > first - count:  # an output that may have to be thrown away
            j, state = below(state, spot + 1)
            cards[spot], cards[j] = cards[j], cards[spot]
            spot -= 1
    return state


class Lanes:
    """So many outputs at once, as lanes of 128 bits of one int: each step of the generator works
    on all of them, and what a multiplication carries stays in its lane.
    """

    __slots__ = ("_keep", "_ones", "_size", "_steps", "_unpacked")

    def __init__(self, count: int) -> None:
        self._ones = sum(1 << 128 * lane for lane in range(count))
        self._steps = sum(((lane + 1) * GAMMA & MASK) << 128 * lane for lane in range(count))
        self._keep = [(MASK >> shift) * self._ones for shift in (0, 30, 27, 31)]
        self._size, self._unpacked = 16 * count, Struct(f"<{2 * count}Q").unpack

    def outputs(self, state: int) -> tuple[int, ...]:
        """What the generator brings next."""
        low, below_30, below_27, below_31 = self._keep
        z = state * self._ones + self._steps & low
        z = (z ^ (z >> 30 & below_30)) * 0xBF58476D1CE4E5B9 & low
        z = (z ^ (z >> 27 & below_27)) * 0x94D049BB133111EB & low
        z ^= z >> 31 & below_31
        return self._unpacked(z.to_bytes(self._size, "little"))[::2]


@lru_cache(MOST_LANES)
def lanes_of(count: int) -> Lanes:
    return Lanes(count)
