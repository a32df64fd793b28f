"""The table as text: what one seat sees of it, in a few lines a player."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...interpreter.messages.wording import say

WIDTH = 92
HIDDEN = "?"


def table_text(view: Mapping[str, Any], paint: Any, language: str = "en") -> str:
    """Everything a seat sees: the others above, the seat itself at the bottom, then the middle."""
    return Table(view, paint, language).text()


class Table:
    """A view in words; what the format calls things is in the view already."""

    def __init__(self, view: Mapping[str, Any], paint: Any, language: str) -> None:
        self.view = view
        self.paint = paint
        self.language = language

    def say(self, key: str, **parts: object) -> str:
        return say(self.language, key, **parts)

    def text(self) -> str:
        me = str(self.view["seat"])
        seats = [str(seat) for seat in self.view["seats"]]
        others = [seat for seat in seats if seat != me]
        blocks = [self.player(seat) for seat in (*others, me)]
        shared = self.zone_rows(None)
        middle = "\n".join([self.say("the table"), *shared]) if shared else ""
        parts = (self.heading(), *blocks[:-1], middle, blocks[-1])
        return "\n".join(part for part in parts if part)

    def heading(self) -> str:
        """`turn 3, main phase, start`, and what is counted for all."""
        steps, turn = self.view["steps"], self.view["turn"]
        parts = [self.say("turn of table", turn=turn)] if turn else []
        parts += [str(steps[-1]["title"])] if steps else []
        return ", ".join([*parts, *self.told(self.view["fields"])])

    def player(self, seat: str) -> str:
        gauges = "   ".join(self.told(self.view["players"][seat]["fields"]))
        title = self.say("you", who=seat) if seat == self.view["seat"] else seat
        head = self.paint(f"{title}   {gauges}".rstrip())
        return "\n".join([head, *self.zone_rows(seat)])

    def told(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """What is worth a word: numbers, and whatever is set."""
        for name, value in fields.items():
            if value is not None and value is not False:
                title = self.view["titles"].get(name, name)
                yield title if value is True else f"{title} {value}"

    # ---- zones

    def zone_rows(self, owner: str | None) -> list[str]:
        """The zones of an owner, a line each; the empty ones together in the last."""
        mixed = self.mixed_zones()
        rows: list[tuple[str, str]] = []
        empty: list[str] = []
        for zone in self.view["zones"]:
            if zone["owner"] == owner and zone["count"] == 0:
                empty.append(str(zone["title"]))
            elif zone["owner"] == owner:
                rows.append((str(zone["title"]), self.cards(zone, zone["zone"] in mixed)))
        if empty:
            rows.append((self.say("empty"), ", ".join(empty)))
        width = max(len(str(zone["title"])) for zone in self.view["zones"]) + 2
        room = max(WIDTH - width - 2, 30)
        lines: list[str] = []
        for title, text in rows:
            first, *others = textwrap.wrap(text, room, break_long_words=False) or [""]
            lines.append(f"  {title:<{width}}{first}".rstrip())
            lines += [f"  {'':<{width}}{line}" for line in others]
        return lines

    def mixed_zones(self) -> set[str]:
        """Zones in which some cards lie face up and others face down."""
        faces: dict[str, set[str]] = {}
        for zone in self.view["zones"]:
            known = [card for card in zone["cards"] if card is not None and "face" in card]
            faces.setdefault(zone["zone"], set()).update(
                str(card["face"]) for card in known
            )
        return {name for name, found in faces.items() if len(found) > 1}

    # ---- cards

    def cards(self, zone: Mapping[str, Any], mixed: bool = False) -> str:
        """`24 cards`, or the names of those that are known."""
        cards: list[Mapping[str, Any] | None] = zone["cards"]
        known = [card for card in cards if card is not None and card["name"] is not None]
        count = zone["count"]
        if count is None:
            return ", ".join(self.card(card, mixed) for card in known) or HIDDEN
        if not known and all(card is None for card in cards):
            return self.say("1 card") if count == 1 else self.say("cards", count=count)
        if any(card is not None and "object" in card for card in cards):
            return self.stacks(cards, mixed)
        texts = Counter(self.card(card, mixed) for card in cards)
        return ", ".join(f"{n} x {text}" if n > 1 else text for text, n in texts.items())

    def stacks(self, cards: Iterable[Mapping[str, Any] | None], mixed: bool) -> str:
        """Each stack by its top card, with how many lie beneath it."""
        stacks: dict[object, list[Mapping[str, Any] | None]] = {}
        for number, card in enumerate(cards):
            key = card.get("object", -1 - number) if card is not None else -1 - number
            stacks.setdefault(key, []).append(card)
        parts: list[str] = []
        for stack in stacks.values():
            beneath = ", ".join(name_of(card) for card in reversed(stack[:-1]))
            top = self.card(stack[-1], mixed)
            parts.append(self.say("on", card=top, others=beneath) if beneath else top)
        return "; ".join(parts)

    def card(self, card: Mapping[str, Any] | None, mixed: bool) -> str:
        """A card's name and how it lies, where that says something."""
        if card is None:
            return HIDDEN
        notes = [self.say(str(card["face"]))] if mixed and "face" in card else []
        notes += (
            [str(card["turned"])] if card.get("turned") not in (None, "upright") else []
        )
        notes += self.told(card.get("fields") or {})
        return name_of(card) + (f" ({', '.join(notes)})" if notes else "")


def name_of(card: Mapping[str, Any] | None) -> str:
    return str(card["name"] or HIDDEN) if card is not None else HIDDEN


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
