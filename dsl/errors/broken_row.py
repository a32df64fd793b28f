"""One row that cannot be read: what stands there, and how far a mended row would get."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from ..nodes.dataclass import dataclass
from ..syntax.reader import Stop, attempt, expected_at, words_of

HIDDEN = re.compile(r'"[^"\n]*"|#[^\n]*')
WORD = re.compile(r"[^\W\d]\w*")
PASSED = -1
MOST_ATTEMPTS, FEW_ATTEMPTS = 90, 15
LONG_ROW = 500


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a row: `mend` in place of the text from start to end.

    `message` may hold {line}, the mended row. `weight`: how much speaks for it when the row
    stays wrong; with none it must make the row right.
    """

    code: str
    message: str
    start: int
    end: int
    mend: str
    weight: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A word of a row."""

    start: int
    end: int
    text: str


@dataclass()
class Case:
    """`row` fails at index `at`; `above` are lines it needs; `opens` if a block follows."""

    kind: str
    row: str
    at: int
    stop: Stop
    above: list[str]
    opens: bool
    attempts: int = 0
    reached: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def follows(self) -> str:
        return what_follows(self.kind, self.opens)

    @cached_property
    def bare(self) -> str:
        """The row with strings and comments blanked out."""
        return HIDDEN.sub(lambda found: hidden(found[0]), self.row)

    @cached_property
    def end(self) -> int:
        """Where the row ends, but for blanks and a comment."""
        return len(re.sub(r"#[^\n]*$", "", self.commentless).rstrip())

    @cached_property
    def commentless(self) -> str:
        return HIDDEN.sub(
            lambda found: " " * len(found[0]) if found[0][0] == "#" else found[0], self.row
        )

    @cached_property
    def words(self) -> list[Spot]:
        return [Spot(m.start(), m.end(), m[0]) for m in WORD.finditer(self.bare)]

    @cached_property
    def word(self) -> Spot | None:
        """The word at the stop."""
        return next((word for word in self.words if word.start <= self.at < word.end), None)

    @cached_property
    def before(self) -> Spot | None:
        """The last word before the stop."""
        return next((word for word in reversed(self.words) if word.end <= self.at), None)

    @cached_property
    def segment(self) -> Spot:
        """The statement of the row that holds the stop."""
        start = 0
        for found in re.finditer(r"[:;]", self.bare[: self.at]):
            start = found.end()
        start += len(self.bare[start:]) - len(self.bare[start:].lstrip())
        stop = re.compile(r";|\scites\s").search(self.bare, max(self.at, start))
        end = stop.start() if stop else self.end
        return Spot(start, max(end, start), self.row[start : max(end, start)].rstrip())

    @cached_property
    def expected(self) -> frozenset[str]:
        """The grammar's names of what may stand at the stop."""
        text = "\n".join([*self.above, self.row]) + "\n"
        return expected_at(self.kind, text, self.stop.read)

    @cached_property
    def expected_words(self) -> set[str]:
        """The fixed words and signs that may stand at the stop."""
        known = words_of(self.kind)
        return {known[name] for name in self.expected if name in known}

    @cached_property
    def last(self) -> re.Match[str] | None:
        """The last piece of the row before the stop."""
        return re.search(r"\S+(?=\s*$)", self.row[: self.at])

    def near(
        self, pattern: str | re.Pattern[str], before: int = 1, behind: int = 1
    ) -> Iterator[re.Match[str]]:
        """What a pattern finds that touches the stop, so many letters before or behind it."""
        for found in re.finditer(pattern, self.bare):
            if found.start() - before <= self.at <= found.end() + behind:
                yield found

    def without(self, start: int, end: int) -> tuple[int, int, str]:
        """What is left of a piece of the row without the text from start to end: where the piece
        starts and ends, and the rest of it, a word beside if it was all there.
        """
        left = re.search(r"\S*$", self.row[:start])
        right = re.compile(r"\S*").match(self.row, end)
        first = left.start() if left else start
        last = right.end() if right else end
        if self.row[first:start] + self.row[end:last]:
            return first, last, self.row[first:start] + self.row[end:last]
        before = re.search(r"\S+(?=\s*$)", self.row[:first])
        behind = re.compile(r"\s*(\S+)").match(self.row, last)
        if before:
            return before.start(), last, before[0]
        return (first, behind.end(), behind[1]) if behind else (first, last, "")

    def mended(self, fix: Fix) -> str:
        return self.row[: fix.start] + fix.mend + self.row[fix.end :]

    def rest_after(self, row: str) -> int:
        """How many letters of a row are left where it stops making sense; PASSED if it is right."""
        if row not in self.reached:
            if self.attempts >= (MOST_ATTEMPTS if len(self.row) < LONG_ROW else FEW_ATTEMPTS):
                return len(row) + 1
            self.attempts += 1
            self.reached[row] = self.measure(row)
        return self.reached[row]

    def is_right(self, fix: Fix) -> bool:
        return self.rest_after(self.mended(fix)) == PASSED

    def measure(self, row: str) -> int:
        stop = attempt(self.kind, "\n".join([*self.above, row]) + "\n", self.follows)
        if stop is None:
            return PASSED
        return max(len(row) - index_of(row, stop, len(self.above)), 0)


def what_follows(kind: str, opens: bool) -> str:
    """What a row alone must be ready for; a scenario is whole only at its last line."""
    return "block" if opens else "line" if kind == "scenario" else "file"


def hidden(text: str) -> str:
    return '"' + " " * (len(text) - 2) + '"' if text[0] == '"' else " " * len(text)


def index_of(row: str, stop: Stop, above: int) -> int:
    """Where in a row (of one or more lines) a stop is; its end if behind it."""
    line = stop.line - above
    if line < 1:
        return 0
    lines = row.split("\n")
    if line > len(lines) or stop.kind in ("$END", "_DEDENT", "_INDENT"):
        return len(row)
    return min(sum(len(text) + 1 for text in lines[: line - 1]) + stop.column - 1, len(row))


def best_fix(case: Case, fixes: Iterator[Fix]) -> Fix | None:
    """The first fix after which the row is right; else the weightiest one that gets furthest.

    A weighty one that only gets further goes before a light one that makes the row right:
    much can be made right by chance.
    """
    rest = len(case.row) - case.at
    best: tuple[int, int] = (0, 0)
    found: Fix | None = None
    right: Fix | None = None
    for fix in fixes:
        if right is not None and not fix.weight:
            continue
        left = case.rest_after(case.mended(fix))
        if left == PASSED:
            right = right or fix
            if fix.weight:
                return fix
            continue
        gain = (fix.weight, rest - left)
        if fix.weight and left < rest and gain > best and gets_on(case, fix, left):
            best, found = gain, fix
    return found if right is None or (found and found.weight > 1) else right


def gets_on(case: Case, fix: Fix, left: int) -> bool:
    """What is written must be understood itself. A short word that is nearly right proves little:
    more must be understood behind it.
    """
    row = case.mended(fix)
    if len(row) - left < fix.start + len(fix.mend):
        return False
    if fix.weight > 1 or len(fix.mend) > 3:
        return True
    return len(row[fix.start + len(fix.mend) : len(row) - left].split()) > 1
