"""What the commands share: how they speak of names, problems and data."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from ..dsl.ir.wordbook import CardWords
from ..dsl.nodes.base import NOWHERE
from ..dsl.problems.problem import Problem, unknown
from ..interpreter.runtime.rules import Rules


def unknown_name(what: str, word: str, known: Iterable[str]) -> str:
    """`I know no deck "rde". Did you mean "red"?`"""
    message = unknown("", what, word, NOWHERE, known).message
    return message.replace('" here.', '".', 1)


class Findings(click.ClickException):
    """Problems in somebody's files: shown each with its line, exit code 1."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = [*problems]
        super().__init__(f"{len(self.problems)} problems")

    def show(self, file: Any = None) -> None:
        """Writes them to stderr."""
        click.echo(shown_problems(self.problems, sys.stderr), nl=False, err=True)


def shown_problems(problems: Iterable[Problem], stream: Any) -> str:
    """Problems as text for a stream, with the lines they stand on."""
    from ..dsl.problems.report import render_problems
    from ..dsl.syntax.parse import read_source

    found = [*problems]
    texts = {file: read_source(Path(file))[0] for file in {p.file for p in found} if file}
    return render_problems(found, texts, color=has_colors(stream))


def printed_in(rules: Rules, card: CardWords, language: str | None) -> tuple[str, ...]:
    """The lines of a card: as they stand in its file, or as a language prints them."""
    tongue = rules.edition.contents.wordbook.tongues.get(language or "")
    return tongue.cards[rules.cards.index(card)] if tongue is not None else card.lines


def has_colors(stream: Any) -> bool:
    """Whether a stream is a terminal that may be coloured."""
    return bool(getattr(stream, "isatty", bool)()) and not os.environ.get("NO_COLOR")


def print_json(value: object) -> None:
    """Data for programs, on stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def count_of(number: int, word: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def table(rows: Iterable[Iterable[object]], head: Iterable[str] = ()) -> str:
    """Rows in columns; numbers stand to the right."""
    cells = [[str(cell) for cell in row] for row in ([head] if head else []) + [*rows]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines: list[str] = []
    for row in cells:
        texts = [
            cell.rjust(width) if is_number(cell) else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        lines.append("  ".join(texts).rstrip())
    return "\n".join(lines)


def is_number(text: str) -> bool:
    return text.replace(",", "").replace(".", "").replace("%", "").strip().isdigit()
