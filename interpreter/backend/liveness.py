"""Which locals are still needed at a point of a procedure: what a frame must hold."""

from __future__ import annotations

from collections.abc import Iterable, Set
from heapq import heappop, heappush

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements, child_expressions, free_locals
from .cut_nodes import CutProcedure, Loop, OpenStep, Part, Point

Names = frozenset[str]
NOTHING: Names = frozenset()
NOWHERE = (0, 0)
FEW = 16  # locals, which may have a variable each


class Reads:
    """The locals each statement reads directly, worked out once a statement."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[ir.Statement, Names]] = {}

    def of(self, statement: ir.Statement) -> Names:
        """The locals the expressions directly in a statement read."""
        known = self._known.get(id(statement))
        if known is None:
            names = NOTHING.union(*map(free_locals, child_expressions(statement)))
            known = self._known[id(statement)] = (statement, names)
        return known[1]

    def live_before(self, block: ir.Block, after: Set[str], at_break: Set[str] = NOTHING) -> Names:
        """The locals read before they are written in a block, given those that are needed
        behind it and at a break.
        """
        live, at_break = frozenset(after), frozenset(at_break)
        for statement in reversed(block):
            live = self._before_one(statement, live, at_break)
        return live

    def live_behind(self, block: ir.Block, after: Names, at_break: Names) -> list[Names]:
        """The locals that are needed behind each statement of a block."""
        found, live = list[Names](), after
        for statement in reversed(block):
            found.append(live)
            live = self._before_one(statement, live, at_break)
        return found[::-1]

    def _before_one(self, statement: ir.Statement, live: Names, at_break: Names) -> Names:
        match statement:
            case ir.Break():
                return at_break
            case ir.If():
                then = self.live_before(statement.then, live, at_break)
                otherwise = self.live_before(statement.otherwise, live, at_break)
                return then | otherwise | self.of(statement)
            case OpenStep():
                return self.live_before(statement.body, live, at_break) | self.of(statement)
            case ir.While() | ir.For() | Loop():
                return self._before_loop(statement, live)
            case Point(ask=Part() as part):
                return (live - frozenset(part.results)) | frozenset(part.parameters)
            case Point(ask=ask):
                return (live - written_by(ask)) | self.of(ask)
            case _ if statement.ends:
                return self.of(statement)
            case _:
                return (live - written_by(statement)) | self.of(statement)

    def _before_loop(self, loop: ir.While | ir.For | Loop, after: Names) -> Names:
        head, written = self.of(loop), written_by(loop)
        if isinstance(loop, Loop):
            head |= {loop.members, loop.cursor}
            written -= {loop.cursor}
        condition = loop.condition if isinstance(loop, ir.While) else None
        endless = isinstance(condition, ir.Int) and condition.value
        live = head if endless else head | after
        # One round is enough: what the body needs for a larger set, it passes on unchanged.
        return live | (self.live_before(loop.body, live, after) - written)


def written_by(statement: ir.Statement) -> Names:
    """The locals that a statement itself gives a value."""
    if isinstance(statement, Part):
        return frozenset(statement.results)
    return frozenset(getattr(statement, field) for field in statement.writes)


def written_in(block: ir.Block) -> Names:
    """All locals a block gives a value."""
    return NOTHING.union(*map(written_by, all_statements(*block)))


def variables_of(procedure: CutProcedure, reads: Reads) -> dict[str, int]:
    """The number of the variable of each local: those that are never needed at once may share one,
    as a function of few variables is much faster to call.
    """
    own = len(procedure.parameters)
    found = {name: i for i, name in enumerate(procedure.locals)}
    if len(found) <= own + FEW:
        return found
    spans = Spans(procedure, reads).found
    ends, free, count = list[tuple[int, int]](), list[int](), own
    for name in sorted(procedure.locals[own:], key=lambda one: spans.get(one, NOWHERE)):
        first, last = spans.get(name, NOWHERE)
        while ends and ends[0][0] < first:
            heappush(free, heappop(ends)[1])
        if not free:
            heappush(free, count)
            count += 1
        found[name] = heappop(free)
        heappush(ends, (last, found[name]))
    return found


class Spans:
    """From where to where in a procedure, from its start, each local may have to keep its value."""

    def __init__(self, procedure: CutProcedure, reads: Reads) -> None:
        self.found: dict[str, tuple[int, int]] = {}
        self._reads = reads
        self._at = 0
        self._touch(procedure.unset)
        self._walk(procedure.body, procedure.ends_with, NOTHING)
        self._touch(procedure.ends_with)

    def _touch(self, names: Iterable[str]) -> None:
        """The next place, where these locals are read or written."""
        for name in names:
            self.found[name] = self.found.get(name, (self._at, 0))[0], self._at
        self._at += 1

    def _walk(self, block: ir.Block, after: Names, at_break: Names) -> None:
        behind = self._reads.live_behind(block, after, at_break)
        for statement, live in zip(block, behind, strict=True):
            self._touch(self._named(statement))
            match statement:
                case ir.If():
                    self._walk(statement.then, live, at_break)
                    self._walk(statement.otherwise, live, at_break)
                case OpenStep():
                    self._walk(statement.body, live, at_break)
                case ir.While() | ir.For() | Loop():
                    again = self._reads.live_before((statement,), live)
                    self._touch(again)
                    self._walk(statement.body, again, live)
                    self._touch(again | self._named(statement))
                case _:
                    pass

    def _named(self, statement: ir.Statement) -> Names:
        """The locals that a statement itself reads or writes."""
        match statement:
            case Point(ask=Part() as part):
                return frozenset((*part.parameters, *part.results))
            case Point(ask=ask):
                return self._reads.of(ask) | written_by(ask)
            case Loop():
                return frozenset((statement.name, statement.members, statement.cursor))
            case _:
                return self._reads.of(statement) | written_by(statement)
