"""What stops generated code: a fault of a rule, the end of the game, a missing step."""

from __future__ import annotations


class RuleFault(Exception):
    """A rule cannot go on. `place` is an index of `Program.places`."""

    def __init__(self, code: str, place: int) -> None:
        super().__init__(f"{code} at place {place}")
        self.code = code
        self.place = place


class GameOver(Exception):
    """Raised by `EndGame` behind the result, caught by the driver."""


class StepNotReached(Exception):
    """A scenario names a step that the first turn does not come to."""

    def __init__(self, path: str, player: int) -> None:
        super().__init__(f"step {path!r} of seat {player} was not reached")
        self.path = path
        self.player = player


class CannotCompile(Exception):
    """The program breaks the contract of `dsl/ir/ir.py`; a mistake of ours, never of an
    author.
    """
