"""In which steps of a turn each part of the rules may run."""

from __future__ import annotations

from collections.abc import Iterator

from ..ruleset.remembered import Remembered
from ..typed import statements as st
from ..typed.format import Format
from ..typed.ids import TURN, StepId
from ..typed.statements import Block, Statement
from .survey import Part, blocks_of, parts_in

SETUP = StepId(("setup",))
ANYWHERE: frozenset[StepId] = frozenset({StepId(("anywhere",))})
Steps = frozenset[StepId]  # ANYWHERE among them: in any step
STEPPED: Remembered[tuple[tuple[Statement, Steps | None], ...]] = Remembered()


class Places:
    """The steps in which statements are carried out. What cards and rules do may be anywhere; what
    the turn does, and the windows, actions and verbs that it comes to, is where it comes to them.
    """

    def __init__(self, format: Format) -> None:
        self.parts = [*parts_in(format)]
        self.offered = {str(w.node.name): w.offered for w in format.windows}
        self.known: dict[tuple[str, str], Steps] = {}
        self.spread()

    def of(self, part: Part) -> Steps:
        """Where a part may begin; empty if nothing comes to it."""
        if part.kind == "setup":
            return frozenset({SETUP})
        if part.kind == "turn":
            return frozenset({TURN})
        if part.kind in ("verb", "action"):
            return self.known.get((part.kind, part.name), frozenset())
        return ANYWHERE

    def spread(self) -> None:
        """Until nothing new is found: from each part to what it comes to."""
        changed = True
        while changed:
            changed = False
            for part in self.parts:
                for statement, steps in self.statements(part):
                    for key in self.reached(statement):
                        before = self.known.get(key, frozenset())
                        if not steps <= before:
                            self.known[key] = before | steps
                            changed = True

    def reached(self, statement: Statement) -> Iterator[tuple[str, str]]:
        """The verbs and actions that a statement may come to."""
        if isinstance(statement, st.Do):
            yield "verb", str(statement.verb)
        elif isinstance(statement, st.Open):
            for name in self.offered.get(str(statement.window), ()):
                yield "action", name

    def statements(self, part: Part) -> Iterator[tuple[Statement, Steps]]:
        """The statements of a part with the steps in which they may be carried out."""
        begins = self.of(part)
        for statement, steps in STEPPED.of(part.body, steps_found):
            yield statement, steps or begins


def steps_found(block: Block) -> tuple[tuple[Statement, Steps | None], ...]:
    return tuple(walk_steps(block, None))


def walk_steps(block: Block, steps: Steps | None) -> Iterator[tuple[Statement, Steps | None]]:
    """The statements of a block with the step around them; None where that is outside of it."""
    for statement in block:
        here = frozenset({statement.step}) if isinstance(statement, st.Step) else steps
        yield statement, steps
        for inner in blocks_of(statement):
            yield from walk_steps(inner, here)


def all_inside(steps: Steps, outer: StepId) -> bool:
    """Whether all of these steps are inside one."""
    return steps != frozenset() and not steps & ANYWHERE and all(map(outer.holds, steps))


def none_inside(steps: Steps, outer: StepId) -> bool:
    """Whether none of these steps is inside one, or around it."""
    apart = (not outer.holds(one) and not one.holds(outer) for one in steps)
    return not steps & ANYWHERE and all(apart)
