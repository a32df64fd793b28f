"""The table as text: what one seat sees of it, in a few lines a player."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

WIDTH = 92
NAMES = 22  # columns for the names of zones
HIDDEN = "?"


def table_text(view: Mapping[str, Any], paint: Any) -> str:
    """Everything a seat sees: the others above, the seat itself at the bottom, then the middle."""
    me = str(view["seat"])
    seats = [str(seat) for seat in view["seats"]]
    others = [seat for seat in seats if seat != me]
    blocks = [player_text(view, seat, paint) for seat in (*others, me)]
    shared = zone_rows(view, None)
    head = heading(view)
    middle = "\n".join(["the table", *shared]) if shared else ""
    return "\n".join(part for part in (head, *blocks[:-1], middle, blocks[-1]) if part)


def heading(view: Mapping[str, Any]) -> str:
    """`turn 3, main phase, start`, and what is counted for all."""
    steps = view["steps"]
    parts = [f"turn {view['turn']}"] if view["turn"] else []
    parts += [str(steps[-1]["title"])] if steps else []
    parts += [field_text(name, value) for name, value in told(view["fields"])]
    return ", ".join(parts)


def player_text(view: Mapping[str, Any], seat: str, paint: Any) -> str:
    fields = told(view["players"][seat]["fields"])
    gauges = "   ".join(field_text(name, value) for name, value in fields)
    title = f"{seat} (you)" if seat == view["seat"] else seat
    return "\n".join([paint(f"{title}   {gauges}".rstrip()), *zone_rows(view, seat)])


def told(fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What is worth a word: numbers, and whatever is set."""
    rows = [(name, value) for name, value in fields.items() if value not in (None, False)]
    return [(name.replace("_", " "), value) for name, value in rows]


def field_text(name: str, value: Any) -> str:
    return name if value is True else f"{name} {value}"


def zone_rows(view: Mapping[str, Any], owner: str | None) -> list[str]:
    """The zones of an owner, a line each; the empty ones together in the last."""
    rows: list[str] = []
    empty: list[str] = []
    for zone in view["zones"]:
        if zone["owner"] != owner:
            continue
        title = str(zone["title"] or zone["zone"].replace("_", " "))
        if zone["count"] == 0:
            empty.append(title)
            continue
        text = cards_text(zone)
        room = max(WIDTH - NAMES - 2, 20)
        lines = textwrap.wrap(text, room, break_long_words=False) or [""]
        rows.append(f"  {title:<{NAMES}}{lines[0]}".rstrip())
        rows += [f"  {'':<{NAMES}}{line}" for line in lines[1:]]
    if empty:
        rows.append(f"  {'empty':<{NAMES}}{', '.join(empty)}")
    return rows


def cards_text(zone: Mapping[str, Any]) -> str:
    """`24 cards`, or the names of those that are known."""
    cards: list[Mapping[str, Any] | None] = zone["cards"]
    known = [card for card in cards if card is not None and card["name"] is not None]
    count = zone["count"]
    if count is None:
        return ", ".join(map(card_text, known)) or HIDDEN
    if not known and all(card is None for card in cards):
        return f"{count} {'card' if count == 1 else 'cards'}"
    if any(card is not None and "object" in card for card in cards):
        return stacks_text(cards)
    texts = Counter(card_text(card) for card in cards)
    return ", ".join(f"{n} x {text}" if n > 1 else text for text, n in texts.items())


def stacks_text(cards: Iterable[Mapping[str, Any] | None]) -> str:
    """Each stack by its top card, with how many lie beneath it."""
    stacks: dict[object, list[Mapping[str, Any] | None]] = {}
    for number, card in enumerate(cards):
        key = card.get("object", -1 - number) if card is not None else -1 - number
        stacks.setdefault(key, []).append(card)
    parts: list[str] = []
    for stack in stacks.values():
        beneath = [name_of(card) for card in reversed(stack[:-1])]
        on = f" on {', '.join(beneath)}" if beneath else ""
        parts.append(card_text(stack[-1]) + on)
    return "; ".join(parts)


def name_of(card: Mapping[str, Any] | None) -> str:
    return str(card["name"] or HIDDEN) if card is not None else HIDDEN


def card_text(card: Mapping[str, Any] | None) -> str:
    """A card's name and how it lies, where that says something."""
    if card is None:
        return HIDDEN
    notes = [str(card["turned"])] if card.get("turned") not in (None, "upright") else []
    notes += [field_text(name, value) for name, value in told(card.get("fields") or {})]
    return name_of(card) + (f" ({', '.join(notes)})" if notes else "")


def option_rows(options: Iterable[str]) -> list[str]:
    """Options with the numbers to type, in as many columns as there is room for."""
    texts = [f"{number:>3}  {text}" for number, text in enumerate(options, 1)]
    widest = max(map(len, texts), default=0)
    columns = max(1, min(3, WIDTH // (widest + 3))) if len(texts) > 8 else 1
    height = -(-len(texts) // columns)
    rows: list[str] = []
    for row in range(height):
        cells = texts[row::height]
        rows.append("   ".join(cell.ljust(widest) for cell in cells).rstrip())
    return rows
