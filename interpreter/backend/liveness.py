"""Which locals are still needed at a point of a procedure: what a frame must hold."""

from __future__ import annotations

from collections.abc import Set

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements, child_expressions, free_locals
from .cut_nodes import Loop, OpenStep, Part, Point

Names = frozenset[str]
NOTHING: Names = frozenset()


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
