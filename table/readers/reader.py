"""Who reads: a seat, the public, or one who sees everything; and what he knows."""

from __future__ import annotations

from ...dsl.nodes.dataclass import dataclass
from ...interpreter.runtime.game_setup import GameSetup
from ..contract.parts import Reader as Kind


@dataclass(frozen=True, slots=True)
class Reader:
    """`mask`: the seats that all have to know what he knows; none for one who sees everything."""

    kind: Kind
    seat: int
    mask: int

    def sees(self, seats: int) -> bool:
        """Whether he knows what these seats (a mask) know."""
        return seats & self.mask == self.mask

    def is_seat(self, seat: int) -> bool:
        """Whether he is this seat or sees what it sees."""
        return self.kind == "all" or (self.kind == "seat" and seat == self.seat)

    @property
    def side(self) -> int:
        """From which seat he reads what has two sides; -1 for none."""
        return self.seat


def reader_of(setup: GameSetup, who: str) -> Reader:
    """A reader: the name of a seat, `public` or `all`, which no seat can take from a reader by
    being called so: see `seat_reader`.
    """
    if who == "all":
        return Reader("all", -1, 0)
    if who == "public":
        return Reader("public", -1, (1 << len(setup.seats)) - 1)
    return seat_reader(setup.seats.index(who))


def seat_reader(seat: int) -> Reader:
    """The reader who sits on a seat, by its number."""
    return Reader("seat", seat, 1 << seat)
