"""Pictures of lines of cards, drawn as SVG: what leads to a card, and where it leads."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import pairwise

from rich.cells import cell_len, set_cell_size

from playsheet.desk.lines import CardLines, Names

STEPS = 2  # to either side
MOST = 7  # cards below each other
WIDE, HIGH, ACROSS, DOWN = 168, 26, 40, 10
LETTERS = 23  # of a name in a box

Column = list[str]


def line_picture(lines: CardLines, name: str, places: Mapping[str, str]) -> str:
    """The line that a card stands in by one field, as a block of the page; empty if it stands in
    none. `places` are what the boxes of cards lead to, by their names.
    """
    back, back_left = columns_from(lines.before, name)
    on, on_left = columns_from(lines.after, name)
    if not back and not on:
        return ""
    columns = [*reversed(back), [name], *on]
    left_out = [*reversed(back_left), 0, *on_left]
    tallest = max(map(rows_in, columns, left_out))
    high, wide = tallest * (HIGH + DOWN) - DOWN + 2, len(columns) * (WIDE + ACROSS) - ACROSS + 2
    spots = {
        one: (1 + k * (WIDE + ACROSS), 1 + top_of(k, columns, left_out, tallest, row))
        for k, column in enumerate(columns)
        for row, one in enumerate(column)
    }
    edges = [
        edge(spots[one], spots[other])
        for here, there in pairwise(columns)
        for one in here
        for other in there
        if one in lines.before.get(other, ())
    ]
    boxes = [box(spots[one], one, places.get(one, ""), one == name) for one in spots]
    for k, count in enumerate(left_out):
        if count:
            y = 1 + top_of(k, columns, left_out, tallest, len(columns[k]))
            boxes.append(words(1 + k * (WIDE + ACROSS), y, f"and {count} more"))
    said = escape(f"{lines.field}: {spoken(columns)}", quote=True)
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    drawn = "\n".join([*edges, *boxes])
    picture = f'<svg {size} role="group" aria-label="{said}">\n{drawn}\n</svg>'
    head = f"<figcaption><code>{escape(lines.field)}</code></figcaption>"
    whole = f'<figure class="card-line" tabindex="0">\n{head}\n{picture}\n</figure>'
    return f"```{{raw}} html\n{whole}\n```\n"


def columns_from(next_to: Names, name: str) -> tuple[list[Column], list[int]]:
    """The cards one step from a card, two steps and so on, and how many more there are of each.
    A card stands in the first column that it belongs to.
    """
    columns: list[Column] = []
    left_out: list[int] = []
    seen, here = {name}, [name]
    for _ in range(STEPS):
        found = [*dict.fromkeys(other for one in here for other in next_to.get(one, ()))]
        found = [one for one in found if one not in seen]
        if not found:
            break
        here = found[:MOST]
        columns.append(here)
        left_out.append(len(found) - len(here))
        seen |= {*found}
    return columns, left_out


def rows_in(column: Column, left_out: int) -> int:
    return len(column) + (left_out > 0)


def top_of(k: int, columns: list[Column], left_out: list[int], tallest: int, row: int) -> int:
    """How far down a row of a column lies: columns stand in the middle of the picture."""
    free = tallest - rows_in(columns[k], left_out[k])
    return free * (HIGH + DOWN) // 2 + row * (HIGH + DOWN)


def edge(one: tuple[int, int], other: tuple[int, int]) -> str:
    """A curve from the right side of a box to the left side of another."""
    (x, y), (x2, y2) = (one[0] + WIDE, one[1] + HIGH // 2), (other[0], other[1] + HIGH // 2)
    middle = (x + x2) // 2
    return f'<path d="M{x} {y} C{middle} {y} {middle} {y2} {x2} {y2}"/>'


def box(spot: tuple[int, int], name: str, place: str, is_here: bool) -> str:
    """A card: a box with its name, which leads to it."""
    x, y = spot
    short = name
    if cell_len(name) > LETTERS:
        short = set_cell_size(name, LETTERS - 1).rstrip() + "…"
    kind = ' class="here"' if is_here else ""
    rect = f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="5"{kind}/>'
    inside = f"<title>{escape(name)}</title>{rect}{words(x, y, short)}"
    linked = place and not is_here
    return f'<a href="{escape(place, quote=True)}">{inside}</a>' if linked else f"<g>{inside}</g>"


def words(x: int, y: int, text: str) -> str:
    """A text in the middle of a box."""
    return f'<text x="{x + WIDE // 2}" y="{y + HIGH // 2}">{escape(text)}</text>'


def spoken(columns: list[Column]) -> str:
    """The line in words, for those who hear the page."""
    return " → ".join(", ".join(column) for column in columns)
