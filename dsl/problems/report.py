"""How problems are shown: to a reader at a terminal, in plain text, and to programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypedDict

from ..nodes.base import Span
from ..syntax.rows import lines_of
from .problem import Label, Problem, sort_problems

RED, YELLOW, BLUE, BOLD, PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[0m"
WIDEST = 100  # of a shown line
MARGIN = 30  # kept in front of the mark when a long line is cut


class LabelRecord(TypedDict):
    """A further place, for programs."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    note: str


class ProblemRecord(TypedDict):
    """A problem, for programs."""

    code: str
    severity: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    mend: str
    labels: list[LabelRecord]


def problem_record(problem: Problem) -> ProblemRecord:
    """A problem as plain data."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "end_line": problem.end_line,
        "end_column": problem.end_column,
        "mend": problem.mend,
        "labels": [label_record(label) for label in problem.labels],
    }


def label_record(label: Label) -> LabelRecord:
    span = label.span
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "note": label.note,
    }


def problem_records(problems: Iterable[Problem]) -> list[ProblemRecord]:
    """Problems as plain data, in order of place."""
    return [problem_record(problem) for problem in sort_problems(problems)]


def render_problems(
    problems: Iterable[Problem], texts: Mapping[str, str], color: bool = False
) -> str:
    """Problems for a reader, in order of place; `texts` are the sources by their file."""
    found = sort_problems(problems)
    page = Page(texts, color)
    shown = [page.problem(problem) for problem in found]
    return "\n".join([*shown, page.summary(found)]) + "\n" if found else ""


class Page:
    """One rendering: keeps the lines of each file it shows."""

    def __init__(self, texts: Mapping[str, str], color: bool) -> None:
        self.texts = texts
        self.color = color
        self.lines: dict[str, list[str]] = {}

    def problem(self, problem: Problem) -> str:
        """Head, place, the line with its mark, further places, mend."""
        tint = RED if problem.severity == "error" else YELLOW
        place = place_text(problem.span)
        head = f"{problem.severity}[{problem.code}]"
        rows = [f"{self.paint(head, tint)}{self.paint(f': {problem.message}', BOLD)}"]
        rows += [f"  {self.paint('at', BLUE)} {place}"] if place else []
        rows += self.snippet(problem.span, "^", "", tint)
        for label in problem.labels:
            if label.span.file != problem.file and self.line(label.span) is not None:
                rows.append(f"  {self.paint('and', BLUE)} {place_text(label.span)}")
            rows += self.snippet(label.span, "-", label.note, BLUE)
        if problem.mend.strip():
            rows.append(f"  {self.paint('mend:', BLUE)} {problem.mend}")
        return "\n".join(rows) + "\n"

    def snippet(self, span: Span, mark: str, note: str, tint: str) -> list[str]:
        """A line of the source with a mark under the place."""
        text = self.line(span)
        if text is None:
            return [f"    {note}: {place_text(span)}"] if note else []
        start = max(span.column - 1, 0)
        end = span.end_column - 1 if span.end_line == span.line else len(text)
        shown, start, end = cut(text, start, max(end, start + 1))
        gutter = f"{span.line:>5} | "
        under = " " * width(shown[:start])
        marks = mark * max(width(shown[start:end]), 1)
        tail = f" {note}" if note else ""
        blank = " " * (len(gutter) - 2) + "| "
        return [
            f"{self.paint(gutter, BLUE)}{shown.replace(chr(9), '    ')}".rstrip(),
            f"{self.paint(blank, BLUE)}{under}{self.paint(marks + tail, tint)}",
        ]

    def line(self, span: Span) -> str | None:
        """The line of a place, if its source is known."""
        if span.file not in self.lines:
            self.lines[span.file] = lines_of(self.texts.get(span.file, ""))
        lines = self.lines[span.file]
        if span.file not in self.texts or not 1 <= span.line <= len(lines):
            return None
        return "".join(visible(letter) for letter in lines[span.line - 1])

    def paint(self, text: str, tint: str) -> str:
        return f"{tint}{text}{PLAIN}" if self.color else text

    def summary(self, problems: list[Problem]) -> str:
        errors = sum(problem.severity == "error" for problem in problems)
        warnings = len(problems) - errors
        parts = [count_text(errors, "error")] if errors else []
        parts += [count_text(warnings, "warning")] if warnings else []
        return ", ".join(parts)


def place_text(span: Span) -> str:
    """`file:line:column`, as editors read it."""
    if not span.line:
        return span.file
    return f"{span.file}:{span.line}:{span.column}"


def count_text(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def visible(letter: str) -> str:
    """A letter, or a stand-in of the same count for one that would disturb a terminal."""
    if letter == "\t" or not unicodedata.category(letter).startswith(("C", "Zl", "Zp")):
        return letter
    return "�"


def width(text: str) -> int:
    """How many columns of a terminal a text fills."""
    return sum(letter_width(letter) for letter in text)


def letter_width(letter: str) -> int:
    if letter == "\t":
        return 4
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def cut(text: str, start: int, end: int) -> tuple[str, int, int]:
    """A long line around its mark, and where the mark is then."""
    text = text.rstrip()
    if len(text) <= WIDEST:
        return text, start, end
    first = max(0, min(start - MARGIN, len(text) - WIDEST))
    shown = text[first : first + WIDEST]
    left = ".." if first else ""
    right = ".." if first + WIDEST < len(text) else ""
    moved = len(left) - first
    return left + shown + right, start + moved, min(end + moved, len(left) + len(shown))
