"""A game as one line of JSON: the same line for the same game, whoever played it and how fast."""

from __future__ import annotations

import json
from typing import Any, cast

from .tally import Outcome, Seen

# Kinds of columns, as databases call them.
TEXTS, NUMBERS, LARGE = "VARCHAR", "BIGINT", "DECIMAL(38, 0)"
KINDS = {TEXTS: str, NUMBERS: int, LARGE: int, "BOOLEAN": bool}
COLUMNS = {  # what a line has, in order; lists by seat but for `decks`, `winners` and `leads`
    "game": NUMBERS,
    "seed": LARGE,
    "decks": f"{TEXTS}[]",
    "owners": f"{NUMBERS}[]",
    "bots": f"{TEXTS}[]",
    "first": NUMBERS,
    "decisions": NUMBERS,
    "turns": NUMBERS,
    "winners": f"{NUMBERS}[]",
    "ended_by": TEXTS,
    "fault": TEXTS,
    "capped": "BOOLEAN",
    "asks": TEXTS,
    "keywords": f"STRUCT(keyword {TEXTS}, times {NUMBERS})[]",
    "drawn": f"{TEXTS}[][]",
    "played": f"{TEXTS}[][]",
    "leads": f"{NUMBERS}[]",
}


class WrongLine(ValueError):
    """A line is none of a results file."""


def line_of(one: Outcome) -> str:
    """The line of a game, with its end."""
    seen = one.seen
    values = (
        *(one.number, one.seed, one.decks, one.owners, one.bots, one.first, one.decisions),
        *(one.turns, one.winners, one.reason, one.fault, one.capped, one.asks),
        [{"keyword": name, "times": times} for name, times in one.keywords],
        *((None, None, None) if seen is None else (seen.drawn, seen.played, seen.leads)),
    )
    row = dict(zip(COLUMNS, values, strict=True))
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def outcome_of(row: Any) -> Outcome:
    """The game of a row that was read from a line or a table. Raises `WrongLine`."""
    try:
        if not all(is_of(kind, row[name]) for name, kind in COLUMNS.items()):
            raise WrongLine
        seen = None
        if row["drawn"] is not None:
            seen = Seen(of_texts(row["drawn"]), of_texts(row["played"]), tuple(row["leads"]))
        one = Outcome(
            number=row["game"],
            seed=int(row["seed"]),
            decks=tuple(row["decks"]),
            owners=tuple(row["owners"]),
            bots=tuple(row["bots"]),
            first=row["first"],
            decisions=row["decisions"],
            turns=row["turns"],
            winners=tuple(row["winners"]),
            reason=row["ended_by"],
            fault=row["fault"],
            capped=row["capped"],
            asks=row["asks"],
            keywords=tuple((each["keyword"], each["times"]) for each in row["keywords"]),
            seen=seen,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise WrongLine from error
    if one.number < 0 or len(one.owners) != len(one.decks):
        raise WrongLine
    return one


def is_of(kind: str, value: Any) -> bool:
    """Whether a value can stand in a column of a kind."""
    if kind.endswith("[]"):
        inner = kind.removesuffix("[]")
        is_list = isinstance(value, list | tuple)
        if value is None or not is_list:
            return value is None and kind in (COLUMNS["drawn"], COLUMNS["leads"])
        return all(is_of(inner, one) for one in cast(list[Any], value))
    if kind.startswith("STRUCT"):
        return isinstance(value, dict)
    return type(value) is KINDS[kind]


def of_texts(value: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, part)) for part in value)


def outcome_in(line: bytes) -> Outcome:
    """The game of a line. Raises `WrongLine`."""
    try:
        row = json.loads(line)
    except ValueError as error:
        raise WrongLine from error
    return outcome_of(row)
