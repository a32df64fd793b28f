"""Who sees a card where it lies."""

from __future__ import annotations

from ...dsl.ir.names import FACE
from ..backend.layout import Layout, State

ORDERED = ("pile", "stack", "queue", "slots")

# The order in which cards are told, so that it gives nothing away: as they lie, where that is no
# secret; by their numbers, where all of them are seen; or each as it is seen now.
AS_THEY_LIE, BY_NUMBER, BY_FACE = range(3)


class Visibility:
    """By cell of a state: who sees a card that lies in the list there. `order`: by seat, and last
    of all seats together.
    """

    def __init__(self, layout: Layout) -> None:
        self.all_seats = (1 << layout.seats) - 1
        self.place = layout.place
        self.face = layout.columns.get(FACE, -1)
        self.declared_face = [0] * layout.size
        self.face_down = [0] * layout.size
        self.face_up = [0] * layout.size
        self.ordered = [False] * layout.size
        self.forgets = [False] * layout.size
        self.held = [False] * layout.size
        for cell, (name, owner) in layout.zone_at.items():
            spec = layout.program.zones[name]
            self.face_down[cell] = self._who_looks(spec.seen, owner)
            self.face_up[cell] = 0 if spec.seen == "nobody" else self.all_seats
            self.declared_face[cell] = spec.face
            self.ordered[cell] = spec.kind in ORDERED
            self.held[cell] = spec.held
            self.forgets[cell] = spec.kind == "pile" and spec.seen == "nobody"
        self.order = [self._order(1 << seat) for seat in range(layout.seats)]
        self.order.append(self._order(self.all_seats))

    def _who_looks(self, seen: str, owner: int) -> int:
        """The seats that see what lies face down in somebody's zone."""
        own = 1 << owner if owner >= 0 else 0
        return {"all": self.all_seats, "owner": own, "others": self.all_seats & ~own}.get(seen, 0)

    def _order(self, mask: int) -> list[int]:
        """By cell: the order in which cards of it may be told to seats."""
        found = [AS_THEY_LIE] * len(self.held)
        for cell, held in enumerate(self.held):
            if held:
                is_seen = not mask & ~(self.face_down[cell] & self.face_up[cell])
                found[cell] = BY_NUMBER if is_seen else BY_FACE
        return found

    def audience(self, state: State, card: int) -> int:
        """The seats that see a card where it lies now."""
        cell = int(state[self.place][card])
        face = self.declared_face[cell] if self.face < 0 else state[self.face][card]
        return self.face_up[cell] if face == 1 else self.face_down[cell]


def visibility_of(layout: Layout) -> Visibility:
    """The visibility of a match's cards, worked out once."""
    found: Visibility | None = layout.visibility
    if found is None:
        found = layout.visibility = Visibility(layout)
    return found
