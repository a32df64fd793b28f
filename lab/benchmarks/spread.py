"""Figures that were measured several times: the median, the least and the most."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from ...dsl.nodes.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Spread:
    """What came out in several rounds."""

    median: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{self.median:g} ({self.least:g} to {self.most:g})"


def spread(values: Sequence[float]) -> Spread:
    """The spread of some figures, to four digits."""
    found = statistics.median(values), min(values), max(values)
    return Spread(*(float(f"{one:.4g}") for one in found))


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """That of the ratios of each round, in which both were measured one after the other."""
    return spread([mine / other for mine, other in zip(ours, theirs, strict=True)])
