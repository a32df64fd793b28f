"""The looks of a format as data: what its .looks file says, or that of the format it extends."""

from __future__ import annotations

from dataclasses import field

from ..loading.library import FormatFiles
from ..loading.parsed import parse_source
from ..loading.source import Source
from ..nodes import looks as n
from ..nodes.base import Node
from ..nodes.dataclass import dataclass

COLOURS = (
    "red", "blue", "yellow", "green", "black", "purple", "white", "orange", "brown", "pink",
    "grey", "teal",
)  # fmt: skip
EMPTY = "."
Row = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """The fields of a card by where on its face they stand."""

    corner: tuple[str, ...] = ()
    band: tuple[str, ...] = ()
    figure: tuple[str, ...] = ()
    text: tuple[str, ...] = ()


@dataclass(slots=True)
class Looks:
    """How a format is drawn. `rows` of a player's zones, from the middle outwards (None: an empty
    place); `between`: zones and values in the middle; `beside`: values beside a name; `forms`: how
    a zone or value is drawn; `faces` by kind of card; `colours` and `symbols` by value; `goals`:
    how the game is won, by language ("": the first one of the format).
    """

    rows: list[Row] = field(default_factory=list[Row])
    between: list[str] = field(default_factory=list[str])
    beside: list[str] = field(default_factory=list[str])
    forms: dict[str, str] = field(default_factory=dict[str, str])
    hidden: list[str] = field(default_factory=list[str])
    faces: dict[str, Face] = field(default_factory=dict[str, Face])
    colours: dict[str, str] = field(default_factory=dict[str, str])
    symbols: dict[str, str] = field(default_factory=dict[str, str])
    goals: dict[str, str] = field(default_factory=dict[str, str])


def source_of_looks(files: FormatFiles) -> Source | None:
    """The file that says how a format is drawn: its own, or that of what it extends."""
    if files.looks:
        return files.looks[0]
    return source_of_looks(files.parent) if files.parent is not None else None


def looks_of(files: FormatFiles) -> Looks | None:
    """What that file says, as far as it can be read; None where there is none."""
    source = source_of_looks(files)
    return None if source is None else looks_of_nodes(parse_source("looks", source)[0])


def looks_of_nodes(nodes: list[Node]) -> Looks:
    """What some lines say together."""
    found = Looks()
    for line in nodes:
        add_line(found, line)
    return found


def add_line(found: Looks, line: Node) -> None:
    match line:
        case n.RowLooks():
            names = [str(place.name) for place in line.places]
            found.rows.append(tuple(None if name == EMPTY else name for name in names))
            found.forms |= forms_in(line.places)
        case n.BetweenLooks() | n.BesideLooks():
            names = [str(place.name) for place in line.places]
            into = found.between if isinstance(line, n.BetweenLooks) else found.beside
            into += [name for name in names if name != EMPTY]
            found.forms |= forms_in(line.places)
        case n.HideLooks():
            found.hidden += map(str, line.names)
        case n.GoalLooks():
            found.goals[str(line.language or "")] = str(line.text)
        case n.FaceLooks():
            parts = {str(part.part): tuple(map(str, part.names)) for part in line.parts}
            found.faces[str(line.kind)] = Face(**parts)
        case n.ColourLooks():
            found.colours |= {str(one.value): str(one.colour) for one in line.items}
        case n.SymbolLooks():
            found.symbols |= {str(one.value): str(one.sign) for one in line.items}
        case _:
            pass


def forms_in(places: tuple[n.LooksPlace, ...]) -> dict[str, str]:
    return {str(place.name): str(place.drawn) for place in places if place.drawn is not None}
