"""Reads the lark files; and what a reader knows of a grammar, as plain values."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

TABLES = "tables"  # the folder beside this file in a package that was built

# kind of file: the lark files of its grammar, and whether it is laid out in blocks
GRAMMARS: dict[str, tuple[tuple[str, ...], bool]] = {
    "rules": (("rules", "expressions"), True),
    "cards": (("cards",), True),
    "scenario": (("scenario", "expressions"), True),
    "looks": (("looks",), True),
    "deck": (("deck",), False),
    "game": (("game",), False),
    "pattern": (("pattern",), False),
    "text": (("text",), False),
}


class Rule(NamedTuple):
    """A rule of a grammar that `takes` some of its `size` symbols, None for one that is left out.
    Without a `name` they go to the rule around it. If `passes`, an only one stands for the rule;
    `renames`: it always does.
    """

    origin: str
    name: str
    size: int
    takes: tuple[int | None, ...]
    passes: bool
    renames: bool


class Tables(NamedTuple):
    """What a grammar allows. A state has the number of the next state for each symbol, or `~number`
    of the rule that is complete. `terminals` are regular expressions, the first that fits
    counts; `keywords` are what some of them may spell.
    """

    start: int
    end: int
    states: list[dict[str, int]]
    rules: list[Rule]
    terminals: dict[str, str]
    keywords: dict[str, dict[str, str]]
    words: dict[str, str]
    ignored: frozenset[str]


def written_grammar(kind: str) -> str:
    """The lark files of a kind of file, as they are written."""
    return "\n".join(own_text(f"{name}.lark") for name in GRAMMARS[kind][0])


def own_text(file: str) -> str:
    """The text of a file of this folder."""
    return (files(__name__.rpartition(".")[0]) / file).read_text(encoding="utf-8")
