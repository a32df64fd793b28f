"""Procedures and continuations as Python source: structured code that unwinds where it
stops.

`p3(S, ...)` runs a procedure and gives True when it stopped for a choice. Whoever gets True
pushes its own frame (continuation, live locals...) and gives True in turn. `k7(S, frame,
answer)` is the rest of a procedure behind point 7. What comes back from a part taken out of
a procedure is passed on as the answer.
"""

from __future__ import annotations

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements
from .cut_nodes import At, CloseStep, Continuation, CutProcedure, Loop, OpenStep, Part, Point, Rest
from .emit_statements import Events
from .layout import OPTIONS, PICKED, RECORDER, SEAT, SITE, STACK
from .liveness import variables_of
from .writer import Plan, Variant, Writer

Runs = ir.Call | ir.Run | ir.Unqueue | Part
LOOPS = (ir.For, ir.While, Loop)


class Flow(Events):
    """Writes the procedures of a program in one variant."""

    shared = "global left, changed"  # with the driver

    def __init__(self, plan: Plan, out: Writer, variant: Variant) -> None:
        super().__init__(plan, out, variant)
        self.procedure = plan.cut.procedure(next(iter(plan.program.procedures)))

    # ---- whole functions

    def main(self, procedure: CutProcedure) -> None:
        """The function that runs a procedure from its start."""
        self._enter(procedure, procedure.place)
        scope = self.scope
        parameters = "".join(f", {scope[name]}" for name in procedure.parameters)
        with self.out.under(f"def p{self.plan.numbers[procedure.name]}(S{parameters}):"):
            self.put(self.shared)
            cost = self.plan.costs.at_entry(procedure.name)
            if cost:
                self.spend(str(cost))
            for name in procedure.unset:
                self.put(f"{scope[name]} = {'()' if name in procedure.sets else '-1'}")
            self.body(procedure)
            self._finish()

    def body(self, procedure: CutProcedure) -> None:
        """The statements of a procedure from its start."""
        self.block(procedure.body, ())

    def continuation(self, number: int, found: Continuation) -> None:
        """The function that goes on behind a point."""
        self._enter(found.procedure, found.point.place)
        scope = self.scope
        with self.out.under(f"def k{number}(S, frame, answer):"):
            self.put(self.shared)
            if found.live:
                self.put(f"_, {', '.join(scope[name] for name in found.live)} = frame")
            match found.point.ask:
                case ir.Choose(name=name, picked=picked):
                    self.put(f"{scope[name]} = answer")
                    if picked:
                        self.put(f"S[{PICKED}] = None")
                case Part() as part:
                    self._take_results(part, "answer")
                case _:
                    pass
            self.rest(found.rest)
            self._finish()

    def _enter(self, procedure: CutProcedure, place: int) -> None:
        self.procedure = procedure
        self.out.place = place
        self.out.names = 0
        self.scope = {name: f"v{i}" for name, i in self.variables(procedure).items()}

    def variables(self, procedure: CutProcedure) -> dict[str, int]:
        """The number of the variable of each local."""
        return variables_of(procedure, self.plan.cut.reads)

    def _finish(self) -> None:
        part = self.procedure.part
        if part is not None and part.answers:
            results = "".join(f"{self.local(name)}, " for name in part.results)
            self.put(f"return (0, {results})")

    def _return(self) -> str:
        part = self.procedure.part
        return "return (1,)" if part is not None and part.may_return else "return"

    def spend(self, amount: str) -> None:
        """Takes from the step budget."""
        fault = f'RuleFault("endless-rule", {self.out.place})'
        self.put(f"if (left := left - {amount}) < 0: raise {fault}")

    def spend_round(self, body: ir.Block) -> None:
        """Takes what one round of a loop costs."""
        self.spend(str(1 + self.plan.costs.of_block(body)))

    # ---- what follows a point

    def rest(self, rest: tuple[Rest, ...]) -> None:
        """The rest behind a point: to the end of the round, the loop once more, what
        follows it.
        """
        depth = next((i for i, piece in enumerate(rest) if piece.is_loop), None)
        if depth is None:
            self.block(sum((piece.block for piece in rest), ()), ())
            return
        round_end = sum((piece.block for piece in rest[:depth]), ())
        loop, outer = rest[depth], rest[depth + 1 :]
        if not has_break(round_end):
            if round_end:
                self.block(round_end, (loop, *outer))
            self.rest((Rest(loop.block), *outer))
            return
        with self.out.under("while True:"):
            self.block(round_end, (loop, *outer))
            self.block(loop.block, outer)
            self.put("break")
        self.rest(outer)

    # ---- blocks

    def block(self, block: ir.Block, rest: tuple[Rest, ...]) -> None:
        """Statements in a row; nothing is written behind one that never goes on."""
        for i, statement in enumerate(block):
            with self.out.passing():
                self.statement(statement, (Rest(block[i + 1 :]), *rest))
            if statement.ends:
                return

    def statement(self, statement: ir.Statement, rest: tuple[Rest, ...]) -> None:
        """One statement; `rest` is what follows it."""
        match statement:
            case ir.Line() | At():
                self.out.place = statement.place
                is_line = isinstance(statement, ir.Line) and statement.counted
                if self.variant.lines and is_line:
                    self.put(f"H[{statement.place}] += 1")
            case ir.If():
                self._if(statement, rest)
            case ir.While():
                self._while(statement, rest)
            case ir.For():
                self._for(statement, rest)
            case Loop():
                self._loop(statement, rest)
            case OpenStep():
                self._open_step(statement)
                self.block(statement.body, rest)
            case CloseStep():
                if self.variant.record:
                    path = self.symbols.path_numbers[statement.path]
                    self.record("left", str(path), place=statement.place)
            case Point(ask=ir.Choose() as ask):
                self._choose(statement, ask)
            case Point(ask=ir.Call() | ir.Run() | ir.Unqueue() | Part() as ask):
                self._run(ask, statement)
            case ir.Call() | ir.Run() | ir.Unqueue():
                self._run(statement, None)
            case ir.Try():
                self._try(statement)
                self.note_change(statement)
            case ir.Choose():
                raise AssertionError("a choice is always a point")
            case ir.Break():
                self.put("break")
            case ir.Return():
                self.put(self._return())
            case _:
                self.write(statement)
                self.note_change(statement)

    def _if(self, statement: ir.If, rest: tuple[Rest, ...]) -> None:
        if not statement.otherwise:
            self.guarded(statement.condition, lambda: self.block(statement.then, rest))
            return
        condition = self.truth(statement.condition)
        with self.out.under(f"if {condition}:"):
            self.block(statement.then, rest)
        with self.out.under("else:"):
            self.block(statement.otherwise, rest)

    def _while(self, statement: ir.While, rest: tuple[Rest, ...]) -> None:
        condition = statement.condition
        inner = (Rest((statement,), is_loop=True), *rest)
        light = self.is_light(condition)
        endless = isinstance(condition, ir.Int) and condition.value
        head = self.truth(condition) if light and not endless else "True"
        with self.out.under(f"while {head}:"):
            if not light:
                self.put(f"if not {self.truth(condition)}: break")
            self.spend_round(statement.body)
            self.block(statement.body, inner)

    def _for(self, statement: ir.For, rest: tuple[Rest, ...]) -> None:
        source = self.frozen_members(statement)
        with self.out.under(f"for {self.local(statement.name)} in {source}:"):
            self.block(statement.body, (Rest((statement,), is_loop=True), *rest))

    def frozen_members(self, statement: ir.For) -> str:
        """The members of a loop as they are when it starts; a loop that runs anything is
        charged for.
        """
        source = self.members_source(statement.of)
        cost = self.plan.costs.of_block(statement.body)
        if cost or any(isinstance(one, LOOPS) for one in all_statements(*statement.body)):
            if not source.isidentifier():
                source = self.stored(source)
            self.spend(f"len({source}) * {1 + cost}")
        return source

    def members_source(self, of: ir.Expression) -> str:
        """Source of members that do not change while the loop runs."""
        source = self.set_source(of)
        if isinstance(of, ir.Zone):
            return f"{source}[:]"
        is_new = of.gives == "set" and not isinstance(of, ir.After)
        return source if is_new or isinstance(of, ir.Local) else f"tuple({source})"

    def _loop(self, statement: Loop, rest: tuple[Rest, ...]) -> None:
        members, cursor = self.local(statement.members), self.local(statement.cursor)
        with self.out.under(f"while {cursor} < len({members}):"):
            self.put(f"{self.local(statement.name)} = {members}[{cursor}]")
            self.put(f"{cursor} += 1")
            self.spend_round(statement.body)
            self.block(statement.body, (Rest((statement,), is_loop=True), *rest))

    def _open_step(self, statement: OpenStep) -> None:
        if self.variant.record:
            path = self.symbols.path_numbers[statement.path]
            player = self.piece(statement.player)
            self.record("entered", str(path), player, place=statement.place)

    # ---- points

    def _push(self, point: Point) -> None:
        live = self.plan.cut.continuations[point.number].live
        names = "".join(f"{self.local(name)}, " for name in live)
        self.put(f"S[{STACK}].append(({point.number}, {names}))")
        self.put("return True")

    def _choose(self, point: Point, ask: ir.Choose) -> None:
        name = self.local(ask.name)
        options = self.fresh_list(ask.options)
        if not options.isidentifier():
            options = self.stored(options)
        always = isinstance(ask.may_pass, ir.Int) and ask.may_pass.value
        if not isinstance(ask.may_pass, ir.Int):
            passing = f"if {options}: {options}.append(-1)"
            self.guarded(ask.may_pass, lambda: self.put(passing))
        if always:
            with self.out.under(f"if {options}:"):
                self.put(f"{options}.append(-1)")
                self._ask(point, ask, options, self.piece(ask.seat))
            self.put(f"{name} = -1")
        elif self.variant.record:
            with self.out.under(f"if {options}:"):
                seat = self.piece(ask.seat)
                with self.out.under(f"if len({options}) > 1 or stops and {seat} >= 0:"):
                    self._ask(point, ask, options, seat)
                self.put(f"{name} = {options}[0]")
                forced = f'("forced", {seat}, {ask.site}, {name})'
                self.put(f"S[{RECORDER}].log.append({forced})")
            with self.out.under("else:"):
                self.put(f"{name} = -1")
        else:
            with self.out.under(f"if len({options}) > 1:"):
                self._ask(point, ask, options, self.piece(ask.seat))
            self.put(f"{name} = {options}[0] if {options} else -1")

    def _ask(self, point: Point, ask: ir.Choose, options: str, seat: str) -> None:
        """Stops until one of the options is chosen."""
        asked = f"S[{SEAT}] = {seat}; S[{SITE}] = {ask.site}"
        self.put(f"{asked}; S[{OPTIONS}] = {options}")
        if ask.picked:
            picked = [*map(self.piece, ask.picked)]
            picked += [] if ask.weights is None else [f"*{self.fresh_list(ask.weights)}"]
            self.put(f"S[{PICKED}] = ({', '.join(picked)})")
        self._push(point)

    def _run(self, ask: Runs, point: Point | None) -> None:
        """Runs another procedure; stops with it when it can stop."""
        match ask:
            case ir.Call():
                number = self.plan.numbers[ask.procedure]
                call = f"p{number}(S, {self.listed(ask.arguments)})"
                stirs = "" if self.variant.lines else self.plan.stirs(ask.procedure)
                self._call(f"({stirs}) and {call}" if stirs else call, point)
            case ir.Run():
                number = self.symbols.dispatch[ask.table]
                index = self.piece(ask.index)
                call = f"D{number}[{index}](S, {self.listed(ask.arguments)})"
                self._call(call, point)
            case ir.Unqueue():
                self._unqueue(ask, point)
            case Part():
                self._run_part(ask, point)

    def _call(self, call: str, point: Point | None) -> None:
        if point is None:
            self.put(call)
            return
        with self.out.under(f"if {call}:"):
            self._push(point)

    def _unqueue(self, ask: ir.Unqueue, point: Point | None) -> None:
        queue, entry = f"S[{self.layout.queue}]", self.out.fresh()
        index = self.atom(ask.index)
        with self.out.under(f"if 0 <= {index} < len({queue}):"):
            self.put(f"{entry} = {queue}.pop({index})")
            self.note_change(ask)
            self.record("triggered", entry)
            self._call(f"T[{entry}[0]](S, *{entry}[1:])", point)

    def _try(self, ask: ir.Try) -> None:
        """What is tried never stops for a choice."""
        before, name = self.out.fresh(), self.local(ask.name)
        self.put(f"{before} = snapshot(S, M)")
        self._call(f"p{self.plan.numbers[ask.procedure]}(S, {self.listed(ask.arguments)})", None)
        self.put(f"{name} = 0")
        with self.out.under(f"if {self.truth(ask.failed)}:"):
            self.put(f"{name} = 1")
            self.put(f"restore_state(S, M, {before})")

    def _run_part(self, part: Part, point: Point | None) -> None:
        arguments = "".join(f", {self.local(name)}" for name in part.parameters)
        call = f"p{self.plan.numbers[part.procedure]}(S{arguments})"
        if not part.answers:
            self._call(call, point)
            return
        result = self.stored(call)
        if point is not None:
            with self.out.under(f"if {result} is True:"):
                self._push(point)
        self._take_results(part, result)

    def _take_results(self, part: Part, result: str) -> None:
        if part.may_return:
            self.put(f"if {result}[0]: {self._return()}")
        if part.results:
            names = ", ".join(self.local(name) for name in part.results)
            self.put(f"_, {names} = {result}")


def has_break(block: ir.Block) -> bool:
    """Whether a `Break` in the block leaves the loop around it."""
    branches = [one for one in block if isinstance(one, ir.If)]
    return any(isinstance(one, ir.Break) for one in block) or any(
        has_break(one.then) or has_break(one.otherwise) for one in branches
    )
