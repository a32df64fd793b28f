"""The clauses that rules cite: `A-01..03` is three, and `A-01, 04` is A-01 and A-04."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..nodes.base import Word
from ..nodes.statements import Cites
from ..problems.problem import Problem, unknown

MOST_CLAUSES = 200  # of one range
CITED = re.compile(r"(?P<stem>.*-)?(?P<first>[0-9]{1,9})(?:\.\.(?P<last>[0-9]{1,9}))?")


def clauses_of(cites: Cites | None) -> tuple[str, ...]:
    """Every clause in full; what cannot be meant stays as it is written."""
    return tuple(clause for _, clause in named(cites)) if cites is not None else ()


def named(cites: Cites) -> Iterator[tuple[Word, str]]:
    """The same, each with the word that it stands in."""
    for word, _, found in cited(cites):
        yield from ((word, clause) for clause in found or (str(word),))


def unknown_clause(word: Word, clause: str, known: Iterable[str]) -> Problem:
    """A clause that no ledger has; a mend is offered where the word means it alone."""
    problem = unknown("unknown-clause", "clause", clause, word.span, known)
    return problem if problem.replaces else replace(problem, remedy="")


def cited(cites: Cites) -> Iterator[tuple[Word, str, list[str] | None]]:
    """Each part of a list, its topic and its clauses: a number alone is of the topic in front of
    it. None for a name that ends with no number, or for what cannot be meant.
    """
    topic = ""
    for word in cites.clauses:
        match = CITED.fullmatch(word)
        topic = topic if match and not match["stem"] else word.rpartition("-")[0] + "-"
        yield word, topic, numbered(topic, match) if match and topic else None


def numbered(topic: str, match: re.Match[str]) -> list[str] | None:
    """The clauses from the first number to the last."""
    first, last = int(match["first"]), int(match["last"] or match["first"])
    if not first <= last < first + MOST_CLAUSES:
        return None
    return [f"{topic}{n:0{len(match['first'])}d}" for n in range(first, last + 1)]


def range_problems(cites: Cites) -> list[Problem]:
    """The ranges of clauses that run backwards, have no numbers, or are far too long, and numbers
    behind no clause.
    """
    text = f"A range of clauses runs upwards, over {MOST_CLAUSES} at most: `A-01..03`."
    alone = "A number alone goes on with the topic of the clause in front of it: `A-01, 03`."
    return [
        Problem("wrong-range", text if topic else alone, word.span)
        for word, topic, found in cited(cites)
        if found is None and (".." in word or not topic)
    ]
