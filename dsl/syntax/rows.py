"""The rows of a text before it is parsed: their ends, brackets and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from ..nodes.dataclass import dataclass

TAB = 4
# What can be told apart without a grammar: strings, comments, brackets, all else.
PARTS = re.compile(r'"[^"\n]*"|#[^\n]*|[(\[]|[)\]]')
HIDDEN = re.compile(r'"[^"\n]*"|#.*')
CARD_FIELD = re.compile(r"[ \t]+[a-z_][a-z0-9_]*(?:\[[A-Za-z0-9_]+\])?[ \t]*(?P<value>[^\s#])?")


@dataclass(slots=True)
class Remark:
    """A comment; `column` counts from 0, with tabs as four."""

    line: int
    column: int
    text: str


@dataclass(slots=True)
class SourceRow:
    """A logical line: brackets may carry it over several lines of the text."""

    line: int
    end_line: int
    column: int
    remarks: list[Remark] = field(default_factory=list[Remark])
    opened: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])


def lines_of(text: str) -> list[str]:
    """The lines of a text, however they end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def column_of(line: str) -> int:
    """How far a line is indented."""
    blank = line[: len(line) - len(line.lstrip(" \t"))]
    return blank.count(" ") + TAB * blank.count("\t")


def bare_of(line: str) -> str:
    """A line with blanks for texts in quotes and comments."""
    return HIDDEN.sub(lambda found: " " * len(found[0]), line)


def parts_of_line(kind: str, line: str) -> Iterator[tuple[int, str]]:
    """Where the comment and the brackets of a line are, outside strings and card values."""
    if kind == "cards":
        found = CARD_FIELD.match(line)
        if found and found["value"]:
            return
    for part in PARTS.finditer(line):
        if part[0][0] != '"':
            yield part.start(), part[0]


def rows_of_text(
    kind: str, lines: list[str], first: int = 1
) -> tuple[list[SourceRow], list[Remark]]:
    """The logical rows of some lines, and the comments that stand on lines of their own."""
    rows: list[SourceRow] = []
    own: list[Remark] = []
    opened: list[tuple[int, int, str]] = []
    for number, line in enumerate(lines, first):
        bare = line.strip()
        if opened and line[:1].strip():
            opened = []  # a line at the margin begins anew, whatever was left open
        if bare.startswith("#") and not opened:
            own.append(Remark(number, column_of(line), bare))
            continue
        if bare and not opened:
            rows.append(SourceRow(number, number, column_of(line)))
        elif not bare:
            continue
        row = rows[-1]
        row.end_line = number
        for place, part in parts_of_line(kind, line):
            if part[0] == "#":
                row.remarks.append(Remark(number, place, part.rstrip()))
            elif part in "([":
                opened.append((number, place + 1, part))
            elif opened:
                opened.pop()
        row.opened = list(opened)
    return rows, own
