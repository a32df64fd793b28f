"""What might have stood where a text stops making sense, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ..syntax.reader import words_of
from .broken_row import Case, Fix
from .spelling import near_words

SPOKEN = {
    "WORD": "a name", "NUMBER": "a number", "STRING": 'a text in "quotes"',
    "CLAUSE": "a clause id such as HC-PREP-01", "RANGE": "a range such as 0..100",
    "CODE": "a card's code such as St-1", "NAME": "a card's name", "FIELD": "the name of a field",
    "VALUE": "a value", "_NL": "the end of the line", "_INDENT": "an indented block",
}  # fmt: skip
# What may follow any expression; said only where nothing else is expected.
OPERATORS = frozenset(
    ["+", "-", "*", "/", "[", "is", "has", "fits", "matches", "contains", "shares", "can", "and",
     "or", "in",
     "where", "'s", "(", ".", ","]
)  # fmt: skip
LEADING = frozenset(["bottom", "count", "highest", "its", "lowest", "top", "total"])
BELONGS = {
    "otherwise": "belongs to an `if` or `offer` right above it, at the same indentation.",
    "failing": "belongs to a `try` right above it, at the same indentation.",
    "pays": "comes first in an action, before all that the action does.",
}
LINE = "a statement such as move, choose or do"
DECLARATION = "a declaration such as zone, action or phrase"
MOST = 6


def fallback(case: Case) -> Fix:
    """The message when no likely mistake fits."""
    at = min(case.at, len(case.row))
    word = found_at(case, at)
    meant = next((near for far, near in near_words(case.kind, word) if far == 1), word)
    meant = word if word in BELONGS else meant
    if meant in BELONGS:
        message = f"`{meant}` {BELONGS[meant]}"
        return Fix("word-unexpected", message, at, at + len(word), "")
    wanted = "a card's code at the end, such as St-1" if case.kind == "deck" else ""
    wanted = wanted or spoken(case.kind, case.expected)
    expects = f" I expect {wanted}." if wanted else ""
    if not word:
        last = case.row[: case.end].split()
        behind = f" behind `{last[-1]}`" if last else ""
        start = max(case.end - len(last[-1]), 0) if last else 0
        message = f"This line ends too soon{behind}.{expects}"
        return Fix("line-unfinished", message, start, max(case.end, start + 1), "")
    message = f"I do not understand `{word}` here.{expects}"
    return Fix("word-unexpected", message, at, at + len(word), "")


def unfinished_block(case: Case, expected: Iterable[str]) -> Fix:
    """The message for a block that ends before it is whole."""
    wanted = spoken(case.kind, set(expected) - {"_DEDENT", "_NL"})
    start = len(case.row) - len(case.row.lstrip())
    message = f"Behind this line something is missing. I expect {wanted}."
    return Fix("block-unfinished", message, start, max(case.end, start + 1), "")


def found_at(case: Case, at: int) -> str:
    """The word or sign at a place of a row."""
    if at >= case.end:
        return ""
    for spot in case.words:
        if spot.start <= at < spot.end:
            return case.row[at : spot.end]
    return case.stop.text or case.row[at : at + 1]


def spoken(kind: str, expected: Iterable[str]) -> str:
    """The expected things as a list for a reader."""
    names = set(expected)
    known = words_of(kind)
    words = {known[name] for name in names if name in known}
    if {"move", "choose"} <= words:
        return LINE
    if {"zone", "gauge"} <= words:
        return DECLARATION
    if kind in words or (kind == "cards" and words == {"card"}):
        names.discard("_NL")
    signs = words & OPERATORS
    if words >= LEADING:
        words -= LEADING | {"not", "there"}
        names -= {"NUMBER", "STRING"}
        signs.discard("(")
        names.discard("WORD")
        spelt = ["a name, a number or a set of cards"]
    else:
        spelt = []
    words -= OPERATORS
    spelt += [text for name, text in SPOKEN.items() if name in names]
    spelt += [f"`{word}`" for word in sorted(words)]
    if not spelt or spelt == [SPOKEN["_NL"]]:
        spelt += [f"`{sign}`" for sign in sorted(signs)]
    if len(spelt) > MOST:
        spelt = [*spelt[: MOST - 1], "others"]
    if len(spelt) < 2:
        return "".join(spelt)
    return f"{', '.join(spelt[:-1])} or {spelt[-1]}"
