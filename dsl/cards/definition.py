"""A card as read: what cards mean before rules speak of them."""

from __future__ import annotations

from dataclasses import field

from ..nodes.base import NOWHERE, Span, Word
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Text


@dataclass(slots=True)
class CardDefinition:
    """Fields by name (numbers, words, phrases, or a tuple of these), texts as trees."""

    name: Word
    code: Word
    kind: str
    fields: dict[str, object] = field(default_factory=dict[str, object])
    texts: dict[str, Text] = field(default_factory=dict[str, Text])
    span: Span = NOWHERE
