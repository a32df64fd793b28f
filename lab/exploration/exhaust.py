"""Every choice and all that chance may bring, from the position of a scenario on: each state once,
the nearest first.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from hashlib import blake2b
from typing import Any

from ...dsl.nodes import files
from ...dsl.nodes.base import Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ...dsl.syntax.print_files import print_node
from ...interpreter.backend.layout import OPTIONS, RECORDER, RNG, SEAT, State
from ...interpreter.backend.writer import Variant
from ...interpreter.knowledge.equivalence import equivalence_key
from ...interpreter.runtime.chance import Chance
from ...interpreter.runtime.faults import RuleFault, StepNotReached
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.rng import start
from ..scenarios.cases import Case
from ..scenarios.naming import Naming, said_of
from ..scenarios.play import not_reached
from ..scenarios.position import SEED, Position
from ..scenarios.prepared import PreparedRules
from ..scenarios.scenario import script_of
from ..work import Interrupted, Progress, silent
from .invariants import Kind, Violation, unsound, violated
from .shrink import deed_of

EXHAUSTIVE = Variant(record=True, seek=True, chance=True)
MOST_OUTCOMES = 2_000  # of chance behind one answer
MOST_STATES = 100_000
PLAIN_MARSHAL = 2  # the last version in which equal values are always written alike
CHANCE = start(SEED)  # of what is no part of a state: in which order hidden cards are offered


class EveryChance(Chance):
    """Chance as a script has it, and the first of all there is behind its end; `taken` is what came
    of how many. Of cards that are alike a shuffle tells none from the other.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.script: tuple[int, ...] = ()
        self.taken: list[tuple[int, int]] = []

    def begin(self, script: tuple[int, ...]) -> None:
        """From here on it is as this script has it."""
        self.script, self.taken = script, []

    def pick(self, count: int) -> int:
        """One of so many."""
        if count < 2:
            return 0
        number = len(self.taken)
        found = self.script[number] if number < len(self.script) else 0
        self.taken.append((found, count))
        return found

    def next_script(self) -> tuple[int, ...] | None:
        """What comes behind what was taken; None behind the last."""
        taken = [*self.taken]
        while taken:
            found, count = taken.pop()
            if found + 1 < count:
                return (*(one for one, _ in taken), found + 1)
        return None

    def drawn(self, state: State, members: Sequence[int], draw: int) -> int:
        return members[self.pick(len(members))]

    def shuffle(self, state: State, cell: int) -> None:
        left, order = [*state[cell]], list[int]()
        keys = {card: equivalence_key(self.match, state, card) for card in left}
        while left:
            different = [*{keys[card]: card for card in reversed(left)}.values()]
            order.append(different[self.pick(len(different))])
            left.remove(order[-1])
        state[cell][:] = order


@dataclass(frozen=True, slots=True)
class Step:
    """How a state was come to: from which one (-1: the position), with which answer, and what
    chance brought.
    """

    before: int
    answer: int
    script: tuple[int, ...]


