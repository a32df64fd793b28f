"""What cards are for a time: of another kind, a copy of another card."""

from __future__ import annotations

from .base import Node, Word, node
from .expressions import Expression
from .statements import SimpleStatement, Tail


@node("{field} {value:sum}")
class GivenField(Node):
    """What stands in a field of a card that has none of its own."""

    field: Word
    value: Expression


@node("make {what:set} {how:also/only} {kind} [with {entries:given_field| and }] {tails}")
class MakeStatement(SimpleStatement):
    """`how`: `also` besides what they are, `only` instead of it."""

    what: Expression
    how: Word
    kind: Word
    entries: tuple[GivenField, ...]
    tails: tuple[Tail, ...]


@node("make {what:set} a copy of {of:inset} {tails}")
class CopyStatement(SimpleStatement):
    what: Expression
    of: Expression
    tails: tuple[Tail, ...]
