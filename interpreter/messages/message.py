"""Lines of a transcript before it is known who reads them: cards are marked, so that a reader
is shown only those known to that seat at the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...dsl.nodes.dataclass import dataclass

MARK = re.compile("\x01([0-9]+)\x03([^\x01\x02\x03]*)\x02")
BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]*")


def marked(card: int, tail: str = "") -> str:
    """A card, with what is said of it, in a text whose reader is not known yet."""
    return f"\x01{card}\x03{tail}\x02"


def bare(name: str) -> str:
    """A name as it stands in a transcript: in quotes if it is not one word."""
    return name if BARE.fullmatch(name) else f'"{name}"'


@dataclass(frozen=True, slots=True)
class Message:
    """One line. `text` is for the file and for seats in `seen`; where there is an `asker`, only
    for that seat, and `outside` for the others that saw it; `hidden` is for those that did not
    (None: no line), `short` for the compact form. That an answer was `forced` is nobody else's
    affair. `pick`: the question of which this is one of several answers, `ends` them.
    """

    text: str
    seen: int
    known: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()
    asker: int = -1
    outside: str | None = None
    hidden: str | None = None
    short: str | None = None
    forced: bool = False
    always_seen: bool = False
    pick: int = -1
    ends: bool = False
    named: bool = False  # nothing is said to one who does not know the cards in it

    def cards(self) -> list[int]:
        """The cards in the line."""
        return [int(found[1]) for found in MARK.finditer(self.text)]

    def audience(self) -> int:
        """The seats that saw it and knew all its cards."""
        mask = self.seen
        for card in self.cards():
            mask &= self.known[card]
        return mask

    def version(self, seat: int) -> str | None:
        """What a seat may read of it, still marked; None: nothing."""
        if not self.seen >> seat & 1:
            return self.hidden
        return self.text if self.asker in (-1, seat) else self.outside


def shown(
    text: str, name_of: Callable[[int], str | None], numbered: bool, unknown: str = "a card"
) -> str:
    """A marked text for one reader; `name_of` gives None for a card the reader does not know."""

    def card(found: re.Match[str]) -> str:
        name = name_of(int(found[1]))
        if name is None:
            return unknown
        number = f"#{found[1]} " if numbered else ""
        return f'{number}"{name}"{found[2]}'

    return MARK.sub(card, text)
