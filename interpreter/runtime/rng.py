"""Our own generator of chance: SplitMix64, whose whole state is one int.

    state  <- state + 0x9E3779B97F4A7C15            (all modulo 2**64)
    z      <- state
    z      <- (z xor (z >> 30)) * 0xBF58476D1CE4E5B9
    z      <- (z xor (z >> 27)) * 0x94D049BB133111EB
    output <- z xor (z >> 31)

A number below n is the high half of `output * n` (128 bits); an output whose low half is
smaller than 2**64 mod n is thrown away, so every number is equally likely (Lemire, 2019).
A choice among one draws nothing. A shuffle is Fisher and Yates', from the top down.
"""

from __future__ import annotations

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
    for i in range(len(cards) - 1, 0, -1):
        j, state = below(state, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return state
