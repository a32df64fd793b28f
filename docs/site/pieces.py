"""Pieces of Markdown that the generated pages are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MARKS = re.compile(r"([\\`*_{}\[\]<>#|$~^])")
TICKS = re.compile(r"`+")


def escaped(text: str) -> str:
    """A text on one line in which nothing is a mark."""
    return MARKS.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """A text as code within a line."""
    text = " ".join(text.split())
    fence = "`" * (max((len(run) for run in TICKS.findall(text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def block(kind: str, text: str) -> str:
    """A block of code."""
    fence = "`" * max(3, max((len(run) for run in TICKS.findall(text)), default=0) + 1)
    return f"{fence}{kind}\n{text.rstrip()}\n{fence}\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell_of(part) for part in line)} |\n" for line in lines)


def cell_of(text: str) -> str:
    """A text that may stand in a table."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def contents(pages: Iterable[str], depth: int = 1) -> str:
    """The pages below a page, for the list beside it."""
    lines = "\n".join(pages)
    return f"```{{toctree}}\n:hidden:\n:maxdepth: {depth}\n\n{lines}\n```\n"


def page(*parts: str) -> str:
    """Paragraphs, tables and blocks below each other."""
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"
