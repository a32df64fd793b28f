"""Parts of a run: which games are still to be played, how many at once, and what comes of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from ...dsl.nodes.dataclass import dataclass
from .lines import line_of
from .playing import Series
from .tally import Tally

FIRST = 4  # games of the first parts, until it is known how long one takes
MOST = 5_000  # games of a part
FEWER = 2  # as many parts are left for each process, at least, for all to end together
ASKING_S = 0.1  # how often a process asks whether it is to stop

Runs = list[tuple[int, int]]  # numbers from .. up to, in order


@dataclass(frozen=True, slots=True)
class Part:
    """What came of the games `first` up to `stop`: their lines, if they were wanted, and sums.
    `lacking`: nothing, as the process does not have the format.
    """

    first: int
    stop: int
    lines: bytes = b""
    tally: Tally | None = None
    seconds: float = 0.0
    lacking: bool = False


class Playing:
    """Plays the games of a part."""

    def __init__(self, series: Series, first: int, stop: int, written: bool) -> None:
        self.series, self.numbers, self.written = series, range(first, stop), written
        self.tally, self.lines = Tally(), list[str]()
        self.began = time.monotonic()

    def run(self, after: Callable[[int], bool]) -> Part:
        """Plays until the end, or until `after` a game, of how many it is told, says so."""
        for number in self.numbers:
            outcome = self.series.play(number)
            line = line_of(outcome) if self.written else ""
            self.tally.add(outcome)
            self.lines.append(line)
            if after(len(self.lines)):
                break
        return self.so_far()

    def so_far(self) -> Part:
        """What was played until now."""
        first, games = self.numbers.start, len(self.lines)
        lines = "".join(self.lines).encode()
        return Part(first, first + games, lines, self.tally, time.monotonic() - self.began)


class Pausing:
    """Asks something that costs a little, not too often."""

    def __init__(self, ask: Callable[[], bool]) -> None:
        self.ask, self.asked = ask, time.monotonic()

    def __call__(self, _: int) -> bool:
        now = time.monotonic()
        if now - self.asked < ASKING_S:
            return False
        self.asked = now
        return self.ask()


class Chunks:
    """The games that are left, cut so that a part takes about so many seconds. What a game is does
    not depend on the cuts.
    """

    def __init__(self, left: Iterable[tuple[int, int]], slots: int, seconds: float) -> None:
        self.left = [run for run in left if run[0] < run[1]]
        self.slots, self.seconds = slots, seconds
        self.size = FIRST

    def __bool__(self) -> bool:
        return bool(self.left)

    def next(self) -> tuple[int, int]:
        """The next games to play."""
        games = sum(stop - first for first, stop in self.left)
        fair = -(-games // (self.slots * FEWER))
        first, stop = self.left[0]
        end = min(stop, first + max(1, min(self.size, fair)))
        self.left[:1] = [(end, stop)] if end < stop else []
        return first, end

    def put_again(self, first: int, stop: int) -> None:
        """These were not played."""
        if first < stop:
            self.left = sorted([*self.left, (first, stop)])

    def learn(self, part: Part) -> None:
        """How long a part took."""
        games = part.stop - part.first
        if games and part.seconds > 0:
            wanted = int(self.seconds * games / part.seconds)
            self.size = max(1, min(wanted, self.size * 4, MOST))


def missing(runs: Runs, games: int) -> Runs:
    """The numbers below `games` that are in no run."""
    found: Runs = []
    at = 0
    for first, stop in runs:
        if at < first:
            found.append((at, min(first, games)))
        at = max(at, stop)
    if at < games:
        found.append((at, games))
    return found
