"""Where everything is in the block of numbers that a state of a native game is.

The first cells are those of the flat list state (`backend/layout.py`) up to its lists: a seat, a
field of the game or of a player has the same number in both. Behind them come what has more than
one number: the result, the lists by card, the zones, and what grows.
"""

from __future__ import annotations

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements
from ..backend.layout import HEAD
from ..backend.writer import Plan

WIDTHS = (64, 128, 256, 512, 1024)  # most cards of a match that a program in C is made for
MOST_ROWS = 512
QUEUE_SIZE = 4_096
MOST_OPTIONS = 4_096
STACK_SIZE = 8_192
MOST_PICKS, MOST_WEIGHTS = 4, 64


class Block:
    """The offsets of one program for matches of up to `width` cards."""

    def __init__(self, plan: Plan, width: int) -> None:
        layout = plan.layout
        self.width = width
        statements = [
            one
            for procedure in plan.program.procedures.values()
            for one in all_statements(*procedure.body)
        ]
        contexts = (len(one.context) for one in statements if isinstance(one, ir.Modify))
        self.row_width = 8 + max(contexts, default=0)
        self.columns_first = layout.first_list
        card_fields = [slot for slot in layout.fields.values() if slot.spec.per == "card"]
        self.column_count = len(card_fields) + len(layout.columns)
        self.zones_first = self.columns_first + self.column_count
        self.zone_count = layout.modifiers - self.zones_first
        at = max(layout.first_list, HEAD)
        self.result, at = at, at + layout.seats + 1  # the reason, then the places
        weighted = any(isinstance(one, ir.Choose) and one.weights for one in statements)
        self.most_picks = MOST_PICKS + (MOST_WEIGHTS if weighted else 0)
        self.picks, at = at, at + self.most_picks
        self.modifiers, self.queue, at = at, at + 1, at + 2
        self.columns, at = at, at + self.column_count * (width + 1)
        self.zones, at = at, at + self.zone_count * (width + 1)
        self.rows, at = at, at + MOST_ROWS * self.row_width
        self.queued, at = at, at + QUEUE_SIZE
        self.options, at = at, at + MOST_OPTIONS
        self.frames, at = at, at + STACK_SIZE
        self.size = at

    def column(self, cell: int) -> int:
        """The number of card 0 in a list by card; that of card -1 is in front."""
        return self.columns + (cell - self.columns_first) * (self.width + 1) + 1

    def zone(self, cell: int) -> int:
        """How many cards lie in a zone; they stand behind."""
        return self.zones + (cell - self.zones_first) * (self.width + 1)


def width_for(cards: int) -> int:
    """The smallest width that so many cards fit into; 0 if there is none."""
    return next((width for width in WIDTHS if cards <= width), 0)
