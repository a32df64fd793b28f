"""What a reader may know of a position, whoever tells it to him in which form: which values, whose
cards he can count, how things lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...dsl.ir.ir import FieldSpec, ZoneSpec
from ...dsl.ir.names import ENTRY, FACE, OUT, TURNED
from ..backend.layout import State
from ..runtime.game_setup import GameSetup
from ..runtime.objects import print_of


class Legible:
    """A position as a reader may know it. `is_seat`: whether he is a seat, or sees what it sees;
    `side`: the seat from which he looks at values with two sides, -1 for none.
    """

    def __init__(
        self, setup: GameSetup, state: State, is_seat: Callable[[int], bool], side: int
    ) -> None:
        self.setup, self.state = setup, state
        self.match, self.program = setup.match, setup.match.program
        self.is_seat, self.side = is_seat, side

    # ---- gauges and notes

    def may_read(self, spec: FieldSpec, owner: int) -> bool:
        """Whether a value is not kept from him; of what is printed, if he knows the card."""
        if spec.secret == "owner":
            whose = self.match.owner(self.state, owner) if spec.per == "card" else owner
            return whose < 0 or self.is_seat(whose)
        return spec.secret == "all" or (bool(spec.printed) and spec.secret != "inner")

    def values(
        self, per: str, owner: int, wanted: Callable[[str, FieldSpec], bool]
    ) -> Iterator[tuple[str, FieldSpec, int]]:
        """The gauges of the game or a player, and of all else what differs from its start, if
        wanted: what it goes by, and what it is from his side.
        """
        for name, spec in self.program.fields.items():
            if spec.per != per or not wanted(name, spec) or not self.may_read(spec, owner):
                continue
            value = int(self.match.field(self.state, name, owner))
            if self.turned_round(spec):
                value = -value
            is_gauge = per != "card" and spec.low is not None
            start = self.match.tables[spec.printed][owner] if spec.printed else spec.start
            if is_gauge or value != start:
                yield spec.title if spec.printed else name, spec, value

    def turned_round(self, spec: FieldSpec) -> bool:
        """Whether he sees a value with two sides from the other one."""
        if not spec.seen_from or self.side < 0:
            return False
        return self.side != int(self.match.field(self.state, spec.seen_from, -1))

    def is_out(self, seat: int) -> bool | None:
        """Whether a player is out of the game; None where nobody can be."""
        if OUT not in self.program.fields:
            return None
        return bool(self.match.field(self.state, OUT, seat))

    # ---- zones and cards

    def zones(self) -> Iterator[tuple[str, ZoneSpec, int]]:
        """Every zone, of each player where each has one."""
        for name, spec in self.program.zones.items():
            owners = range(len(self.setup.seats)) if spec.per_player else (-1,)
            yield from ((name, spec, owner) for owner in owners)

    def counts(self, spec: ZoneSpec, owner: int) -> bool:
        """Whether he sees how many cards lie in a zone."""
        return spec.counted == "all" or owner < 0 or self.is_seat(owner)

    def objects(self, members: Sequence[int], spec: ZoneSpec) -> Iterator[list[int]]:
        """The things that cards of a zone make."""
        column = self.match.layout.columns.get(ENTRY)
        entries = self.state[column] if column is not None and spec.keeps_object else None
        together: list[int] = []
        for card in members:
            if together and (entries is None or entries[card] != entries[together[-1]]):
                yield together
                together = []
            together.append(card)
            if entries is not None and not entries[card]:
                yield together
                together = []
        if together:
            yield together

    def turned(self, card: int, spec: ZoneSpec) -> str:
        """How a card lies in a zone with orientations."""
        return spec.orientations[int(self.state[self.match.layout.column(TURNED)][card])]

    def face(self, card: int) -> int | None:
        """How its face lies, where that is kept."""
        face = self.match.layout.columns.get(FACE)
        return None if face is None else int(self.state[face][card])

    def copied(self, card: int) -> int | None:
        """The number among all cards of the one that it is a copy of, if it is one."""
        return print_of(self.state, self.match, card)