@dataclass(slots=True)
class Exhausted:
    """What was visited, by how many decisions lie before it, and what was left out. `wrong` has one
    violation of each kind with the number of the step that led there, none nearer.
    """

    title: str
    by_depth: list[int] = field(default_factory=list[int])
    ended: int = 0
    answers: int = 0  # that were given
    too_deep: int = 0  # states with a choice, behind which nothing was visited
    too_many: bool = False  # there are more states
    too_much_chance: int = 0  # answers behind which chance brings more than was visited
    wrong: dict[Kind, tuple[Violation, int]] = field(
        default_factory=dict[Kind, tuple[Violation, int]]
    )
    problems: list[Problem] = field(default_factory=list[Problem])
    examples: list[str] = field(default_factory=list[str])

    @property
    def states(self) -> int:
        return sum(self.by_depth)

    @property
    def is_whole(self) -> bool:
        """Whether every state was visited that can be come to."""
        return not (self.too_deep or self.too_many or self.too_much_chance)

    def lines(self) -> Iterator[str]:
        """The report for a reader."""
        for depth, number in enumerate(self.by_depth):
            yield f"  depth {depth}: {number:,}"
        over = f"in {self.ended:,} of them the game is over"
        yield f"{self.title}: {self.states:,} states, {over}; {self.answers:,} answers given."
        if self.is_whole:
            yield "That is all that play can come to."
        if self.too_deep:
            yield f"Cut: in {self.too_deep:,} of the last play goes on; more with --depth."
        if self.too_many:
            yield "Cut: there are more states."
        if self.too_much_chance:
            yield f"Cut: behind {self.too_much_chance:,} answers chance may bring still more."

    def as_json(self) -> dict[str, object]:
        """The report as programs read it."""
        return {
            "scenario": self.title,
            "states": self.states,
            "by_depth": self.by_depth,
            "ended": self.ended,
            "answers": self.answers,
            "whole": self.is_whole,
            "cut": {
                "too_deep": self.too_deep,
                "too_many": self.too_many,
                "too_much_chance": self.too_much_chance,
            },
        }


class Walk:
    """Visits the states of a position, each once, up to so many decisions."""

    def __init__(self, position: Position, depth: int, most: int = MOST_STATES) -> None:
        self.position = position
        self.match = position.match
        self.chance = EveryChance(position.match)
        position.match.chance = self.chance
        self.depth = depth
        self.most = most
        self.found = Exhausted(position.case.title)
        self.seen: set[bytes] = set()
        self.steps: list[Step] = []

    def run(self, progress: Progress = silent) -> Exhausted:
        """Visits them all."""
        layer = self.layer(self.begun(), 0)
        for depth in range(1, self.depth + 1):
            ahead = [(number, state) for number, state in layer if state[SEAT] >= 0]
            if not ahead or self.found.too_many:
                return self.found
            layer = self.layer(self.behind(ahead), depth)
            progress(depth, self.depth)
        self.found.too_deep = sum(state[SEAT] >= 0 for _, state in layer)
        return self.found

    def begun(self) -> Iterator[tuple[Step, State]]:
        """The first choices of the position."""
        position = self.position

        def begin(state: State) -> None:
            if position.step:
                self.match.begin_at(state, position.step, position.player, EXHAUSTIVE)
            else:
                self.match.begin(state, EXHAUSTIVE)

        yield from self.outcomes(-1, -1, position.new_state, begin)

    def behind(self, layer: list[tuple[int, State]]) -> Iterator[tuple[Step, State]]:
        """What each answer leads to, whatever chance brings."""
        engine = self.match.engine(EXHAUSTIVE)
        for number, state in layer:
            for answer in range(len(state[OPTIONS])):
                self.found.answers += 1

                def copy(state: State = state) -> State:
                    return engine.clone(state)

                def go_on(state: State, answer: int = answer) -> None:
                    engine.apply(state, answer)

                yield from self.outcomes(number, answer, copy, go_on)

    def outcomes(
        self, before: int, answer: int, new: Callable[[], State], run: Callable[[State], None]
    ) -> Iterator[tuple[Step, State]]:
        """The states that running leads to, one for each thing that chance may bring."""
        script: tuple[int, ...] | None = ()
        for _ in range(MOST_OUTCOMES):
            if script is None:
                return
            state, step = new(), Step(before, answer, script)
            state[RNG] = CHANCE
            self.chance.begin(script)
            try:
                run(state)
            except RuleFault as fault:
                self.fault(fault, step)
            else:
                state[RNG], state[RECORDER] = CHANCE, None
                yield step, state
            script = self.chance.next_script()
        self.found.too_much_chance += script is not None

    def layer(self, steps: Iterator[tuple[Step, State]], depth: int) -> list[tuple[int, State]]:
        """Those of the states that are new, with their numbers."""
        layer: list[tuple[int, State]] = []
        for step, state in steps:
            key = digest(self.match, state)
            if key in self.seen:
                continue
            if len(self.seen) >= self.most:
                self.found.too_many = True
                break
            self.seen.add(key)
            self.steps.append(step)
            layer.append((len(self.steps) - 1, state))
            self.look(state)
        self.found.by_depth += [len(layer)] if layer or not depth else []
        self.found.ended += sum(state[SEAT] < 0 for _, state in layer)
        return layer

    def look(self, state: State) -> None:
        """What must not be in a state."""
        number, match = len(self.steps) - 1, self.match
        for one in unsound(match, state):
            self.found.wrong.setdefault(one.kind, (one, number))
        if match.is_at_rest(state):
            for invariant, members in match.broken(state, EXHAUSTIVE):
                one = violated(invariant, members, match.program.places)
                if one.kind not in self.found.wrong:
                    rules = self.position.rules
                    text = said_of(rules, match, state, invariant.title, members)
                    self.found.wrong[one.kind] = replace(one, message=text), number

    def fault(self, fault: RuleFault, step: Step) -> None:
        places = self.match.program.places
        span = places[max(fault.place, 0)].span
        one = Violation(fault.code, f"{span.file}:{span.line}", str(fault), span)
        if one.kind not in self.found.wrong:
            self.steps.append(step)
            self.found.wrong[one.kind] = one, len(self.steps) - 1

    def path(self, number: int) -> list[Step]:
        """How a state was come to."""
        found: list[Step] = []
        while number >= 0:
            found.append(self.steps[number])
            number = found[-1].before
        return found[::-1]

    def deeds(self, number: int) -> Iterator[str]:
        """The same as what players do; empty where chance had a part in it."""
        first, *path = self.path(number)
        if any(step.script for step in (first, *path)):
            return
        rules = self.position.rules
        (_, state), *_ = self.begun()
        for step in path:
            yield deed_of(rules, Naming(rules, self.match, state), state, step.answer)
            self.chance.begin(())
            try:
                self.match.apply(state, step.answer, EXHAUSTIVE)
            except RuleFault:
                return


