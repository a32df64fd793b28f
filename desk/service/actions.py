"""Mends that can be applied: of one problem, of all of its code, of all in a file."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ..index.index import FileIndex, Index
from ..index.text import Place, range_of
from ..renaming.rename import Edit


@dataclass(frozen=True, slots=True)
class Action:
    """Something that mends, and what it mends."""

    title: str
    edits: tuple[Edit, ...]
    problems: tuple[Problem, ...]
    preferred: bool = False
    whole_file: bool = False


def actions(index: Index, file: FileIndex, start: Place, end: Place) -> Iterator[Action]:
    """What can be done about the problems between two places."""
    every = [one for one in index.problems if one.file == file.name and index.can_mend(one)]
    here = [one for one in every if touches(one, start, end)]
    for problem in here:
        yield Action(f"Write: {shown(problem.mend)}", (edit_of(problem),), (problem,), True)
    for code in dict.fromkeys(problem.code for problem in here):
        alike = [one for one in every if one.code == code]
        if len(alike) > 1:
            yield Action(f"Mend all {len(alike)} of {code} in this file", *mending(alike))
    if every:
        yield Action(f"Mend all {len(every)} in this file", *mending(every), whole_file=True)


def mending(problems: list[Problem]) -> tuple[tuple[Edit, ...], tuple[Problem, ...]]:
    """The edits of several mends; of those that overlap the first."""
    edits: list[Edit] = []
    for edit in sorted(map(edit_of, problems), key=lambda e: (e.span.line, e.span.column)):
        last = edits[-1].span if edits else None
        here = (edit.span.line, edit.span.column)
        if last is None or here >= (last.end_line, last.end_column):
            edits.append(edit)
    return tuple(edits), tuple(problems)


def edit_of(problem: Problem) -> Edit:
    """The mend in place of what stands there."""
    return Edit(problem.span, problem.mend)


def touches(problem: Problem, start: Place, end: Place) -> bool:
    """Whether a problem stands between two places, or around them."""
    part = range_of(problem.span)
    return part.start <= end and start <= part.end


def shown(text: str) -> str:
    """A mend in one line; what is left out is told."""
    return " ".join(text.split()) or "nothing"
