"""The top-level blocks of a file, each of which is parsed alone.

A group is one block for each declaration in it: below `phrases act` rows are read as if
`phrase act` stood in front of each, below `properties of player` as if each were one of a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace

from ..errors.edited import Edit
from ..nodes.base import Node, Span, Word
from ..nodes.dataclass import dataclass
from ..nodes.declarations import (
    CategoryDeclaration,
    PhraseDeclaration,
    PropertiesDeclaration,
    PropertyDeclaration,
)
from .rows import GROUP, column_of, rows_of_text

BLOCK_START = re.compile(r"^[^\s#]")
CALLED = re.compile(r"(?!tagged\b)[^\W\d]\w*")
# What a line of a group begins with that says what its head says already.
AGAIN = r"{0}(?: +(?P<called>(?!{1}\b)\w+(?= +{1}\b)))?(?: +{1}\b)?(?: +(?=\S))?(?<!{0})"
WORDS = {"phrases": ("phrase", ""), "properties of": ("property", "of ")}
FIELDS = {"phrase": "category", "property": "of"}  # of what is in a group what its head says
GROUPED = (PhraseDeclaration, PropertyDeclaration)
Edits = dict[int, list[Edit]]  # by line of a block, from 1


@dataclass(frozen=True, slots=True)
class GroupHead:
    """What each declaration in a group is, with the word of the head that says more of it, and
    what stands in front of that; `text` is the head, `line` where it stands, `column` where its
    word does, from 1.
    """

    text: str
    what: str
    link: str
    word: str
    line: int
    column: int

    @property
    def said(self) -> str:
        """What is behind the name of each."""
        return self.link + self.word

    def word_of(self, file: str) -> Word:
        end = self.column + len(self.word)
        return Word(self.word, Span(file, self.line, self.column, self.line, end))


@dataclass(slots=True)
class Block:
    """Lines of a file, of which `first` is the first, from 1. Of a declaration in a group they are
    those of one that stands alone; `edits` lead from these to what is written.
    """

    first: int
    lines: list[str]
    group: GroupHead | None = None
    edits: Edits = field(default_factory=dict[int, list[Edit]])
    opens: bool = False  # a group, which goes on in the blocks behind it
    margin: int = 0  # of one in a group, how far it is indented
    said_again: str = ""  # of one, what its head says already
    lead: tuple[str, str] = ("", "")  # how the first line of one begins; what of that is written

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
    """A block, or the head of a group and what is in it."""
    found = GROUP.match(lines[0]) if kind == "rules" else None
    starts = group_starts(lines) if found is not None else []
    if found is None or not starts:
        yield Block(first, lines)
        return
    what = WORDS[" ".join(found["what"].split())]
    head = GroupHead(found[0], *what, found["word"], first, found.start("word") + 1)
    yield Block(first, lines[: starts[0]], opens=True)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield member(head, first + start, lines[start:end])


def group_starts(lines: list[str]) -> list[int]:
    """Where the declarations of a group begin, counted from its head."""
    rows, _ = rows_of_text("rules", lines)
    inside = rows[1:]
    return [row.line - 1 for row in inside if row.column <= inside[0].column]


def member(head: GroupHead, first: int, lines: list[str]) -> Block:
    """A declaration in a group, as it would stand alone."""
    margin, edits, found = column_of(lines[0]), Edits(), list[str]()
    for number, line in enumerate(lines, 1):
        text = line.lstrip(" \t")
        blank = max(column_of(line) - margin, 0)
        edits[number] = [Edit(0, len(line) - len(text), blank)]
        found.append(" " * blank + text)
    again = re.match(AGAIN.format(head.what, head.said), found[0])
    if again is not None:
        found[0] = (again["called"] or "") + found[0][again.end() :]
        edits[1].append(Edit(0, again.end(), len(again["called"] or "")))
    called = CALLED.match(found[0])
    end = called.end() if called else 0
    name, rest = found[0][:end], found[0][end:].lstrip()
    before = f"{head.what} "
    lead = f"{before}{name}{' ' if name else ''}{head.said} "
    at, skipped = len(before) + end, len(found[0]) - len(rest) - end
    found[0] = lead + rest
    edits[1] += [Edit(0, 0, len(before)), Edit(at, skipped, len(lead) - at)]
    said = again[0] if again is not None else ""
    written = f"{name} " if name else ""
    return Block(first, found, head, edits, False, margin, said, (lead, written))


def joined(head: GroupHead, nodes: Iterable[Node], file: str) -> list[Node]:
    """What is in a group with the word of its head where that stands."""
    word = {FIELDS[head.what]: head.word_of(file)}
    return [replace(node, **word) for node in nodes if isinstance(node, GROUPED)]


def is_grouped(node: Node) -> bool:
    """Whether a declaration stands in a group: what it is of is written above it."""
    return isinstance(node, GROUPED) and head_word(node).span.line < node.span.line


def head_word(node: PhraseDeclaration | PropertyDeclaration) -> Word:
    """What the head of a group says of what is in it."""
    return node.category if isinstance(node, PhraseDeclaration) else node.of


def is_open(node: Node) -> bool:
    """Whether a head of a group says nothing by itself."""
    return isinstance(node, PropertiesDeclaration) or (
        isinstance(node, CategoryDeclaration) and not node.included
    )


def last_block(kind: str, lines: Sequence[str]) -> Block:
    """The block that the last of some lines, which begin with a block, is part of."""
    *_, block = blocks_of(kind, [*lines])
    return block
