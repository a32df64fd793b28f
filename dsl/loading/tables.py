"""The parsers of the language, their tables kept between runs."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

import lark

from ...grammar import loader
from ..syntax.grammar import grammar_text
from .cache import Cache

PART = "tables"


@cache
def parser_of(kind: str) -> lark.Lark:
    """The parser of a kind of file."""
    kept = Cache(tables_key(kind))
    raw = kept.read(PART)
    if isinstance(raw, bytes):
        return loader.parser_from(raw)
    parser = loader.new_parser(kind, grammar_text(kind))
    kept.write(PART, loader.saved(parser))
    return parser


def tables_key(kind: str) -> str:
    """A digest of all that makes a parser: the grammar, how it is read, and what reads it."""
    reader = Path(str(loader.__file__)).read_text(encoding="utf-8")
    parts = (kind, sys.version, lark.__version__, reader, grammar_text(kind))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]
