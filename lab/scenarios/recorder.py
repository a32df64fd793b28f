"""What stops play: that it cannot go on, or a step that begins or ends, which a log awaits."""

from __future__ import annotations

from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Label, Problem, Remedy
from ...interpreter.knowledge.record import Entry, Recorder


class Failed(Exception):
    """Play cannot go on; `problem` says why."""

    def __init__(self, code: str, message: str, span: Span, fix: Remedy = "", *why: Label) -> None:
        self.problem = Problem(code, message, span, fix, labels=why)
        super().__init__(message)


class StepReached(Exception):
    """Play has come to the step that was waited for; the state is the one at that moment."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The beginning of a step (of a seat, -1: anybody's), or its end."""

    path: str
    seat: int = -1
    ends: bool = False


class StepLog(list[Entry]):
    """Raises `StepReached` when its moment comes, unless that is within the first `since`
    entries.
    """

    def __init__(self, recorder: Recorder, moment: Moment, since: int) -> None:
        super().__init__(recorder.log)
        self.recorder = recorder
        self.kind = "left" if moment.ends else "entered"
        self.path = recorder.symbols.path_numbers.get(moment.path, -1)
        self.seat = moment.seat
        self.since = since

    def append(self, entry: Entry, /) -> None:
        """One more thing that happened."""
        super().append(entry)
        if entry[0] != self.kind or entry[1] != self.path or self.recorder.count() <= self.since:
            return
        if self.seat in (-1, self.recorder.events[-1].values[1]):
            raise StepReached


def await_step(recorder: Recorder, moment: Moment, since: int) -> None:
    """Play will stop at a moment, if at least `since` events have come before it. A copy of the
    recorder, or of its log, awaits nothing.
    """
    recorder.log = StepLog(recorder, moment, since)
