"""Finds where procedures can stop, and cuts them there: a continuation for each such point.

A procedure can stop when it chooses or runs one that can (least fixpoint). Behind each
point, `rest` lists what follows, innermost first: the remaining statements of a block, or
the loop the block stands in. When the continuations of a procedure grow to many times its
size, its loops (or the second half of its body) are taken out as parts of their own. The
result depends on the program alone, so all variants share the numbers; these depend on what is
cut `lazily` too, but not on the order in which it is asked for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements
from .cut_nodes import At, Continuation, CutProcedure, Loop, OpenStep, Part, Point, Rest
from .liveness import NOTHING, Names, Reads, written_by, written_in
from .prepare import Preparation, has_points, suspending

GROWTH = 8  # continuations may be this many times as long as their procedure
SMALL = 240  # and anything shorter than this is never taken apart


class Cut:
    """The procedures of a program, cut, with their parts; `continuations` by number, `numbers`
    those of procedures, `names` the same from number to name. Where it is done `lazily`, each when
    it is first asked for.
    """

    def __init__(
        self,
        program: ir.Program,
        growth: int = GROWTH,
        small: int = SMALL,
        drop_marks: bool = True,
        lazily: bool = False,
    ) -> None:
        self.program = program
        self.growth = growth
        self.small = small
        self.drop_marks = drop_marks
        self.lazily = lazily
        self.reads = Reads()
        self.procedures: dict[str, CutProcedure] = {}
        self.continuations: dict[int, Continuation] = {}
        self.names = dict(enumerate(program.procedures))
        self.numbers = {name: i for i, name in self.names.items()}
        self._parts = Counter[str]()  # taken out of each procedure
        self._points = Counter[str]()  # in each procedure and its parts
        self._can_stop = suspending(program)
        if not lazily:
            self.finish()

    def finish(self) -> None:
        """Cuts what has not been asked for."""
        for name in self.program.procedures:
            self.procedure(name)

    def procedure(self, name: str) -> CutProcedure:
        """A procedure of the program, or a part of one that is cut already."""
        if name not in self.procedures:
            procedure = self.program.procedures[name]
            place = procedure.place
            ready = Preparation(self.program, self._can_stop, self.drop_marks, place)
            body = ready.block(procedure.body)
            stops = name in self._can_stop
            cut = CutProcedure(name, procedure.parameters, body, place, stops, name)
            cut.sets = frozenset(ready.sets)
            self._cut(cut)
        return self.procedures[name]

    def parts(self, root: str) -> list[str]:
        """The parts that were taken out of a procedure."""
        return [_part(root, k) for k in range(1, self._parts[root] + 1)]

    def continuation(self, number: int) -> Continuation:
        """The one of a number, of a procedure that may not have been cut yet."""
        if number not in self.continuations and self.lazily:
            self.procedure(self.names[number % len(self.program.procedures)])
        return self.continuations[number]

    def _next_point(self, root: str) -> int:
        """The number of the next continuation of a procedure and its parts."""
        found = self._apart(root, self._points[root]) if self.lazily else len(self.continuations)
        self._points[root] += 1
        return found

    def _apart(self, root: str, k: int) -> int:
        """The k-th number of a procedure where each has numbers of its own."""
        return self.numbers[root] + k * len(self.program.procedures)

    def _cut(self, procedure: CutProcedure) -> None:
        self.procedures[procedure.name] = procedure
        self._name_locals(procedure)
        if not procedure.suspends:
            return
        self._find_points(procedure)
        growth = sum(_size(piece.block) for found in procedure.points for piece in found.rest)
        parts: list[CutProcedure] = []
        if growth > max(self.small, self.growth * _size(procedure.body)):
            parts = Division(procedure, self.reads, self._parts).parts
        if parts:
            self._find_points(procedure)
        for found in procedure.points:
            found.point.number = self._next_point(procedure.root)
            self.continuations[found.point.number] = found
        for k, part in enumerate(parts, self._parts[procedure.root] - len(parts) + 1):
            number = self._apart(part.root, k) if self.lazily else len(self.numbers)
            self.numbers[part.name], self.names[number] = number, part.name
            self._cut(part)

    def _name_locals(self, procedure: CutProcedure) -> None:
        live = self.reads.live_before(procedure.body, procedure.ends_with)
        unset = live - set(procedure.parameters)
        others = (written_in(procedure.body) | unset) - set(procedure.parameters)
        procedure.unset = tuple(sorted(unset))
        procedure.locals = (*procedure.parameters, *sorted(others))

    def _find_points(self, procedure: CutProcedure) -> None:
        procedure.points.clear()
        self._find(procedure, procedure.body, (), procedure.ends_with, NOTHING)

    def _find(
        self,
        procedure: CutProcedure,
        block: ir.Block,
        rest: tuple[Rest, ...],
        needed: Names,
        at_break: Names,
    ) -> None:
        """Finds the points of a block; `needed` are the locals read behind it."""
        behind = self.reads.live_behind(block, needed, at_break)
        for i, (statement, live) in enumerate(zip(block, behind, strict=True)):
            after = (Rest(block[i + 1 :]), *rest)
            match statement:
                case Point():
                    kept = tuple(sorted(live - written_by(statement.ask)))
                    ordinal = len(procedure.points)
                    found = Continuation(procedure, ordinal, statement, after, kept)
                    procedure.points.append(found)
                case ir.If():
                    self._find(procedure, statement.then, after, live, at_break)
                    self._find(procedure, statement.otherwise, after, live, at_break)
                case OpenStep():
                    self._find(procedure, statement.body, after, live, at_break)
                case ir.While() | Loop():
                    inner = (Rest((statement,), is_loop=True), *after)
                    again = self.reads.live_before((statement,), live)
                    self._find(procedure, statement.body, inner, again, live)
                case _:
                    pass


class Division:
    """Takes loops out of a procedure, or the second half of its body; gives the `parts`.
    `count`: how many parts were taken out of each procedure so far.
    """

    def __init__(self, procedure: CutProcedure, reads: Reads, count: Counter[str]) -> None:
        self.procedure = procedure
        self.reads = reads
        self.count = count
        self.parts: list[CutProcedure] = []
        body = self._without_loops(procedure.body, procedure.ends_with, NOTHING)
        if not self.parts and procedure.part is None:
            body = self._without_tail()
        procedure.body = body

    def _without_loops(self, block: ir.Block, after: Names, at_break: Names) -> ir.Block:
        whole = len(block) == 1 and block is self.procedure.body
        out: list[ir.Statement] = []
        place = self.procedure.place
        behind = self.reads.live_behind(block, after, at_break)
        for statement, live in zip(block, behind, strict=True):
            if isinstance(statement, ir.Line | At):
                place = statement.place
            match statement:
                case ir.If(then=then, otherwise=otherwise):
                    then = self._without_loops(then, live, at_break)
                    otherwise = self._without_loops(otherwise, live, at_break)
                    out.append(replace(statement, then=then, otherwise=otherwise))
                case ir.While() | Loop() if whole:
                    head = self.reads.live_before((statement,), live)
                    body = self._without_loops(statement.body, head, live)
                    out.append(replace(statement, body=body))
                case ir.While() | Loop() if has_points(statement):
                    returns = any(isinstance(one, ir.Return) for one in all_statements(statement))
                    part = self._new_part((statement,), live, returns)
                    out.append(self._take_out(part, (statement,), place, part))
                case _:
                    out.append(statement)
        return tuple(out)

    def _without_tail(self) -> ir.Block:
        body, place = self.procedure.body, self.procedure.place
        pointed = [i for i, statement in enumerate(body) if has_points(statement)]
        if len(pointed) < 4:
            return body
        middle = pointed[len(pointed) // 2]
        for statement in body[:middle]:
            if isinstance(statement, ir.Line | At):
                place = statement.place
        part = self._new_part(body[middle:], NOTHING, returns=False)
        return (*body[:middle], self._take_out(part, body[middle:], place, None))

    def _new_part(self, block: ir.Block, after: Names, returns: bool) -> Part:
        root = self.procedure.root
        self.count[root] += 1
        results = after & written_in(block)
        parameters = tuple(sorted(self.reads.live_before(block, results)))
        name = _part(root, self.count[root])
        return Part(name, parameters, tuple(sorted(results)), returns)

    def _take_out(self, part: Part, block: ir.Block, place: int, inner: Part | None) -> Point:
        root = self.procedure.root
        cut = CutProcedure(part.procedure, part.parameters, block, place, True, root, inner)
        cut.sets = self.procedure.sets
        cut.ends_with = frozenset(part.results)
        self.parts.append(cut)
        return Point(part, place)


def _part(root: str, k: int) -> str:
    """The name of the k-th part of a procedure."""
    return f"{root}#{k}"


def _size(block: ir.Block) -> int:
    return sum(1 for _ in all_statements(*block))
