"""What stops play, and what keeps a program, a save or a transcript from being played."""

from __future__ import annotations

ENDLESS = "endless-rule"
WHAT = {
    "division-by-zero": "this divides by zero",
    ENDLESS: "this rule goes on without end",
    "no-player": "nobody is meant here",
    "number-too-large": "a number grows too large here",
    "too-many-numbers": "more numbers are offered here than can be shown",
    "too-much-work": "this looks through sets inside sets too often",
    "zone-full": "a zone is too full for this",
}
WHOLE = {  # where it says more as a sentence of its own
    "no-player": "Nobody is there to be asked or meant here.",
    "zone-full": "The zone is too full for this move.",
}


def what_happened(code: str) -> str:
    """What stops a rule, as a part of a sentence."""
    return WHAT.get(code, code.replace("-", " "))


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
    """The program breaks the contract of `dsl/ir/ir.py`; a mistake of ours, never of an author."""


class SaveMismatch(ValueError):
    """A save names what the rules no longer have."""


class ReplayDiverged(Exception):
    """The rules no longer give what the transcript says.

    `step` is the number of the line, or the word in front of a line of the header or the end;
    `expected` is in the transcript, `found` is what came out.
    """

    def __init__(self, step: int | str, expected: str, found: str) -> None:
        self.step = step
        self.expected = expected
        self.found = found
        where = f"Step {step}" if isinstance(step, int) else step.capitalize()
        super().__init__(f"{where}: the transcript has `{expected}`, but it is `{found}`.")
