"""What stops a replay."""

from __future__ import annotations


class ReplayDiverged(Exception):
    """The rules no longer give what the transcript says.

    `step` is the number of the line, or the word in front of a line of the header or the end;
    `expected` stands in the transcript, `found` is what came out.
    """

    def __init__(self, step: int | str, expected: str, found: str) -> None:
        self.step = step
        self.expected = expected
        self.found = found
        where = f"Step {step}" if isinstance(step, int) else step.capitalize()
        super().__init__(f"{where}: the transcript has `{expected}`, but it is `{found}`.")
