"""From the files of a format to nodes: a file is parsed once, and a block only when it is new."""

from __future__ import annotations

from collections.abc import Iterable

from ..nodes.base import Node
from ..problems.problem import Problem
from ..syntax.parse import parse_file
from .blocks import blocks_in
from .source import Source


def parse_all(kind: str, sources: Iterable[Source]) -> tuple[list[Node], list[Problem]]:
    """The nodes of files of a kind (rules, cards, scenario, deck), and what could not be read."""
    nodes: list[Node] = []
    problems: list[Problem] = []
    every = [*sources]
    for source in every:
        more, found = parsed(kind, source)
        nodes += more
        problems += found
    for folder in {str(source.path.parent) for source in every}:
        blocks_in(kind, folder).keep()
    return nodes, problems


def parse_source(kind: str, source: Source) -> tuple[list[Node], list[Problem]]:
    """The same for one file."""
    return parse_all(kind, (source,))


def parsed(kind: str, source: Source) -> tuple[tuple[Node, ...], tuple[Problem, ...]]:
    """The same for one file, which is parsed once."""
    if kind not in source.known:
        text, problems = source.decoded()
        known = blocks_in(kind, str(source.path.parent)).of(source)
        nodes, found = parse_file(kind, text, source.name, known)
        source.known[kind] = tuple(nodes), (*problems, *found)
    return source.known[kind]
