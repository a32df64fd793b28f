"""Typed records: what rules can ask of a phrase that is printed in a field of a card."""

from __future__ import annotations

from dataclasses import field

from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence, Use
from . import ids
from .types import ONE_CARD
from .values import NONE, Binding, Value

UNNUMBERED = ids.RecordId(-1)
Entry = int | str | Use | Sentence


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
    `slots` are what fills them: numbers of symbols, names, phrases, sentences.
    """

    use: Use
    card: Binding = field(default_factory=lambda: Binding("card", ONE_CARD))
    holds: Value | None = None
    fits: Value | None = None
    candidates: Value | None = None
    orientation: int = NONE
    terms: tuple[Use, ...] | None = None
    open: tuple[OpenTerm, ...] = ()
    laid: tuple[LaidTerm, ...] = ()
    slots: dict[ids.SlotId, Entry] = field(default_factory=dict[ids.SlotId, Entry])
    id: ids.RecordId = UNNUMBERED
