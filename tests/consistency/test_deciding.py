"""Values that show that a formula can hold are the smallest ones, with a solver and without."""

from __future__ import annotations

import random
from itertools import product

import pytest

from playsheet.dsl.consistency.deciding import decide, formulas
from playsheet.dsl.consistency.deciding.decide import Values, holds, smallest
from playsheet.dsl.consistency.deciding.formulas import (
    Domain,
    Flag,
    Formula,
    Sum,
    Unknown,
    atoms_of,
    joined,
    unknowns_of,
)

A, B, C = (("a",), ("b",), ("c",))
with_and_without = pytest.mark.parametrize("solver", [True, False], ids=["solver", "none"])


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, solver: bool) -> None:
    if solver:
        pytest.importorskip("z3")
    else:
        monkeypatch.setattr(decide, "solver", lambda: None)


def at_most(constant: int, *terms: tuple[Unknown, int]) -> formulas.Test:
    """A sum that is not more than a constant."""
    return formulas.Test("<=", Sum(terms, -constant))


def random_formula(chance: random.Random, deep: int = 2) -> Formula:
    if deep and chance.random() < 0.7:
        count = chance.randrange(2, 4)
        parts = (random_formula(chance, deep - 1) for _ in range(count))
        return joined(chance.random() < 0.5, *parts)
    if chance.random() < 0.1:
        return Flag(("flag",), chance.random() < 0.5)
    about = chance.sample((A, B, C), chance.choice((1, 1, 2)))
    terms = tuple((one, chance.choice((-2, -1, 1, 2))) for one in about)
    sign = "==" if chance.random() < 0.3 else "<="
    return formulas.Test(sign, Sum(terms, chance.randrange(-6, 7)), chance.random() < 0.8)


def tried(formula: Formula, domains: dict[Unknown, Domain]) -> Values | None:
    """The same by trying all values, each from 0 outwards, none last."""
    tests = (atom for atom in atoms_of(formula) if isinstance(atom, formulas.Test))
    names = list(dict.fromkeys(one for test in tests for one in unknowns_of(test)))
    ranges: list[list[int | None]] = []
    for name in names:
        low, high = domains[name].low, domains[name].high
        assert low is not None and high is not None
        near = sorted(range(low, high + 1), key=lambda one: (abs(one), -one))
        ranges.append([*near, None] if domains[name].none else [*near])
    for values in product(*ranges):
        chosen = dict(zip(names, values, strict=True))
        if any(holds(formula, {**chosen, ("flag",): flag}) for flag in (0, 1)):
            return chosen
    return None


@with_and_without
@pytest.mark.usefixtures("installed")
def test_small_ranges_are_searched_as_if_all_were_tried(solver: bool) -> None:
    chance = random.Random(7)
    domains = {A: Domain(-3, 4), B: Domain(0, 5, none=True), C: Domain(2, 6)}
    met = 0
    for _ in range(150):
        formula = random_formula(chance)
        expected = {} if isinstance(formula, bool) and formula else tried(formula, domains)
        assert smallest(formula, domains) == expected
        met += expected is not None
    assert met > 50


@with_and_without
@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (formulas.Test("==", Sum(((A, 1), (B, 1)), -1500)), {A: 501, B: 999}),
        (joined(True, at_most(-1200, (A, -1), (B, -1)), at_most(400, (A, 1))), {A: 201, B: 999}),
        (at_most(-7, (C, 1)), {C: -7}),
        (joined(True, at_most(-7, (C, -1)), at_most(5, (C, 1))), None),
        (joined(True, at_most(-2, (A, -1)), Flag(("flag",)), Flag(("flag",), False)), None),
    ],
)
def test_wide_ranges_give_the_same(solver: bool, formula: Formula, expected: Values | None) -> None:
    domains = {A: Domain(0, 999), B: Domain(0, 999), C: Domain()}
    assert smallest(formula, domains) == expected
