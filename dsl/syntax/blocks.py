"""The top-level blocks of a file, each of which is parsed alone.

A group of phrases is one block a phrase: `phrases act`, and below it rows that are read as if
`phrase act` stood in front of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from ..errors.edited import Edit
from ..nodes.base import Node, Span, Word, word_at
from ..nodes.dataclass import dataclass
from ..nodes.declarations import CategoryDeclaration, PhraseDeclaration
from .rows import GROUP, column_of, rows_of_text

BLOCK_START = re.compile(r"^[^\s#]")
OF_GROUP = "phrase "
CALLED = re.compile(r"(?!tagged\b)[^\W\d]\w*")
AGAIN = r"phrase(?: +(?P<called>(?!{0}\b)\w+(?= +{0}\b)))?(?: +{0}\b)?(?: +(?=\S))?(?<!phrase)"
Edits = dict[int, list[Edit]]  # by line of a block, from 1


@dataclass(frozen=True, slots=True)
class GroupHead:
    """The category of a group, the line where it stands, and its columns, all from 1."""

    category: str
    line: int
    column: int

    def word(self, file: str) -> Word:
        end = self.column + len(self.category)
        return word_at(self.category, Span(file, self.line, self.column, self.line, end))


@dataclass(slots=True)
class Block:
    """Lines of a file, of which `first` is the first, from 1. Of a phrase in a group they are those
    of a phrase that stands alone; `edits` lead from these to what is written.
    """

    first: int
    lines: list[str]
    group: GroupHead | None = None
    edits: Edits = field(default_factory=dict[int, list[Edit]])
    opens: bool = False  # a group, which goes on in the blocks behind it
    margin: int = 0  # of a phrase in a group, how far it is indented
    said_again: str = ""  # of one, what its head says already
    lead: tuple[str, str] = (
        "",
        "",
    )  # of one, how its first line begins, and what of that is written

    def key(self) -> list[str]:
        """What it is known by, wherever it stands: places count from its first line."""
        if self.group is None:
            return [*self.lines, "opens"] if self.opens else self.lines
        columns = " ".join(str(edits[0].old) for edits in self.edits.values())
        return [*self.lines, f"{self.first - self.group.line} {self.group.column} {columns}"]


def blocks_of(kind: str, lines: list[str]) -> Iterator[Block]:
    """The top-level blocks of some lines. In a deck each line is one."""
    first, block = 1, list[str]()
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        starts = bool(BLOCK_START.match(line)) or (kind == "deck" and bare[:1] not in ("", "#"))
        if starts or (not block and bare and not bare.startswith("#")):
            if block:
                yield from parts_of_block(kind, first, block)
            first, block = number, [line]
        elif block:
            block.append(line)
    if block:
        yield from parts_of_block(kind, first, block)


def parts_of_block(kind: str, first: int, lines: list[str]) -> Iterator[Block]:
    """A block, or the head of a group and its phrases."""
    found = GROUP.match(lines[0]) if kind == "rules" else None
    starts = group_starts(lines) if found is not None else []
    if found is None or not starts:
        yield Block(first, lines)
        return
    head = GroupHead(found["category"], first, found.start("category") + 1)
    yield Block(first, lines[: starts[0]], opens=True)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield member(head, first + start, lines[start:end])


def group_starts(lines: list[str]) -> list[int]:
    """Where the phrases of a group begin, counted from its head."""
    rows, _ = rows_of_text("rules", lines)
    inside = rows[1:]
    return [row.line - 1 for row in inside if row.column <= inside[0].column]


def member(head: GroupHead, first: int, lines: list[str]) -> Block:
    """A phrase of a group, as it would stand alone."""
    margin, edits, found = column_of(lines[0]), Edits(), list[str]()
    for number, line in enumerate(lines, 1):
        text = line.lstrip(" \t")
        blank = max(column_of(line) - margin, 0)
        edits[number] = [Edit(0, len(line) - len(text), blank)]
        found.append(" " * blank + text)
    again = re.match(AGAIN.format(head.category), found[0])
    if again is not None:
        found[0] = (again["called"] or "") + found[0][again.end() :]
        edits[1].append(Edit(0, again.end(), len(again["called"] or "")))
    called = CALLED.match(found[0])
    at = len(OF_GROUP) + (called.end() if called else 0)
    name = f"{called[0]} " if called else ""
    rest = found[0][called.end() :].lstrip() if called else found[0]
    skipped = len(found[0]) - len(rest) - (called.end() if called else 0)
    lead = f"{OF_GROUP}{name}{head.category} "
    found[0] = lead + rest
    inserted = len(found[0]) - at - len(rest)
    edits[1] += [Edit(0, 0, len(OF_GROUP)), Edit(at, skipped, inserted)]
    said = again[0] if again is not None else ""
    return Block(first, found, head, edits, False, margin, said, (lead, name))


def is_grouped(node: Node) -> bool:
    """Whether a phrase stands in a group: its category is written above it."""
    return isinstance(node, PhraseDeclaration) and node.category.span.line < node.span.line


def is_open(node: Node) -> bool:
    """Whether a category is declared by what stands below it alone."""
    return isinstance(node, CategoryDeclaration) and not node.included


def last_block(kind: str, lines: Sequence[str]) -> Block:
    """The block that the last of some lines, which begin with a block, is part of."""
    *_, block = blocks_of(kind, [*lines])
    return block
