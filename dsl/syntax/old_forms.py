"""What was written in other words before, and how it is written now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..nodes.base import Span
from ..problems.problem import Problem
from .rows import bare_of, lines_of

KINDS = ("rules", "scenario")
OLD: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\byou's(?= \w)"), "your"),
    (re.compile(r"\bthis'(?= \w)"), "this card's"),
    (re.compile(r"(?<![-+*/] )\b1 cards\b"), "1 card"),
    (re.compile(r"(?<=\bthere is )cards(?= in\b)"), "card"),
    (re.compile(r"(?<=\bthere is no )cards(?= in\b)"), "card"),
    (re.compile(r"\bends after 1 empty turn\b"), "ends when somebody passes"),
    (re.compile(r"\bends after \d+ empty turns"), "ends when all pass in turn"),
    (re.compile(r"(?<=empty turn)s? except the opening"), ", the first pass not counted"),
    (re.compile(r"\bends when all passed\b"), "who passes is out"),
)
ANY_OLD = re.compile("|".join(pattern.pattern for pattern, _ in OLD))


def old_forms(kind: str, lines: list[str]) -> Iterator[tuple[int, re.Match[str], str]]:
    """Each place outside quotes and comments: the line from 1, what stands there, and how that is
    written now.
    """
    for number, line in enumerate(lines, 1) if kind in KINDS else ():
        bare = bare_of(line)
        if ANY_OLD.search(bare) is None:
            continue
        places = [(found, new) for pattern, new in OLD for found in pattern.finditer(bare)]
        yield from ((number, *place) for place in sorted(places, key=lambda one: one[0].start()))


def old_form_problems(kind: str, lines: list[str], file: str) -> list[Problem]:
    """The first of them in a file, and how many there are."""
    found = [*old_forms(kind, lines)]
    if not found:
        return []
    number, place, new = found[0]
    message = f"`{place[0]}` is written `{new}` now."
    if len(found) > 1:
        message += f" This file has {len(found)} such places."
    message += " `playsheet fmt --upgrade` rewrites them."
    span = Span(file, number, place.start() + 1, number, place.end() + 1)
    return [Problem("old-form", message, span, new, "warning")]


def upgraded(kind: str, text: str) -> str:
    """A text with all of them written as they are now."""
    return "\n".join(upgraded_lines(kind, lines_of(text)))


def upgraded_lines(kind: str, lines: list[str]) -> list[str]:
    """Lines with all of them written as they are now."""
    found = [*lines]
    for number, place, new in reversed([*old_forms(kind, lines)]):
        line = found[number - 1]
        found[number - 1] = line[: place.start()] + new + line[place.end() :]
    return found
