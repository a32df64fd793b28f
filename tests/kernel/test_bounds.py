"""What a look may cost at most, and how deep it may nest."""

from __future__ import annotations

import pytest
from kernel_table import program

from playsheet.dsl.ir import ir
from playsheet.dsl.ir.bounds import DEEPEST_LOOK, LEAVES, MEMBERS, Bounds
from playsheet.dsl.ir.traverse import VALUES

COSTLY, CHEAP = (
    ir.Standing("it", ir.Bearers(0), test, "raise", ir.Int(1))
    for test in (ir.Count(ir.Select("one", ir.Zone("hand", ir.Int(0)), ir.Int(1))), ir.Int(1))
)


def effort(*standing: ir.Standing) -> int:
    rules = program()
    look = ir.Pipeline("power", ir.Int(0), ir.Int(0), standing)
    return Bounds(rules).effort(look, 1)


def test_cheap_changes_do_not_hide_costly_ones() -> None:
    assert effort(COSTLY) <= effort(COSTLY, *[CHEAP] * 500)
    assert effort(*[COSTLY] * MEMBERS) <= effort(*[COSTLY] * MEMBERS, *[CHEAP] * 500)


def test_of_all_changes_that_cards_may_print_a_match_pays_for_some() -> None:
    assert effort(*[COSTLY] * MEMBERS) == effort(*[COSTLY] * MEMBERS * 50)


@pytest.mark.parametrize("leaf", [ir.Int(1), ir.Local("it")], ids=["number", "local"])
def test_what_has_nothing_inside_counts_as_the_deepest(leaf: ir.Expression) -> None:
    assert type(leaf) in LEAVES and VALUES[type(leaf)](leaf) == []
    for deep in (DEEPEST_LOOK, DEEPEST_LOOK + 1):
        bounds, look = Bounds(program()), leaf
        for _ in range(deep - 1):
            look = ir.Not(look)
        bounds.look(look, 0)
        assert bounds.deepest == deep
        assert [one.code for one in bounds.problems] == ["nested-too-deep"] * (deep > DEEPEST_LOOK)
