"""Typed records: what rules can ask of a phrase that is printed in a field of a card."""

from __future__ import annotations

from dataclasses import field

from ..nodes.dataclass import dataclass
from ..nodes.expressions import Use
from . import ids
from .types import ONE_CARD
from .values import NONE, Binding, Value


@dataclass(frozen=True, slots=True, eq=False)
class OpenTerm:
    """The cards that could be taken for a term now."""

    members: Value


@dataclass(frozen=True, slots=True, eq=False)
class LaidTerm:
    """Whether a card `each` that lies there could have been laid for a term."""

    each: Binding
    condition: Value


@dataclass(slots=True, eq=False)
class RecordMeaning:
    """`holds`: it is a condition; `fits`: it is a filter, asked of `card`; `candidates`: it is a
    term, and its card is laid with this `orientation`; `terms`: it is a list of these records.
    `slots` are numbers of records, abilities or symbols, or names.
    """

    id: ids.RecordId
    use: Use
    card: Binding = field(default_factory=lambda: Binding("card", ONE_CARD))
    holds: Value | None = None
    fits: Value | None = None
    candidates: Value | None = None
    orientation: int = NONE
    terms: tuple[ids.RecordId, ...] | None = None
    open: tuple[OpenTerm, ...] = ()
    laid: tuple[LaidTerm, ...] = ()
    slots: dict[ids.SlotId, int | str] = field(default_factory=dict[ids.SlotId, "int | str"])
