"""From the text of a file to nodes: one parse for each top-level block, so that every mistake is found."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from ..grammar.loader import parser_of
from .build import Builder
from .nodes.base import Node, Span
from .problems import Problem

BLOCK_START = re.compile(r"^[^\s#]")


def blocks_of(text: str) -> Iterator[tuple[int, str]]:
    """The top-level blocks of a text: 1-based first line, and the block's own text."""
    first, block = 1, list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if BLOCK_START.match(line):
            if block:
                yield first, "\n".join(block) + "\n"
            first, block = number, [line]
        elif block:
            block.append(line)
        elif line.strip() and not line.lstrip().startswith("#"):
            first, block = number, [line]
    if block:
        yield first, "\n".join(block) + "\n"


def parse_file(kind: str, text: str, file: str) -> tuple[list[Node], list[Problem]]:
    """The nodes of a file of a kind (rules, cards, scenario), and what could not be read."""
    nodes: list[Node] = []
    problems: list[Problem] = []
    for first, block in blocks_of(text):
        try:
            tree = parser_of(kind).parse(block, start="start")
        except UnexpectedInput as error:
            problems.append(syntax_problem(error, block, file, first))
        except DedentError:
            problems.append(
                Problem(
                    "bad-indent",
                    "The lines of this block are not indented alike.",
                    Span(file, first, 1, first, 1),
                    "Indent by four spaces a level.",
                )
            )
        else:
            nodes += Builder(file, first, kind).build(tree)
    return nodes, problems


def syntax_problem(error: UnexpectedInput, block: str, file: str, first: int) -> Problem:
    """Where the text stops making sense."""
    line, column = max(error.line, 1), max(error.column, 1)
    lines = block.splitlines()
    row = lines[line - 1] if line <= len(lines) else ""
    found = re.match(r"\S+", row[column - 1 :])
    word = found[0] if found else ""
    message = f'I do not understand "{word}" here.' if word else "This line ends too soon."
    span = Span(file, line + first - 1, column, line + first - 1, column + max(len(word), 1))
    return Problem("syntax", message, span)
