"""What a further language calls things of the rules, and how it says what the rules ask."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import Path
from .base import Node, Word
from .declarations import Declaration
from .statements import Cites, Titles


@dataclass(frozen=True, slots=True)
class TitleLine(Node):
    """`zone hand "mano"`: a kind of thing, its id, what it is called."""

    what: Word
    path: Path
    titles: Titles


@dataclass(frozen=True, slots=True)
class TextLine(Node):
    """`"Discard" as "Descarta"`: a prompt or label of the rules, and how it is said."""

    text: Word
    said: Word


@dataclass(frozen=True, slots=True)
class TitlesDeclaration(Declaration):
    language: Word
    cites: Cites | None
    lines: tuple[TitleLine | TextLine, ...]
