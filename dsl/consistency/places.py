"""In which steps of a turn each part of the rules may run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ..typed import statements as st
from ..typed.format import Format
from ..typed.ids import TURN, StepId
from ..typed.rules import PropertyMeaning
from ..typed.statements import Block, Statement
from ..typed.values import Value
from ..typed.walk import walk
from .latest import Looked
from .survey import Part, asked_outside, blocks_of, parts_in

SETUP = StepId(("setup",))
ANYWHERE: frozenset[StepId] = frozenset({StepId(("anywhere",))})
Steps = frozenset[StepId]  # ANYWHERE among them: in any step
CAUGHT = ("when", "before", "instead")  # asked for when the event comes, and not before
Key = tuple[str, str]  # a verb, window or action, with its name; or sentences
REACHED: Looked[tuple[tuple[Key, Steps | None], ...]] = Looked()
STEPPED: Looked[tuple[tuple[Statement, Steps | None], ...]] = Looked()


class Places:
    """The steps in which statements are carried out, and values asked for. What the turn does, and
    the windows, actions and verbs that it comes to, is where it comes to them; what waits for an
    event where that is told; all else may be anywhere.
    """

    def __init__(self, format: Format) -> None:
        self.format = format
        self.parts = [*parts_in(format)]
        self.offered = {str(w.node.name): w.offered for w in format.windows}
        self.verbs = {verb.event.name for verb in format.course.verbs}
        self.actions = {action.event.name for action in format.course.actions}
        self.known: dict[Key, Steps] = {}
        self.spread()

    def of(self, part: Part) -> Steps:
        """Where a part may begin; empty if nothing comes to it."""
        if part.kind == "setup":
            return frozenset({SETUP})
        if part.kind == "turn":
            return frozenset({TURN})
        if part.kind in ("verb", "action"):
            return self.at(part.kind, part.name)
        if part.kind == "sentence":
            offered = self.at("window", part.window) if part.window else frozenset[StepId]()
            return self.told(*part.events) | offered | self.at("sentences")
        return self.told(*part.events) if part.events else ANYWHERE

    def at(self, kind: str, name: str = "") -> Steps:
        """Where a verb is done, an action may be taken, a window is open, sentences are run."""
        return self.known.get((kind, name), frozenset())

    def told(self, *events: str) -> Steps:
        """Where events may come; those that the rules themselves know may come anywhere."""
        found = frozenset[StepId]()
        for name in events:
            kind = "verb" if name in self.verbs else "action"
            found |= self.at(kind, name) if name in self.verbs | self.actions else ANYWHERE
        return found

    def spread(self) -> None:
        """Until nothing new is found: from each part to what it comes to."""
        comes = [(part, REACHED.of(part.body, reached_in)) for part in self.parts]
        changed = True
        while changed:
            changed = False
            for part, reached in comes:
                begins = self.of(part) if reached else ANYWHERE
                for key, inside in reached:
                    offered = self.offered.get(key[1], ()) if key[0] == "window" else ()
                    for one in (key, *(("action", name) for name in offered)):
                        before, steps = self.known.get(one, frozenset()), inside or begins
                        if not steps <= before:
                            self.known[one] = before | steps
                            changed = True

    def statements(self, part: Part) -> Iterator[tuple[Statement, Steps]]:
        """The statements of a part with the steps in which they may be carried out."""
        begins = self.of(part)
        for statement, steps in steps_in(part.body):
            yield statement, steps or begins

    def asked(self) -> Iterator[tuple[object, Steps]]:
        """What is asked for beside statements, but for what properties are made of."""
        format, known = self.format, dict[int, Steps]()
        for action in format.course.actions:
            for value in (action.offers, *action.open):
                known[id(value)] = self.at("action", action.event.name)
        for window in format.windows:
            for value in (window.first, window.ends, *(one.condition for one in window.labels)):
                known[id(value)] = self.at("window", str(window.node.name))
        for rule in format.rules:
            if rule.kind in CAUGHT:
                for value in (rule.standing, rule.condition):
                    known[id(value)] = self.told(rule.event.name)
        for ability, meaning in zip(format.abilities, format.sentences, strict=False):
            known[id(meaning.usable)] = self.at("window", ability.window)
            for rule in (trigger.rule for trigger in meaning.triggers):
                known[id(rule.condition)] = self.told(rule.event.name)
        made = {id(value) for one in format.properties.values() for value in made_of(one)}
        for thing in asked_outside(format):
            if id(thing) not in made:
                yield thing, known.get(id(thing), ANYWHERE)
        yield from ((one, ANYWHERE) for one in unsaid(format))


def unsaid(format: Format) -> Iterator[Statement]:
    """The statements of phrases that nothing says so far; whatever says them may stand anywhere."""
    for part in format.unsaid:
        block = cast(Block, part) if isinstance(part, tuple) else ()
        yield from (one for one in walk(*block) if isinstance(one, Statement))


def made_of(meaning: PropertyMeaning) -> Iterator[Value]:
    """The values that decide what a property is."""
    yield meaning.base
    for one in meaning.standing:
        maybe = (one.amount, one.condition, one.target, one.since)
        yield from (value for value in maybe if value is not None)


def reached_in(block: Block) -> tuple[tuple[Key, Steps | None], ...]:
    """The verbs, windows and sentences that the statements of a block may come to."""
    found: dict[tuple[Key, Steps | None], None] = {}
    for statement, steps in steps_in(block):
        if isinstance(statement, st.Do):
            found[("verb", str(statement.verb)), steps] = None
        elif isinstance(statement, st.RunSentences):
            found[("sentences", ""), steps] = None
        elif isinstance(statement, st.Open):
            found[("window", str(statement.window)), steps] = None
    return tuple(found)


def steps_in(block: Block) -> tuple[tuple[Statement, Steps | None], ...]:
    """The statements of a block with the step around them; None where that is outside of it."""
    return STEPPED.of(block, lambda whole: tuple(walk_steps(whole, None)))


def walk_steps(block: Block, steps: Steps | None) -> Iterator[tuple[Statement, Steps | None]]:
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
