"""From the files of a format to nodes: a file is parsed when its bytes are new, and of it a block
only when that is.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..nodes.base import Node
from ..problems.problem import Problem
from ..ruleset.remembered import Recent
from ..syntax.blocks import is_open
from ..syntax.parse import parse_file
from .blocks import blocks_in
from .source import Source

MOST_FILES = 512  # that a process remembers
Parsed = tuple[tuple[Node, ...], tuple[Problem, ...]]
LATEST: Recent[tuple[bytes | OSError, Parsed]] = Recent(MOST_FILES)  # by kind and name


def parse_all(kind: str, sources: Iterable[Source]) -> tuple[list[Node], list[Problem]]:
    """The nodes of files of a kind (rules, cards, scenario, deck), and what could not be read.
    The heads of groups are not among them: their phrases say all.
    """
    nodes: list[Node] = []
    problems: list[Problem] = []
    every = [*sources]
    for source in every:
        more, found = parsed(kind, source)
        nodes += (node for node in more if not is_open(node))
        problems += found
    for folder in {str(source.path.parent) for source in every}:
        blocks_in(kind, folder).keep()
    return nodes, problems


def parse_source(kind: str, source: Source) -> tuple[list[Node], list[Problem]]:
    """The same for one file."""
    return parse_all(kind, (source,))


def parsed(kind: str, source: Source) -> Parsed:
    """The same for one file, which is parsed once."""
    if kind not in source.known:
        name, raw = f"{kind} {source.name}", source.raw
        before = LATEST.found.get(name)
        is_same = before is not None and before[0] == raw
        found = before[1] if before is not None and is_same else parse_anew(kind, source)
        source.known[kind] = LATEST.put(name, (raw, found))[1]
    return source.known[kind]


def parse_anew(kind: str, source: Source) -> Parsed:
    text, problems = source.decoded()
    known = blocks_in(kind, str(source.path.parent)).of(source)
    nodes, found = parse_file(kind, text, source.name, known)
    return tuple(nodes), (*problems, *found)
