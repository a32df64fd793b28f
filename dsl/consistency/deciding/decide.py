"""Whether a formula can hold: by trying every value that could make a difference, or else by a
solver where one is installed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import product
from math import prod
from typing import Any, NamedTuple

from .formulas import (
    Domain,
    Flag,
    Formula,
    Joined,
    Sum,
    Test,
    Unknown,
    atoms_of,
    joined,
    opposite,
    tested,
    unknowns_of,
)

MOST_TRIES = 4096  # assignments before a solver is asked
LARGEST = 1 << 40  # beyond which no value is looked for
WIDEST = 64  # values of an unknown that are all tried
Domains = Mapping[Unknown, Domain]
Values = dict[Unknown, int | None]
ANY = Domain()


class Decision(NamedTuple):
    """Whether a formula can hold; `sure` is false where that could not be found out."""

    possible: bool
    sure: bool = True


def decide(formula: Formula, domains: Domains) -> Decision:
    """Whether there are values in these domains with which a formula holds."""
    formula = without_loose(formula, domains)
    if isinstance(formula, bool):
        return Decision(formula)
    points = points_of(formula, domains)
    if points is not None and prod(map(len, points.values())) <= MOST_TRIES:
        return tried(formula, points)
    return solved(formula, domains)


def is_impossible(formula: Formula, domains: Domains) -> bool:
    """Whether it is sure that a formula never holds."""
    found = decide(formula, domains)
    return found.sure and not found.possible


# ---- values that show it


def smallest(formula: Formula, domains: Domains) -> Values | None:
    """Values of the numbers in a formula with which it holds: in the order in which they come up,
    each the nearest to 0 that those before it leave. None where there are none, or where that
    could not be found out.
    """
    values: Values = {}
    asked = formula
    tests = (atom for atom in atoms_of(formula) if isinstance(atom, Test))
    for unknown in dict.fromkeys(one for test in tests for one in unknowns_of(test)):
        if not may_hold(asked, domains):
            return None
        values[unknown] = nearest(asked, unknown, domains)
        asked = with_value(asked, unknown, values[unknown])
    return values if decide(asked, domains) == Decision(True) else None


def nearest(formula: Formula, unknown: Unknown, domains: Domains) -> int | None:
    """The value of an unknown nearest to 0 with which a formula may hold; None for nothing."""
    domain = domains.get(unknown, ANY)
    low, high = domain.low, domain.high
    middle = min(max(0, 0 if low is None else low), LARGEST if high is None else high)

    def within(reach: int) -> bool:
        return may_hold(formula, {**domains, unknown: around(reach)})

    def around(reach: int) -> Domain:
        first, last = middle - reach, middle + reach
        return Domain(
            first if low is None else max(low, first), last if high is None else min(high, last)
        )

    reach = 0 if within(0) else 1
    while not within(reach):
        if reach > LARGEST:
            return None
        reach *= 2
    reach = least(reach // 2, reach, within) if reach else 0
    above = Domain(middle + reach, middle + reach)
    inside = high is None or middle + reach <= high
    return middle + reach * (1 if inside and may_hold(formula, {**domains, unknown: above}) else -1)


def least(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The least number above `low` with which something holds, as it does with `high`."""
    while high - low > 1:
        between = (low + high) // 2
        low, high = (low, between) if holds(between) else (between, high)
    return high


def may_hold(formula: Formula, domains: Domains) -> bool:
    """Whether it is not sure that a formula never holds."""
    return not is_impossible(formula, domains)


def with_value(formula: Formula, unknown: Unknown, value: int | None) -> Formula:
    """What a formula says where an unknown is known."""
    if isinstance(formula, Joined):
        parts = (with_value(part, unknown, value) for part in formula.parts)
        return joined(formula.every, *parts)
    if not isinstance(formula, Test) or unknown not in unknowns_of(formula):
        return formula
    if value is None:
        return not formula.holds
    number = dict(formula.sum.terms)[unknown]
    rest = formula.sum.plus(Sum(((unknown, number),), -number * value), -1)
    said = tested(formula.sign, rest)
    return said if formula.holds else opposite(said)


# ---- what stands alone


