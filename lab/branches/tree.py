"""Branches as a tree: what they share is said once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from ...dsl.nodes.dataclass import dataclass
from ...dsl.syntax.gamefile import GameFile
from .followed import PICK, plain
from .kept import Branch


@dataclass(frozen=True, slots=True)
class Deed:
    """An answer of a branch: the line that it stands in, who gave it to what, and what it was."""

    step: int
    asked: str
    said: str


@dataclass(slots=True)
class Node:
    """Answers that some branches share, those that end behind them, and what comes behind it."""

    deeds: list[Deed]
    ends: list[str]
    behind: list[Node] = field(default_factory=list["Node"])


def deeds_of(file: GameFile) -> list[Deed]:
    """The answers of a branch."""
    found: list[Deed] = []
    for number, step in enumerate(file.steps, 1):
        row = plain(step.text.partition(" ")[2])
        if step.picked >= 0:
            match = PICK.match(step.text.partition(" ")[2])
            asked = match["asked"] if match else ""
            found.append(Deed(number, asked.strip(), row.removeprefix(asked)))
    return found


def tree_of(branches: Sequence[Branch]) -> list[Node]:
    """One tree for each way that games begin: its seed, decks and options."""
    groups: dict[object, list[tuple[str, list[Deed]]]] = {}
    for one in branches:
        header = one.file.header
        key = (header.seed, header.seats, header.table, tuple(sorted(header.options.items())))
        groups.setdefault(key, []).append((one.name, deeds_of(one.file)))
    return [node_of(rows) for rows in groups.values()]


def node_of(rows: Sequence[tuple[str, list[Deed]]], before: int = 0) -> Node:
    """The tree of branches that are alike up to an answer."""
    first, *others = (deeds for _, deeds in rows)
    end = before
    while end < len(first) and all(one[end : end + 1] == [first[end]] for one in others):
        end += 1
    node = Node(first[before:end], [name for name, deeds in rows if len(deeds) == end])
    groups: dict[Deed, list[tuple[str, list[Deed]]]] = {}
    for name, deeds in rows:
        if len(deeds) > end:
            groups.setdefault(deeds[end], []).append((name, deeds))
    node.behind += [node_of(group, end) for group in groups.values()]
    return node
