"""The table as one seat sees it: a few lines a player, laid out for a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...interpreter.messages.wording import say

HIDDEN = "?"
FEW = 8  # options that stand below each other
MARKS = ("  ", "* ")  # of a row as it was, and as it was not
Rows = dict[tuple[str | None, str], str]  # by owner and zone: what is in it


class Tabletop:
    """A view in words; what the format calls things is in the view already."""

    def __init__(
        self, view: Mapping[str, Any], language: str = "en", before: Rows | None = None
    ) -> None:
        """`before`: the rows as they were last shown; what differs is marked."""
        self.view = view
        self.language = language
        self.before = before
        self.rows: Rows = {}
        titles = [str(zone["title"]) for zone in view["zones"]]
        self.margin = max(map(cell_len, titles), default=0) + len(MARKS[0])

    def say(self, key: str, **parts: object) -> str:
        return say(self.language, key, **parts)

    def layout(self) -> Group:
        """Everything a seat sees: the others above, then the middle, itself at the bottom."""
        me = self.view["seat"]
        others = [str(seat) for seat in self.view["seats"] if seat != me]
        middle = self.zones(None)
        return Group(
            *self.heading(),
            *(part for seat in others for part in self.player(seat)),
            *([Text(self.say("the table")), *middle] if middle else []),
            *([] if me is None else self.player(str(me))),
        )

    def heading(self) -> list[RenderableType]:
        """`turn 3, main phase, start`, and what is counted for all."""
        steps, turn = self.view["steps"], self.view["turn"]
        parts = [self.say("turn of table", turn=turn)] if turn else []
        parts += [str(steps[-1]["title"])] if steps else []
        parts += self.gauges(self.view["fields"])
        return [Text(", ".join(parts))] if parts else []

    def player(self, seat: str) -> list[RenderableType]:
        title = self.say("you", who=seat) if seat == self.view["seat"] else seat
        player = self.view["players"][seat]
        title = self.say("out", who=title) if player.get("out") else title
        gauges = "   ".join(self.gauges(player["fields"]))
        return [Text(f"{title}   {gauges}".rstrip(), "bold"), *self.zones(seat)]

    def gauges(self, fields: Mapping[str, Any]) -> Iterator[str]:
        """What is worth a word: numbers, and whatever is set."""
        for name, value in fields.items():
            if value is not None and value is not False:
                title = self.view["titles"].get(name, name)
                yield title if value is True else f"{title} {value}"

    # ---- zones

    def zones(self, owner: str | None) -> list[RenderableType]:
        """The zones of an owner, a row each; the empty ones together in the last."""
        mixed = self.mixed_zones()
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(min_width=self.margin, no_wrap=True)
        grid.add_column(overflow="fold")  # else a blank behind wide letters cuts a word off
        empty: list[str] = []
        for zone in self.view["zones"]:
            if zone["owner"] != owner:
                continue
            key, title = (owner, str(zone["zone"])), str(zone["title"])
            before = self.before.get(key, "") if self.before is not None else None
            if zone["count"] == 0 and not before:
                empty.append(title)
                continue
            cards = self.cards(zone, zone["zone"] in mixed) if zone["count"] != 0 else ""
            self.rows[key] = cards
            mark = MARKS[before is not None and before != cards]
            grid.add_row(Text(mark + title), Text(cards or self.say("empty")))
        if empty:
            grid.add_row(Text(MARKS[0] + self.say("empty")), Text(", ".join(empty)))
        return [grid] if grid.rows else []

    def mixed_zones(self) -> set[str]:
        """Zones in which some cards lie face up and others face down."""
        faces: dict[str, set[str]] = {}
        for zone in self.view["zones"]:
            known = [card for card in zone["cards"] if card is not None and "face" in card]
            faces.setdefault(zone["zone"], set()).update(str(card["face"]) for card in known)
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
        borne: list[Mapping[str, Any] | None] = zone.get("bearers") or [None] * len(cards)
        rows = zip(cards, borne, strict=True)
        texts = Counter(self.borne(self.card(card, mixed), bearer) for card, bearer in rows)
        return ", ".join(f"{n} x {text}" if n > 1 else text for text, n in texts.items())

    def borne(self, card: str, bearer: Mapping[str, Any] | None) -> str:
        """A card with what it is attached to."""
        return card if bearer is None else self.say("on", card=card, others=bearer["card"])

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
        notes += [str(card["turned"])] if card.get("turned") not in (None, "upright") else []
        notes += self.gauges(card.get("fields") or {})
        figures = [str(one) for one in card.get("figures") or ()]
        return " ".join([name_of(card), *figures]) + (f" ({', '.join(notes)})" if notes else "")


def name_of(card: Mapping[str, Any] | None) -> str:
    return str(card["name"] or HIDDEN) if card is not None else HIDDEN


def option_list(options: Iterable[str]) -> RenderableType:
    """Options with the numbers to type; many of them in as many columns as there is room for."""
    rows = [(f"{number:>3}", text) for number, text in enumerate(options, 1)]
    if len(rows) <= FEW:
        grid = Table.grid(padding=(0, 2, 0, 0))
        for number, text in rows:
            grid.add_row(Text(number, no_wrap=True), Text(text, overflow="fold"))
        return grid
    texts = [Text("  ".join(row), overflow="fold") for row in rows]
    return Columns(texts, padding=(0, 3, 0, 0), equal=True, column_first=True)
