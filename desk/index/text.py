"""A text as an editor shows it: lines, words and places that count from 0."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.syntax.rows import lines_of

WORD = re.compile(r"[A-Za-z_]\w*")
CLAUSE = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")


class Place(NamedTuple):
    """A line and a column, both from 0; the column counts code points."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Range:
    """A part of a file; the end is behind the last letter."""

    file: str
    start: Place
    end: Place


def range_of(span: Span) -> Range:
    """The part of a file that a span is; a span of nowhere is the first letter."""
    start = Place(max(span.line - 1, 0), max(span.column - 1, 0))
    end = Place(max(span.end_line - 1, 0), max(span.end_column - 1, 0))
    return Range(span.file, start, max(start, end))


def holds(span: Span, place: Place) -> bool:
    """Whether a place lies in a span, or right behind it."""
    here = (place.line + 1, place.column + 1)
    return (span.line, span.column) <= here <= (span.end_line, span.end_column)


def is_inside(span: Span, whole: Span) -> bool:
    """Whether a span is a part of another."""
    starts = (whole.line, whole.column) <= (span.line, span.column)
    ends = (span.end_line, span.end_column) <= (whole.end_line, whole.end_column)
    return span.file == whole.file and starts and ends


def line_at(lines: Sequence[str], number: int) -> str:
    """A line, empty behind the end."""
    return lines[number] if 0 <= number < len(lines) else ""


def word_at_place(lines: Sequence[str], place: Place) -> tuple[str, int]:
    """The word around a place, and where it begins; empty if there is none."""
    for pattern in (CLAUSE, WORD):
        for found in pattern.finditer(line_at(lines, place.line)):
            if found.start() <= place.column <= found.end():
                return found[0], found.start()
    return "", place.column


class Moved:
    """Where lines of a newer text stood in an older one: equal lines at both ends are the same,
    those between are looked up by what they say.
    """

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = lines_of(old), lines_of(new)
        least = min(len(self.old), len(self.new))
        self.head = next((n for n in range(least) if self.old[n] != self.new[n]), least)
        rest = least - self.head
        pairs = zip(reversed(self.old), reversed(self.new), strict=False)
        self.tail = next((n for n, (a, b) in enumerate(pairs) if n >= rest or a != b), rest)

    def older(self, line: int) -> int | None:
        """The number in the older text of a line of the newer one, None if it is new."""
        if line < self.head:
            return line
        if line >= len(self.new) - self.tail:
            return line - len(self.new) + len(self.old)
        between = self.old[self.head : len(self.old) - self.tail]
        said = line_at(self.new, line)
        return self.head + between.index(said) if said.strip() and said in between else None

    def newer(self, line: int) -> int | None:
        """The number in the newer text of a line of the older one, None if it is gone."""
        if line < self.head:
            return line
        if line >= len(self.old) - self.tail:
            return line - len(self.old) + len(self.new)
        between = self.new[self.head : len(self.new) - self.tail]
        said = line_at(self.old, line)
        return self.head + between.index(said) if said.strip() and said in between else None
