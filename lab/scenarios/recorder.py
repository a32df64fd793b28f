"""What stops play where a step begins: a log of a recorder that awaits it."""

from __future__ import annotations

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


def await_step(recorder: Recorder, path: str, seat: int, since: int) -> None:
    """Play will stop where a step of a seat (-1: anybody) begins, if at least `since` events have
    come before it. A copy of the recorder, or of its log, awaits nothing.
    """
    log, number = StepLog(recorder.log), recorder.symbols.path_numbers.get(path, -1)
    log.target = (number, seat, since - (recorder.count() - len(log)))
    recorder.log = log
