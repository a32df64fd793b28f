"""The table as text: what one seat sees of it, in a few lines a player."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

WIDTH = 92
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
    rows = [(name.replace("_", " "), value) for name, value in fields.items()]
    return [
        (name, value) for name, value in rows if value is not None and value is not False
    ]


def field_text(name: str, value: Any) -> str:
    return name if value is True else f"{name} {value}"


def zone_rows(view: Mapping[str, Any], owner: str | None) -> list[str]:
    """The zones of an owner, a line each; the empty ones together in the last."""
    mixed = mixed_zones(view)
    rows: list[tuple[str, str]] = []
    empty: list[str] = []
    for zone in view["zones"]:
        if zone["owner"] == owner and zone["count"] == 0:
            empty.append(title_of(zone))
        elif zone["owner"] == owner:
            rows.append((title_of(zone), cards_text(zone, zone["zone"] in mixed)))
    if empty:
        rows.append(("empty", ", ".join(empty)))
    width = max(len(title_of(zone)) for zone in view["zones"]) + 2
    room = max(WIDTH - width - 2, 30)
    lines: list[str] = []
    for title, text in rows:
        first, *others = textwrap.wrap(text, room, break_long_words=False) or [""]
        lines.append(f"  {title:<{width}}{first}".rstrip())
        lines += [f"  {'':<{width}}{line}" for line in others]
    return lines


def title_of(zone: Mapping[str, Any]) -> str:
    return str(zone["title"] or zone["zone"].replace("_", " "))


def mixed_zones(view: Mapping[str, Any]) -> set[str]:
    """Zones in which some cards lie face up and others face down."""
    faces: dict[str, set[str]] = {}
    for zone in view["zones"]:
        known = [card for card in zone["cards"] if card is not None and "face" in card]
        faces.setdefault(zone["zone"], set()).update(str(card["face"]) for card in known)
    return {name for name, found in faces.items() if len(found) > 1}


def cards_text(zone: Mapping[str, Any], mixed: bool = False) -> str:
    """`24 cards`, or the names of those that are known."""
    cards: list[Mapping[str, Any] | None] = zone["cards"]
    known = [card for card in cards if card is not None and card["name"] is not None]
    count = zone["count"]
    if count is None:
        return ", ".join(card_text(card, mixed) for card in known) or HIDDEN
    if not known and all(card is None for card in cards):
        return f"{count} {'card' if count == 1 else 'cards'}"
    if any(card is not None and "object" in card for card in cards):
        return stacks_text(cards, mixed)
    texts = Counter(card_text(card, mixed) for card in cards)
    return ", ".join(f"{n} x {text}" if n > 1 else text for text, n in texts.items())


def stacks_text(cards: Iterable[Mapping[str, Any] | None], mixed: bool) -> str:
    """Each stack by its top card, with how many lie beneath it."""
    stacks: dict[object, list[Mapping[str, Any] | None]] = {}
    for number, card in enumerate(cards):
        key = card.get("object", -1 - number) if card is not None else -1 - number
        stacks.setdefault(key, []).append(card)
    parts: list[str] = []
    for stack in stacks.values():
        beneath = [name_of(card) for card in reversed(stack[:-1])]
        on = f" on {', '.join(beneath)}" if beneath else ""
        parts.append(card_text(stack[-1], mixed) + on)
    return "; ".join(parts)


def name_of(card: Mapping[str, Any] | None) -> str:
    return str(card["name"] or HIDDEN) if card is not None else HIDDEN


def card_text(card: Mapping[str, Any] | None, mixed: bool) -> str:
    """A card's name and how it lies, where that says something."""
    if card is None:
        return HIDDEN
    notes = [f"face {card['face']}"] if mixed and "face" in card else []
    notes += [str(card["turned"])] if card.get("turned") not in (None, "upright") else []
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
