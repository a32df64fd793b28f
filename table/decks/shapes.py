"""The shapes in which a deck is written, each of which is read back as the same deck."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable

from ...dsl.cards.deckfile import DeckEntry
from ...dsl.ir.wordbook import clean
from ...dsl.nodes.dataclass import dataclass
from .lists import ListReader, by_part

CSV = "csv"
DECK = "deck"


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape. `example` is a line of it, `ending` that of its files."""

    name: str
    example: str
    ending: str = "txt"


Line = Callable[[int, str, str], str]
SHAPES = {
    shape.name: shape
    for shape in (
        Shape(DECK, "4 Name SET-001", "deck"),
        Shape("count", "4 Name"),
        Shape("times", "4x Name"),
        Shape("behind", "Name x4"),
        Shape("brackets", "Name (4)"),
        Shape("codes", "SET-001 4"),
        Shape(CSV, "Count,Name,Code,Part", CSV),
    )
}
LINES: dict[str, Line] = {
    "count": lambda count, name, _: f"{count} {name}",
    "times": lambda count, name, _: f"{count}x {name}",
    "behind": lambda count, name, _: f"{name} x{count}",
    "brackets": lambda count, name, _: f"{name} ({count})",
    "codes": lambda count, _, code: f"{code} {count}",
}
PLAIN_NAME = re.compile(
    r"[^\s#:]([^\n#:]*[^\s#:])?"
)  # what may stand before a code in a .deck file


def written(
    reader: ListReader, entries: Iterable[DeckEntry], shape: str, notes: Iterable[str] = ()
) -> str:
    """A deck in a shape; `notes` are remarks above it, as far as the shape has any."""
    held = [*entries]
    if shape == CSV:
        return as_sheet(reader, held)
    sign = "#" if shape == DECK else "//"
    lines = [f"{sign} {clean(note)}" for note in notes if note and not reader.opened(f"# {note}")]
    for part, members in by_part(held):
        if part:
            lines.append(f"{part}:" if shape == DECK else f"// {part}")
        lines += [line_of(reader, entry, shape) for entry in members]
    return "".join(f"{line}\n" for line in lines)


def line_of(reader: ListReader, entry: DeckEntry, shape: str) -> str:
    """One line: with the code where the name alone could be taken for something else."""
    name, wanted = reader.lookup.cards[entry.card].name, {(entry.number, entry.card)}
    if shape == DECK:
        plain = f"{name} {entry.code}" if PLAIN_NAME.fullmatch(name) else entry.code
        return f"{entry.number} {plain}"
    said = (reader.lookup.shortest(entry.card), f"{name} {entry.code}", entry.code)
    for text in said:
        line = LINES[shape](entry.number, text, entry.code)
        is_card = reader.opened(line) is None and not line.startswith(("/", "#", ";", "[", "SB:"))
        if is_card and reader.cards_in(" ".join(line.split())) == wanted:
            return line
    return f"{entry.number} {entry.code}"


def as_sheet(reader: ListReader, entries: Iterable[DeckEntry]) -> str:
    """The same as CSV."""
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(("Count", "Name", "Code", "Part"))
    for entry in entries:
        name = reader.lookup.cards[entry.card].name
        sheet.writerow((entry.number, name, entry.code, entry.part))
    return text.getvalue()
