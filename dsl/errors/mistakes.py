"""From a block that cannot be read to its mistakes: find the first, mend it, read on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cache

from ..nodes.dataclass import dataclass
from ..problems.problem import Advice, Label, Problem, Problems
from ..syntax.reader import Stop, Tree, attempt, expected_at, read, words_of
from ..syntax.rows import SourceRow, column_of, rows_of_text
from .broken_row import PASSED, Case, Fix, best_fix, index_of, what_follows
from .edited import EditedText
from .expected import fallback, unfinished_block
from .fixes_habits import habit_fixes
from .fixes_shapes import limit_fixes, shape_fixes
from .fixes_signs import sign_fixes
from .fixes_words import extra_fixes, missing_fixes, misspelt_fixes, word_fixes

MOST_MISTAKES = 30
MOST_ROWS = 800  # of a block that is mended; of a longer one only the first mistake is reported
NEEDS_SIBLING = re.compile(r"\s*(otherwise|failing|and|then)\b")
FIELD = re.compile(r"(?!card\b)[a-z_][a-z0-9_]*(\[\w+\])?\s+[^\s\"]")
MOST_SIBLINGS = 60
LEVEL = 4  # blanks
SLIP = 3  # blanks more are a level of their own
# A row that stands for one which cannot be mended, by its first word; `{}` is its indentation.
STAND_INS = {
    "phase": "phase x", "step": "step x", "if": "if x", "each": "each x", "for": "for x",
    "repeat": "repeat while x", "offer": 'offer x "x"', "option": 'option "x"', "try": "try",
    "together": "together", "failing": "failing", "otherwise": "otherwise", "pays": "pays",
    "while": "while x", "when": "when x", "before": "before x", "instead": "instead of x",
}  # fmt: skip


@dataclass()
class Mistakes(EditedText):
    """The mistakes of one block; `lines` are mended while they are found. `lead`: what the first of
    them begins with, and what of that is written.
    """

    lead: tuple[str, str] = ("", "")
    problems: Problems = field(default_factory=Problems)
    whole: bool = True  # every mistake was mended by what was meant, not by a stand-in

    def find(self) -> str | None:
        """Finds all mistakes; the mended text if it could be mended without guessing."""
        if not self.straighten():
            return None
        seen: set[tuple[int, int, str]] = set()
        for _ in range(MOST_MISTAKES):
            text = self.text()
            stop = read(self.kind, text, Tree)
            if not isinstance(stop, Stop):
                return text if self.whole else None
            mark = (stop.line, stop.column, self.lines[min(stop.line, len(self.lines)) - 1])
            if mark in seen or not self.mend(stop):
                return None
            seen.add(mark)
            if len(self.lines) > MOST_ROWS:
                return None
        return None

    # ---- indentation

    def straighten(self) -> bool:
        """Lines that line up with no open block; False if they leave the rest unclear."""
        if self.kind == "deck":
            return True
        rows, _ = rows_of_text(self.kind, self.lines)
        written = [row.column for row in rows]
        open_rows: list[SourceRow] = []
        moved: dict[int, int] = {}
        for number, row in enumerate(rows):
            column = moved.get(row.column, row.column)
            inner = None
            while open_rows and open_rows[-1].column > column:
                inner = open_rows.pop()
            if inner is not None and open_rows and open_rows[-1].column != column:
                outer = open_rows[-1]
                near_inner = inner.column - column <= column - outer.column or not outer.column
                right = inner.column if near_inner else outer.column
                if not moved:
                    self.uneven(row, column, right, outer, inner)
                moved[column] = right
                if written[number + 1 : number + 2] > [column]:
                    return False
                column = moved[column]
            if column != row.column:
                self.indent(row, column)
            row.column = column
            while open_rows and open_rows[-1].column >= column:
                open_rows.pop()
            open_rows.append(row)
        return len(moved) < 2

    def column_of_block(self, rows: list[SourceRow], number: int) -> int:
        """Where a row belongs that has a row a little deeper below: there, where it is the first
        of its block and that one is a level deeper than what opens it.
        """
        row, below = rows[number], rows[number + 1]
        outer = next((one for one in reversed(rows[:number]) if one.column <= row.column), None)
        is_first = outer is not None and outer.column < row.column
        if outer is None or not is_first or below.column - row.column >= SLIP:
            return row.column
        return below.column if below.column - outer.column == LEVEL else row.column

    def uneven(
        self, row: SourceRow, column: int, right: int, outer: SourceRow, inner: SourceRow
    ) -> None:
        message = (
            f"This line is indented by {column}; the lines above by {inner.column} "
            f"or {outer.column}."
        )
        above = (outer, inner)
        labels = (Label(self.span_of_row(x), f"indented by {x.column}") for x in above)
        span = self.indentation(row)
        self.problems.report("indent-uneven", message, span, " " * right, *labels)

    # ---- one mistake

    def mend(self, stop: Stop) -> bool:
        """Reports the mistake at a stop and mends it; False if nothing more can be found."""
        rows, _ = rows_of_text(self.kind, self.lines)
        rows = self.cut_open_brackets(rows)
        number = max((i for i, row in enumerate(rows) if row.line <= stop.line), default=0)
        if not rows:
            return False
        if stop.kind == "_INDENT" and number + 1 < len(rows):
            return self.mend_depth(rows, number)
        expected = expected_at(self.kind, self.text(), stop.read)
        if expected and expected <= {"_INDENT"}:
            return self.mend_body(rows, self.header_of(rows, number, stop))
        return self.mend_row(rows, number, stop)

    def header_of(self, rows: list[SourceRow], number: int, stop: Stop) -> int:
        """The row that wants a body: the one above the stop."""
        at_end = stop.kind in ("$END", "_DEDENT", "_NL")
        return number if at_end or number == 0 else number - 1

    def cut_open_brackets(self, rows: list[SourceRow]) -> list[SourceRow]:
        """A bracket that is never closed keeps to its line."""
        for number, row in enumerate(rows):
            if row.opened and row.end_line > row.line:
                rest = self.lines[row.line : row.end_line]
                row.end_line = row.line
                more, _ = rows_of_text(self.kind, rest, row.line + 1)
                return [*rows[: number + 1], *self.cut_open_brackets(more)]
        return rows

    def mend_depth(self, rows: list[SourceRow], number: int) -> bool:
        """A line deeper than the one above, which opens no block."""
        above, row = rows[number], rows[number + 1]
        text = self.row_text(above)
        case = Case(self.kind, text, 0, Stop("", "", 1, 1, 0), self.skeleton(rows, number), True)
        case.at = case.end
        fix = next((f for f in misspelt_fixes(case, 1) if case.is_right(f)), None)
        if fix is not None:
            self.report(above, case, fix)
            self.note_edit(above, fix)
            self.replace(above, case.mended(fix))
            return True
        right = self.column_of_block(rows, number)
        if right != above.column:
            message = f"This line is indented by {above.column}; the one below by {row.column}."
            below = Label(self.span_of_row(row), f"indented by {row.column}")
            span = self.indentation(above)
            self.problems.report("indent-uneven", message, span, " " * right, below)
            self.indent(above, right)
            return True
        colon = body_colon(case.bare)
        is_slip = row.column - above.column < SLIP
        if not is_slip and colon and case.rest_after(text[:colon].rstrip()) == PASSED:
            message = (
                "A short body follows `:` on the line; a long one is indented on the next "
                "lines, never both."
            )
            second = Label(self.span_of_row(row), "a second body")
            span = self.span(above, colon, case.end)
            self.problems.report("body-twice", message, span, "", second)
            self.replace(above, text[:colon].rstrip())
            self.whole = False
            return True
        message = "This line is indented deeper than the one above, which opens no block."
        opens, mend = Label(self.span_of_row(above), "opens no block"), " " * above.column
        self.problems.report("indent-unexpected", message, self.indentation(row), mend, opens)
        shift = row.column - above.column
        for later in rows[number + 1 :]:
            if later.column < row.column:
                break
            self.indent(later, later.column - shift)
        return True

    def mend_body(self, rows: list[SourceRow], number: int) -> bool:
        """A line that opens a block, and no block."""
        row = rows[number]
        text = self.row_text(row)
        word = text.split()[0]
        message = f"`{word}` wants a body, indented on the next lines."
        inline = "\n".join([*self.skeleton(rows, number), f"{text}: stop"]) + "\n"
        if attempt(self.kind, inline, "line") is None:
            message = f"{message[:-1]}, or behind `:` on this line."
        below = rows[number + 1] if number + 1 < len(rows) else None
        fits = below is not None and below.column == row.column and row.column > 0
        self.whole = False
        if not fits or below is None:
            span = self.span(row, len(text) - len(text.lstrip()), len(text.rstrip()))
            self.problems.report("body-missing", message, span)
            return False
        opens, mend = Label(self.span_of_row(row), "opens a block"), " " * (row.column + LEVEL)
        span = self.span(below, 0, below.column)
        self.problems.report("body-missing", message, span, mend, opens)
        self.indent(below, row.column + LEVEL)
        return True

    def mend_row(self, rows: list[SourceRow], number: int, stop: Stop) -> bool:
        """A row that no reading fits."""
        row = rows[number]
        case = self.case_of(rows, number, stop)
        misplaced = self.misplaced(row, case)
        if misplaced is not None:
            self.problems.append(misplaced)
            self.whole = False
            return row.column > 0 and self.stand_in(rows, number, case)
        if stop.kind in ("_DEDENT", "$END"):
            self.report(
                row, case, unfinished_block(case, expected_at(self.kind, self.text(), stop.read))
            )
            return False
        fix = best_fix(case, fixes_of(case))
        found = fix or fallback(case)
        self.report(row, case, found)
        if fix is not None and "\n" not in fix.mend:
            self.note_edit(row, fix)
            self.replace(row, case.mended(fix))
            return True
        return self.stand_in(rows, number, case)

    def misplaced(self, row: SourceRow, case: Case) -> Problem | None:
        """A statement or field at the margin, or a declaration inside a block."""
        word = case.word
        if word is None or case.row[: word.start].strip():
            return None
        span = self.span(row, 0, word.end)
        if self.kind == "cards" and row.column == 0 and FIELD.match(case.row):
            message = f"`{word.text}` is a field; it is indented below its card."
            return Problem("field-at-margin", message, span, f"    {word.text}")
        if self.kind != "rules":
            return None
        if row.column == 0 and word.text in statement_words():
            message = f"`{word.text}` is something that is done; it is indented inside a block."
            above = "".join(self.lines[: row.line - 1]).strip()
            inside = Advice(
                "Write it in a block: phases below `turn`, statements in a phase or a verb."
            )
            return Problem(
                "statement-at-margin", message, span, f"    {word.text}" if above else inside
            )
        if row.column > 0 and word.text in declaration_words():
            message = f"`{word.text}` declares something; it stands at the margin."
            return Problem("declaration-inside", message, span, word.text)
        return None

    def case_of(self, rows: list[SourceRow], number: int, stop: Stop) -> Case:
        row = rows[number]
        text = self.row_text(row)
        opens = number + 1 < len(rows) and rows[number + 1].column > row.column
        whole = self.lines[: row.line - 1]
        at = index_of(text, stop, row.line - 1)
        above = self.skeleton(rows, number)
        follows = what_follows(self.kind, opens)
        again = attempt(self.kind, "\n".join([*above, text]) + "\n", follows)
        if again is None or index_of(text, again, len(above)) != at:
            above = whole
            again = attempt(self.kind, "\n".join([*whole, text]) + "\n", follows)
        return Case(self.kind, text, at, again or stop, above, opens)

    def skeleton(self, rows: list[SourceRow], number: int) -> list[str]:
        """The rows that a row needs above it: what it stands in, and what it belongs to."""
        if self.kind == "scenario":
            return self.lines[: rows[number].line - 1]
        row = rows[number]
        need, picked = row.column, list[SourceRow]()
        siblings = row.column > 0
        for above in reversed(rows[:number]):
            if above.column < need:
                picked.append(above)
                need, siblings = above.column, False
            elif siblings and len(picked) < MOST_SIBLINGS:
                picked.append(above)
                if above.column == row.column:
                    siblings = bool(NEEDS_SIBLING.match(self.lines[above.line - 1]))
        return [
            line
            for above in reversed(picked)
            for line in self.lines[above.line - 1 : above.end_line]
        ]

    def stand_in(self, rows: list[SourceRow], number: int, case: Case) -> bool:
        """Puts a row that says nothing in place of one that cannot be mended."""
        self.whole = False
        indent = " " * column_of(case.row)
        words = case.row.split()
        for text in stand_ins(words[0] if words else "", case.opens):
            if case.rest_after(indent + text) == PASSED:
                self.replace(rows[number], indent + text)
                return True
        if not case.opens and case.above and case.kind in ("rules", "cards"):
            self.replace(rows[number], "")
            return True
        return False

    def report(self, row: SourceRow, case: Case, fix: Fix) -> None:
        line = shortened(case.mended(fix), fix.start + len(fix.mend))
        read, written = self.lead if row.line == 1 else ("", "")
        line = written + line.removeprefix(read) if line.startswith(read) else line
        said = read[fix.start :].rstrip()
        if said and fix.mend.startswith(said):  # what is in front of it is not written here
            fix = replace(fix, start=len(read), mend=fix.mend.removeprefix(said).lstrip())
        message = fix.message.replace("{line}", line)
        span = self.span(row, fix.start, fix.end)
        found = Problem(fix.code, message, span, fix.mend, replaces=case.is_right(fix))
        self.problems.append(found)


def body_colon(bare: str) -> int:
    """Where the `:` in front of a short body is; 0 for none."""
    depth = 0
    for index, letter in enumerate(bare):
        depth += (letter in "([") - (letter in ")]")
        if letter == ":" and depth == 0:
            return index
    return 0


def fixes_of(case: Case) -> Iterator[Fix]:
    """Every way to mend a row, the likeliest first."""
    if case.kind == "deck":
        yield from shape_fixes(case)
        return
    yield from limit_fixes(case)
    yield from habit_fixes(case)
    yield from sign_fixes(case)
    yield from word_fixes(case)
    yield from shape_fixes(case)
    yield from misspelt_fixes(case, 1, known=True)
    yield from missing_fixes(case)
    yield from misspelt_fixes(case, 3, 2)
    yield from extra_fixes(case)


@cache
def statement_words() -> frozenset[str]:
    """The words a statement begins with."""
    return starting_words("setup\n    stop\n", 5)


@cache
def declaration_words() -> frozenset[str]:
    """The words a declaration begins with and no statement does."""
    return starting_words("", 0) - statement_words()


def starting_words(text: str, count: int) -> frozenset[str]:
    known = words_of("rules")
    return frozenset(known[name] for name in expected_at("rules", text, count) if name in known)


def stand_ins(word: str, opens: bool) -> list[str]:
    """Rows that say nothing, for a row that begins with a word."""
    heads = [STAND_INS[word]] if word in STAND_INS else []
    if opens:
        return [*heads, "together"]
    return [*(f"{head}: stop" for head in heads), "stop"]


def shortened(line: str, upto: int) -> str:
    """A mended row for a message, without what it cites behind a place."""
    kept, rest = line[:upto], line[upto:]
    text = kept.lstrip() + re.sub(r"\s+cites\s.*$|\s+#[^\"]*$", "", rest, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text).rstrip()
    return text if len(text) <= 90 else f"{text[:87]}..."
