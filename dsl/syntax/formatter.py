"""The formatter: canonical text with every comment kept and blank lines thinned."""

from __future__ import annotations

import re
from dataclasses import replace

from ..nodes.base import Node, Span
from ..problems.problem import Problem, has_errors
from .old_forms import upgraded
from .parse import parse_file
from .print_files import INDENT, rows_of_nodes
from .rows import WANTS_PATTERN, Remark, SourceRow, lines_of, rows_of_text

MOST_BLANKS = (2, 1)  # between declarations, inside them
WIDTH = 120
# Strings, brackets, and where a line may be broken: behind what must go on.
PIECES = re.compile(
    r'"[^"\n]*"|[(\[]|[)\]]|(?:[,+]|(?<![\w"])(?:and|or|means)) (?=\S)'
    r"|  (?=cites )| (?=[|<] )"
)

SLOTS_IN_GROUP = re.compile(r'(?:[a-z_]\w* )?\([a-z_]\w*: [^"]*\) (?=")')


def format_text(
    kind: str, text: str, file: str, upgrade: bool = False
) -> tuple[str, list[Problem]]:
    """The text in its canonical layout; unchanged when it has mistakes. `upgrade`: what was written
    in other words before is rewritten, else it is one.
    """
    old = text
    text = upgraded(kind, text) if upgrade else text
    nodes, problems = parse_file(kind, text, file)
    problems = [replace(p, severity="error") if p.code == "old-form" else p for p in problems]
    if has_errors(problems):
        return old, problems
    lines = lines_of(text.removeprefix("\ufeff"))
    rows, remarks = rows_of_text(kind, lines)
    printed = [*rows_of_nodes(nodes)]
    if len(printed) == len(rows):
        laid = lay_out(kind, printed, rows, remarks, lines)
        if same_nodes(kind, laid, file, nodes):
            return laid, problems
    message = "I cannot lay this file out without changing it, so it stays as it is."
    return old, [*problems, Problem("format-unsafe", message, Span(file, 1, 1, 1, 1))]


def same_nodes(kind: str, text: str, file: str, nodes: list[Node]) -> bool:
    """Whether a text still says the same."""
    return parse_file(kind, text, file)[0] == nodes


def lay_out(
    kind: str,
    printed: list[tuple[int, str]],
    rows: list[SourceRow],
    remarks: list[Remark],
    lines: list[str],
) -> str:
    """The printed rows with the comments of the rows they come from."""
    out: list[str] = []
    levels: list[tuple[int, int]] = []  # the open rows above: their old column, their new depth
    waiting = list(remarks)
    last = 0
    for (depth, text), row in zip(printed, rows, strict=True):
        above = levels
        levels = [*(pair for pair in levels if pair[1] < depth), (row.column, depth)]
        while waiting and waiting[0].line < row.line:
            remark = waiting.pop(0)
            level = remark_depth(remark, row.column, depth, above)
            add_row(out, level, remark.text, blanks(lines, last, remark.line))
            last = remark.line
        *inner, end = row.remarks or [None]
        if end is not None and end.line < row.end_line:
            inner, end = [*inner, end], None
        space = blanks(lines, last, row.line)
        for remark in inner:
            if remark is not None:
                add_row(out, depth, remark.text, space)
                space = 0
        *before, text = folded(text, len(INDENT * depth)) if kind == "rules" else [text]
        for part in before:
            add_row(out, depth, part, space)
            space = 0
        add_row(out, depth, f"{text}  {end.text}" if end else text, space)
        last = row.end_line
    for remark in waiting:
        level = remark_depth(remark, 0, 0, levels)
        add_row(out, level, remark.text, blanks(lines, last, remark.line))
        last = remark.line
    return "".join(f"{line}\n" for line in out)


def folded(text: str, margin: int) -> list[str]:
    """A row as lines that are not too wide, as far as it can be broken: outside brackets rather
    than inside, and late. What goes on is indented by two levels.
    """
    places, found, start = break_places(text), list[str](), 0
    while margin + len(text) - start > WIDTH:
        later = [(at, depth) for at, depth in places if at > start]
        fitting = [
            (-depth, at) for at, depth in later if margin + len(text[start:at].rstrip()) <= WIDTH
        ]
        if not later:
            break
        at = max(fitting)[1] if fitting else later[0][0]
        found.append(text[start:at].rstrip())
        margin, start = margin + (0 if len(found) > 1 else len(2 * INDENT)), at
    rest = [*found[1:], text[start:]]
    return [*found[:1], *(2 * INDENT + line for line in rest)] if found else [text]


def break_places(text: str) -> list[tuple[int, int]]:
    """Where a row may be broken, and in how many brackets that is; the clauses it cites are kept
    together like a bracket.
    """
    depth, places = 0, list[tuple[int, int]]()
    for piece in PIECES.finditer(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(piece[0], 0)
        if piece[0].endswith(" "):
            places.append((piece.end(), depth))
            depth += piece[0] == "  "
    head = WANTS_PATTERN.match(text) or SLOTS_IN_GROUP.match(text)
    if head and head[0].endswith(" "):
        places.insert(0, (head.end(), 0))
    return places


def remark_depth(remark: Remark, column: int, depth: int, above: list[tuple[int, int]]) -> int:
    """A comment goes with the row below, unless it stands deeper: then with the block above."""
    if remark.column <= column:
        return depth
    fitting = [level for old, level in above if old <= remark.column]
    return max([depth, *fitting])


def blanks(lines: list[str], last: int, line: int) -> int:
    """How many blank lines stand between two lines of the text."""
    return sum(1 for between in lines[last : line - 1] if not between.strip()) if last else 0


def add_row(out: list[str], depth: int, text: str, space: int) -> None:
    out.extend([""] * min(space, MOST_BLANKS[depth > 0]))
    out.append(INDENT * depth + text)
