"""What says what chance brings, to the variant of a program that asks."""

from __future__ import annotations

from collections.abc import Sequence

from ..backend.layout import RNG, State
from .rng import below, shuffle


class Chance:
    """Chance as the seed has it; others may say what comes instead."""

    def drawn(self, state: State, members: Sequence[int], draw: int) -> int:
        """One of some members, for a draw of the program."""
        index, state[RNG] = below(state[RNG], len(members))
        return members[index]

    def shuffle(self, state: State, cell: int) -> None:
        """Gives the list of a zone, at a cell of the state, a new order."""
        state[RNG] = shuffle(state[cell], state[RNG])
