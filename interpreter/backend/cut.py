"""Finds where procedures can stop, and cuts them there: one continuation for each such
point.

A procedure can stop when it chooses or runs one that can (least fixpoint). Behind each
point, `rest` lists what follows, innermost first: the remaining statements of a block, or
the loop the block stands in. When the continuations of a procedure grow to many times its
size, its loops (or the second half of its body) are taken out as parts of their own. The
result depends on the program alone, so all variants share the numbers.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl.ir.ir import (
    Block,
    Choose,
    Flatten,
    If,
    Items,
    Join,
    Line,
    Procedure,
    Program,
    Range,
    Return,
    Reversed,
    Select,
    Statement,
    Top,
    While,
    Zone,
)
from .cut_nodes import (
    At,
    Continuation,
    CutProcedure,
    Loop,
    OpenStep,
    Part,
    Point,
    Rest,
)
from .liveness import Reads, written_in
from .prepare import Preparation, has_points, suspending
from .traverse import all_nodes, child_statements

GROWTH = 8  # continuations may be this many times as long as their procedure
SMALL = 240  # and anything shorter than this is never taken apart

SETS = (Zone, Items, Range, Join, Select, Flatten, Top, Reversed)


class Cut:
    """The procedures of a program, cut; `continuations` by number."""

    def __init__(
        self,
        program: Program,
        growth: int = GROWTH,
        small: int = SMALL,
        drop_marks: bool = True,
    ) -> None:
        self.drop_marks = drop_marks
        self.program = program
        self.growth = growth
        self.small = small
        self.reads = Reads()
        self.suspending = suspending(program)
        self.procedures: dict[str, CutProcedure] = {}
        self.continuations: list[Continuation] = []
        self._parts: dict[str, int] = {}
        for procedure in program.procedures.values():
            self._add(procedure)

    def _add(self, procedure: Procedure) -> None:
        lowering = Preparation(
            self.program, self.suspending, self.drop_marks, procedure.place
        )
        body = lowering.block(procedure.body)
        cut = CutProcedure(
            procedure.name,
            procedure.parameters,
            body,
            procedure.place,
            procedure.name in self.suspending,
            sets=frozenset(lowering.sets),
        )
        self._cut(cut)

    def _cut(self, procedure: CutProcedure) -> None:
        self.procedures[procedure.name] = procedure
        self._name_locals(procedure)
        if not procedure.suspends:
            return
        self._find(procedure, procedure.body, ())
        growth = sum(
            _size(piece.block) for found in procedure.points for piece in found.rest
        )
        if growth > max(self.small, self.growth * _size(procedure.body)):
            parts = self._take_apart(procedure)
            if parts:
                procedure.points.clear()
                self._find(procedure, procedure.body, ())
                self._number(procedure)
                for part in parts:
                    self._cut(part)
                return
        self._number(procedure)

    def _name_locals(self, procedure: CutProcedure) -> None:
        live = self.reads.live_before(procedure.body, procedure.ends_with)
        unset = live - set(procedure.parameters)
        others = (written_in(procedure.body) | unset) - set(procedure.parameters)
        procedure.unset = tuple(sorted(unset))
        procedure.locals = (*procedure.parameters, *sorted(others))

    def _number(self, procedure: CutProcedure) -> None:
        for found in procedure.points:
            found.point.number = len(self.continuations)
            self.continuations.append(found)

    # ---- points

    def _find(self, procedure: CutProcedure, block: Block, rest: tuple[Rest, ...]) -> None:
        for i, statement in enumerate(block):
            after = (Rest(block[i + 1 :]), *rest)
            match statement:
                case Point():
                    self._add_point(procedure, statement, after)
                case If():
                    self._find(procedure, statement.then, after)
                    self._find(procedure, statement.otherwise, after)
                case OpenStep():
                    self._find(procedure, statement.body, after)
                case While() | Loop():
                    inner = (Rest((statement,), is_loop=True), *after)
                    self._find(procedure, statement.body, inner)
                case _:
                    pass

    def _add_point(
        self, procedure: CutProcedure, point: Point, rest: tuple[Rest, ...]
    ) -> None:
        live = live_in_rest(self.reads, rest, procedure.ends_with)
        if isinstance(point.ask, Choose):
            live -= {point.ask.name}
        elif isinstance(point.ask, Part):
            live -= set(point.ask.results)
        found = Continuation(
            procedure, len(procedure.points), point, rest, tuple(sorted(live))
        )
        procedure.points.append(found)

    # ---- parts

    def _take_apart(self, procedure: CutProcedure) -> list[CutProcedure]:
        """Takes loops out of a procedure, or half of its body; gives the parts."""
        parts: list[CutProcedure] = []
        after = procedure.ends_with
        body = self._without_loops(procedure, procedure.body, after, frozenset(), parts)
        if not parts and procedure.part is None:
            body = self._without_tail(procedure, parts)
        procedure.body = body
        return parts

    def _without_loops(
        self,
        procedure: CutProcedure,
        block: Block,
        after: frozenset[str],
        at_break: frozenset[str],
        parts: list[CutProcedure],
    ) -> Block:
        whole = len(block) == 1 and block is procedure.body
        out: list[Statement] = []
        place = procedure.place
        for i, statement in enumerate(block):
            if isinstance(statement, Line | At):
                place = statement.place
            live = self.reads.live_before(block[i + 1 :], after, at_break)
            match statement:
                case If(then=then, otherwise=otherwise):
                    then = self._without_loops(procedure, then, live, at_break, parts)
                    otherwise = self._without_loops(
                        procedure, otherwise, live, at_break, parts
                    )
                    out.append(replace(statement, then=then, otherwise=otherwise))
                case While() | Loop() if whole:
                    head = self.reads.live_before((statement,), live)
                    body = self._without_loops(procedure, statement.body, head, live, parts)
                    out.append(replace(statement, body=body))
                case While() | Loop() if has_points(statement):
                    out.append(self._outline(procedure, (statement,), live, place, parts))
                case _:
                    out.append(statement)
        return tuple(out)

    def _without_tail(self, procedure: CutProcedure, parts: list[CutProcedure]) -> Block:
        body = procedure.body
        pointed = [i for i, statement in enumerate(body) if has_points(statement)]
        if len(pointed) < 4:
            return body
        middle = pointed[len(pointed) // 2]
        place = procedure.place
        for statement in body[:middle]:
            if isinstance(statement, Line | At):
                place = statement.place
        tail = self._outline(
            procedure, body[middle:], frozenset(), place, parts, is_tail=True
        )
        return (*body[:middle], tail)

    def _outline(
        self,
        procedure: CutProcedure,
        block: Block,
        after: frozenset[str],
        place: int,
        parts: list[CutProcedure],
        is_tail: bool = False,
    ) -> Point:
        root = procedure.name.partition("#")[0]
        ordinal = self._parts[root] = self._parts.get(root, 0) + 1
        results = after & written_in(block)
        returns = not is_tail and any(
            isinstance(node, Return) for statement in block for node in all_nodes(statement)
        )
        part = Part(
            f"{root}#{ordinal}",
            tuple(sorted(self.reads.live_before(block, results))),
            tuple(sorted(results)),
            returns,
        )
        inner = None if is_tail else part
        cut = CutProcedure(
            part.procedure,
            part.parameters,
            block,
            place,
            True,
            inner,
            procedure.sets,
            results,
        )
        parts.append(cut)
        return Point(part, place)


def _size(block: Block) -> int:
    return sum(1 + sum(_size((inner,)) for inner in child_statements(s)) for s in block)


def live_in_rest(
    reads: Reads, rest: tuple[Rest, ...], ends_with: frozenset[str]
) -> frozenset[str]:
    """The locals needed by what follows a point."""
    live, at_break = ends_with, frozenset[str]()
    for piece in reversed(rest):
        if piece.is_loop:
            live, at_break = reads.live_before(piece.block, live), live
        else:
            live = reads.live_before(piece.block, live, at_break)
    return live
