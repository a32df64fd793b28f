"""How a format is drawn: which zone lies where, what a small card shows, colours and symbols."""

from __future__ import annotations

from .base import Node, Word, node


class LooksLine(Node):
    __slots__ = ()


@node("{name:WORD/DOT} [as {drawn:row/fan/pile/count/track}]")
class LooksPlace(Node):
    """`hand as fan`: a zone or a value, and how it is drawn; `.` is an empty place."""

    name: Word
    drawn: Word | None


@node("row {places:looks_place|, }\n")
class RowLooks(LooksLine):
    """A row of a player's zones; the first row is nearest to the middle of the table."""

    places: tuple[LooksPlace, ...]


@node("between {places:looks_place|, }\n")
class BetweenLooks(LooksLine):
    """What lies in the middle: zones, and values of the game."""

    places: tuple[LooksPlace, ...]


@node("beside {places:looks_place|, }\n")
class BesideLooks(LooksLine):
    """The values that stand beside the name of a player, in this order."""

    places: tuple[LooksPlace, ...]


@node("hide {names|, }\n")
class HideLooks(LooksLine):
    """Zones that are not drawn while they are empty, and values that are not drawn."""

    names: tuple[Word, ...]


@node("goal [{language:WORD}] {text:STRING}\n")
class GoalLooks(LooksLine):
    """How the game is won, in a sentence for those who play it for the first time; without a
    language in the first one of the format.
    """

    language: Word | None
    text: Word


@node("{part:corner/band/figure/text} {names|, }")
class FacePart(Node):
    """Fields of a card, and where on its face they stand."""

    part: Word
    names: tuple[Word, ...]


@node("face {kind}: {parts:face_part|; }\n")
class FaceLooks(LooksLine):
    """What a small card of a kind shows."""

    kind: Word
    parts: tuple[FacePart, ...]


@node("{value} is {colour}")
class ColourItem(Node):
    value: Word
    colour: Word


@node("colour {items:colour_item|, }\n")
class ColourLooks(LooksLine):
    """The colours of values of the format, by their ids."""

    items: tuple[ColourItem, ...]


@node("{value} is {sign:STRING}")
class SymbolItem(Node):
    value: Word
    sign: Word


@node("symbol {items:symbol_item|, }\n")
class SymbolLooks(LooksLine):
    """The signs by which values of the format are drawn, by their ids."""

    items: tuple[SymbolItem, ...]
