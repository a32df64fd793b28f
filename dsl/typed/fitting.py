"""What the members of a chosen set must have together."""

from __future__ import annotations

from ..nodes.dataclass import dataclass
from .values import Binding, Form, Value


@dataclass(frozen=True, slots=True)
class Limit(Form):
    """Of one value of each member: `kind` (of `ir`) says that it is alike, different, in a row, or
    that the total lies between `low` and `high`, as far as they are there.
    """

    kind: int
    value: Value
    low: Value | None = None
    high: Value | None = None


@dataclass(frozen=True, slots=True)
class Fit(Form):
    """All limits, of the member `each`."""

    each: Binding
    limits: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class MostThatFit(Form):
    """How many members the largest set has that fits, of so many; -1 where there is none."""

    fit: Fit
    members: Value
    least: Value
    most: Value | None
