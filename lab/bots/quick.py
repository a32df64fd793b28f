"""Chance that begins at once, of one number: SplitMix64 as a `Random`, as programs in C have it."""

from __future__ import annotations

from random import Random

from ...interpreter.runtime.rng import GAMMA, MASK

STEP = 2.0**-53


class Quick(Random):
    """Draws from `at`, which may be set to begin anew."""

    at = 0

    def next64(self) -> int:
        """64 bits."""
        self.at = state = (self.at + GAMMA) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def random(self) -> float:
        """From 0 to below 1."""
        return (self.next64() >> 11) * STEP

    def getrandbits(self, k: int, /) -> int:
        """So many bits, the lowest first, as `Random` makes them of words of 32."""
        found = 0
        for low in range(0, k, 32):
            word = self.next64() >> 32
            found |= (word >> max(32 - (k - low), 0)) << low
        return found
