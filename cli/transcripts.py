"""Saved games that commands are given: opened, run again, every line held against the rules."""

from __future__ import annotations

import click

from ..dsl.nodes.base import Span
from ..dsl.problems.problem import Problem
from ..dsl.syntax.gamefile import read_game
from ..interpreter.runtime.faults import ReplayDiverged
from ..interpreter.runtime.rules import Rules, load
from ..interpreter.transcript.replay import Replay, run_again
from .words import Findings, print_json, text_of_file


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
        if as_json:
            print_json({"identical": False, **vars(difference)})
            raise SystemExit(1) from None
        told = difference_text(file, difference)
        if difference.step == "rules" and home is not None:
            told += f"\nThe file is of a game of {header.game}, not of {home}, or of older rules."
        raise click.ClickException(told) from None


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
