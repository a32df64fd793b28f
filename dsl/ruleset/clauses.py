"""The clauses that rules cite: `A-01..03` is three."""

from __future__ import annotations

import re

from ..nodes.statements import Cites
from ..problems.problem import Problem

MOST_CLAUSES = 200  # of one range
RANGE = re.compile(r"(?P<stem>.*-)(?P<first>[0-9]{1,9})\.\.(?P<last>[0-9]{1,9})")


def clauses_of(cites: Cites | None) -> tuple[str, ...]:
    """`A-01..03` as A-01, A-02, A-03; a range that cannot be meant stays as it is written."""
    if cites is None:
        return ()
    found: list[str] = []
    for clause in cites.clauses:
        numbers = range_of(clause)
        if numbers is None:
            found.append(str(clause))
        else:
            found += numbers
    return tuple(found)


def range_of(clause: str) -> list[str] | None:
    """The clauses of `A-01..03`; None for one clause, or for a range that cannot be meant."""
    match = RANGE.fullmatch(clause)
    if match is None:
        return None
    first, last = int(match["first"]), int(match["last"])
    if not first <= last < first + MOST_CLAUSES:
        return None
    return [f"{match['stem']}{n:0{len(match['first'])}d}" for n in range(first, last + 1)]


def range_problems(cites: Cites) -> list[Problem]:
    """The ranges of clauses that run backwards, have no numbers, or are far too long."""
    text = f"A range of clauses runs upwards, over {MOST_CLAUSES} at most: `A-01..03`."
    return [
        Problem("wrong-range", text, clause.span)
        for clause in cites.clauses
        if ".." in clause and range_of(clause) is None
    ]
