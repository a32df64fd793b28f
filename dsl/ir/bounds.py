"""What no program may exceed: how deep it nests, and how much a single look may cost.

A running game pays for rounds of loops and for calls out of a budget. A look is free while its
sets are small, so what it can cost is bounded here, before anything runs; a set of more members
pays for them if each is looked at with other sets. What many cards say may stand together as no
game has it: where only that takes long, every set pays.
"""

from __future__ import annotations

from functools import cached_property
from typing import cast

from ..nodes.base import NOWHERE
from ..problems.problem import Problem
from . import ir
from .traverse import STATEMENTS, VALUES, Part

NOTHING = object()
LEAVES = (ir.Int, ir.Local)  # very many; they have nothing inside and call nothing
MEMBERS = 20  # that a set is reckoned to have, and changes that stand at once
MOST_EFFORT = 50_000_000
DEEPEST_LOOPS = 14  # each inside the other, in one procedure
DEEPEST_BLOCKS = 60
DEEPEST_LOOK = 120
SAFE = 3  # what nests less than a third as deep as it may can always be compiled


def measured(program: ir.Program) -> Bounds:
    """What a program may cost."""
    bounds = Bounds(program)
    for function in program.functions.values():
        bounds.look(function.value, 0)
    for procedure in program.procedures.values():
        bounds.block(procedure.body, procedure.place, 0, 0)
    return bounds


class Bounds:
    """Measures one program. `problems`: the rules that nest too deep or look at too much, one a
    place; `is_deep`: one nests so deep that Python may not be able to compile it; `is_long`: looks
    have to pay for each round. A set is reckoned to have so many `members`; what is called counts
    as one step unless it is to be followed.
    """

    def __init__(self, program: ir.Program, members: int = MEMBERS, follows: bool = True) -> None:
        self.program = program
        self.set_size, self.follows = members, follows
        self.is_deep = self.is_long = False
        self.deepest = 0  # in the look that is measured
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
        if self.exceeds(depth, DEEPEST_BLOCKS) or self.exceeds(loops, DEEPEST_LOOPS):
            text = "This nests too deep; split it, with properties or verbs of its own."
            self.tell("nested-too-deep", text, place)
            return
        for statement in block:
            if isinstance(statement, ir.Line):
                place = statement.place
            for part in VALUES[statement.__class__](statement):
                if isinstance(part, ir.Expression):
                    self.look(part, place)
            inner = STATEMENTS[statement.__class__](statement)
            if inner:
                more = isinstance(statement, (ir.For, ir.While))
                self.block(tuple(inner), place, depth + 1, loops + more)

    def look(self, expression: ir.Expression, place: int) -> None:
        """One expression that is worked out in one go."""
        if isinstance(expression, ir.Mark):
            place = expression.place
        self.deepest = 0
        effort = self.effort(expression, 1)
        if self.exceeds(self.deepest, DEEPEST_LOOK):
            text = "This nests too deep; split it, with properties or verbs of its own."
            self.tell("nested-too-deep", text, place)
        elif effort > MOST_EFFORT:
            self.is_long = True
            if any(part.effort(expression, 1) > MOST_EFFORT for part in self.parts):
                text = "This looks through sets inside sets too often to be worked out in time."
                self.tell("too-much-work", text, place)

    @cached_property
    def parts(self) -> tuple[Bounds, Bounds]:
        """What measures the sets of one look alone, and the calls alone."""
        return Bounds(self.program, follows=False), Bounds(self.program, members=1)

    def exceeds(self, depth: int, limit: int) -> bool:
        """Whether something nests deeper than it may; also notes what comes near to it."""
        self.is_deep |= depth > limit // SAFE
        return depth > limit

    # ---- effort

    def effort(self, node: Part, depth: int) -> int:
        """About how many steps it takes at most to work an expression out that nests in others."""
        self.deepest = max(self.deepest, depth)
        if depth > DEEPEST_LOOK:
            return 0
        inner, standing = 1, list[int]()
        through = getattr(node, "of", None) if is_search(node) else NOTHING
        for part in VALUES[node.__class__](node):
            if isinstance(part, ir.Standing):
                standing.append(self.effort(part, depth + 1))
                continue
            times = 1 if through is NOTHING or part is through else self.members(through)
            if part.__class__ in LEAVES:
                self.deepest = max(self.deepest, depth + 1)
                inner += times
            else:
                inner += self.effort(part, depth + 1) * times
        if standing:  # one for each sentence of all cards; in a match are few, maybe the worst
            inner += sum(sorted(standing)[-self.set_size :])
        if isinstance(node, ir.Apply):
            inner += self.effort_of(node.function)
        elif isinstance(node, ir.ApplyDispatch):
            names = self.program.dispatch.get(node.table, ())
            inner += max((self.effort_of(name) for name in names), default=0)
        return min(inner, MOST_EFFORT * 2)

    def members(self, through: object) -> int:
        """How many members the set may have through which something is looked; what is printed is
        known.
        """
        match through:
            case ir.Items(items):
                return len(items)
            case ir.Table(name):
                printed = self.program.tables.get(name, ())
                lists = [cast("tuple[object, ...]", x) for x in printed if isinstance(x, tuple)]
                return max(map(len, lists)) if lists else self.set_size
            case _:
                return self.set_size

    def effort_of(self, name: str) -> int:
        """The same of a function, worked out once."""
        if not self.follows:
            return 1
        if name in self.known or name in self.open or name not in self.program.functions:
            return self.known.get(name, 0)
        self.open.add(name)
        deepest = self.deepest
        found = self.effort(self.program.functions[name].value, 1)
        self.deepest = deepest
        self.open.discard(name)
        self.known[name] = found
        return found


def is_search(node: Part) -> bool:
    """Whether something is worked out for each member of a set."""
    return isinstance(node, ir.Expression) and node.inside != () and not isinstance(node, ir.Bind)
