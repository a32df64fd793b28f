"""`playsheet replay`: a saved game again, every line of it held against the rules."""

from __future__ import annotations

import sys

import click

from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem
from ...dsl.syntax.gamefile import read_game
from ...interpreter.messages.wording import say
from ...interpreter.runtime.rules import Rules, load
from ...interpreter.transcript.replay import Replay, ReplayDiverged, run_again
from ..screen import show, show_table
from ..targets import CARDS, DECKS, known_name
from ..terminal.session import PAGE
from ..terminal.tabletop import Tabletop, option_list
from ..words import AS_JSON, Findings, count_of, print_json, text_of_file


@click.command("replay")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--step", is_flag=True, help="Pause after each line.")
@click.option("--at", type=int, metavar="STEP", help="Show the table as it is at this step.")
@click.option("--seat", metavar="NAME", help="Show only what this player knew.")
@click.option("--compact", is_flag=True, help="Show one line a choice.")
@click.option("--of", "home", metavar="FORMAT", help="Rules to use in place of those named.")
@click.option(
    "--lang", metavar="LANGUAGE", help="Show it in this language; it can be run again too."
)
@CARDS
@DECKS
@AS_JSON
def command(
    file: str,
    step: bool,
    at: int | None,
    seat: str | None,
    compact: bool,
    home: str | None,
    lang: str | None,
    cards: str | None,
    decks: str | None,
    as_json: bool,
) -> None:
    """Run a .game file again and verify every event of it."""
    text = text_of(file)
    rules: Rules | None = None
    try:
        if home is not None or cards is not None or decks is not None:
            rules = load(home or read_game(text, file).header.game, cards, decks)
        found = run_again(text, rules)
    except ReplayDiverged as difference:
        if as_json:
            print_json({"identical": False, **vars(difference)})
            raise SystemExit(1) from None
        raise click.ClickException(difference_text(file, difference)) from None
    if seat is not None:
        known_name("seat", seat, found.game.seats)
    if lang is not None:
        known_name("language", lang, found.game.languages)
    if at is not None:
        show_at(found, at, seat, lang, as_json)
        return
    if as_json:
        print_json(record_of(found))
        return
    if step or seat is not None or compact or lang is not None:
        show_lines(found, seat, compact, step, lang)
    click.echo(summary(file, found), err=lang is not None)


def text_of(file: str) -> str:
    """The text of a transcript."""
    text = text_of_file(file)
    if not text.strip():
        message = "This file is empty; a transcript begins with the game it is of."
        raise Findings([Problem("bad-transcript", message, Span(file, 1, 1, 1, 1))])
    return text


def difference_text(file: str, difference: ReplayDiverged) -> str:
    step = difference.step
    where = f"step {step}" if isinstance(step, int) else f'the line "{step}"'
    return (
        f"{file} differs at {where}:\n"
        f"  in the file  {difference.expected}\n"
        f"  now          {difference.found}"
    )


def record_of(found: Replay) -> dict[str, object]:
    result = found.game.result
    return {
        "identical": True,
        "steps": found.steps,
        "complete": found.complete,
        "finished": found.finished,
        "result": [*result] if result is not None else None,
    }


def show_at(found: Replay, at: int, seat: str | None, lang: str | None, as_json: bool) -> None:
    """A line, the table as it is with what the line says, and what is asked there."""
    line, view = found.line(at), found.view(at, seat, lang)
    if as_json:
        print_json({"step": at, "line": line.text, "view": view})
        return
    language = lang or found.game.languages[0]
    click.echo(line.text)
    show_table(Tabletop(view, language).layout(), PAGE)
    asked = view["choice"]
    if asked is not None and "options" in asked:
        show((f"{asked['seat']}: {asked['prompt'] or say(language, 'Your choice')}", "bold"))
        show_table(option_list(asked["options"]), PAGE)


def show_lines(
    found: Replay, seat: str | None, compact: bool, step: bool, lang: str | None
) -> None:
    """The lines, as a reader or a player may know them."""
    lines = found.game.transcript(seat, compact=compact, language=lang).splitlines()
    live = step and sys.stdin.isatty()
    for line in lines:
        if not step:
            click.echo(line)
            continue
        click.echo(line, nl=not live)
        answer = input(" ") if live else sys.stdin.readline()
        if answer.strip().lower() in ("q", "quit"):
            click.echo("The rest is not shown.")
            return


def summary(file: str, found: Replay) -> str:
    steps = count_of(found.steps, "step")
    if not found.complete:
        return f"{file}: {steps} identical; the transcript was cut there, and the game goes on."
    ending = "to the end" if found.finished else "as far as it was played"
    return f"{file}: {steps} identical, {ending}."
