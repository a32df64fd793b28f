"""How much time each seat of a table has left to choose in, and seems to need for one answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from random import Random, SystemRandom
from time import monotonic
from typing import Any

MINUTE = 60.0  # seconds
SLOWLY = (0.6, 1.8)  # seconds that a seat takes that has not answered anything yet
LONGEST = 20.0  # seconds that nobody is kept waiting beyond
MOST = 30  # answers of a seat whose times are remembered


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


class Pausing:
    """The times of the seats of one table, in seconds. A pause is as long as an answer was that the
    seat gave before, any of the last alike likely. `now`: the time.
    """

    def __init__(self, now: Callable[[], float] = monotonic, chance: Random | None = None) -> None:
        self.now, self.chance = now, chance or SystemRandom()
        self.since: dict[int, float] = {}  # by seat: when it was asked what it is asked now
        self.pauses: dict[int, float] = {}  # by seat: how long it seems to think about that
        self.taken: dict[int, deque[float]] = {}  # by seat: how long its last answers took

    def asked(self, seats: Collection[int]) -> None:
        """These seats are asked now, and no other."""
        now = self.now()
        self.since = {seat: self.since.get(seat, now) for seat in seats}
        self.pauses = {seat: one for seat, one in self.pauses.items() if seat in self.since}

    def made(self, seat: int) -> None:
        """The choice of a seat has been made."""
        self.since.pop(seat, None)
        self.pauses.pop(seat, None)

    def answered(self, seat: int) -> None:
        """A seat answers what it is asked by itself: so long it takes."""
        if seat in self.since:
            taken = self.taken.setdefault(seat, deque(maxlen=MOST))
            taken.append(min(self.now() - self.since[seat], LONGEST))

    def pause(self, seat: int) -> float:
        """How long a seat seems to think about what it is asked."""
        if seat not in self.pauses:
            taken = self.taken.get(seat)
            found = self.chance.choice([*taken]) if taken else self.chance.uniform(*SLOWLY)
            self.pauses[seat] = found
        return self.pauses[seat]

    def left(self, seat: int) -> float:
        """How long it will go on to do so."""
        return max(0.0, self.since.get(seat, self.now()) + self.pause(seat) - self.now())
