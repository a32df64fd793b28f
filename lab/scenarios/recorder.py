"""A recorder that can stop play where a step begins."""

from __future__ import annotations

from typing import Self

from ...interpreter.backend.layout import Layout, State
from ...interpreter.backend.symbols import Symbols
from ...interpreter.knowledge.record import Entry, Recorder

Target = tuple[int, int, int]


class StepEntered(Exception):
    """Play has come to the step that was waited for; the state stands at its beginning."""


class StepLog(list[Entry]):
    """Raises `StepEntered` when `target` is entered: a path, a seat (-1: anybody's), and a
    number of entries that come before it in any case.
    """

    target: Target | None = None

    def append(self, entry: Entry, /) -> None:
        """One more thing that happened."""
        super().append(entry)
        if self.target is None or entry[0] != "entered":
            return
        path, seat, since = self.target
        if entry[1] == path and seat in (-1, entry[2]) and len(self) > since:
            raise StepEntered


class StepRecorder(Recorder):
    """Can stop play at a step."""

    __slots__ = ()

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        super().__init__(layout, symbols, state, cards)
        self.log = StepLog()

    def clone(self) -> Self:
        """An independent copy that waits for nothing."""
        copy = super().clone()
        copy.log = StepLog(copy.log)
        return copy

    def await_step(self, path: str, seat: int, since: int) -> None:
        """Play will stop where a step of a seat (-1: anybody) begins, if at least `since`
        events have come before it.
        """
        log, number = StepLog(self.log), self.symbols.path_numbers.get(path, -1)
        log.target = (number, seat, since - (self.count() - len(log)))
        self.log = log

    def await_nothing(self) -> None:
        """Play goes on."""
        self.log = StepLog(self.log)
