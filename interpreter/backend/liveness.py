"""Which locals are still needed at a point of a procedure: what a frame must hold."""

from __future__ import annotations

from collections.abc import Set

from ...dsl.ir.ir import (
    Bind,
    Block,
    Break,
    Choose,
    Each,
    EndGame,
    Exists,
    Expression,
    Extreme,
    Fault,
    Flatten,
    For,
    If,
    Int,
    Let,
    Local,
    Pipeline,
    Random,
    Return,
    Select,
    Standing,
    Statement,
    Total,
    While,
)
from .cut_nodes import Loop, OpenStep, Part, Point
from .traverse import child_expressions

Names = frozenset[str]
NOTHING: Names = frozenset()


class Reads:
    """The locals each statement reads directly, worked out once a statement."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Statement, Names]] = {}

    def of(self, statement: Statement) -> Names:
        """The locals the expressions directly in a statement read."""
        known = self._known.get(id(statement))
        if known is None:
            names = NOTHING.union(*map(free_locals, child_expressions(statement)))
            known = self._known[id(statement)] = (statement, names)
        return known[1]

    def live_before(
        self, block: Block, after: Set[str], at_break: Set[str] = NOTHING
    ) -> Names:
        """Locals read before written in a block, given those needed behind it and at a
        break.
        """
        live = frozenset(after)
        for statement in reversed(block):
            live = self._before_one(statement, live, frozenset(at_break))
        return live

    def _before_one(self, statement: Statement, live: Names, at_break: Names) -> Names:
        match statement:
            case Break():
                return at_break
            case Return():
                return NOTHING
            case EndGame() | Fault():
                return self.of(statement)
            case If():
                then = self.live_before(statement.then, live, at_break)
                otherwise = self.live_before(statement.otherwise, live, at_break)
                return then | otherwise | self.of(statement)
            case OpenStep():
                return self.live_before(statement.body, live, at_break) | self.of(statement)
            case While() | For() | Loop():
                return self._before_loop(statement, live)
            case Let() | Choose() | Random():
                return (live - {statement.name}) | self.of(statement)
            case Point(ask=Choose() as ask):
                return (live - {ask.name}) | self.of(ask)
            case Point(ask=Part() as part):
                return (live - frozenset(part.results)) | frozenset(part.parameters)
            case Point():
                return live | self.of(statement.ask)
            case _:
                return live | self.of(statement)

    def _before_loop(self, loop: While | For | Loop, after: Names) -> Names:
        head = self.of(loop)
        written: Names = NOTHING
        if isinstance(loop, For):
            written = frozenset((loop.name,))
        elif isinstance(loop, Loop):
            head |= {loop.members, loop.cursor}
            written = frozenset((loop.name,))
        condition = loop.condition if isinstance(loop, While) else None
        endless = isinstance(condition, Int) and condition.value
        live = head if endless else head | after
        # One round is enough: what the body needs for a larger set, it passes on unchanged.
        return live | (self.live_before(loop.body, live, after) - written)


def free_locals(expression: Expression) -> Names:
    """The locals an expression reads and does not bind itself."""
    match expression:
        case Local(name=name):
            return frozenset((name,))
        case (
            Select(name=name, of=of, condition=inner)
            | Exists(name=name, of=of, condition=inner)
        ):
            return free_locals(of) | (free_locals(inner) - {name})
        case (
            Each(name=name, of=of, value=inner)
            | Flatten(name=name, of=of, value=inner)
            | Total(name=name, of=of, value=inner)
            | Bind(name=name, of=of, value=inner)
        ):
            return free_locals(of) | (free_locals(inner) - {name})
        case Extreme(name=name, of=of, value=inner, default=default):
            return free_locals(of) | free_locals(default) | (free_locals(inner) - {name})
        case Pipeline():
            found = free_locals(expression.target) | free_locals(expression.base)
            return found.union(
                *(_free_in_standing(standing) for standing in expression.standing)
            )
        case _:
            return NOTHING.union(*map(free_locals, child_expressions(expression)))


def _free_in_standing(standing: Standing) -> Names:
    inner = free_locals(standing.condition) | free_locals(standing.amount)
    over = free_locals(standing.over) if standing.over is not None else NOTHING
    return over | (inner - {standing.bound})


def written_in(block: Block) -> Names:
    """All locals a block gives a value."""
    found: set[str] = set()
    for statement in block:
        match statement:
            case If():
                found |= written_in(statement.then) | written_in(statement.otherwise)
            case OpenStep() | While():
                found |= written_in(statement.body)
            case For():
                found |= {statement.name} | written_in(statement.body)
            case Loop():
                found |= {statement.name, statement.cursor} | written_in(statement.body)
            case Let() | Random() | Choose() | Point(ask=Choose()):
                ask = statement.ask if isinstance(statement, Point) else statement
                if isinstance(ask, Let | Random | Choose):
                    found.add(ask.name)
            case Point(ask=Part() as part):
                found |= set(part.results)
            case _:
                pass
    return frozenset(found)
