"""What decks are: their rules, their parts, whose they are, the cards that come along."""

from __future__ import annotations

from collections.abc import Collection

from ..nodes.dataclass import dataclass

TABLE = "table"  # the header above the cards of a deck that belongs to no player


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A line of a deck declaration: a function of the deck's cards that must hold, and what
    it says. `of_table`: of the table's deck, not the players'.
    """

    function: str
    text: str
    place: int
    of_table: bool = False


@dataclass(frozen=True, slots=True)
class DeckPart:
    """A part of a deck: its id (empty: it has none), the zone its cards start in, and the
    function that tells which cards may be in it (empty: any).
    """

    name: str
    zone: str
    fits: str
    of_table: bool = False


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
        return tuple(name for name in (*self.names_of(False), *self.names_of(True)) if name)

    @property
    def is_brought(self) -> bool:
        """Whether players have decks."""
        return not self.parts or any(not part.of_table for part in self.parts)

    @property
    def has_table(self) -> bool:
        """Whether the table has one."""
        return any(part.of_table for part in self.parts)

    def owners(self, seats: int) -> tuple[int, ...]:
        """Whose the decks of a game are, in order: those of the seats, then (-1) the table's."""
        brought = range(seats) if self.is_brought else ()
        return (*brought, -1) if self.has_table else (*brought,)

    def names_of(self, of_table: bool) -> tuple[str, ...]:
        """The headers that a deck of the table may have, or one of a player."""
        names = tuple(part.name for part in self.parts if part.of_table == of_table)
        return (TABLE, *names) if of_table and names else names

    def is_mixed(self, headers: Collection[str]) -> bool:
        """Whether some cards of a list are the table's and some a player's, who need no header."""
        of_table = self.is_tables(headers)
        bare = not (of_table and self.is_brought)
        names = {name for name in self.names_of(of_table) if name or bare}
        return not names.issuperset(header for header in headers if header or not bare)

    def is_tables(self, headers: Collection[str]) -> bool:
        """Whether a list with these headers is a deck of the table."""
        if not (self.is_brought and self.has_table):
            return self.has_table
        return any(header and header in self.names_of(True) for header in headers)
