"""Another language of a format: what it calls things, and how it says what the rules ask."""

from __future__ import annotations

from .base import Node, Word, node
from .declarations import Declaration
from .statements import Cites, Path, Titles


@node("{what} {path} {titles}\n", "titles_line")
class TitleLine(Node):
    """`zone hand "mano"`: a kind of thing, its id, what it is called."""

    what: Word
    path: Path
    titles: Titles


@node("{text:STRING} as {said:STRING}\n", "titles_line")
class TextLine(Node):
    """`"Discard" as "Descarta"`: a prompt or label of the rules, and how it is said."""

    text: Word
    said: Word


@node("titles {language} {cites}\n{lines:titles_line}")
class TitlesDeclaration(Declaration):
    language: Word
    cites: Cites | None
    lines: tuple[TitleLine | TextLine, ...]
