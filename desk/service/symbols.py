"""The things of a file and of a format as lists, and the parts of a text that can be folded."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes.base import NOWHERE
from ...dsl.nodes.dataclass import dataclass
from ...dsl.syntax.rows import column_of
from ..index.index import CARDS, RULES, FileIndex, Index
from ..index.text import Range, range_of
from ..index.things import CARD, INNER, Thing

HIDDEN = (*INNER, "orientation", "role")
MOST = 500


@dataclass(frozen=True, slots=True)
class Symbol:
    """A thing with those inside it; `whole` is all that declares it."""

    name: str
    kind: str
    detail: str
    whole: Range
    at: Range
    children: tuple[Symbol, ...] = ()


def document_symbols(file: FileIndex) -> list[Symbol]:
    """The things of a file, each with those inside it."""
    shown = [one for one in file.things if one.kind not in HIDDEN and one.span is not NOWHERE]
    shown.sort(key=lambda one: (one.whole.line, one.whole.column, -one.whole.end_line))
    return nested(shown)


def nested(things: list[Thing]) -> list[Symbol]:
    """Things in order of place, those that lie in another as its children."""
    found: list[Symbol] = []
    at = 0
    while at < len(things):
        outer = things[at]
        end = (outer.whole.end_line, outer.whole.end_column)
        inside: list[Thing] = []
        at += 1
        while at < len(things) and (things[at].whole.end_line, things[at].whole.end_column) <= end:
            inside.append(things[at])
            at += 1
        children = nested(inside)
        whole, name = range_of(outer.whole), range_of(outer.span)
        if not (whole.start <= name.start and name.end <= whole.end):
            whole = name
        detail = f"{outer.kind} {getattr(outer.node, 'code', '')}".strip()
        found.append(Symbol(outer.name or "..", outer.kind, detail, whole, name, tuple(children)))
    return found


def workspace_symbols(index: Index, query: str) -> Iterator[Thing]:
    """The things of a format whose name holds some letters, in order of the files."""
    wanted, left = query.lower(), MOST
    for file in index.of_kind(RULES, CARDS):
        for thing in file.things:
            code = str(getattr(thing.node, "code", "")) if thing.kind == CARD else ""
            if thing.kind not in HIDDEN and wanted in f"{thing.name} {code}".lower():
                yield thing
                left -= 1
                if not left:
                    return


def foldings(lines: list[str]) -> list[tuple[int, int]]:
    """The first and last lines, from 0, of what can be folded: what is indented below a line."""
    found: list[tuple[int, int]] = []
    open_: list[tuple[int, int]] = []  # column and line
    last = -1
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        column = column_of(line)
        while open_ and open_[-1][0] >= column:
            _, first = open_.pop()
            if last > first:
                found.append((first, last))
        open_.append((column, number))
        last = number
    found += [(first, last) for _, first in open_ if last > first]
    return sorted(found)
