"""Makes the statements of a procedure ready to be cut: points, loops that can be left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements, map_expressions
from ...dsl.ir.trials import run_by
from ..runtime.faults import CannotCompile
from .cut_nodes import At, CloseStep, Loop, OpenStep, Point
from .simplify import simplify

T = TypeVar("T")


def suspending(program: ir.Program) -> frozenset[str]:
    """The procedures that can stop for a choice."""
    bodies = {name: procedure.body for name, procedure in program.procedures.items()}

    def asks(statement: ir.Statement) -> bool | None:
        return True if isinstance(statement, ir.Choose) else None

    return frozenset(name for name, found in reached(program, bodies, asks).items() if found)


def reached(
    program: ir.Program, bodies: Mapping[str, ir.Block], sought: Callable[[ir.Statement], T | None]
) -> dict[str, set[T]]:
    """What is `sought` in the statements of each procedure and of those it can run."""
    found: dict[str, set[T]] = {name: set() for name in bodies}
    callers: dict[str, set[str]] = {}
    for name, body in bodies.items():
        for statement in all_statements(*body):
            one = sought(statement)
            if one is not None:
                found[name].add(one)
            for target in run_by(program, statement):
                callers.setdefault(target, set()).add(name)
    waiting = [name for name, own in found.items() if own]
    while waiting:
        own = found[name := waiting.pop()]
        for caller in callers.get(name, ()):
            if not own <= found[caller]:
                found[caller] |= own
                waiting.append(caller)
    return found


def has_points(statement: ir.Statement) -> bool:
    """Whether a prepared statement can stop."""
    return any(isinstance(one, Point) for one in all_statements(statement))


class Preparation:
    """Makes one procedure ready: small expressions, points, loops that can be left."""

    def __init__(
        self, program: ir.Program, suspending: frozenset[str], drop_marks: bool, place: int
    ) -> None:
        self.program = program
        self.suspending = suspending
        self.drop_marks = drop_marks
        self.place: int = place
        self.sets: set[str] = set()
        self.loops = 0

    def block(self, block: ir.Block) -> ir.Block:
        """The statements of a block, ready to be cut."""
        out: list[ir.Statement] = []
        place = self.place
        for statement in block:
            if self.place != place:
                self.place = place
                if not isinstance(statement, ir.Line):
                    out.append(At(place))
            if isinstance(statement, ir.Line):
                place = self.place = statement.place
            out.extend(self._statement(statement))
        self.place = place
        return tuple(out)

    def _inner(self, block: ir.Block, repeats: bool = False) -> ir.Block:
        place = self.place
        inner = self.block(block)
        if repeats and inner and not isinstance(inner[0], ir.Line):
            inner = (At(place), *inner)
        self.place = -1 if inner else place
        return inner

    def _small(self, expression: ir.Expression) -> ir.Expression:
        return simplify(expression, self.program.seats, self.drop_marks)

    def _statement(self, statement: ir.Statement) -> tuple[ir.Statement, ...]:
        place = self.place
        match statement:
            case ir.If():
                condition = self._small(statement.condition)
                then = self._inner(statement.then)
                self.place = place
                otherwise = self._inner(statement.otherwise)
                self.place = -1
                return (ir.If(condition, then, otherwise),)
            case ir.While():
                body = self._inner(statement.body, repeats=True)
                return (ir.While(self._small(statement.condition), body),)
            case ir.For():
                return self._for(statement)
            case ir.Step():
                body = (*self._inner(statement.body), CloseStep(statement.path, place))
                self.place = place
                player = self._small(statement.player)
                return (OpenStep(statement.path, player, place, body),)
            case _:
                return (self._simple(map_expressions(statement, self._small)),)

    def _simple(self, statement: ir.Statement) -> ir.Statement:
        if isinstance(statement, ir.Let) and statement.is_set:
            self.sets.add(statement.name)
        asks = isinstance(statement, ir.Choose | ir.Call | ir.Run | ir.Unqueue)
        return Point(statement, self.place) if asks and self._stops(statement) else statement

    def _stops(self, statement: ir.Statement) -> bool:
        if isinstance(statement, ir.Choose):
            return True
        for target in run_by(self.program, statement):
            if target not in self.program.procedures:
                raise CannotCompile(f"no procedure {target}")
            if target in self.suspending:
                return True
        return False

    def _for(self, loop: ir.For) -> tuple[ir.Statement, ...]:
        of = self._small(loop.of)
        body = self._inner(loop.body, repeats=True)
        if not any(has_points(statement) for statement in body):
            return (ir.For(loop.name, of, body),)
        self.loops += 1
        members, cursor = f"#{self.loops} members", f"#{self.loops} cursor"
        self.sets.add(members)
        whole = (
            ir.Let(members, of, is_set=True),
            ir.Let(cursor, ir.Int(0)),
            Loop(loop.name, members, cursor, body),
        )
        if isinstance(of, ir.Bearers):  # of whom most matches have none
            return (ir.If(ir.Compare(">", ir.Count(of), ir.Int(0)), whole),)
        return whole
