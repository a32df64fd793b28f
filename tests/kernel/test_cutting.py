"""How long it takes to find where procedures can stop."""

from __future__ import annotations

import pytest
from kernel_table import ZERO, ask, played, procedure, program, table

from playsheet.dsl.ir import ir
from playsheet.interpreter.backend.cut import Cut
from playsheet.interpreter.backend.liveness import Names, Reads, variables_of


def looks(monkeypatch: pytest.MonkeyPatch, points: int) -> int:
    """How often a statement is looked at for the locals it reads, in a body with so many points."""
    found: list[ir.Statement] = []

    class Counted(Reads):
        def of(self, statement: ir.Statement) -> Names:
            found.append(statement)
            return super().of(statement)

    monkeypatch.setattr("playsheet.interpreter.backend.cut.Reads", Counted)
    Cut(program(procedure("main", (), *(ask(f"x{i}", 1, 2) for i in range(points)))), growth=points)
    return len(found)


def test_each_statement_is_looked_at_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red if what is needed behind a point is found anew for each point of its body."""
    assert looks(monkeypatch, 40) > 40
    assert looks(monkeypatch, 80) == pytest.approx(2 * looks(monkeypatch, 40), rel=0.2)


def test_locals_that_are_not_needed_at_once_share_a_variable() -> None:
    """Red if each has its own, if two are in each other's way, also over the rounds of a loop, or
    if the rest behind a choice reads others.
    """
    first, i, sum_ = ir.Local("first"), ir.Local("i"), ir.Local("sum")
    passing = [
        line
        for n in range(60)
        for line in (
            ir.Let(f"x{n}", ir.Arithmetic("+", sum_, ir.Int(1))),
            ir.Let("sum", ir.Local(f"x{n}")),
        )
    ]
    body = (
        ir.Let("first", ir.Int(1000)),
        ir.Let("before", ZERO),
        ir.For("i", ir.Range(ir.Int(3)), (
            ir.Let("sum", ir.Arithmetic("+", ir.Local("before"), i)),
            *passing,
            ask("y", 5, 7),
            ir.Let("before", ir.Arithmetic("+", sum_, ir.Local("y"))),
        )),
        ir.Set("turn", None, ir.Arithmetic("+", first, ir.Local("before"))),
    )  # fmt: skip
    match = table(*body)
    assert match.field(played(match, 0, 1, 0), "turn") == 1000 + 3 + 3 * 60 + 5 + 7 + 5
    cut = Cut(match.program)
    variables = variables_of(cut.procedure("game"), cut.reads)
    assert len(variables) > 60 and len({*variables.values()}) < 10
