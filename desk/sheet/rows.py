"""The cards of files as rows of cells: what each field says, without its comments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from ...dsl.loading.parsed import parse_source
from ...dsl.loading.source import Source
from ...dsl.nodes.base import Node
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.files import Card, CardField, CardHead, CardRow, CardTable
from ...dsl.problems.problem import Problem, has_errors
from ...dsl.syntax.rows import before_remark

CODE, NAME, FILE = "Code", "Name", "File"  # headings; names of fields have no capitals


@dataclass(slots=True)
class Row:
    """A card: its cells by heading (`attack[circle]` is one), lines of one field below each
    other; and what it stands as in its file. `table` is the table of a `CardRow`.
    """

    code: str
    name: str
    file: str
    cells: dict[str, str]
    node: Card | CardRow
    table: CardTable | None = None


@dataclass(slots=True)
class Sheet:
    """The rows of a format in the order of its files, the headings of their fields, and what
    could not be read.
    """

    rows: dict[str, Row] = field(default_factory=dict[str, Row])
    heads: list[str] = field(default_factory=list[str])
    problems: list[Problem] = field(default_factory=list[Problem])

    def table(self) -> list[list[str]]:
        """The headings, and a line of cells for each card."""
        top = [CODE, NAME, *self.heads, FILE]
        rows = [
            [row.code, row.name, *(row.cells.get(head, "") for head in self.heads), row.file]
            for row in self.rows.values()
        ]
        return [top, *rows]


def sheet_of(sources: Iterable[Source]) -> Sheet:
    """The cards of some files. Of cards with one code the first counts."""
    sheet = Sheet()
    for source in sources:
        nodes, problems = parse_source("cards", source)
        sheet.problems += [problem for problem in problems if has_errors([problem])]
        for row in rows_in(nodes, file_of(source)):
            sheet.rows.setdefault(row.code, row)
    heads = (head for row in sheet.rows.values() for head in row.cells)
    sheet.heads = [*dict.fromkeys(heads)]
    return sheet


def file_of(source: Source) -> str:
    """What a sheet calls a file: its place in the folder of the cards."""
    home = source.home
    return source.path.name if home is None else source.path.relative_to(home).as_posix()


def rows_in(nodes: Iterable[Node], file: str) -> Iterable[Row]:
    """The cards of one file, one by one or in tables."""
    for node in nodes:
        if isinstance(node, Card):
            yield Row(str(node.code), plain_name(node), file, cells_of(node), node)
        elif isinstance(node, CardTable):
            for row in node.rows:
                cells = {} if node.kind is None else {"kind": str(node.kind).strip()}
                for head, cell in zip(node.heads, row.cells, strict=False):
                    cells[heading(head)] = "" if cell is None else str(cell).strip()
                yield Row(str(row.code), plain_name(row), file, cells, row, node)


def cells_of(card: Card) -> dict[str, str]:
    """The fields of a card; one that has several lines keeps them as lines."""
    found: dict[str, list[str]] = {}
    for one in card.fields:
        found.setdefault(heading(one), []).append(before_remark(str(one.value)).strip())
    return {name: "\n".join(lines) for name, lines in found.items()}


def heading(part: CardField | CardHead) -> str:
    """`attack[circle]`, as a card writes it."""
    return str(part.name) if part.key is None else f"{part.name}[{part.key}]"


def plain_name(card: Card | CardRow) -> str:
    """The name of a card without quotes."""
    return str(card.name).strip('"')
