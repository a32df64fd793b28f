"""What is wrong with a format: soon what its rules and cards say by themselves, then all of it; and
which mends can be applied as they are: those after which the problem is gone and none is new.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ...dsl.loading.garbage import values_kept
from ...dsl.loading.kept import loaded_of
from ...dsl.loading.library import sources_of
from ...dsl.loading.load import understand
from ...dsl.loading.source import instead_of_files
from ...dsl.nodes.base import Span
from ...dsl.problems.accepted import acceptances, without_accepted
from ...dsl.problems.problem import Problem, has_errors, sort_problems
from ...lab.checking.worded import every_problem
from ..index.index import Index
from ..index.text import Moved

MOST_TRIED = 12  # mends of an index


@values_kept()
def soon(name: str, unsaved: Mapping[str, bytes], older: Index | None) -> Index:
    """What rules and cards of a format say as they are now, and what else was wrong before, where
    it still stands. `older` is the last index that was looked at whole.
    """
    with instead_of_files(unsaved):
        files = sources_of(name)
        loaded = understand(files)
        taken = acceptances((one.name, one.text) for one in files.played())
        problems = without_accepted(loaded.problems, taken)
        index = Index(loaded, problems, older)
        index.settle()
    if older is not None and not has_errors(problems):
        known = {(one.code, one.message) for one in problems}
        more = (moved(one, older, index) for one in older.later)
        index.problems += [
            one for one in more if one is not None and (one.code, one.message) not in known
        ]
    index.problems = sort_problems(index.problems)
    return index


@values_kept()
def whole(name: str, unsaved: Mapping[str, bytes], older: Index | None) -> Index:
    """Everything that a check of the format finds."""
    with instead_of_files(unsaved):
        files = sources_of(name)
        problems = every_problem(files, keep=False)
        loaded = loaded_of(files, keep=False)
        index = Index(loaded, problems, older)
        index.settle(whole=True)
    said = {*loaded.problems}
    index.later = [one for one in problems if one not in said]
    return index


def moved(problem: Problem, older: Index, newer: Index) -> Problem | None:
    """A problem of an older index where its line is now; None if that is gone."""
    before, now = older.by_file.get(problem.file), newer.by_file.get(problem.file)
    if before is None or now is None or before.digest == now.digest:
        return problem
    if not problem.line:
        return problem
    line = Moved(before.text, now.text).newer(problem.line - 1)
    return None if line is None else replace(problem, span=shifted(problem.span, line + 1))


def shifted(span: Span, line: int) -> Span:
    """A span that begins in another line."""
    return replace(span, line=line, end_line=span.end_line + line - span.line)


# ---- mends


def candidates(index: Index) -> list[Problem]:
    """The problems whose mend may do, in one line of a file that is open to changes."""
    found = [
        one
        for one in index.problems
        if one.mend.strip() and not one.replaces and one.line and one.line == one.end_line
    ]
    return found[:MOST_TRIED]


def mends(
    name: str, unsaved: Mapping[str, bytes], index: Index, before: Index, problem: Problem
) -> bool:
    """Whether a format has one problem less than `before` with a mend in its place.
    Problems are counted by file and code: others stay where they are.
    """
    file = index.by_file.get(problem.file)
    if file is None:
        return False
    lines = [*file.lines]
    row = lines[problem.line - 1]
    lines[problem.line - 1] = (
        row[: problem.column - 1] + problem.mend + row[problem.end_column - 1 :]
    )
    texts = {**unsaved, file.path: "\n".join(lines).encode()}
    after = soon(name, texts, None)
    left, kept = Counter(kinds(before.problems)), Counter(kinds(after.problems))
    return left - kept == Counter([(problem.file, problem.code)]) and not kept - left


def kinds(problems: list[Problem]) -> Iterator[tuple[str, str]]:
    """The files and codes of some problems."""
    return ((os.path.normpath(one.file), one.code) for one in problems)
