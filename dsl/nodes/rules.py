"""Rules that catch events, and what is said of all of them: when waiting effects happen, and
which of two rules goes first.
"""

from __future__ import annotations

from .base import Node, Word, node
from .declarations import Declaration
from .expressions import Expression
from .statements import Block, Cites, Statement, Tail


class Rule(Statement):
    __slots__ = ()


@node("when {event} [where {condition}] [needs {needs}] {tails} {cites} {body}")
class WhenRule(Rule):
    """`needs`: what is asked when the turn of what waits has come."""

    event: Word
    condition: Expression | None
    needs: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None
    body: Block


@node("before {event} [where {condition}] {tails} {cites} {body}")
class BeforeRule(Rule):
    event: Word
    condition: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None
    body: Block


@node("optional [{label:STRING}]")
class Optional(Node):
    """The player is asked, with this label."""

    label: Word | None


@node("instead of {event} [where {condition}] {optional} {tails} {cites} {body}")
class InsteadRule(Rule):
    event: Word
    condition: Expression | None
    optional: Optional | None
    tails: tuple[Tail, ...]
    cites: Cites | None
    body: Block


@node("forbid {event} [where {condition}] {tails} {cites}\n")
class ForbidRule(Rule):
    event: Word
    condition: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None


@node("allow {event} [where {condition}] {tails} {cites}\n")
class AllowRule(Rule):
    event: Word
    condition: Expression | None
    tails: tuple[Tail, ...]
    cites: Cites | None


@node("while {condition} {cites} {body}")
class WhileRule(Rule):
    condition: Expression
    cites: Cites | None
    body: Block


# ---- all rules


@node("settle after {word=effect/sentence} {cites}\n", "triggers_line")
class SettleLine(Node):
    word: Word
    cites: Cites | None


@node("while asked {word=once/again} {cites}\n", "triggers_line")
class WhileLine(Node):
    """Whether the `while` of what waits is asked again when its turn has come."""

    word: Word
    cites: Cites | None


class Ordering(Node):
    __slots__ = ()


@node("{player:inset} first")
class FirstOrdering(Ordering):
    player: Expression


@node("{player:inset} chooses")
class ChooserOrdering(Ordering):
    """`owner`: each player says which of his own comes next."""

    player: Expression


@node("oldest")
class OldestOrdering(Ordering): ...


@node("newest")
class NewestOrdering(Ordering): ...


@node("order {orderings|, } {cites}\n", "triggers_line")
class TriggerOrderLine(Node):
    orderings: tuple[Ordering, ...]
    cites: Cites | None


@node("triggers {cites}\n{lines:triggers_line}")
class TriggersDeclaration(Declaration):
    cites: Cites | None
    lines: tuple[SettleLine | WhileLine | TriggerOrderLine, ...]


@node("precedence {words:forbid/instead/allow+| beats } {cites}\n")
class PrecedenceDeclaration(Declaration):
    words: tuple[Word, ...]
    cites: Cites | None
