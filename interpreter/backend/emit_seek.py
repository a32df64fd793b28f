"""The variant that can start at a step: what leads there is walked through, everything else
left out.

While the global `seeking` is the number of the step looked for, statements are skipped,
except locals (they may lead the way), loops and branches around steps, and calls of
procedures that come to the step. Only code from the start of a procedure seeks: a
continuation runs behind a choice, when the step was found.
"""

from __future__ import annotations

from ...dsl.ir.ir import Block, Call, For, If, Let, Line, Run, Statement, Unqueue, While
from .cut_nodes import At, CutProcedure, Loop, OpenStep, Part, Point, Rest
from .emit_flow import Flow
from .prepare import targets
from .traverse import all_nodes
from .writer import Plan, Variant, Writer

ROUNDS = 4  # a loop around the step is walked through this often before it is given up


class SeekFlow(Flow):
    """Writes procedures that contain steps, so that one of them can be found."""

    def __init__(self, plan: Plan, out: Writer, variant: Variant) -> None:
        super().__init__(plan, out, variant)
        self.reach = reached_steps(plan)
        self.is_seeking = False

    def shared(self) -> str:
        """What the functions share with the driver."""
        return "global left, seeking, sought_player"

    def body(self, procedure: CutProcedure) -> None:
        """The statements of a procedure from its start."""
        if not self.reach[procedure.name]:
            super().body(procedure)
            return
        for name in procedure.locals:
            if name not in procedure.parameters:
                value = "()" if name in procedure.sets else "-1"
                self.put(f"{self.expressions.local(name)} = {value}")
        self.is_seeking = True
        super().body(procedure)
        self.is_seeking = False

    def _reach_of(self, block: Block) -> frozenset[int]:
        numbers: set[int] = set()
        for statement in block:
            for node in all_nodes(statement):
                if isinstance(node, OpenStep):
                    numbers.add(self.plan.symbols.path_numbers[node.path])
                if isinstance(node, Part):
                    numbers |= self.reach[node.procedure]
                elif isinstance(node, Call | Run | Unqueue):
                    for target in targets(self.plan.program, node):
                        numbers |= self.reach[target]
        return frozenset(numbers)

    def statement(self, statement: Statement, rest: tuple[Rest, ...]) -> None:
        """One statement; `rest` is what follows it."""
        if not self.is_seeking:
            super().statement(statement, rest)
            return
        reach = self._reach_of((statement,))
        match statement:
            case At() | Let():
                super().statement(statement, rest)
            case Line() if not self.variant.lines:
                super().statement(statement, rest)
            case If() if reach:
                self._seek_if(statement, rest)
            case While() if reach:
                self._seek_while(statement, reach, rest)
            case For() | Loop() if reach:
                super().statement(statement, rest)
            case OpenStep():
                self._seek_step(statement, rest)
            case Point() | Call() | Run() if reach:
                with self.out.under(f"if seeking < 0 or seeking in {_listed(reach)}:"):
                    super().statement(statement, rest)
            case _:
                self.is_seeking = False
                with self.out.under("if seeking < 0:"):
                    super().statement(statement, rest)
                self.is_seeking = True

    def block(self, block: Block, rest: tuple[Rest, ...]) -> None:
        """Statements in a row; while seeking a `Break` or `Return` may be skipped."""
        if not self.is_seeking:
            super().block(block, rest)
            return
        for i, statement in enumerate(block):
            self.statement(statement, (Rest(block[i + 1 :]), *rest))

    def _seek_if(self, statement: If, rest: tuple[Rest, ...]) -> None:
        then, otherwise = (
            self._reach_of(statement.then),
            self._reach_of(statement.otherwise),
        )
        name = self.out.fresh()
        with self.out.under(f"if seeking in {_listed(then - otherwise)}:"):
            self.put(f"{name} = 1")
        with self.out.under(f"elif seeking in {_listed(otherwise - then)}:"):
            self.put(f"{name} = 0")
        with self.out.under("else:"):
            self.put(f"{name} = {self.expressions.truth(statement.condition)}")
        with self.out.under(f"if {name}:"):
            self.block(statement.then, rest)
        with self.out.under("else:"):
            self.block(statement.otherwise, rest)

    def _seek_while(
        self, statement: While, reach: frozenset[int], rest: tuple[Rest, ...]
    ) -> None:
        rounds = self.out.fresh()
        self.put(f"{rounds} = 0")
        with self.out.under("while True:"):
            with self.out.under(f"if seeking in {_listed(reach)}:"):
                self.put(f"{rounds} += 1")
                self.put(f"if {rounds} > {ROUNDS}: break")
            with self.out.under("else:"):
                self.put("if seeking >= 0: break")
                self.put(f"if not {self.expressions.truth(statement.condition)}: break")
            self.spend_round(statement.body)
            self.block(statement.body, (Rest((statement,), is_loop=True), *rest))

    def _seek_step(self, statement: OpenStep, rest: tuple[Rest, ...]) -> None:
        symbols = self.plan.symbols
        number = symbols.path_numbers[statement.path]
        inner = [
            i
            for i, path in enumerate(symbols.paths)
            if path.startswith(statement.path + ".")
        ]
        player = self.expressions.atom(statement.player)
        with self.out.under(f"if seeking == {number} and sought_player in (-1, {player}):"):
            self.put("seeking = -1")
        with self.out.under(f"if seeking < 0 or seeking in {_listed(frozenset(inner))}:"):
            self.is_seeking = False
            self._open_step(statement)
            self.is_seeking = True
            self.block(statement.body[:-1], (Rest(statement.body[-1:]), *rest))
            self.is_seeking = False
            self.statement(statement.body[-1], rest)
            self.is_seeking = True


def _listed(numbers: frozenset[int]) -> str:
    return f"{{{', '.join(map(str, sorted(numbers)))}}}" if numbers else "()"


def reached_steps(plan: Plan) -> dict[str, frozenset[int]]:
    """The numbers of the steps each procedure can come to."""
    own: dict[str, set[int]] = {name: set() for name in plan.cut.procedures}
    callers: dict[str, set[str]] = {}
    for name, procedure in plan.cut.procedures.items():
        for statement in procedure.body:
            for node in all_nodes(statement):
                if isinstance(node, OpenStep):
                    own[name].add(plan.symbols.path_numbers[node.path])
                elif isinstance(node, Part):
                    callers.setdefault(node.procedure, set()).add(name)
                elif isinstance(node, Call | Run | Unqueue):
                    for target in targets(plan.program, node):
                        callers.setdefault(target, set()).add(name)
    waiting = [name for name, steps in own.items() if steps]
    while waiting:
        name = waiting.pop()
        for caller in callers.get(name, ()):
            if not own[name] <= own[caller]:
                own[caller] |= own[name]
                waiting.append(caller)
    return {name: frozenset(steps) for name, steps in own.items()}
