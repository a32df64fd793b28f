"""What a person sees: styles where a terminal has them, tables as wide as it is. Knows rich."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ..dsl.loading.source import Source
from ..dsl.problems.places import place_below, placed_below
from ..dsl.problems.problem import Problem
from ..dsl.problems.report import render_problems
from ..dsl.problems.translation import ENGLISH, told_in

Part = str | Text | tuple[str, str]  # a text, or a text and its style
ENDLESS = 1_000_000  # columns, where what is written is no terminal


def screen(err: bool = False) -> Console:
    """The terminal behind stdout or stderr; texts are never read as markup."""
    return Console(stderr=err, markup=False, emoji=False, highlight=False)


def show(*parts: Part) -> None:
    """Prints a text on stdout, some of it in a style; its lines stay as long as they are."""
    show_text(Text.assemble(*parts))


def show_text(text: Text, err: bool = False, end: str = "\n") -> None:
    """Prints a text that has its styles already."""
    screen(err).print(text, soft_wrap=True, end=end)


def show_line(line: Part, indent: int = 0) -> None:
    """Prints a line, on a terminal broken between words; elsewhere it stays as long as it is."""
    console, text = screen(), Text.assemble(line)
    if console.is_terminal:
        console.print(Padding(text, (0, 0, 0, indent), expand=False))
    else:
        show_text(Text(" " * indent) + text)


BEFORE = re.compile(r" *(?:\S.*?  +|\d+ )?(?=\S)")  # what stands before the text of a line


def wrapped(text: str, width: int) -> str:
    """The lines of a text broken between words; what goes on from a line stands below its text."""
    console, found = screen(), list[str]()
    for line in text.split("\n"):
        match = BEFORE.match(line)
        head = match[0] if match is not None else ""
        if cell_len(head) > width // 3:
            head = " " * (len(line) - len(line.lstrip()))
        below = " " * cell_len(head)
        rows = [*Text(line[len(head) :]).wrap(console, width - len(below))]
        for number, row in enumerate(rows or [Text()]):
            found.append(((below if number else head) + row.plain).rstrip())
    return "\n".join(found)


def show_lines(text: str, err: bool = False) -> None:
    """Prints lines, on a terminal broken between words; elsewhere they stay as long as they are."""
    console = screen(err)
    click.echo(wrapped(text, console.width) if console.is_terminal else text, err=err)


def show_table(table: RenderableType, width: int = ENDLESS) -> None:
    """Prints something laid out: as wide as the terminal, else at most `width` columns wide and
    without blanks at the ends of lines.
    """
    console = screen()
    if console.is_terminal:
        console.print(table)
        return
    console.width = width
    with console.capture() as captured:
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n")))


def columns(rows: Iterable[Sequence[object]], head: Sequence[str] = ()) -> Table:
    """Rows in columns; a column of numbers stands to the right. None is shown as `-`."""
    lines = [*rows]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=bool(head))
    for number, title in enumerate(head or lines[0]):
        cells = [line[number] for line in lines]
        is_number = all(cell is None or isinstance(cell, int | float) for cell in cells)
        justify = "right" if is_number else "left"
        table.add_column(str(title) if head else "", justify=justify, overflow="fold")
    for line in lines:
        table.add_row(*("-" if cell is None else str(cell) for cell in line))
    return table


def indented(thing: RenderableType) -> Padding:
    """The same, two columns to the right."""
    return Padding(thing, (0, 0, 0, 2), expand=False)


def show_problems(
    problems: list[Problem], err: bool = False, scenario: str = "", language: str = ENGLISH
) -> None:
    """Problems with the lines they stand on; those of a failed scenario below its name."""
    unread = ("file-unreadable", "file-not-read")
    hidden = {"", *(one.file for one in problems if one.code in unread)}
    names = {one.file for one in problems} - hidden
    home = Path.cwd()
    texts = {place_below(name, home): Source(Path(name)).text for name in names}
    text = render_problems(placed_below(problems, home), texts, language)
    if not scenario:
        show_text(text, err=err, end="")
        return
    show((told_in(language, "failed"), "red"), f"  {scenario}")
    for line in text.split(allow_blank=True)[:-2]:  # without the sum
        show("  " if line else "", line)
