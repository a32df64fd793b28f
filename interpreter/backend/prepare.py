"""Makes the statements of a procedure ready to be cut: points, loops that can be left."""

from __future__ import annotations

from collections.abc import Iterable

from ...dsl.ir.ir import (
    Block,
    Call,
    Choose,
    Expression,
    For,
    If,
    Int,
    Let,
    Line,
    Program,
    Run,
    Statement,
    Step,
    Unqueue,
    While,
)
from ..runtime.faults import CannotCompile
from .cut_nodes import At, CloseStep, Loop, OpenStep, Point
from .simplify import simplify
from .traverse import all_nodes, map_expressions


def suspending(program: Program) -> frozenset[str]:
    """The procedures that can stop for a choice."""
    callers: dict[str, set[str]] = {}
    found: list[str] = []
    for name, procedure in program.procedures.items():
        nodes = [
            n for s in procedure.body for n in all_nodes(s) if isinstance(n, Statement)
        ]
        if any(isinstance(node, Choose) for node in nodes):
            found.append(name)
        for node in nodes:
            for target in targets(program, node):
                callers.setdefault(target, set()).add(name)
    known = set(found)
    while found:
        for caller in sorted(callers.get(found.pop(), ())):
            if caller not in known:
                known.add(caller)
                found.append(caller)
    return frozenset(known)


def targets(program: Program, statement: Statement) -> Iterable[str]:
    """The procedures a statement may run."""
    match statement:
        case Call():
            return (statement.procedure,)
        case Run():
            return program.dispatch[statement.table]
        case Unqueue():
            return program.triggers
        case Point():
            return targets(program, statement.ask)
        case _:
            return ()


def has_points(statement: Statement) -> bool:
    """Whether a prepared statement can stop."""
    return any(isinstance(node, Point) for node in all_nodes(statement))


class Preparation:
    """Makes the statements of one procedure ready: small expressions, points, loops that
    can be left.
    """

    def __init__(
        self, program: Program, suspending: frozenset[str], drop_marks: bool, place: int
    ) -> None:
        self.program = program
        self.suspending = suspending
        self.drop_marks = drop_marks
        self.place: int = place
        self.sets: set[str] = set()
        self.loops = 0

    def block(self, block: Block) -> Block:
        """The statements of a block, ready to be cut."""
        out: list[Statement] = []
        place = self.place
        for statement in block:
            if self.place != place:
                self.place = place
                if not isinstance(statement, Line):
                    out.append(At(place))
            if isinstance(statement, Line):
                place = self.place = statement.place
            out.extend(self._statement(statement))
        self.place = place
        return tuple(out)

    def _inner(self, block: Block, repeats: bool = False) -> Block:
        place = self.place
        inner = self.block(block)
        if repeats and inner and not isinstance(inner[0], Line):
            inner = (At(place), *inner)
        self.place = -1 if inner else place
        return inner

    def _small(self, expression: Expression) -> Expression:
        return simplify(expression, self.program.seats, self.drop_marks)

    def _statement(self, statement: Statement) -> tuple[Statement, ...]:
        place = self.place
        match statement:
            case If():
                condition = self._small(statement.condition)
                then = self._inner(statement.then)
                self.place = place
                otherwise = self._inner(statement.otherwise)
                self.place = -1
                return (If(condition, then, otherwise),)
            case While():
                body = self._inner(statement.body, repeats=True)
                return (While(self._small(statement.condition), body),)
            case For():
                return self._for(statement)
            case Step():
                body = (*self._inner(statement.body), CloseStep(statement.path, place))
                self.place = place
                return (
                    OpenStep(statement.path, self._small(statement.player), place, body),
                )
            case _:
                return (self._simple(map_expressions(statement, self._small)),)

    def _simple(self, statement: Statement) -> Statement:
        if isinstance(statement, Let) and statement.is_set:
            self.sets.add(statement.name)
        if isinstance(statement, Choose | Call | Run | Unqueue) and self._stops(statement):
            return Point(statement, self.place)
        return statement

    def _stops(self, statement: Statement) -> bool:
        if isinstance(statement, Choose):
            return True
        for target in targets(self.program, statement):
            if target not in self.program.procedures:
                raise CannotCompile(f"no procedure {target}")
            if target in self.suspending:
                return True
        return False

    def _for(self, loop: For) -> tuple[Statement, ...]:
        of = self._small(loop.of)
        body = self._inner(loop.body, repeats=True)
        if not any(has_points(statement) for statement in body):
            return (For(loop.name, of, body),)
        self.loops += 1
        members, cursor = f"#{self.loops} members", f"#{self.loops} cursor"
        self.sets.add(members)
        return (
            Let(members, of, is_set=True),
            Let(cursor, Int(0)),
            Loop(loop.name, members, cursor, body),
        )
