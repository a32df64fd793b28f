"""How problems are shown to a reader: text with styles, as wide as a terminal counts it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from rich.cells import cell_len
from rich.text import Text

from ..nodes.base import Span
from ..syntax.rows import lines_of
from .places import place_text
from .problem import Problem, sort_problems
from .translation import ENGLISH, problems_in, told_in

PLACE = "blue"
TINTS = {"error": "red", "warning": "yellow"}
WIDEST = 100  # of a shown line
MARGIN = 30  # kept in front of the mark when a long line is cut
TAB = "    "


def render_problems(
    problems: Iterable[Problem], texts: Mapping[str, str], language: str = ENGLISH
) -> Text:
    """Problems in order of place, a paragraph each, then their sum; `texts` are the sources by
    their file. Nothing for no problem.
    """
    found = problems_in(language, sort_problems(problems))
    page = Page(texts, language)
    parts = [line for problem in found for line in [*page.problem(problem), Text()]]
    return Text("\n").join([*parts, Text(summary(found, language)), Text()]) if found else Text()


class Page:
    """One rendering: keeps the lines of each file it shows."""

    def __init__(self, texts: Mapping[str, str], language: str = ENGLISH) -> None:
        self.texts = texts
        self.language = language
        self.lines: dict[str, list[str]] = {}

    def problem(self, problem: Problem) -> list[Text]:
        """Head, place, the line with its mark, further places, mend."""
        tint = TINTS.get(problem.severity, "yellow")
        head = f"{self.said(problem.severity)}[{problem.code}]"
        rows = [Text.assemble((head, tint), (f": {problem.message}", "bold"))]
        if place_text(problem.span):
            rows.append(self.behind("at", place_text(problem.span)))
        rows += self.snippet(problem.span, "^", "", tint)
        for label in problem.labels:
            if label.span.file != problem.file and self.line(label.span) is not None:
                place = place_text(label.span)
                rows.append(self.behind("and", place))
            rows += self.snippet(label.span, "-", label.note, PLACE)
        if problem.example is not None:
            rows.append(self.behind("for example:", problem.example.text))
        if problem.mend.strip():
            rows.append(self.behind("mend:", problem.mend.rstrip()))
        if problem.advice:
            rows.append(self.behind("advice:", problem.advice))
        return rows

    def said(self, word: str) -> str:
        """A word of the page in its language."""
        return told_in(self.language, word)

    def behind(self, word: str, text: str) -> Text:
        """A line that begins with a word of the page."""
        return Text.assemble("  ", (self.said(word), PLACE), f" {text}")

    def snippet(self, span: Span, mark: str, note: str, tint: str) -> list[Text]:
        """A line of the source with a mark under the place."""
        text = self.line(span)
        if text is None:
            return [Text(f"    {note}: {place_text(span)}")] if note else []
        start = max(span.column - 1, 0)
        end = span.end_column - 1 if span.end_line == span.line else len(text)
        shown, start, end = cut(text, start, max(end, start + 1))
        before, inside = (part.replace("\t", TAB) for part in (shown[:start], shown[start:end]))
        marks = mark * max(cell_len(inside), 1)
        source = Text.assemble((f"{span.line:>5} | ", PLACE), shown.replace("\t", TAB))
        source.rstrip()
        under = f"{'':{cell_len(before)}}"
        marked = (f"{marks} {note}".rstrip(), tint)
        return [source, Text.assemble(("      | ", PLACE), under, marked)]

    def line(self, span: Span) -> str | None:
        """The line of a place, if its source is known."""
        if span.file not in self.lines:
            self.lines[span.file] = lines_of(self.texts.get(span.file, ""))
        lines = self.lines[span.file]
        if span.file not in self.texts or not 1 <= span.line <= len(lines):
            return None
        return "".join(visible(letter) for letter in lines[span.line - 1])


def summary(problems: list[Problem], language: str = ENGLISH) -> str:
    """`2 errors, 1 warning`."""
    errors = sum(problem.severity == "error" for problem in problems)
    counts = {"error": errors, "warning": len(problems) - errors}
    counted = (f"{n} {word}{'' if n == 1 else 's'}" for word, n in counts.items() if n)
    return ", ".join(told_in(language, one) for one in counted)


def visible(letter: str) -> str:
    """A letter, or a stand-in of the same count for one that would disturb a terminal."""
    if letter == "\t" or not unicodedata.category(letter).startswith(("C", "Zl", "Zp")):
        return letter
    return "�"


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
