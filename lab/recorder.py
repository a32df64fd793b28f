"""A recorder that can stop play where a step begins."""

from __future__ import annotations

from ..interpreter.layout import Layout, State
from ..interpreter.record import Recorder
from ..interpreter.symbols import Symbols


class StepEntered(Exception):
    """Play has come to the step that was waited for; the state stands at its beginning."""


class Watcher(Recorder):
    """Raises `StepEntered` when `target` is entered: a path, a seat (-1: anybody's), and a
    number of events that come before it in any case.
    """

    __slots__ = ("target",)
    target: tuple[str, int, int] | None

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        super().__init__(layout, symbols, state, cards)
        self.target = None

    def clone(self) -> Watcher:
        """An independent copy that waits for nothing."""
        plain = super().clone()
        copy = object.__new__(Watcher)
        for name in Recorder.__slots__:
            setattr(copy, name, getattr(plain, name))
        copy.target = None
        return copy

    def entered(self, path: int, player: int, place: int) -> None:
        """A step begins."""
        super().entered(path, player, place)
        if self.target is None:
            return
        name, seat = self.steps[-1]
        wanted, whose, since = self.target
        if name == wanted and whose in (-1, seat) and len(self.events) > since:
            raise StepEntered
