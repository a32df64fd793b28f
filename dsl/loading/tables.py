"""The tables of the grammars: made when the package is built, else once, and kept between runs."""

from __future__ import annotations

from threading import Lock

from ...grammar.loader import TABLES, Tables
from ..syntax.grammar import grammar_key, grammar_text
from .cache import Cache
from .library import root
from .pickles import loads

PART = "tables"


KNOWN: dict[str, Tables] = {}
MAKING = Lock()  # what was made of one table does not fit another of the same grammar


def tables_of(kind: str) -> Tables:
    """What the grammar of a kind of file allows."""
    if kind not in KNOWN:
        with MAKING:
            if kind not in KNOWN:
                KNOWN[kind] = new_or_kept(kind)
    return KNOWN[kind]


def new_or_kept(kind: str) -> Tables:
    key = grammar_key(kind)
    built, kept = root() / "grammar" / TABLES / key, Cache(key)
    found = loads(built.read_bytes()) if built.is_file() else kept.read(PART)
    if found is None:
        from ...grammar.compiler import new_tables  # late: lark, where there are no tables

        found = new_tables(grammar_text(kind))
        kept.write(PART, found)
    return found
