"""What a look may cost at most."""

from __future__ import annotations

from kernel_table import program

from playsheet.dsl.ir import ir
from playsheet.dsl.ir.bounds import MEMBERS, Bounds

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
