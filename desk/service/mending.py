"""Which mends can be applied as they are: those after which the problem is gone and none is new."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping

from ...dsl.problems.problem import Problem
from ..index.index import Index
from .checking import soon

MOST_TRIED = 12  # mends of an index


def candidates(index: Index) -> list[Problem]:
    """The problems whose mend may do, in one line of a file that is open to changes."""
    found = [
        one
        for one in index.problems
        if one.mend.strip() and not one.replaces and one.line and one.line == one.end_line
    ]
    return found[:MOST_TRIED]


def mends(name: str, unsaved: Mapping[str, bytes], index: Index, problem: Problem) -> bool:
    """Whether a format has one problem less with a mend in place of what stands there. Problems
    are counted by file and code: others stay where they are.
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
    before = soon(name, unsaved, None).problems
    after = soon(name, texts, None).problems
    left, kept = Counter(kinds(before)), Counter(kinds(after))
    return left - kept == Counter([(problem.file, problem.code)]) and not kept - left


def kinds(problems: list[Problem]) -> Iterator[tuple[str, str]]:
    """The files and codes of some problems."""
    return ((os.path.normpath(one.file), one.code) for one in problems)
