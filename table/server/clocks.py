"""How much time each seat of a table has left to choose in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from time import monotonic
from typing import Any

MINUTE = 60.0  # seconds


class Clocks:
    """The clocks of one game: so many minutes for each seat, of which those run that `run` names.
    `begun`: everybody has sat down once; before that none runs. `now`: the time in seconds.
    """

    def __init__(
        self, minutes: float, seats: int, now: Callable[[], float] = monotonic, begun: bool = False
    ) -> None:
        self.minutes, self.now, self.begun = minutes, now, begun
        self.rest = [minutes * MINUTE] * seats
        self.running: frozenset[int] = frozenset()
        self.since = now()

    def run(self, seats: Collection[int]) -> None:
        """From now on the clocks of these seats run and no other."""
        self.rest = [self.left(seat) for seat in range(len(self.rest))]
        self.since = self.now()
        self.running = frozenset(seats) if self.begun else frozenset()

    def left(self, seat: int) -> float:
        """The seconds that a seat has left."""
        gone = self.now() - self.since if seat in self.running else 0.0
        return max(0.0, self.rest[seat] - gone)

    def is_out(self, seat: int) -> bool:
        """Whether a seat has used its time up."""
        return self.left(seat) <= 0

    def used_up(self) -> int | None:
        """The seat whose clock has run out while it ran: the one that had least left."""
        out = [seat for seat in sorted(self.running) if self.is_out(seat)]
        return min(out, key=lambda seat: self.rest[seat], default=None)

    def ends_in(self) -> float | None:
        """In how many seconds the first clock that runs is at its end."""
        return min((self.left(seat) for seat in self.running), default=None)

    def plain(self, names: Mapping[int, str]) -> list[dict[str, Any]]:
        """What everybody is told of the clocks of these seats."""
        return [
            {"seat": name, "left": round(self.left(seat), 2), "runs": seat in self.running}
            for seat, name in names.items()
        ]

    def kept(self) -> dict[str, Any]:
        """What is kept of them."""
        left = [self.left(seat) for seat in range(len(self.rest))]
        return {"minutes": self.minutes, "left": left, "begun": self.begun}


def clocks_of(kept: dict[str, Any] | None, now: Callable[[], float] = monotonic) -> Clocks | None:
    """Clocks as they were kept; none of them runs yet."""
    if kept is None:
        return None
    found = Clocks(float(kept["minutes"]), len(kept["left"]), now, bool(kept["begun"]))
    found.rest = [float(one) for one in kept["left"]]
    return found
