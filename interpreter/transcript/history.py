"""What a transcript tells besides the game: which game it goes on from, and what was taken back."""

from __future__ import annotations

from ...dsl.nodes.dataclass import dataclass


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


@dataclass(frozen=True, slots=True)
class History:
    """Where a game comes from, the oldest first, and what was taken back in it."""

    origins: tuple[Origin, ...] = ()
    undone: tuple[Undone, ...] = ()

    def taken_from(self, file: str, answers: int, step: int) -> History:
        """What is told of a game that goes on from the last step of a file that it shares, which
        so many answers led to.
        """
        origins = (one for one in self.origins if one.step <= step)
        undone = (one for one in self.undone if one.answers < answers)
        return History((*origins, Origin(file, step)), tuple(undone))

    def without(self, answers: int, picked: int) -> History:
        """The same where an answer was taken back, with all that came behind it."""
        kept = (one for one in self.undone if one.answers <= answers)
        return History(self.origins, (*kept, Undone(answers, picked)))


NOTHING = History()