def without_loose(formula: Formula, domains: Domains) -> Formula:
    """The same without the atoms that can be made to hold whatever the others say."""
    while isinstance(formula, Joined):
        spoken = {atom: unknowns_of(atom) for atom in atoms_of(formula)}
        times = Counter(one for unknowns in spoken.values() for one in unknowns)
        known = {
            atom: can_hold(atom, domains)
            for atom, unknowns in spoken.items()
            if all(times[one] == 1 for one in unknowns)
        }
        settled = {atom: held for atom, held in known.items() if held is not None}
        if not settled:
            return formula
        formula = replaced(formula, settled)
    held = None if isinstance(formula, bool) else can_hold(formula, domains)
    return formula if held is None else held


def replaced(formula: Formula, known: Mapping[Test | Flag, bool]) -> Formula:
    if isinstance(formula, Joined):
        return joined(formula.every, *(replaced(part, known) for part in formula.parts))
    return formula if isinstance(formula, bool) else known.get(formula, formula)


def can_hold(atom: Test | Flag, domains: Domains) -> bool | None:
    """Whether an atom alone can hold; None where that is not plain."""
    if isinstance(atom, Flag):
        return True
    points = points_of(atom, domains)
    if points is None or prod(map(len, points.values())) > MOST_TRIES:
        low, high = bounds_of(atom.sum, domains)
        if atom.sign == "<=":
            beyond = high is None or high > 0
            return (low is None or low <= 0) if atom.holds else beyond
        return True if low is None or high is None else None
    return tried(atom, points).possible


def bounds_of(sum: Sum, domains: Domains) -> tuple[int | None, int | None]:
    """Between what a sum must lie."""
    low: int | None = sum.constant
    high: int | None = sum.constant
    for unknown, number in sum.terms:
        domain = domains.get(unknown, ANY)
        ends = (domain.low, domain.high) if number > 0 else (domain.high, domain.low)
        low = None if low is None or ends[0] is None else low + number * ends[0]
        high = None if high is None or ends[1] is None else high + number * ends[1]
    return low, high


# ---- trying


def points_of(formula: Formula, domains: Domains) -> dict[Unknown, Sequence[int | None]] | None:
    """Values of each unknown of which one makes the formula hold if any does; None where they
    are too many to try.
    """
    cuts: dict[Unknown, set[int]] = {}
    bound: set[Unknown] = set()  # compared with others
    found: dict[Unknown, Sequence[int | None]] = {}
    for atom in atoms_of(formula):
        if isinstance(atom, Flag):
            found[atom.unknown] = (0, 1)
        else:
            for unknown in unknowns_of(atom):
                cuts.setdefault(unknown, set())
            terms = atom.sum.terms
            bound |= {unknown for unknown, _ in terms} if len(terms) > 1 else set()
            for unknown, number in terms if len(terms) == 1 else ():
                cut = -atom.sum.constant // number
                cuts[unknown] |= {cut - 1, cut, cut + 1, cut + 2}
    for unknown, near in cuts.items():
        domain = domains.get(unknown, ANY)
        values = values_of(domain, None if unknown in bound else near)
        if values is None:
            return None
        found[unknown] = (*values, None) if domain.none else values
    return found


def values_of(domain: Domain, near: set[int] | None) -> tuple[int, ...] | None:
    """All values of a domain, or those where something may change."""
    low, high = domain.low, domain.high
    if low is not None and high is not None and high - low < WIDEST:
        return tuple(range(low, high + 1))
    if near is None:
        return None
    ends = {end for end in (low, high) if end is not None} or {0}
    fits = (low is None or v >= low for v in near), (high is None or v <= high for v in near)
    return tuple(sorted(ends | {v for v, a, b in zip(near, *fits, strict=True) if a and b}))


def tried(formula: Formula, points: Mapping[Unknown, Sequence[int | None]]) -> Decision:
    unknowns = [*points]
    for values in product(*points.values()):
        chosen = dict(zip(unknowns, values, strict=True))
        if holds(formula, chosen):
            return Decision(True)
    return Decision(False)


