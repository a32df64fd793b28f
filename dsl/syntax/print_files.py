"""The printer's front door, and how cards, decks, scenarios and read card texts are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..nodes import files as f
from ..nodes.base import Node
from ..nodes.declarations import PhraseDeclaration, PropertyDeclaration
from ..nodes.expressions import Sentence
from .blocks import is_grouped
from .print_forms import WRITERS, Page, Row, rows_of

INDENT = "    "
FIELD_WIDTH = 12


def print_node(node: Node) -> str:
    """The canonical text of any node; reading it again gives an equal node."""
    return "\n".join(f"{INDENT * level}{text}" for level, text in rows_of(node))


def print_nodes(nodes: Iterable[Node]) -> str:
    """The canonical text of a whole file."""
    return "".join(f"{INDENT * level}{text}\n" for level, text in rows_of_nodes(nodes))


def rows_of_nodes(nodes: Iterable[Node]) -> Iterator[Row]:
    """The rows of a whole file; of what is in a group without what its head says."""
    for node in nodes:
        if not is_grouped(node):
            yield from rows_of(node)
            continue
        (level, text), *below = rows_of(node, 1)
        yield level, text_in_group(node, text)
        yield from below


def text_in_group(node: Node, text: str) -> str:
    """The first row of a declaration without what the head of its group says."""
    if isinstance(node, PropertyDeclaration):
        called, said = str(node.name), f"property {node.name} of {node.of}"
    else:
        assert isinstance(node, PhraseDeclaration)
        called = str(node.called or "")
        said = " ".join(filter(None, ("phrase", called, str(node.category))))
    return (called + text.removeprefix(said)).lstrip()


# ---- cards and decks


def field_head(node: f.CardField | f.CardHead) -> str:
    return f"{node.name}[{node.key}]" if node.key is not None else str(node.name)


def write_field(page: Page, node: f.CardField, width: int = FIELD_WIDTH) -> None:
    page.put(f"{field_head(node):<{width}} {node.value}".rstrip())


def write_card(page: Page, node: f.Card) -> None:
    """All fields in one column."""
    page.put(f'card "{node.name}" {node.code}')
    width = max([FIELD_WIDTH, *(len(field_head(part)) for part in node.fields)])
    for part in node.fields:
        row = Page(page.level + 1)
        write_field(row, part, width)
        page.rows += row.rows


def write_table(page: Page, node: f.CardTable) -> None:
    """The columns below each other."""
    head = [f"cards {node.kind or ''}".rstrip(), *map(field_head, node.heads)]
    rows = [[f'"{row.name}" {row.code}', *(str(c or "") for c in row.cells)] for row in node.rows]
    first = max(len(head[0]), *(len(INDENT) + len(row[0]) for row in rows))
    cells = [[head[0].ljust(first), *head[1:]]]
    cells += [[row[0].ljust(first - len(INDENT)), *row[1:]] for row in rows]
    count = max(map(len, cells))
    wide = [max(len(row[k]) for row in cells if k < len(row)) for k in range(1, count)]
    for number, row in enumerate(cells):
        padded = [row[0], *(cell.ljust(width) for cell, width in zip(row[1:], wide, strict=False))]
        page.rows.append((page.level + (number > 0), " | ".join(padded).rstrip()))
    page.done = True


def write_deck(page: Page, node: f.Deck) -> None:
    page.lines(node.lines, 0)


# ---- scenarios and texts


def write_scenario(page: Page, node: f.Scenario) -> None:
    covers = f" covers {', '.join(node.covers.clauses)}" if node.covers else ""
    page.put(f'scenario "{node.title}"{covers}')
    inside = Page(page.level + 1)
    if node.format is not None:
        inside.put(f"format {node.format}")
    write_parts(inside, "given", node.facts)
    page.rows += inside.rows
    page.lines(node.rounds)


def write_round(page: Page, node: f.Round) -> None:
    write_parts(page, "when", node.deeds)
    write_parts(page, "then", node.claims)


def write_parts(page: Page, word: str, parts: Iterable[Node]) -> None:
    """`given a; b`, then `and c`: parts that stood on one line of the text stay together."""
    last_line = 0
    for number, part in enumerate(parts):
        if number and part.span.line and part.span.line == last_line:
            page.put("; ")
        else:
            page.done = True
            page.put("and " if number else f"{word} ")
        page.write(part)
        last_line = part.span.end_line


def write_sentence(page: Page, node: Sentence) -> None:
    page.put("(" if node.aside else "")
    for label in node.labels:
        page.put(f"{label}: ")
    page.write(node.effect)
    page.put(")" if node.aside else "")


WRITERS.update(
    {
        f.CardField: write_field,
        f.Card: write_card,
        f.CardTable: write_table,
        f.Deck: write_deck,
        f.Scenario: write_scenario,
        f.Round: write_round,
        Sentence: write_sentence,
    }
)