def digest(match: Match, state: State) -> bytes:
    """Equal for equal states."""
    key: Any = match.state_key(state)
    return blake2b(marshal.dumps(key, PLAIN_MARSHAL), digest_size=16).digest()


# ---- of a scenario


def exhaust(
    rules: PreparedRules,
    case: Case,
    depth: int,
    most: int = MOST_STATES,
    progress: Progress = silent,
) -> Exhausted:
    """Visits every state behind the position of a scenario. Raises `Interrupted` with what was
    visited until then.
    """
    position = position_of(rules, case)
    if isinstance(position, list):
        return Exhausted(case.title, problems=position)
    walk = Walk(position, depth, most)
    try:
        found = walk.run(progress)
    except KeyboardInterrupt:
        raise Interrupted(walk.found) from None
    except StepNotReached as error:
        return Exhausted(case.title, problems=[not_reached(position, error).problem])
    for violation, number in found.wrong.values():
        decisions = len(walk.path(number)) - 1
        text = f"{violation.message} So behind {decisions} decisions."
        found.problems.append(Problem(violation.code, text, violation.span))
        found.examples.append(example(case.scenario, violation, [*walk.deeds(number)]))
    return found


def position_of(rules: PreparedRules, case: Case) -> Position | list[Problem]:
    """What a scenario lays out; else what is wrong with its words."""
    script = script_of(rules, case)
    return [*script] if isinstance(script, list) else script[0].position


def example(scenario: files.Scenario, violation: Violation, deeds: list[str]) -> str:
    """The scenario that shows something; empty where chance had a part in it."""
    if not deeds:
        return ""
    title = Word(violation.about or violation.code, scenario.title.span)
    head = print_node(replace(scenario, title=title, covers=None, rounds=())).rstrip()
    lines = [f"    {'and' if number else 'when'} {deed}" for number, deed in enumerate(deeds)]
    return "\n".join([head, *lines, "    then the game goes on", ""])
