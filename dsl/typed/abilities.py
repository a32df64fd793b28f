"""Sentences of cards: the abilities that rules speak of by number."""

from __future__ import annotations

from dataclasses import field

from ..nodes import declarations as d
from ..nodes import modes
from ..nodes.base import NOWHERE, Span
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence
from . import ids

UNNUMBERED = ids.AbilityId(-1)


@dataclass(slots=True, eq=False)
class Ability:
    """One sentence, shared by all cards that say it.

    `stands`: it consists of rules or is a keyword, so nobody carries it out; `part`: the part of
    cards that has it (empty: cards). A format gives it its number and `bearers`, the numbers of
    the cards that say it, in order.
    """

    sentence: Sentence
    labels: list[d.LabelDeclaration]
    span: Span = NOWHERE
    stands: bool = False
    part: str = ""
    id: ids.AbilityId = UNNUMBERED
    bearers: list[int] = field(default_factory=list[int])

    @property
    def window_label(self) -> d.LabelDeclaration | None:
        """The first of its labels by which it is offered in a window."""
        return next((x for x in self.labels if isinstance(x.mode, modes.WindowMode)), None)

    @property
    def window(self) -> str:
        """The window in which it is offered; "": in none."""
        label = self.window_label
        mode = label.mode if label is not None else None
        return str(mode.window) if isinstance(mode, modes.WindowMode) else ""

    @property
    def is_useful(self) -> bool:
        """Whether it is offered only while something could come of it."""
        label = self.window_label
        mode = label.mode if label is not None else None
        return isinstance(mode, modes.WindowMode) and mode.useful
