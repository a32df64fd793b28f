"""Where a turn begins, by the phases that are entered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .record import Event


class TurnCounter:
    """A turn begins when the first of its phases comes again, or one that is not behind the
    last; a phase that each player has in turn is still the same turn.
    """

    def __init__(self, phases: Sequence[str]) -> None:
        outer = [path for path in phases if "." not in path]
        self.order = {path: number for number, path in enumerate(outer)}
        self.turn = 0
        self.last = len(outer)
        self.players: set[int] = set()

    def enter(self, path: str, player: int) -> None:
        """A step begins."""
        number = self.order.get(path)
        if number is None:
            return
        if number < self.last or (number == self.last and player in self.players):
            self.turn += 1
            self.players = set()
        elif number > self.last:
            self.players = set()
        self.last = number
        self.players.add(player)


def turns_in(phases: Sequence[str], events: Iterable[Event]) -> int:
    """The number of the turn in which events end."""
    counter = TurnCounter(phases)
    for event in events:
        if event.kind == "enter":
            path, player = event.values
            counter.enter(str(path), int(player))
    return counter.turn
