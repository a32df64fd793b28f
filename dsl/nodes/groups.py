"""Groups of cards that belong together."""

from __future__ import annotations

from .base import Node, Word, node
from .declarations import Declaration
from .statements import Cites


@node(
    "{low..high:RANGE} [alike in {alike}] [different in {different}] [in a row by {row}] {cites}\n"
)
class GroupLine(Node):
    low: int
    high: int | None
    alike: Word | None
    different: Word | None
    row: Word | None
    cites: Cites | None


@node("groups {name} {cites}\n{lines}")
class GroupsDeclaration(Declaration):
    name: Word
    cites: Cites | None
    lines: tuple[GroupLine, ...]
