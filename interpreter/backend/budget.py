"""What steps cost, so that a rule without end is stopped: loops pay a round ahead, calls
mostly nothing.

A round of a loop costs one and whatever its body may call. A procedure pays for itself only
if it can come back to itself or costs much; any other is paid for by the loop or procedure
around its call. So between two payments only a bounded number of calls can happen, and
straight code pays nothing.
"""

from __future__ import annotations

from ...dsl.ir import ir
from ...dsl.ir.trials import run_by
from .cut import Cut
from .cut_nodes import OpenStep, Part, Point

MUCH = 64


class Costs:
    """The costs of a program's procedures, in calls; parts count with what they are of."""

    def __init__(self, program: ir.Program, cut: Cut) -> None:
        self.program = program
        self.cut = cut
        self._paid_outside: dict[str, int] = {}
        self._paid_at_entry: dict[str, int] = {}
        self._open: set[str] = set()
        for name in program.procedures:
            self._of_call(name)

    def at_entry(self, procedure: str) -> int:
        """What a procedure pays when it starts."""
        return self._paid_at_entry.get(procedure, 0)

    def of_block(self, block: ir.Block) -> int:
        """What the calls in a block cost at most, apart from the rounds of its loops."""
        return sum(map(self._of_statement, block))

    def _of_statement(self, statement: ir.Statement) -> int:
        match statement:
            case ir.If():
                return max(self.of_block(statement.then), self.of_block(statement.otherwise))
            case ir.Step() | OpenStep():
                return self.of_block(statement.body)
            case Point():
                return self._of_statement(statement.ask)
            case Part():
                return self.of_block(self.cut.procedure(statement.procedure).body)
            case ir.Call() | ir.Run() | ir.Unqueue() | ir.Try():
                found = run_by(self.program, statement)
                return 1 + max((self._of_call(name) for name in found), default=0)
            case _:
                return 0

    def _of_call(self, name: str) -> int:
        """What a caller pays for the procedure."""
        if name in self._paid_outside:
            return self._paid_outside[name]
        if name in self._open:
            self._paid_at_entry[name] = 1
            return 0
        self._open.add(name)
        cost = self.of_block(self.program.procedures[name].body)
        self._open.remove(name)
        if name in self._paid_at_entry or cost > MUCH:
            self._paid_at_entry[name] = cost + 1
            cost = 0
        self._paid_outside[name] = cost
        return cost
