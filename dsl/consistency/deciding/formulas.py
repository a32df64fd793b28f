"""Conditions as formulas: truths joined by and, or and not, and comparisons of sums of unknowns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

Unknown = tuple[object, ...]  # what stands for a value that is not known


class Sum(NamedTuple):
    """A number: so many times each of some unknowns, and a constant."""

    terms: tuple[tuple[Unknown, int], ...]
    constant: int = 0

    def plus(self, other: Sum, times: int = 1) -> Sum:
        """The sum of both, the other one counted so many times."""
        found = dict(self.terms)
        for unknown, number in other.terms:
            found[unknown] = found.get(unknown, 0) + times * number
        terms = tuple((unknown, number) for unknown, number in found.items() if number)
        return Sum(terms, self.constant + times * other.constant)

    def times(self, number: int) -> Sum:
        """This so many times."""
        return Sum(()).plus(self, number)


class Domain(NamedTuple):
    """The numbers that an unknown may be: from `low` to `high`, None where there is no end;
    `none`: or nothing at all.
    """

    low: int | None = None
    high: int | None = None
    none: bool = False


class Test(NamedTuple):
    """Whether a sum is 0 (`==`), or not more than 0 (`<=`)."""

    sign: Literal["==", "<="]
    sum: Sum
    holds: bool = True


class Flag(NamedTuple):
    """Something that holds or does not, of which no more is known."""

    unknown: Unknown
    holds: bool = True


class Joined(NamedTuple):
    """All of some formulas, or one of them."""

    every: bool
    parts: tuple[Formula, ...]


Formula = bool | Test | Flag | Joined


def joined(every: bool, *parts: Formula) -> Formula:
    """All of them, or one of them; what is known is folded."""
    found: list[Formula] = []
    for part in parts:
        if isinstance(part, bool):
            if part is not every:
                return part
        elif isinstance(part, Joined) and part.every == every:
            found += part.parts
        elif part not in found:
            found.append(part)
    if not found:
        return every
    return found[0] if len(found) == 1 else Joined(every, tuple(found))


def opposite(formula: Formula) -> Formula:
    """What holds where a formula does not."""
    if isinstance(formula, bool):
        return not formula
    if isinstance(formula, Joined):
        return joined(not formula.every, *map(opposite, formula.parts))
    return formula._replace(holds=not formula.holds)


def tested(sign: Literal["==", "<="], sum: Sum) -> Formula:
    """The test of a sum, folded where it is known."""
    if sum.terms:
        return Test(sign, sum)
    return sum.constant == 0 if sign == "==" else sum.constant <= 0


def atoms_of(formula: Formula) -> Iterator[Test | Flag]:
    """The tests and flags of a formula."""
    if isinstance(formula, Joined):
        for part in formula.parts:
            yield from atoms_of(part)
    elif not isinstance(formula, bool):
        yield formula


def unknowns_of(atom: Test | Flag) -> tuple[Unknown, ...]:
    """What an atom speaks of."""
    if isinstance(atom, Flag):
        return (atom.unknown,)
    return tuple(unknown for unknown, _ in atom.sum.terms)
