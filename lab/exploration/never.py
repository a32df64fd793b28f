"""What never happened, in no game and in no scenario: windows, actions, verbs, options, branches.
Rules pass for right as long as nothing comes to them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import field

from ...dsl.ir import ir
from ...dsl.ir.options import unpacked
from ...dsl.nodes import declarations as d
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.syntax.print_files import print_node
from ...interpreter.backend.layout import OPTIONS, SITE, State
from ...interpreter.runtime.match import Match

LONGEST = 60  # letters of a condition that a message shows
Point = tuple[int, int]  # line and column


@dataclass(slots=True)
class Happened:
    """What was offered and taken in games, and the places of rules that games and scenarios passed,
    of all there are.
    """

    offered: set[str] = field(default_factory=set[str])  # labels of actions
    taken: set[str] = field(default_factory=set[str])
    passed: set[Span] = field(default_factory=set[Span])
    known: set[Span] = field(default_factory=set[Span])

    def pass_places(self, places: Iterable[ir.Place], numbers: Collection[int]) -> None:
        """Notes which of the places of a program were passed."""
        for number, place in enumerate(places):
            self.known.add(place.span)
            if number in numbers:
                self.passed.add(place.span)


class Choices:
    """Notes in a game which actions are offered and taken."""

    def __init__(self, match: Match, actions: dict[int, tuple[str, ...]], found: Happened) -> None:
        self.match = match
        self.actions = actions
        self.found = found
        self.before: tuple[tuple[str, ...], list[int]] | None = None

    def note(self, state: State, answers: list[int]) -> None:
        """What was taken of what was offered before, and what is offered now."""
        if self.before is not None:
            names, options = self.before
            option = options[answers[-1]]
            if option >= 0:
                self.found.taken.add(names[unpacked(option, len(names))[0]])
        names = self.actions.get(state[SITE], ())
        self.before = (names, state[OPTIONS]) if names else None
        if not self.found.offered.issuperset(names):
            groups = {unpacked(option, len(names))[0] for option in state[OPTIONS] if option >= 0}
            self.found.offered |= {names[group] for group in groups}


def actions_by_site(ruleset: Ruleset, program: ir.Program) -> dict[int, tuple[str, ...]]:
    """What each window offers, by the site at which it asks."""
    windows = {(node.span.file, node.span.line): node for node in ruleset.all(d.WindowDeclaration)}
    found: dict[int, tuple[str, ...]] = {}
    for number, site in enumerate(program.sites):
        place = program.places[site.place]
        window = windows.get((place.file, place.line)) if site.kind == "action" else None
        if window is not None and window.offers is not None:
            names = tuple(map(str, window.offers.words))
            if len(names) == len(site.element_kinds):
                found[number] = names
    return found


# ---- what is said of it


class Silence:
    """Looks through the rules for what nothing came to; `files` are those that are looked at."""

    def __init__(self, ruleset: Ruleset, happened: Happened, files: Collection[str]) -> None:
        self.ruleset = ruleset
        self.happened = happened
        self.files = files
        self.passed = by_file(happened.passed)
        self.known = by_file(happened.known)

    def problems(self, announced: Collection[str]) -> Iterator[Problem]:
        """A warning for each such thing; `announced` are the verbs that took place."""
        ruleset = self.ruleset
        for window in ruleset.all(d.WindowDeclaration):
            if self.is_silent(window):
                yield never("never-opened", f'No game opens the window "{window.name}".', window)
        for action in ruleset.all(d.ActionDeclaration):
            if str(action.name) in self.happened.taken or self.ran(action.body):
                continue
            offered = str(action.name) in self.happened.offered
            code, verb = ("never-taken", "takes") if offered else ("never-offered", "offers")
            yield never(code, f'No game {verb} the action "{action.name}".', action)
        for verb in ruleset.all(d.VerbDeclaration):
            if str(verb.name) not in announced and self.is_silent(verb):
                yield never("never-done", f'"{verb.name}" takes place in no game.', verb)
        yield from self.options()
        yield from self.branches()

    def options(self) -> Iterator[Problem]:
        """What may be chosen or accepted, and never is."""
        for option in self.ruleset.inside(s.OptionItem, s.OfferStatement):
            if self.is_unheard(option, option.body):
                text = f'In no game anybody chooses "{option.label}".'
                yield never("never-chosen", text, option)

    def branches(self) -> Iterator[Problem]:
        """Conditions that are never true, or never false where something is done then."""
        for node in self.ruleset.inside(s.IfStatement):
            text = print_node(node.condition).strip()
            text = text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} .."
            if self.is_unheard(node, node.body):
                yield never("never-true", f"In no game `{text}` is true.", node)
            elif isinstance(node.otherwise, s.Block) and self.is_unheard(node, node.otherwise):
                yield never("never-false", f"In no game `{text}` is false.", node)

    def is_unheard(self, node: Node, body: s.Block) -> bool:
        """Whether play never comes to a part, though it comes to what is around it."""
        return node.span.file in self.files and not self.ran(body) and self.ran(body, self.known)

    def is_silent(self, node: Node) -> bool:
        """Whether the head of a declaration has never been passed."""
        here = (node.span.line, node.span.column)
        return all(here != start for start, _ in self.passed.get(node.span.file, ()))

    def ran(self, body: s.Block, among: dict[str, list[tuple[Point, Point]]] | None = None) -> bool:
        """Whether some statement of a block has been passed."""
        spans = [one.span for one in body.statements]
        if not spans:
            return True
        first, last = spans[0], spans[-1]
        begin, end = (first.line, first.column), (last.end_line, last.end_column)
        places = (self.passed if among is None else among).get(first.file, ())
        return any(begin <= start and stop <= end for start, stop in places)


def by_file(spans: Iterable[Span]) -> dict[str, list[tuple[Point, Point]]]:
    """Places by their files, as where they begin and end."""
    found: dict[str, list[tuple[Point, Point]]] = {}
    for span in spans:
        ends = (span.line, span.column), (span.end_line, span.end_column)
        found.setdefault(span.file, []).append(ends)
    return found


def never(code: str, text: str, node: Node) -> Problem:
    span = getattr(getattr(node, "name", None), "span", None) or node.span
    return Problem(code, f"{text} No scenario does it either.", span, severity="warning")
