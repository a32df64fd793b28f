"""`playsheet replay`: a saved game again, every line of it held against the rules."""

from __future__ import annotations

from pathlib import Path

import click

from ...interpreter.questions.answer import Answer
from ...interpreter.transcript.replay import Replay
from ...table.page.shipped import page_text
from ...table.readers.recording import page_with, recording_of
from ..language import chosen, keep, said
from ..saving import write_whole
from ..targets import CARDS, DECKS, known_name
from ..terminal.session import result_text
from ..terminal.stepping import Stepping, show_at
from ..transcripts import opened
from ..words import AS_JSON, count_of, print_json


@click.command("replay")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--step", is_flag=True, help="A line at a time, forwards and backwards.")
@click.option("--at", type=int, metavar="STEP", help="Show the table as it is at this step.")
@click.option(
    "--why",
    is_flag=False,
    flag_value="",
    metavar="[VALUE]",
    help="Why this step (else the last) happened, or why a value is what it is with it.",
)
@click.option("--why-not", metavar="OPTION", help="Why this is not offered at the step.")
@click.option("--seat", metavar="NAME", help="Show only what this player knew.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the game as a page of its own; with --seat it holds only what that player knew.",
)
@click.option("--compact", is_flag=True, help="Show one line a choice.")
@click.option("--of", "home", metavar="FORMAT", help="Rules to use in place of those named.")
@click.option(
    "--lang",
    metavar="LANGUAGE",
    callback=keep,
    is_eager=True,
    help="Show it in this language; it can be run again too.",
)
@CARDS
@DECKS
@AS_JSON
def command(
    file: str,
    step: bool,
    at: int | None,
    why: str | None,
    why_not: str | None,
    seat: str | None,
    html: Path | None,
    compact: bool,
    home: str | None,
    lang: str | None,
    cards: str | None,
    decks: str | None,
    as_json: bool,
) -> None:
    """Run a .game file again and verify every event of it."""
    found, rules = opened(file, home, cards, decks, as_json)
    if seat is not None:
        known_name("seat", seat, found.game.seats)
    if lang is not None:
        known_name("language", lang, found.game.languages)
    if html is not None:
        recording = recording_of(rules, found.game, Path(file).name, seat, lang)
        write_whole(html, page_with(page_text(), recording))
        click.echo(said(written(html, seat)), err=as_json)
        return
    if why is not None or why_not is not None:
        answer(found, at or found.steps, why, why_not, seat, lang, as_json)
        return
    if at is not None:
        at_step(found, at, seat, lang, as_json)
        return
    if as_json:
        print_json(record_of(found))
        return
    if step:
        Stepping(found, [*found.rows(seat, compact, lang)], seat, lang).run()
    elif seat is not None or compact or lang is not None:
        click.echo(found.game.transcript(seat, compact=compact, language=lang), nl=False)
    click.echo(said(summary(file, found)), err=lang is not None)


def written(html: Path, seat: str | None) -> str:
    """What was written, and what is in it."""
    holds = "what every player had" if seat is None else f"only what {seat} knew"
    return f"{html} holds {holds}."


def record_of(found: Replay) -> dict[str, object]:
    result, lost = found.game.result, found.game.forfeit
    return {
        "identical": True,
        "steps": found.steps,
        "complete": found.complete,
        "finished": found.finished,
        "result": [*result] if result is not None else None,
        "forfeit": {"how": lost.how, "seat": found.game.seats[lost.seat]} if lost else None,
    }


def answer(
    found: Replay,
    at: int,
    why: str | None,
    why_not: str | None,
    seat: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Why something is so at a step, and why something else is not offered there."""
    answers: list[Answer] = []
    if why is not None:
        answers.append(found.why(at, why or None, seat, lang))
    if why_not is not None:
        answers.append(found.why_not(at, why_not, seat, lang))
    if as_json:
        print_json({"step": at, "answers": [one.plain() for one in answers]})
        return
    for one in answers:
        click.echo(str(one))


def at_step(found: Replay, at: int, seat: str | None, lang: str | None, as_json: bool) -> None:
    """A line as the reader may know it, and the table there."""
    found.line(at)
    text = next((row.text for row in found.rows(seat, False, lang) if row.step == at), "")
    if as_json:
        print_json({"step": at, "line": text, "view": found.view(at, seat, lang)})
        return
    click.echo(f"{at} {text or said(f'{seat} learns nothing here.')}")
    show_at(found, at, seat, lang)


def summary(file: str, found: Replay) -> str:
    steps = count_of(found.steps, "step")
    if not found.complete:
        return f"{file}: {steps} identical; the transcript was cut there, and the game goes on."
    ending = "to the end" if found.finished else "as far as it was played"
    if found.game.forfeit is not None:
        ending += f"; {result_text(found.game, chosen())}"
    return f"{file}: {steps} identical, {ending.removesuffix('.')}."
