"""A recorder that can stop play where a step begins."""

from __future__ import annotations

from ..interpreter.record import Recorder


class StepEntered(Exception):
    """Play has come to the step that was waited for; the state stands at its beginning."""


class Watcher(Recorder):
    """Raises `StepEntered` when `target` (path, seat or -1 for anybody's) is entered."""

    __slots__ = ("target",)
    target: tuple[str, int] | None

    def clone(self) -> Watcher:
        """An independent copy that waits for nothing."""
        copy = object.__new__(Watcher)
        copy.layout = self.layout
        copy.symbols = self.symbols
        copy.all_seats = self.all_seats
        copy.events = self.events[:]
        copy.steps = self.steps[:]
        copy.known = self.known[:]
        copy.target = None
        return copy

    def watch(self, target: tuple[str, int] | None) -> None:
        """Waits for a step, or for none."""
        self.target = target

    def entered(self, path: int, player: int, place: int) -> None:
        """A step begins."""
        super().entered(path, player, place)
        target = getattr(self, "target", None)
        if target is None:
            return
        name, seat = self.steps[-1]
        if name == target[0] and target[1] in (-1, seat):
            raise StepEntered
