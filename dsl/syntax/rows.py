"""The rows of a text before it is parsed: their ends, brackets and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from ..nodes.dataclass import dataclass

TAB = 4
SENTENCES = ("rules", "scenario")  # kinds whose lines are sentences: they go on behind a comma
# What can be told apart without a grammar: strings, comments, brackets, all else.
PARTS = re.compile(r'"[^"\n]*"|#[^\n]*|[(\[]|[)\]]')
HIDDEN = re.compile(r'"[^"\n]*"|#.*')
BEGINS_NO_LINE = re.compile(r"cites +[A-Z][A-Z0-9]*-|[|<] ")
REMARK = re.compile(r"#[^\n]*")
WANTS_PATTERN = re.compile(r'\s*(?:redefine +)?(?:phrase|keyword|label) [^"]*')
# The head of a group, or such a line alone.
GROUP = re.compile(r"(?P<what>phrases|properties +of) +(?P<word>[^\W\d]\w*)\b(?! +are\b)")
ENDS_NO_LINE = re.compile(r"(?:[,+]|(?<![\w\"])(?:and|or|means))\s*$")
CARD_FIELD = re.compile(r"[ \t]+[a-z_][a-z0-9_]*(?:\[[A-Za-z0-9_]+\])?[ \t]*(?P<value>[^\s#])?")


@dataclass(slots=True)
class Remark:
    """A comment; `column` counts from 0, with tabs as four."""

    line: int
    column: int
    text: str


@dataclass(slots=True)
class SourceRow:
    """A logical line: brackets, and what must go on, may carry it over several lines."""

    line: int
    end_line: int
    column: int
    remarks: list[Remark] = field(default_factory=list[Remark])
    opened: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])


def lines_of(text: str) -> list[str]:
    """The lines of a text, however they end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def before_remark(text: str) -> str:
    """The value of a field without the comment behind it; a `#` in quotes or a word is none."""
    quoted = False
    for k, sign in enumerate(text):
        if sign == '"':
            quoted = not quoted
        elif sign == "#" and not quoted and (k == 0 or text[k - 1] in " \t"):
            return text[:k].rstrip()
    return text


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


def wants_pattern_in_group(rows: list[SourceRow], lines: list[str], first: int, line: str) -> bool:
    """Whether a pattern belongs to the row above it, which names a phrase of a group."""
    top = next((row for row in reversed(rows) if not row.column), None)
    if top is None or top is rows[-1] or not GROUP.match(lines[top.line - first]):
        return False
    members = next(row.column for row in rows[rows.index(top) + 1 :])
    begun = lines[rows[-1].line - first : rows[-1].end_line - first + 1]
    return rows[-1].column == members < column_of(line) and '"' not in "".join(begun)


def rows_of_text(
    kind: str, lines: list[str], first: int = 1
) -> tuple[list[SourceRow], list[Remark]]:
    """The logical rows of some lines, and the comments that stand on lines of their own."""
    rows: list[SourceRow] = []
    own: list[Remark] = []
    opened: list[tuple[int, int, str]] = []
    goes_on = False
    for number, line in enumerate(lines, first):
        bare = line.strip()
        if line[:1].strip():
            opened, goes_on = [], False  # a line at the margin begins anew, whatever was left open
        if rows and kind in SENTENCES:
            above = lines[rows[-1].line - first : number - first] if bare.startswith('"') else []
            wanted = WANTS_PATTERN.fullmatch("".join(REMARK.sub("", row) for row in above))
            goes_on = goes_on or wanted is not None or BEGINS_NO_LINE.match(bare) is not None
            goes_on = goes_on or (bool(above) and wants_pattern_in_group(rows, lines, first, line))
        if bare.startswith("#") and not opened and not goes_on:
            own.append(Remark(number, column_of(line), bare))
            continue
        if bare and not opened and not goes_on:
            rows.append(SourceRow(number, number, column_of(line)))
        elif not bare:
            continue
        row = rows[-1]
        row.end_line = number
        end = len(line)
        for place, part in parts_of_line(kind, line):
            if part[0] == "#":
                row.remarks.append(Remark(number, place, part.rstrip()))
                end = place
            elif part in "([":
                opened.append((number, place + 1, part))
            elif opened:
                opened.pop()
        row.opened = list(opened)
        if not bare.startswith("#"):
            goes_on = kind in SENTENCES and ENDS_NO_LINE.search(line[:end]) is not None
    return rows, own