def holds(formula: Formula, values: Values) -> bool:
    """Whether a formula holds with these values. A comparison with nothing does not hold, and
    its opposite does.
    """
    if isinstance(formula, bool):
        return formula
    if isinstance(formula, Joined):
        found = (holds(part, values) for part in formula.parts)
        return all(found) if formula.every else any(found)
    if isinstance(formula, Flag):
        return bool(values.get(formula.unknown, 0)) is formula.holds
    total = formula.sum.constant
    for unknown, number in formula.sum.terms:
        value = values[unknown]
        if value is None:
            return not formula.holds
        total += number * value
    return (total == 0 if formula.sign == "==" else total <= 0) is formula.holds


# ---- a solver


@cache
def solver() -> Any:
    """The solver, if it is installed."""
    try:
        return import_module("z3")
    except ImportError:
        return None


def solved(formula: Formula, domains: Domains) -> Decision:
    z3, found = solver(), narrowed(formula, domains)
    if z3 is None or found.sure:
        return found
    names: dict[Unknown, Any] = {}
    nothing: dict[Unknown, Any] = {}
    asked = z3.Solver()
    asked.set("timeout", 1000)
    for atom in atoms_of(formula):
        for one in unknowns_of(atom):
            if one not in names:
                names[one] = z3.Int(f"x{len(names)}")
                domain = domains.get(one, ANY) if isinstance(atom, Test) else Domain(0, 1)
                asked.add(*(names[one] >= domain.low,) if domain.low is not None else ())
                asked.add(*(names[one] <= domain.high,) if domain.high is not None else ())
                if domain.none:
                    nothing[one] = z3.Bool(f"n{len(names)}")

    def said(part: Formula) -> Any:
        if isinstance(part, bool):
            return z3.BoolVal(part)
        if isinstance(part, Joined):
            return (z3.And if part.every else z3.Or)(*map(said, part.parts))
        if isinstance(part, Flag):
            return (names[part.unknown] == 1) == part.holds
        total = part.sum.constant + sum(n * names[one] for one, n in part.sum.terms)
        test = total == 0 if part.sign == "==" else total <= 0
        there = [z3.Not(nothing[one]) for one, _ in part.sum.terms if one in nothing]
        return z3.And(test, *there) == part.holds

    asked.add(said(formula))
    answer = asked.check()
    if answer == z3.sat:
        return Decision(True)
    return Decision(answer != z3.unsat, sure=answer == z3.unsat)


# ---- without a solver


ROUNDS = 20


def narrowed(formula: Formula, domains: Domains) -> Decision:
    """What follows of all parts that must hold: that the values of an unknown leave none. Else
    it stays open.
    """
    parts = formula.parts if isinstance(formula, Joined) and formula.every else (formula,)
    tests = [upright(part) for part in parts if isinstance(part, Test)]
    tests = [test for test in tests if test.holds]
    known: dict[Unknown, Domain] = {}
    for test in tests:
        known |= {one: domains.get(one, ANY) for one, _ in test.sum.terms}
    for _ in range(ROUNDS):
        before = dict(known)
        for test in tests:
            for sum in (test.sum, test.sum.times(-1)) if test.sign == "==" else (test.sum,):
                narrow(sum, known)
        if any(is_empty(domain) for domain in known.values()):
            return Decision(False)
        if known == before:
            break
    return Decision(True, sure=False)


def upright(test: Test) -> Test:
    """A test that holds, in place of one that does not, where there is one."""
    if test.holds or test.sign == "==":
        return test
    return Test("<=", test.sum.times(-1).plus(Sum((), 1)))


def narrow(sum: Sum, known: dict[Unknown, Domain]) -> None:
    """Narrows each unknown of a sum that is not more than 0."""
    for unknown, number in sum.terms:
        rest = sum.plus(Sum(((unknown, number),)), -1)
        low, _ = bounds_of(rest, known)
        if low is None:
            continue
        domain = known[unknown]
        if number > 0:
            high = -low // number
            high = high if domain.high is None else min(high, domain.high)
            known[unknown] = domain._replace(high=high)
        else:
            least = -(-low // -number)
            least = least if domain.low is None else max(least, domain.low)
            known[unknown] = domain._replace(low=least)


def is_empty(domain: Domain) -> bool:
    low, high = domain.low, domain.high
    return low is not None and high is not None and low > high
