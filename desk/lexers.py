"""Colours for Pygments: the words of each kind of file come from its grammar.

Whatever shows code with Pygments finds these lexers where the package is installed, by the
ending of a file or by a name such as `playsheet-rules`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text

from ..dsl.syntax.reader import words_of

Rules = Mapping[str, Any]

COMMENT = (r"(^|(?<=\s))#[^\n]*", Comment.Single)
STRING = (r'"', String, "string")
CLAUSE = (r"\b[A-Z][A-Z0-9]*(-[A-Z0-9]+)+\b", Name.Label)
NUMBER = (r"-?\b\d+(\.\.(\d+|any))?\b", Number)
CODE = (r"\b[A-Za-z]\w*-\w+\b", Name.Constant)
HEADER = (r"^[ \t]*\w+(?=:)", Keyword.Namespace)
FIELD = (r"^[ \t]+[a-z_]\w*(?=[\[\s])", Name.Attribute)
REST = [(r"\w+", Text), (r"\n|[^\S\n]+", Text), (r"[^\w\s]", Punctuation)]
IN_A_STRING = [
    (r"\{[^}\"\n]*\}", String.Interpol),
    (r'"|$', String, "#pop"),
    (r'[^"{\n]+|.', String),
]


def fixed(kind: str, before: str = r"\b") -> tuple[Any, Any]:
    """The words that only the language says, where `before` comes before them."""
    found = sorted({word for word in words_of(kind).values() if word.isalpha()})
    return words(found, prefix=before, suffix=r"\b"), Keyword


class FileLexer(RegexLexer):
    """What all kinds share. `kind` is that of the grammar."""

    kind: ClassVar[str] = ""

    @classmethod
    def lines(cls) -> list[Any]:
        """What may be met outside of strings, the first that fits."""
        return [COMMENT, STRING, CLAUSE, NUMBER, fixed(cls.kind)]

    @classmethod
    def get_tokendefs(cls) -> Rules:
        """Asked for when the first text is coloured: the words need the tables of the grammar."""
        return {"root": [*cls.lines(), *REST], "string": IN_A_STRING}


class RulesLexer(FileLexer):
    """Rules of a format."""

    name, kind = "Playsheet rules", "rules"
    aliases: ClassVar[Sequence[str]] = ["playsheet-rules"]
    filenames: ClassVar[Sequence[str]] = ["*.rules"]


class ScenarioLexer(FileLexer):
    """Scenarios."""

    name, kind = "Playsheet scenarios", "scenario"
    aliases: ClassVar[Sequence[str]] = ["playsheet-scenario"]
    filenames: ClassVar[Sequence[str]] = ["*.scenario"]


class LooksLexer(FileLexer):
    """How a format looks."""

    name, kind = "Playsheet looks", "looks"
    aliases: ClassVar[Sequence[str]] = ["playsheet-looks"]
    filenames: ClassVar[Sequence[str]] = ["*.looks"]


class CardsLexer(FileLexer):
    """Cards: the words of the language stand at the margin only, as the text is the card's own."""

    name, kind = "Playsheet cards", "cards"
    aliases: ClassVar[Sequence[str]] = ["playsheet-cards"]
    filenames: ClassVar[Sequence[str]] = ["*.cards"]

    @classmethod
    def lines(cls) -> list[Any]:
        return [COMMENT, fixed(cls.kind, "^"), STRING, FIELD, CODE]


class DeckLexer(FileLexer):
    """Lists of cards."""

    name, kind = "Playsheet deck", "deck"
    aliases: ClassVar[Sequence[str]] = ["playsheet-deck"]
    filenames: ClassVar[Sequence[str]] = ["*.deck"]

    @classmethod
    def lines(cls) -> list[Any]:
        return [COMMENT, STRING, HEADER, NUMBER, CODE]
