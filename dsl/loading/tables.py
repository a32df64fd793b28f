"""The tables of the grammars: made when the package is built, else once, and kept between runs."""

from __future__ import annotations

from functools import cache

from ...grammar.loader import TABLES, Tables
from ..syntax.grammar import grammar_key, grammar_text
from .cache import Cache
from .library import root
from .pickles import loads

PART = "tables"


@cache
def tables_of(kind: str) -> Tables:
    """What the grammar of a kind of file allows."""
    key = grammar_key(kind)
    built, kept = root() / "grammar" / TABLES / key, Cache(key)
    found = loads(built.read_bytes()) if built.is_file() else kept.read(PART)
    if found is None:
        from ...grammar.compiler import new_tables  # late: lark, where there are no tables

        found = new_tables(grammar_text(kind))
        kept.write(PART, found)
    return found
