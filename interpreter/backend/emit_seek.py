"""The variant that can start at a step: what leads there is walked through, everything else
left out.

While the global `seeking` is the number of the step looked for, statements are skipped,
except locals (they may lead the way), loops and branches around steps, and calls of
procedures that come to the step. Only code from the start of a procedure seeks: a
continuation runs behind a choice, when the step was found.
"""

from __future__ import annotations

from collections.abc import Set

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements
from ...dsl.ir.trials import run_by
from .cut_nodes import At, CutProcedure, Loop, OpenStep, Part, Point, Rest
from .emit_flow import Flow
from .prepare import reached
from .writer import Plan, Variant, Writer

ROUNDS = 4  # a loop around the step is walked through this often before it is given up


class SeekFlow(Flow):
    """Writes procedures that contain steps, so that one of them can be found."""

    shared = "global left, changed, seeking, sought_player"

    def __init__(self, plan: Plan, out: Writer, variant: Variant) -> None:
        super().__init__(plan, out, variant)
        procedures = plan.program.procedures.items()
        bodies = {name: procedure.body for name, procedure in procedures}
        self.reach = reached(plan.program, bodies, self._step_number)
        self.is_seeking = False

    def body(self, procedure: CutProcedure) -> None:
        """The statements of a procedure from its start."""
        if not self._reach_of(procedure.body):
            super().body(procedure)
            return
        for name in procedure.locals:
            if name not in procedure.parameters:
                value = "()" if name in procedure.sets else "-1"
                self.put(f"{self.local(name)} = {value}")
        self.is_seeking = True
        super().body(procedure)
        self.is_seeking = False

    def variables(self, procedure: CutProcedure) -> dict[str, int]:
        """The number of the variable of each local: one of its own, as they have values from the
        start.
        """
        return {name: i for i, name in enumerate(procedure.locals)}

    def _step_number(self, statement: ir.Statement) -> int | None:
        """The number of the step that a statement begins."""
        if isinstance(statement, ir.Step | OpenStep):
            return self.symbols.path_numbers[statement.path]
        return None

    def _reach_of(self, block: ir.Block) -> frozenset[int]:
        numbers: set[int] = set()
        for statement in all_statements(*block):
            number = self._step_number(statement)
            numbers |= {number} if number is not None else set()
            if isinstance(statement, Part):
                numbers |= self._reach_of(self.plan.cut.procedure(statement.procedure).body)
            for target in run_by(self.plan.program, statement):
                numbers |= self.reach[target]
        return frozenset(numbers)

    def statement(self, statement: ir.Statement, rest: tuple[Rest, ...]) -> None:
        """One statement; `rest` is what follows it."""
        if not self.is_seeking:
            super().statement(statement, rest)
            return
        reach = self._reach_of((statement,))
        match statement:
            case At() | ir.Let():
                super().statement(statement, rest)
            case ir.Line() if not self.variant.lines:
                super().statement(statement, rest)
            case ir.If() if reach:
                self._seek_if(statement, rest)
            case ir.While() if reach:
                self._seek_while(statement, reach, rest)
            case ir.For() | Loop() if reach:
                super().statement(statement, rest)
            case OpenStep():
                self._seek_step(statement, rest)
            case Point() | ir.Call() | ir.Run() if reach:
                with self.out.under(f"if seeking < 0 or seeking in {_listed(reach)}:"):
                    super().statement(statement, rest)
            case _:
                self.is_seeking = False
                with self.out.under("if seeking < 0:"):
                    super().statement(statement, rest)
                self.is_seeking = True

    def block(self, block: ir.Block, rest: tuple[Rest, ...]) -> None:
        """Statements in a row; while seeking a `Break` or `Return` may be skipped."""
        if not self.is_seeking:
            super().block(block, rest)
            return
        for i, statement in enumerate(block):
            self.statement(statement, (Rest(block[i + 1 :]), *rest))

    def _seek_if(self, statement: ir.If, rest: tuple[Rest, ...]) -> None:
        then, otherwise = map(self._reach_of, (statement.then, statement.otherwise))
        name = self.out.fresh()
        with self.out.under(f"if seeking in {_listed(then - otherwise)}:"):
            self.put(f"{name} = 1")
        with self.out.under(f"elif seeking in {_listed(otherwise - then)}:"):
            self.put(f"{name} = 0")
        with self.out.under("else:"):
            self.put(f"{name} = {self.truth(statement.condition)}")
        with self.out.under(f"if {name}:"):
            self.block(statement.then, rest)
        with self.out.under("else:"):
            self.block(statement.otherwise, rest)

    def _seek_while(
        self, statement: ir.While, reach: frozenset[int], rest: tuple[Rest, ...]
    ) -> None:
        rounds = self.out.fresh()
        self.put(f"{rounds} = 0")
        with self.out.under("while True:"):
            with self.out.under(f"if seeking in {_listed(reach)}:"):
                self.put(f"{rounds} += 1")
                self.put(f"if {rounds} > {ROUNDS}: break")
            with self.out.under("else:"):
                self.put("if seeking >= 0: break")
                self.put(f"if not {self.truth(statement.condition)}: break")
            self.spend_round(statement.body)
            self.block(statement.body, (Rest((statement,), is_loop=True), *rest))

    def _seek_step(self, statement: OpenStep, rest: tuple[Rest, ...]) -> None:
        numbers, below = self.symbols.path_numbers, f"{statement.path}."
        number = numbers[statement.path]
        inner = {i for path, i in numbers.items() if path.startswith(below)}
        player = self.atom(statement.player)
        with self.out.under(f"if seeking == {number} and sought_player in (-1, {player}):"):
            self.put("seeking = -1")
        with self.out.under(f"if seeking < 0 or seeking in {_listed(inner)}:"):
            self.is_seeking = False
            self._open_step(statement)
            self.is_seeking = True
            self.block(statement.body[:-1], (Rest(statement.body[-1:]), *rest))
            self.is_seeking = False
            self.statement(statement.body[-1], rest)
            self.is_seeking = True


def _listed(numbers: Set[int]) -> str:
    return f"{{{', '.join(map(str, sorted(numbers)))}}}" if numbers else "()"
