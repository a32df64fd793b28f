"""What decks are: their rules, their parts, the cards that come along."""

from __future__ import annotations

from ..nodes.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A line of a deck declaration: a function of the deck's cards that must hold, and what
    it says.
    """

    function: str
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class DeckPart:
    """A part of a deck: its id (empty: it has none), the zone its cards start in, and the
    function that tells which cards may be in it (empty: any).
    """

    name: str
    zone: str
    fits: str


@dataclass(frozen=True, slots=True)
class Deck:
    """The rules that decks obey, their parts (at least one), and the fields of cards whose cards
    come along, with the zone these start in.
    """

    rules: tuple[DeckRule, ...] = ()
    parts: tuple[DeckPart, ...] = ()
    brings: tuple[tuple[str, str], ...] = ()

    @property
    def part_names(self) -> tuple[str, ...]:
        """The ids that headers of a deck may have."""
        return tuple(part.name for part in self.parts if part.name)
