"""How far a long piece of work is, for whoever waits: what is done, and how much there is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Nobody waits."""
