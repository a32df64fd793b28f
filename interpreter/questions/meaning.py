"""A format as answers need it: what it means, its program with all names, the text of its lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import cast
from weakref import WeakKeyDictionary

from ...dsl.ir import ir
from ...dsl.loading.library import FormatFiles
from ...dsl.lower.context import Lowering
from ...dsl.lower.lower import lower_into
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.statements import PhaseStatement
from ...dsl.syntax.rows import lines_of
from ...dsl.typed import ids
from ...dsl.typed import statements as t
from ...dsl.typed.values import At
from ...dsl.typed.walk import parts_of
from ..runtime.edition import Edition

BROKEN = (" and", " or", ",", " in", " offers", " where", " as", " of")  # ends of broken lines


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement, the line that it is part of, the phase or step around it, and the verb whose
    body it is part of ("": of none).
    """

    statement: object
    at: At
    step: ids.StepId
    verb: str = ""


class Meaning:
    """What a format means for a number of seats: `lowering` has made its program."""

    def __init__(self, files: FormatFiles, lowering: Lowering, program: ir.Program) -> None:
        self.files = files
        self.format = lowering.format
        self.lowering = lowering
        self.program = program
        self.rows: dict[str, list[str]] = {}

    def source(self, span: Span) -> str:
        """What stands at a place, on one line."""
        if span.file not in self.rows:
            self.rows[span.file] = lines_of(self.files.source(span.file).text)
        rows = self.rows[span.file][span.line - 1 : span.end_line]
        if not rows:
            return ""
        rows[-1] = rows[-1][: span.end_column - 1]
        rows[0] = rows[0][span.column - 1 :]
        return " ".join(" ".join(row.partition("  #")[0].split()) for row in rows)

    def head(self, span: Span) -> str:
        """The first line of what stands at a place, without what it cites."""
        text = self.source(Span(span.file, span.line, span.column, span.line, 1 << 30))
        text = text.partition(" cites ")[0].rstrip(":")
        return f"{text} .." if text.endswith(BROKEN) else text

    def place(self, number: int) -> At | None:
        """A place of the program; None for what the language does by itself."""
        places = self.program.places
        if not 0 < number < len(places):
            return None
        return At(places[number].span, places[number].clauses)

    @cached_property
    def phases(self) -> list[str]:
        """The paths of the phases, in order of their numbers."""
        steps = self.format.steps.items()
        return [str(step) for step, node in steps if isinstance(node, PhaseStatement)]

    @cached_property
    def statements(self) -> tuple[Placed, ...]:
        """Every statement of the rules and cards."""
        course = self.format.course
        blocks = [part[0] for part in (course.setup, course.turn) if part is not None]
        blocks += [action.body for action in course.actions]
        blocks += [check.body for check in course.checks]
        blocks += [rule.body for rule in self.format.rules]
        blocks += [one.body for one in self.format.sentences if one.body is not None]
        found = [one for block in blocks for one in placed(block, At(), ids.TURN, "")]
        for verb in course.verbs:
            found += placed(verb.body or (), At(), ids.TURN, verb.event.name)
        return tuple(found)

    def steps_of(self, one: Placed, known: frozenset[str] = frozenset()) -> set[ids.StepId]:
        """The phases and steps in which a statement happens, also by a verb that is done there."""
        if not one.verb or one.step != ids.TURN:
            return {one.step} if one.step != ids.TURN else set()
        if one.verb in known:
            return set()
        found: set[ids.StepId] = set()
        for other in self.statements:
            if isinstance(other.statement, t.Do) and other.statement.verb == one.verb:
                found |= self.steps_of(other, known | {one.verb})
        return found

    def openings(self, window: str) -> list[Placed]:
        """Where a window is opened."""
        return [
            one
            for one in self.statements
            if isinstance(one.statement, t.Open) and one.statement.window == window
        ]


def placed(things: object, at: At, step: ids.StepId, verb: str) -> Iterator[Placed]:
    """The statements of a block, and those inside them."""
    for one in cast(tuple[object, ...], things):
        inner = one.at if isinstance(one, (t.Line, t.Alternative)) else at
        here = one.step if isinstance(one, t.Step) else step
        if isinstance(one, t.Statement):
            yield Placed(one, inner, here, verb)
        if isinstance(one, (t.Statement, t.Alternative)):
            yield from placed(tuple(parts_of(one)), inner, here, verb)


KNOWN: WeakKeyDictionary[Edition, dict[int, Meaning]] = WeakKeyDictionary()


def meaning_of(edition: Edition, seats: int) -> Meaning:
    """What an edition means, worked out when somebody first asks."""
    known = KNOWN.setdefault(edition, {})
    if seats not in known:
        lowering = Lowering(edition.loaded(whole=True).format, seats)
        known[seats] = Meaning(edition.files, lowering, lower_into(lowering))
    return known[seats]
