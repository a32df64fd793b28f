"""What a transcript tells besides the game: which one it goes on from, what was taken back, and who
lost it otherwise than by its rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...dsl.nodes.dataclass import dataclass, replace
from ..messages.message import bare


@dataclass(frozen=True, slots=True)
class Origin:
    """The saved game that this one was taken from: its file, and the last step they share."""

    file: str
    step: int

    @property
    def row(self) -> str:
        return f'from "{self.file}" {self.step}'


@dataclass(frozen=True, slots=True)
class Undone:
    """An answer that was taken back: how many were given before it, and which option it was."""

    answers: int
    picked: int


How = Literal["conceded", "out_of_time"]
FORFEITS: tuple[How, ...] = ("conceded", "out_of_time")


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat of two has lost where the rules still asked something, behind so many answers; `how`:
    it gave up, or its time was used up.
    """

    how: How
    seat: int
    answers: int

    def row(self, seats: Sequence[str]) -> str:
        """The line that tells it."""
        return f"{self.how} {bare(seats[self.seat])}"


@dataclass(frozen=True, slots=True)
class History:
    """Where a game comes from, the oldest first, what was taken back in it, and who lost it by
    giving up or by time.
    """

    origins: tuple[Origin, ...] = ()
    undone: tuple[Undone, ...] = ()
    forfeit: Forfeit | None = None

    def taken_from(self, file: str, answers: int, step: int) -> History:
        """What is told of a game that goes on from the last step of a file that it shares, which
        so many answers led to.
        """
        origins = (one for one in self.origins if one.step <= step)
        undone = (one for one in self.undone if one.answers < answers)
        return History((*origins, Origin(file, step)), tuple(undone))

    def forfeited(self, forfeit: Forfeit) -> History:
        """The same where a seat has lost so."""
        return replace(self, forfeit=forfeit)

    def without(self, answers: int, picked: int) -> History:
        """The same where an answer was taken back, with all that came behind it."""
        kept = (one for one in self.undone if one.answers <= answers)
        return History(self.origins, (*kept, Undone(answers, picked)))


NOTHING = History()


def forfeit_said(row: str, seats: Sequence[str], answers: int) -> Forfeit | None:
    """What a line says of a seat that has lost by giving up or by time; None where it cannot be: of
    more than two nobody has won by that.
    """
    found = (Forfeit(how, seat, answers) for how in FORFEITS for seat in range(len(seats)))
    return next((one for one in found if one.row(seats) == row and len(seats) == 2), None)
