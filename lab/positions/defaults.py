"""What a position leaves at its start though the rules would have set it before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.problems.problem import Problem
from ...dsl.ruleset.ruleset import Ruleset, once
from ...dsl.ruleset.shapes import per_of
from ...dsl.syntax.print_files import print_node
from ...dsl.typed import statements as t
from ...dsl.typed import values as v
from ...dsl.typed.format import Format
from ...dsl.typed.walk import parts_of
from ...interpreter.runtime.rules import seat_names
from ..scenarios.cases import Case
from ..scenarios.prepared import PreparedRules

Use = tuple[str, object]  # "sets" or "reads" a note, "begins" a step, "does" a verb, "opens" ..
Needed = dict[str, dict[str, str]]


class Defaults:
    """Finds in the scenarios of some rules what nothing gives a value."""

    def __init__(self, rules: PreparedRules) -> None:
        self.rules = rules

    @cached_property
    def needed(self) -> Needed:
        """The notes that each step finds set."""
        return needed_at_steps(self.rules.format)

    def warnings(self, case: Case) -> Iterator[Problem]:
        """A warning for each note that is of a player or a symbol, never of nobody, that the
        rules set before the step at which play begins and read from there on, and that no fact
        gives a value.
        """
        fact = case.starts_at
        steps = self.rules.steps_called(str(fact.path)) if fact is not None else []
        if fact is None or len(steps) != 1:
            return
        facts = case.scenario.facts
        given = {str(one.place.words[0]) for one in facts if isinstance(one, files.ValueFact)}
        for name, value in self.needed.get(steps[0], {}).items():
            if name not in given:
                text = f"{name} is not given, and the rules that would have set it come before."
                mend = f"{name} is {value}; {print_node(fact)}"
                yield Problem("position-default", text, fact.span, mend, severity="warning")


def needed_at_steps(format: Format) -> Needed:
    """The notes that each step finds set, each with a value that it may have."""
    blocks, uses = (format.course.setup, format.course.turn), Uses(format)
    course = [use for block in blocks if block is not None for use in uses.of(*block[0])]
    found, needed = settable(format.ruleset), Needed()
    for place, (begins, step) in enumerate(course):
        if begins != "begins" or str(step) in needed:
            continue
        before = {name for use, name in uses.through(course[:place]) if use == "sets"}
        behind = dict[object, str]()
        for use, name in uses.through(course[place + 1 :]):
            if use in ("sets", "reads"):
                behind.setdefault(name, use)
        wanted = (str(name) for name, use in behind.items() if use == "reads" and name in before)
        needed[str(step)] = {name: found[name] for name in wanted if name in found}
    return needed


@once
def settable(ruleset: Ruleset) -> dict[str, str]:
    """The shared notes of a player or a symbol without a start of their own, and a value each."""
    found: dict[str, str] = {}
    for name, node in ruleset.names("note").items():
        if not isinstance(node, d.NoteDeclaration) or per_of(node) in ("player", "card"):
            continue
        if any(isinstance(one, attrs.StartsAttribute) for one in node.attributes):
            continue
        word = str(node.type.word) if isinstance(node.type, attrs.PlainType) else ""
        values = ruleset.names("values").get(word)
        if word == "player":
            found[name] = seat_names(ruleset.seats[0])[0]
        elif isinstance(values, d.ValuesDeclaration):
            found[name] = str(values.items[0].name)
    return found


class Uses:
    """What is set and read, in the order of the rules."""

    def __init__(self, format: Format) -> None:
        self.format = format
        self.verbs = {verb.event.name: verb for verb in format.course.verbs}
        self.actions = {str(action.node.name): action for action in format.course.actions}
        self.windows = {str(window.node.name): window for window in format.windows}
        self.inside: dict[Use, list[Use]] = {}  # what is called

    def of(self, *things: object) -> Iterator[Use]:
        """The uses in some statements and values, without those of what they call."""
        for thing in things:
            if thing is None:
                continue
            inside = [thing.form] if isinstance(thing, v.Value) else [*parts_of(thing)]
            match thing:
                case t.Step():
                    yield "begins", str(thing.step)
                case v.Gauge(owner=None):
                    yield "reads", str(thing.gauge)
                case _:
                    pass
            yield from self.of(*inside)
            match thing:
                case t.Change(owner=None):
                    yield "sets", str(thing.gauge)
                case t.Do():
                    yield "does", thing.verb
                case t.Open():
                    yield "opens", thing.window
                case v.Property():
                    yield "asks", thing.property
                case _:
                    pass

    def through(self, uses: Iterable[Use], met: set[Use] | None = None) -> Iterator[Use]:
        """These uses; behind one that calls something those in it, where it is first called."""
        met = set() if met is None else met
        for use in uses:
            yield use
            called = self.called(*use) if use not in met else None
            if called is not None:
                met.add(use)
                if use not in self.inside:
                    self.inside[use] = [*self.of(*called)]
                yield from self.through(self.inside[use], met)

    def called(self, use: str, name: Any) -> Sequence[object] | None:
        """What a verb, window or property sets off."""
        match use:
            case "does":
                verb = self.verbs.get(str(name))
                return None if verb is None else verb.body
            case "opens":
                window = self.windows[str(name)]
                actions = (self.actions[one] for one in window.offered if one in self.actions)
                inside = [part for one in actions for part in (one.offers, *one.open, *one.body)]
                return window.first, window.ends, *inside
            case "asks":
                return (self.format.properties[name].base,)
            case _:
                return None
