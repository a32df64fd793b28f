"""What a position leaves at its start though the rules would have set it before."""

from __future__ import annotations

from collections.abc import Iterator

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

Use = tuple[str, str]  # "sets", "reads" or "begins", and the note or step


class Defaults:
    """Finds in the scenarios of some rules what nothing gives a value."""

    def __init__(self, rules: PreparedRules) -> None:
        self.rules = rules
        self.needed: dict[str, dict[str, str]] = {}  # by step

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
        for name, value in self.needed_at(steps[0]).items():
            if name not in given:
                text = f"{name} is not given, and the rules that would have set it come before."
                mend = f"{name} is {value}; {print_node(fact)}"
                yield Problem("position-default", text, fact.span, mend, severity="warning")

    def needed_at(self, path: str) -> dict[str, str]:
        """The notes that a step finds set, each with a value that it may have."""
        if path not in self.needed:
            self.needed[path] = self.find_needed(path)
        return self.needed[path]

    def find_needed(self, path: str) -> dict[str, str]:
        before, behind, begun = set[str](), dict[str, str](), False
        course, uses = self.rules.format.course, Uses(self.rules.format)
        for block in (course.setup, course.turn):
            for use, name in uses.of(*block[0]) if block is not None else ():
                if not begun and (use, name) == ("begins", path):
                    begun = True
                    uses.met.clear()
                elif begun:
                    behind.setdefault(name, use)
                elif use == "sets":
                    before.add(name)
        found = settable(self.rules.ruleset)
        wanted = (name for name, use in behind.items() if use == "reads" and name in before)
        return {name: found[name] for name in wanted if name in found}


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
    """What is set and read, in the order of the rules; what a verb, window or property does is
    looked at where it is first met.
    """

    def __init__(self, format: Format) -> None:
        self.format = format
        self.met = set[object]()
        self.verbs = {verb.event.name: verb for verb in format.course.verbs}
        self.actions = {str(action.node.name): action for action in format.course.actions}
        self.windows = {str(window.node.name): window for window in format.windows}

    def of(self, *things: object) -> Iterator[Use]:
        """The uses in some statements and values."""
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
            if isinstance(thing, t.Change) and thing.owner is None:
                yield "sets", str(thing.gauge)
            for key, called in self.called(thing):
                if key not in self.met:
                    self.met.add(key)
                    yield from self.of(*called)

    def called(self, thing: object) -> Iterator[tuple[object, tuple[object, ...]]]:
        """What a statement or value sets off."""
        match thing:
            case t.Do():
                verb = self.verbs.get(str(thing.verb))
                if verb is not None and verb.body is not None:
                    yield verb.event.name, verb.body
            case t.Open():
                window = self.windows[str(thing.window)]
                actions = (self.actions[name] for name in window.offered if name in self.actions)
                inside = [part for one in actions for part in (one.offers, *one.open, *one.body)]
                yield thing.window, (window.first, window.ends, *inside)
            case v.Property():
                yield thing.property, (self.format.properties[thing.property].base,)
            case _:
                pass
