"""How long it takes to find where procedures can stop."""

from __future__ import annotations

import pytest
from kernel_table import ask, procedure, program

from playsheet.dsl.ir import ir
from playsheet.interpreter.backend.cut import Cut
from playsheet.interpreter.backend.liveness import Names, Reads


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
