"""Procedures as C: structured code that unwinds where it stops, and goes on in the same place.

`p3(...)` runs a procedure and gives 1 when it stopped for a choice: whoever gets 1 puts its own
frame behind those that wait and gives 1 in turn. A procedure that can stop is `q3(at, f, ...)`:
with `at` the number of a point it takes its locals out of frame f and jumps behind that point. The
frames are those of the generated Python. A part taken out of a procedure gives 2 behind a `Return`.
"""

from __future__ import annotations

from ....dsl.ir import ir
from ....dsl.ir.traverse import all_statements
from ...backend.cut_nodes import At, CloseStep, CutProcedure, Loop, OpenStep, Part, Point
from ...backend.emit_flow import LOOPS
from ...backend.writer import Plan
from .kinds import Kinds, of_procedure
from .statements import Events

Runs = ir.Call | ir.Run | ir.Unqueue | Part


class Flow(Events):
    """Writes procedures; `counted` has the places whose lines are counted, and where."""

    def __init__(self, plan: Plan, kinds: Kinds, counted: dict[int, int]) -> None:
        super().__init__(plan, kinds)
        self.counted = counted
        self.procedure = plan.cut.procedure(next(iter(plan.program.procedures)))
        self.lines: list[str] = []
        self.most_results = 1

    def put(self, line: str) -> None:
        """One line of the function that is written."""
        if line:
            self.lines.append(line)

    # ---- whole functions

    def parameters(self, procedure: CutProcedure) -> list[str]:
        """The parameters of a procedure with their types."""
        sets = dict(self.kinds.locals_of(procedure))
        return [
            f"{'Set' if sets[name] else 'I'} a{i}" for i, name in enumerate(procedure.parameters)
        ]

    def signature(self, procedure: CutProcedure) -> str:
        """How a procedure is called."""
        number = self.plan.numbers[procedure.name]
        return f"static int p{number}({', '.join(self.parameters(procedure)) or 'void'})"

    def main(self, procedure: CutProcedure) -> list[str]:
        """The lines of a procedure."""
        self.procedure, self.lines, self.names = procedure, [], 0
        self.owner = of_procedure(procedure)
        number = self.plan.numbers[procedure.name]
        parameters = self.parameters(procedure)
        locals_ = [*self.kinds.locals_of(procedure)]
        self.scope = {
            name: f"{'s' if is_set else 'v'}_{i}" for i, (name, is_set) in enumerate(locals_)
        }
        if procedure.suspends:
            self.put(f"static int q{number}({', '.join(('I at', 'const I *f', *parameters))}) {{")
        else:
            self.put(f"{self.signature(procedure)} {{")
        for i, (name, is_set) in enumerate(locals_):
            start = f"a{i}" if i < len(parameters) else "EMPTY" if is_set else "-1"
            self.put(f"{'Set' if is_set else 'I'} {self.scope[name]} = {start};")
        if procedure.suspends:
            self._entry(procedure)
        if cost := self.plan.costs.at_entry(procedure.name):
            self.put(f"spend({cost}); if (++depth > DEEP) stop(ENDLESS);")
        self.block(procedure.body)
        if cost:
            self.put("depth--;")
        self._finish()
        self.put("return 0; }")
        if procedure.suspends:
            given = "".join(f", a{i}" for i in range(len(parameters)))
            self.put(f"{self.signature(procedure)} {{ return q{number}(-1, 0{given}); }}")
        return self.lines

    def _entry(self, procedure: CutProcedure) -> None:
        """Out of a frame into the place where it waits."""
        self.put("switch (at) {")
        for found in procedure.points:
            taken = " ".join(
                f"{self.scope[name]} = set_in(&f);"
                if self.scope[name].startswith("s")
                else f"{self.scope[name]} = *f++;"
                for name in found.live
            )
            self.put(f"case {found.point.number}: {taken} goto k{found.point.number};")
        self.put("}")

    def _finish(self) -> None:
        part = self.procedure.part
        if part is None or not part.answers:
            return
        for i, name in enumerate(part.results):
            variable = self.scope[name]
            self.put(f"{'RS' if variable.startswith('s') else 'R'}[{i}] = {variable};")
        self.most_results = max(self.most_results, len(part.results))

    def _return(self) -> str:
        part = self.procedure.part
        deep = "depth--; " if self.plan.costs.at_entry(self.procedure.name) else ""
        return f"{deep}return {2 if part is not None and part.may_return else 0};"

    # ---- blocks

    def block(self, block: ir.Block) -> None:
        """Statements in a row; nothing is written behind one that never goes on."""
        for statement in block:
            self.statement(statement)
            if statement.ends:
                return

    def inner(self, head: str, block: ir.Block) -> None:
        """A block under a head."""
        self.put(f"{head} {{")
        self.block(block)
        self.put("}")

    def statement(self, statement: ir.Statement) -> None:
        """One statement."""
        match statement:
            case ir.Line():
                if statement.counted and statement.place in self.counted:
                    self.put(f"H[{self.counted[statement.place]}]++;")
            case At() | CloseStep():
                pass
            case ir.If():
                self.inner(f"if ({self._test(statement.condition)})", statement.then)
                if statement.otherwise:
                    self.inner("else", statement.otherwise)
            case ir.While():
                self.put(f"while ({self._test(statement.condition)}) {{")
                self._loop_body(statement.body)
            case ir.For():
                self._for(statement)
            case Loop():
                self._long_loop(statement)
            case OpenStep():
                self._open(statement)
                self.block(statement.body)
            case Point(ask=ir.Choose() as ask):
                self._choose(statement, ask)
            case Point(ask=ir.Call() | ir.Run() | ir.Unqueue() | Part() as ask):
                self._stopping(statement, ask)
            case ir.Call() | ir.Run() | ir.Unqueue():
                self.put(self.freed(lambda: f"{{ {self._run(statement)} }}"))
            case ir.Try():
                self._try(statement)
            case ir.Break():
                self.put("break;")
            case ir.Return():
                self.put(self._return())
            case _:
                self.put(self.write(statement))
                self._note_change(statement)

    def _note_change(self, statement: ir.Statement) -> None:
        """As in Python: what is watched may have changed."""
        if touching := self._touching(statement):
            self.put(touching)

    def _touching(self, statement: ir.Statement) -> str:
        """Coarser than Python, which looks where something does change."""
        bits = self.plan.may_touch(statement)
        return f"changed |= {bits};" if bits else ""

    def _test(self, condition: ir.Expression) -> str:
        return self.released(lambda: self.truth(condition))

    def _loop_body(self, body: ir.Block) -> None:
        self.put(f"spend({1 + self.plan.costs.of_block(body)});")
        self.block(body)
        self.put("}")

    def _for(self, statement: ir.For) -> None:
        source, i = self.fresh(True), self.fresh()
        self.put(f"{{ Set {source} = {self.frozen(statement.of)};")
        cost = self.plan.costs.of_block(statement.body)
        if cost or any(isinstance(one, LOOPS) for one in all_statements(*statement.body)):
            self.put(f"spend({source}.n * {1 + cost});")
        self.put(f"for (I {i} = 0; {i} < {source}.n; {i}++) {{")
        self.put(f"{self.local(statement.name)} = {source}.p[{i}];")
        self.block(statement.body)
        self.put("} }")

    def _long_loop(self, statement: Loop) -> None:
        members, cursor = self.local(statement.members), self.local(statement.cursor)
        self.put(f"while ({cursor} < {members}.n) {{")
        self.put(f"{self.local(statement.name)} = {members}.p[{cursor}]; {cursor}++;")
        self._loop_body(statement.body)

    def _open(self, statement: OpenStep) -> None:
        player = self.fresh()
        whose = self.released(lambda: self.number(statement.player))
        seen = f"I {player} = {whose}; if ({player} >= 0) first = {player};"
        self.put(f"if (first < 0 && decisions <= OPENING) {{ {seen} }}")

    # ---- points

    def _push(self, point: Point) -> str:
        live = self.plan.cut.continuations[point.number].live
        names = [self.local(name) for name in live]
        sizes = [f"1 + {name}.n" if name.startswith("s") else "1" for name in names]
        text = f"I *f_ = frame({point.number}, {' + '.join(sizes) or '0'});"
        for name in names:
            put = f"f_ = frame_set(f_, {name});" if name.startswith("s") else f"*f_++ = {name};"
            text += f" {put}"
        return f"{{ {text} return 1; }}"

    def _choose(self, point: Point, ask: ir.Choose) -> None:
        name, count = self.local(ask.name), self.fresh()
        option = f"if ({count} >= MOST_OPTIONS - 1) stop(BEYOND); S[OPTIONS + {count}++] ="
        options = self.put_members(ask.options, lambda member: f"{option} {member};")
        always = isinstance(ask.may_pass, ir.Int) and ask.may_pass.value
        self.put(f"{{ I {count} = 0; {options}")
        passes = f"S[OPTIONS + {count}++] = -1;"
        if not isinstance(ask.may_pass, ir.Int):
            may = self._test(ask.may_pass)
            self.put(f"if ({count} && {may}) {passes}")
        self.put(f"if ({count}) {{ {passes}" if always else f"if ({count} > 1) {{")
        seat = self.number(ask.seat)
        self.put(f"S[SEAT] = {seat}; S[SITE] = {ask.site}; S[OPTION_COUNT] = {count};")
        if ask.picked:
            self.put(f"S[PICKED] = {len(ask.picked)};")
            for i, one in enumerate(ask.picked):
                self.put(f"S[PICKS + {i}] = {self.number(one)};")
        if ask.weights is not None:
            row = "if (S[PICKED] >= MOST_PICKS) stop(BEYOND); S[PICKS + S[PICKED]++] ="
            self.put(self.put_members(ask.weights, lambda weight: f"{row} {weight};"))
        self.put(f"{self._push(point)} }}")
        self.put(f"{name} = {'-1' if always else f'{count} ? S[OPTIONS] : -1'};")
        forget = " S[PICKED] = -1;" if ask.picked else ""
        self.put(f"if (0) {{ k{point.number}: {name} = answer;{forget} }} }}")

    def _run(self, ask: ir.Statement, stopped: str = "") -> str:
        """Runs another procedure; `stopped` is done when it stopped."""
        test, end = ("if (1 == ", f") {stopped}") if stopped else ("", ";")
        match ask:
            case ir.Call():
                given = ", ".join(self.given(ask.arguments))
                return f"{test}p{self.plan.numbers[ask.procedure]}({given}){end}"
            case ir.Run():
                given = ", ".join((self.number(ask.index), *self.given(ask.arguments)))
                return f"{test}D{self.symbols.dispatch[ask.table]}({given}){end}"
            case ir.Unqueue():
                change = f"{self._touching(ask)} "
                index = self.number(ask.index)
                return f"{change}{test}triggered(unqueue({index})){end}"
            case _:
                raise AssertionError("nothing else runs a procedure")

    def _stopping(self, point: Point, ask: Runs) -> None:
        if not isinstance(ask, Part):
            self.put(self._run(ask, self._push(point)))
            self.put(f"k{point.number}:;")
            return
        given = ", ".join(self.local(name) for name in ask.parameters)
        call = f"p{self.plan.numbers[ask.procedure]}({given})"
        self.put(f"last = {call}; if (last == 1) {self._push(point)}")
        self.put(f"k{point.number}:;")
        if ask.may_return:
            self.put(f"if (last == 2) {{ {self._return()} }}")
        for i, name in enumerate(ask.results):
            variable = self.local(name)
            self.put(f"{variable} = {'RS' if variable.startswith('s') else 'R'}[{i}];")

    def _try(self, ask: ir.Try) -> None:
        """What is tried never stops for a choice."""
        before, name = self.fresh(), self.local(ask.name)
        given = ", ".join(self.given(ask.arguments))
        self.put(f"{{ I *{before} = snapshot();")
        self.put(f"p{self.plan.numbers[ask.procedure]}({given});")
        self.put(f"{name} = {self._test(ask.failed)};")
        self.put(f"if ({name}) restore({before}); }}")
        self._note_change(ask)
