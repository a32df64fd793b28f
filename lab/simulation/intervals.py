"""How sure a share is, and whether one side wins more than the other.

Sources: E. B. Wilson, Probable inference (1927), for the interval of a share; S. Greenland and J.
Robins (1985) for a difference over strata; A. Wald, Sequential Analysis (1947), for the test.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, inf, log, sqrt

from ...dsl.nodes.dataclass import dataclass

SURE = 1.959964  # standard deviations on both sides of 95 %
BETTER = 0.55  # of the decided games: who wins so many is better
ERROR = 0.05  # that the test may be wrong on either side
BOUND = log((1 - ERROR) / ERROR)
WIN, LOSS = log(BETTER / 0.5), log((1 - BETTER) / 0.5)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, and between which shares the true one lies, at 95 %."""

    won: int
    of: int

    @property
    def value(self) -> float:
        """The share; a half of none."""
        return self.won / self.of if self.of else 0.5

    @property
    def span(self) -> tuple[float, float]:
        """Wilson's interval; everything of none."""
        if not self.of:
            return 0.0, 1.0
        n, p, z = self.of, self.value, SURE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Difference:
    """Between two shares, with its interval at 95 %."""

    value: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether it is not nothing."""
        return self.low > 0 or self.high < 0


def difference(strata: Iterable[tuple[Share, Share]]) -> Difference | None:
    """The difference of the first share to the second, in each stratum, weighted as Mantel and
    Haenszel do; None where no stratum has both.
    """
    weights = total = variance = 0.0
    for one, other in strata:
        if not one.of or not other.of:
            continue
        weight = one.of * other.of / (one.of + other.of)
        weights += weight
        total += weight * (one.value - other.value)
        for share in (one, other):
            p = (share.won + 0.5) / (share.of + 1)  # never without any doubt
            variance += weight * weight * p * (1 - p) / share.of
    if not weights:
        return None
    value, half = total / weights, SURE * sqrt(variance) / weights
    return Difference(value, max(-1.0, value - half), min(1.0, value + half))


@dataclass(frozen=True, slots=True)
class Test:
    """Whether A is better than B after some games, of which some were decided between them.
    `found`: "better", "worse", "level": neither wins 55 % of the decided games, "" if that is
    not known yet; `needed`: about how many games more it takes to know; None if nobody can tell.
    """

    games: int
    decided: int
    won: int
    found: str
    needed: int | None

    @property
    def share(self) -> Share:
        """What A won of the decided games."""
        return Share(self.won, self.decided)


def is_better(games: int, decided: int, won: int) -> Test:
    """Wald's sequential test on both sides: it may be looked at after any game."""
    lost = decided - won
    for_a, for_b = won * WIN + lost * LOSS, lost * WIN + won * LOSS
    found = ""
    if for_a >= BOUND:
        found = "better"
    elif for_b >= BOUND:
        found = "worse"
    elif for_a <= -BOUND and for_b <= -BOUND:
        found = "level"
    if found:
        return Test(games, decided, won, found, 0)
    p = won / decided if decided else 0.5
    steps = p * WIN + (1 - p) * LOSS, (1 - p) * WIN + p * LOSS
    ways = [
        (BOUND - now) / step for now, step in zip((for_a, for_b), steps, strict=True) if step > 0
    ]
    level = [
        (now + BOUND) / -step if step < 0 else (inf if now > -BOUND else 0)
        for now, step in zip((for_a, for_b), steps, strict=True)
    ]
    best = min([*ways, max(level)])
    if best == inf or not decided:
        return Test(games, decided, won, "", None)
    return Test(games, decided, won, "", ceil(best * games / decided))
