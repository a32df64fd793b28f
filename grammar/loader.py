# pyright: reportIncompatibleMethodOverride=false, reportAssignmentType=false
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
"""Reads the lark files: makes parsers of them, and saves those."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from lark import Lark, Token
from lark.indenter import Indenter


class Layout(Indenter):
    """Indentation as blocks; a bracket suspends it."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """A layout of its own for each text, so that two may be read at a time."""
        return Indenter.process(type(self)(), stream)


# kind of file: the lark files of its grammar, whether it is laid out in blocks, its start
# rules
GRAMMARS: dict[str, tuple[tuple[str, ...], bool, list[str]]] = {
    "rules": (("rules", "expressions"), True, ["start", "expression"]),
    "cards": (("cards",), True, ["start"]),
    "scenario": (("scenario", "expressions"), True, ["start"]),
    "deck": (("deck",), False, ["start"]),
    "game": (("game",), False, ["start"]),
    "pattern": (("pattern",), False, ["start"]),
    "text": (("text",), False, ["start"]),
}


def written_grammar(kind: str) -> str:
    """The lark files of a kind of file, as they are written."""
    folder = files(__name__.rpartition(".")[0])
    names = GRAMMARS[kind][0]
    return "\n".join((folder / f"{name}.lark").read_text(encoding="utf-8") for name in names)


def new_parser(kind: str, grammar: str, strict: bool = False) -> Lark:
    """A parser of a kind of file, whose grammar is given; `strict` refuses any conflict (needs
    interegular).
    """
    _, laid_out, starts = GRAMMARS[kind]
    more: dict[str, Any] = {"postlex": Layout()} if laid_out else {}
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        maybe_placeholders=True,
        propagate_positions=True,
        strict=strict,
        start=starts,
        **more,
    )


def saved(parser: Lark) -> bytes:
    """A parser as bytes: its tables need not be worked out again."""
    found = io.BytesIO()
    parser.save(found)
    return found.getvalue()


def parser_from(raw: bytes) -> Lark:
    """The parser of bytes that `saved` gave. They are unpickled: take none from elsewhere."""
    return Lark.load(io.BytesIO(raw))
