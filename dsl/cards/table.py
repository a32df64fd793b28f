"""Cards that are written as the rows of a table: each is a card like any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..nodes.base import Node, Word
from ..nodes.files import Card, CardField, CardRow, CardTable
from ..problems.problem import Problem


def cards_in(nodes: Iterable[Node]) -> Iterator[Card]:
    """The cards of a file, one by one or in tables, in their order."""
    for node in nodes:
        if isinstance(node, Card):
            yield node
        elif isinstance(node, CardTable):
            for row in node.rows:
                yield card_of(node, row)


def card_of(table: CardTable, row: CardRow) -> Card:
    """The card of a row; what stands in no column is left out."""
    fields: list[CardField] = []
    if table.kind is not None:
        fields.append(CardField(Word("kind", table.kind.span), None, table.kind))
    for head, cell in zip(table.heads, row.cells, strict=False):
        if cell is not None:
            fields.append(CardField(head.name, head.key, cell, span=cell.span))
    return Card(row.name, row.code, tuple(fields), span=row.span)


def row_problems(nodes: Iterable[Node]) -> list[Problem]:
    """A problem for each row that has not one cell for each column of its table."""
    found: list[Problem] = []
    for table in (node for node in nodes if isinstance(node, CardTable)):
        for row in table.rows:
            count, wanted = len(row.cells), len(table.heads)
            if count != wanted:
                cells = "1 value" if count == 1 else f"{count} values"
                text = f'"{row.name}" has {cells}, and the table has {wanted} columns.'
                found.append(Problem("row-uneven", text, row.span))
    return found
