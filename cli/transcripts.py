"""Saved games that commands are given: opened, run again, every line held against the rules."""

from __future__ import annotations

import re

import click

from ..dsl.nodes.base import Span
from ..dsl.problems.problem import Problem
from ..dsl.syntax.gamefile import read_game
from ..interpreter.runtime.faults import ReplayDiverged
from ..interpreter.runtime.rules import Rules, load
from ..interpreter.transcript.replay import Replay, run_again
from .words import Findings, count_of, print_json, text_of_file

CITED = re.compile(r" \[([A-Z][A-Z0-9-]*(?:, [A-Z][A-Z0-9-]*)*)\]$")


def opened(
    file: str, home: str | None, cards: str | None, decks: str | None, as_json: bool = False
) -> tuple[Replay, Rules]:
    """A transcript that was run again, with its rules: those it names, or of another `home`."""
    text = text_of(file)
    header = read_game(text, file).header
    rules = load(home or header.game, cards, decks)
    try:
        return run_again(text, rules), rules
    except ReplayDiverged as difference:
        since = since_changed(text, rules) if difference.step in ("rules", "cards") else None
        if as_json:
            record = {"identical": False, **vars(difference)}
            if since is not None:
                record["stands"] = isinstance(since, Replay)
                record["first"] = vars(since) if isinstance(since, ReplayDiverged) else None
            print_json(record)
            raise SystemExit(1) from None
        told = difference_text(file, difference)
        if difference.step == "rules" and home is not None:
            told += f"\nThe file is of a game of {header.game}, not of {home}, or of older rules."
        if since is not None:
            told += f"\n{standing_text(since, str(difference.step))}"
        raise click.ClickException(told) from None


def since_changed(text: str, rules: Rules) -> Replay | ReplayDiverged:
    """The game of other rules or cards under those of now, or where it is another one."""
    try:
        return run_again(text, rules, changed=True)
    except ReplayDiverged as difference:
        return difference


def standing_text(since: Replay | ReplayDiverged, what: str) -> str:
    """Whether a game still stands though what it was played with has changed."""
    if isinstance(since, Replay):
        steps = count_of(since.steps, "step")
        return f"The {what} have changed, and the game still stands: {steps} come out as they were."
    where = f"step {since.step}" if isinstance(since.step, int) else f'the line "{since.step}"'
    cited = dict.fromkeys(name for row in (since.expected, since.found) for name in clauses_in(row))
    rule = f", where {', '.join(cited)} speaks" if cited else ""
    return (
        f"The {what} have changed, and the game no longer stands from {where} on{rule}:\n"
        f"  in the file  {since.expected}\n"
        f"  now          {since.found}\n"
        "Which change does it: playsheet check FORMAT --impact OLD --game FILE"
    )


def clauses_in(row: str) -> list[str]:
    """The clauses that a line cites."""
    found = CITED.search(row)
    return found[1].split(", ") if found else []


def text_of(file: str) -> str:
    """The text of a transcript."""
    text = text_of_file(file)
    if not text.strip():
        message = "This file is empty; a transcript begins with the game it is of."
        raise Findings([Problem("bad-transcript", message, Span(file, 1, 1, 1, 1))])
    return text


def difference_text(file: str, difference: ReplayDiverged) -> str:
    """Where a transcript is not what the rules give now."""
    step = difference.step
    where = f"step {step}" if isinstance(step, int) else f'the line "{step}"'
    return (
        f"{file} differs at {where}:\n"
        f"  in the file  {difference.expected}\n"
        f"  now          {difference.found}"
    )
