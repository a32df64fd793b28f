"""A text that is changed line by line, and knows where each place of it was written."""

from __future__ import annotations

from dataclasses import field

from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..syntax.rows import SourceRow
from .broken_row import Fix


@dataclass(slots=True)
class Edit:
    """What was changed in a line: from a column (from 0), how long it was and is."""

    start: int
    old: int
    new: int


@dataclass()
class EditedText:
    """The lines of a block of a file, of which `first` is the first; `edits` by their line."""

    kind: str
    lines: list[str]
    first: int
    file: str
    edits: dict[int, list[Edit]] = field(default_factory=dict[int, list[Edit]])

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def indentation(self, row: SourceRow) -> Span:
        """The blanks in front of a row, which may not be those that were written."""
        line, text = row.line + self.first - 1, self.lines[row.line - 1]
        return Span(self.file, line, 1, line, len(text) - len(text.lstrip()) + 1)

    def indent(self, row: SourceRow, column: int) -> None:
        """Gives a row and what stands in it another indentation."""
        for number in range(row.line - 1, row.end_line):
            text = self.lines[number].lstrip(" \t")
            edit = Edit(0, len(self.lines[number]) - len(text), column)
            self.edits.setdefault(number + 1, []).append(edit)
            self.lines[number] = " " * column + text

    def span_of_row(self, row: SourceRow) -> Span:
        text = self.lines[row.line - 1]
        line = row.line + self.first - 1
        start = len(text) - len(text.lstrip())
        return Span(self.file, line, start + 1, line, max(len(text.rstrip()), start + 1) + 1)

    def row_text(self, row: SourceRow) -> str:
        return "\n".join(self.lines[row.line - 1 : row.end_line])

    def replace(self, row: SourceRow, text: str) -> None:
        """A row's new text; as many lines as before."""
        lines = text.split("\n")
        count = row.end_line - row.line + 1
        self.lines[row.line - 1 : row.end_line] = [*lines, *[""] * (count - len(lines))]

    def note_edit(self, row: SourceRow, fix: Fix) -> None:
        line, column = self.place(row, fix.start)
        edit = Edit(column, fix.end - fix.start, len(fix.mend))
        self.edits.setdefault(line, []).append(edit)

    def place(self, row: SourceRow, index: int) -> tuple[int, int]:
        """The line (from 1) and column (from 0) of an index of a row's text."""
        before = self.row_text(row)[:index]
        line = row.line + before.count("\n")
        return line, index - (before.rfind("\n") + 1)

    def span(self, row: SourceRow, start: int, end: int) -> Span:
        """The place in the file as it was written, whatever was mended since."""
        line, column = self.place(row, start)
        end_line, end_column = self.place(row, end)
        column = self.written(line, column)
        end_column = max(self.written(end_line, end_column), column if line == end_line else 0)
        shift = self.first - 1
        return Span(self.file, line + shift, column + 1, end_line + shift, end_column + 1)

    def origin(self, span: Span) -> Span:
        """The place in the file of a place in the mended text."""
        line = span.line - self.first + 1
        column = self.written(line, span.column - 1) + 1
        end = self.written(line, span.end_column - 1) + 1
        return Span(span.file, span.line, column, span.end_line, max(end, column))

    def written(self, line: int, column: int) -> int:
        for edit in reversed(self.edits.get(line, [])):
            if column >= edit.start + edit.new:
                column += edit.old - edit.new
            elif column > edit.start:
                column = edit.start + min(column - edit.start, edit.old)
        return column
