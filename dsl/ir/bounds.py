"""What no program may exceed: how deep it nests, and how much a single look may cost.

A running game pays for rounds of loops and for calls out of a budget; looking at something
is free, so what a look can cost is bounded here, before anything runs.
"""

from __future__ import annotations

from ..nodes.base import NOWHERE
from ..problems.problem import Problem
from . import ir
from .traverse import Part, parts

MEMBERS = 20  # that a set is reckoned to have
MOST_EFFORT = 50_000_000
DEEPEST_LOOPS = 14  # each inside the other, in one procedure
DEEPEST_BLOCKS = 60
DEEPEST_LOOK = 120


def bound_problems(program: ir.Program) -> list[Problem]:
    """The rules that nest too deep or look at too much."""
    bounds = Bounds(program)
    for function in program.functions.values():
        bounds.look(function.value, 0)
    for procedure in program.procedures.values():
        bounds.block(procedure.body, procedure.place, 0, 0)
    return bounds.problems


class Bounds:
    """Measures one program; gathers problems, one a place."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.problems: list[Problem] = []
        self.told: set[int] = set()
        self.known: dict[str, int] = {}
        self.open: set[str] = set()

    def tell(self, code: str, message: str, place: int) -> None:
        if place in self.told:
            return
        self.told.add(place)
        places = self.program.places
        span = places[place].span if place < len(places) else NOWHERE
        self.problems.append(Problem(code, message, span))

    # ---- nesting

    def block(self, block: ir.Block, place: int, depth: int, loops: int) -> None:
        if depth > DEEPEST_BLOCKS or loops > DEEPEST_LOOPS:
            text = "This nests too deep; split it, with properties or verbs of its own."
            self.tell("nested-too-deep", text, place)
            return
        for statement in block:
            if isinstance(statement, ir.Line):
                place = statement.place
            inner: list[ir.Statement] = []
            for _, part in parts(statement):
                if isinstance(part, ir.Statement):
                    inner.append(part)
                elif isinstance(part, ir.Expression):
                    self.look(part, place)
            if inner:
                more = isinstance(statement, (ir.For, ir.While))
                self.block(tuple(inner), place, depth + 1, loops + more)

    def look(self, expression: ir.Expression, place: int) -> None:
        """One expression that is worked out in one go."""
        if isinstance(expression, ir.Mark):
            place = expression.place
        if self.depth(expression) > DEEPEST_LOOK:
            text = "This nests too deep; split it, with properties or verbs of its own."
            self.tell("nested-too-deep", text, place)
        elif self.effort(expression) > MOST_EFFORT:
            text = "This looks through sets inside sets too often to be worked out in time."
            self.tell("too-much-work", text, place)

    def depth(self, expression: ir.Expression) -> int:
        """How deep an expression nests, without recursion."""
        depth = 0
        level: list[Part] = [expression]
        while level and depth <= DEEPEST_LOOK:
            depth += 1
            level = [part for node in level for _, part in parts(node)]
        return depth

    # ---- effort

    def effort(self, node: Part) -> int:
        """About how many steps it takes at most to work an expression out."""
        inner = 1
        for field, part in parts(node):
            times = MEMBERS if is_search(node) and field != "of" else 1
            inner += self.effort(part) * times
        if isinstance(node, ir.Apply):
            inner += self.effort_of(node.function)
        elif isinstance(node, ir.ApplyDispatch):
            names = self.program.dispatch.get(node.table, ())
            inner += max((self.effort_of(name) for name in names), default=0)
        return min(inner, MOST_EFFORT * 2)

    def effort_of(self, name: str) -> int:
        """The same of a function, worked out once."""
        if name in self.known or name in self.open or name not in self.program.functions:
            return self.known.get(name, 0)
        self.open.add(name)
        found = self.effort(self.program.functions[name].value)
        self.open.discard(name)
        self.known[name] = found
        return found


def is_search(node: Part) -> bool:
    """Whether something is worked out for each member of a set."""
    return (
        isinstance(node, ir.Expression)
        and node.inside != ()
        and not isinstance(node, ir.Bind)
    )
