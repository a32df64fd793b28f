"""What must hold of every position of a game, whatever has been played."""

from __future__ import annotations

from .base import Node, Word, name_from_pattern, node
from .declarations import Declaration
from .expressions import Expression
from .statements import Cites


@node("each {of:set} [as {name}]:")
class EachMember(Node):
    """Of what it must hold, one by one."""

    of: Expression
    name: Word | None


@node("invariant {title:STRING}: {each} {condition} {cites}\n")
class InvariantDeclaration(Declaration):
    """It goes by the words of its title."""

    title: Word
    each: EachMember | None
    condition: Expression
    cites: Cites | None

    @property
    def name(self) -> Word:
        return Word(name_from_pattern(self.title) or "invariant", self.title.span)
