"""Who sees a card where it lies."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ...dsl.ir.names import FACE, PLACE
from ..backend.layout import Layout, State

ORDERED = ("pile", "stack", "queue", "slots")


class Visibility:
    """By cell of a state: who sees a card that lies in the list there."""

    def __init__(self, layout: Layout) -> None:
        self.all_seats = (1 << layout.seats) - 1
        self.place = layout.columns[PLACE]
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

    def _who_looks(self, seen: str, owner: int) -> int:
        """The seats that see what lies face down in somebody's zone."""
        own = 1 << owner if owner >= 0 else 0
        return {"all": self.all_seats, "owner": own, "others": self.all_seats & ~own}.get(seen, 0)

    def audience(self, state: State, card: int) -> int:
        """The seats that see a card where it lies now."""
        cell = int(state[self.place][card])
        face = self.declared_face[cell] if self.face < 0 else state[self.face][card]
        return self.face_up[cell] if face == 1 else self.face_down[cell]


KNOWN_LAYOUTS: WeakKeyDictionary[Layout, Visibility] = WeakKeyDictionary()


def visibility_of(layout: Layout) -> Visibility:
    """The visibility of a match's cards, worked out once."""
    if layout not in KNOWN_LAYOUTS:
        KNOWN_LAYOUTS[layout] = Visibility(layout)
    return KNOWN_LAYOUTS[layout]
