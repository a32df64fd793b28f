"""`playsheet play`: a game at the terminal, against people or bots."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

import click

from ...dsl.ir.wordbook import CardWords, span_said
from ...dsl.loading.library import sources_of
from ...dsl.loading.source import Source
from ...dsl.syntax.rows import lines_of
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.rules import Rules
from ...lab.bots.bots import NAMES, bot, playing
from ...lab.bots.choosing import CAP
from ..language import choose, keep, said
from ..screen import show_line
from ..targets import (
    CARDS,
    FORMAT,
    decks_of_players,
    for_all_seats,
    known_name,
    number_of_seats,
    rules_with,
    split_names,
    switches,
)
from ..terminal.session import HUMAN, Session, result_text
from ..terminal.telling import Telling
from ..transcripts import opened
from ..words import unknown_name

GAME = "game"  # the outermost rule: set-up, then turns without end


@click.command("play")
@click.argument("name", metavar="[FORMAT]", type=FORMAT, required=False)
@click.option("--from", "file", metavar="FILE", help="Go on with a saved game.")
@click.option("--at", type=int, metavar="STEP", help="With --from: from this step of it on.")
@click.option(
    "--seats",
    metavar="A,B",
    help=f"Who plays: {HUMAN}, {', '.join(NAMES)}; or how many: you and bots.",
)
@click.option("--names", metavar="A,B", help="What the players are called; else ana, bo, ..")
@click.option(
    "--decks",
    metavar="A,B",
    help="Decks by name or .deck file: one a seat or one for all, the table's too.",
)
@CARDS
@click.option("--seed", type=int, help="What chance comes from; else by chance.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="A .game file.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A switch.")
@click.option(
    "--cap",
    type=click.IntRange(1),
    default=CAP,
    show_default=True,
    help="Decisions of bots in a row after which a game is stopped.",
)
@click.option(
    "--lang",
    metavar="LANGUAGE",
    callback=keep,
    is_eager=True,
    help="Of what you are shown, asked and told; else the format's own.",
)
def command(
    name: str | None,
    file: str | None,
    at: int | None,
    seats: str | None,
    names: str | None,
    decks: str | None,
    cards: str | None,
    seed: int | None,
    save: Path | None,
    options: tuple[str, ...],
    cap: int,
    lang: str | None,
) -> None:
    """Play a game of FORMAT. The table shows what the one who is asked may see."""
    if file is not None:
        rules, game = saved_game(file, at, name, cards, save)
        refuse_with_saved(names=names, decks=decks, seed=seed, option=options or None)
        kinds = players_of(rules, seats or str(len(game.seats)), [*game.seats], None)
    else:
        if name is None or at is not None:
            missing = "Which format? Say its name" if name is None else "--at is a step of a file"
            raise click.UsageError(f"{missing}, or a saved game: --from FILE.")
        given = split_names(decks) if decks is not None else None
        rules = rules_with(name, cards, given)
        seed = Random().randrange(1_000_000) if seed is None else seed
        called = split_names(names) if names is not None else None
        kinds = players_of(rules, seats, called, given)
        game = rules.new_game(seed, given, switches(options), called or len(kinds))
    language = lang or rules.languages[0]
    known_name("language", language, rules.languages)
    choose(language)
    if save is not None and not save.resolve().parent.is_dir():
        raise click.UsageError(f"There is no folder {save.parent} to save to.")
    live = sys.stdin.isatty() and sys.stdout.isatty()
    if live:
        with suppress(ImportError):
            import_module("readline")  # arrow keys at the prompt
    chance = Random(game.seed)  # of all bots
    session = Session(
        game,
        Telling(rules, language),
        tuple(None if kind == HUMAN else playing(kind, chance) for kind in kinds),
        partial(card_text, rules, lang),
        partial(reasons, rules),
        save,
        live,
        language=language,
        cap=cap,
    )
    show_line(opening(rules, game, kinds))
    if not session.run():
        raise SystemExit(1)


def saved_game(
    file: str, at: int | None, home: str | None, cards: str | None, save: Path | None
) -> tuple[Rules, Game]:
    """The game of a file as it stands there, or at a step; it says where it comes from, unless it
    goes on in the same file.
    """
    found, rules = opened(file, home, cards, None)
    if at is None and found.game.forfeit is not None:
        over = f"This game is over: {result_text(found.game)}"
        raise click.UsageError(f"{over} Go on from a step of it: --at {found.steps}.")
    if at is None and save is not None and save.resolve() == Path(file).resolve():
        return rules, found.game
    return rules, found.branch(at, "stdin" if file == "-" else Path(file).name)


def refuse_with_saved(**given: object) -> None:
    """What a saved game has said already."""
    for name, value in given.items():
        if value is not None:
            text = f"A saved game has its {name} already; leave --{name} out."
            raise click.UsageError(text)


def players_of(
    rules: Rules, seats: str | None, names: list[str] | None, decks: list[str] | None
) -> list[str]:
    """Who plays each seat: those said, or so many, else as many as there are names or decks; you
    and bots where nobody is said.
    """
    own = decks_of_players(rules, decks)
    if seats is None or seats.isdecimal():
        count = int(seats) if seats else number_of_seats(rules, names, own)
        if count not in rules.seat_numbers:
            said = span_said(rules.seat_numbers)
            raise click.UsageError(f"There are {said} seats, not {count}.")
        return [HUMAN, *["random"] * (count - 1)]
    kinds = split_names(seats)
    for kind in kinds:
        if kind != HUMAN:
            bot(kind, [HUMAN])
    return for_all_seats("players", kinds, number_of_seats(rules, kinds, names, own))


def opening(rules: Rules, game: Game, kinds: list[str]) -> str:
    """What is being played."""
    decks = [*game.decks]
    table = f"; {said(f'deck {decks.pop()}')}" if len(decks) != len(game.seats) else ""
    mine = [f", {said(f'deck {deck}')}" for deck in decks] or [""] * len(kinds)
    rows = zip(game.seats, kinds, mine, strict=True)
    players = ", ".join(f"{seat} ({said(kind)}{deck})" for seat, kind, deck in rows)
    seed = said(f"seed {game.seed}")
    return f"{rules.title}: {players}{table}; {seed}."


def card_text(rules: Rules, lang: str | None, wanted: str) -> str:
    """What is printed on a card of this name, of a name that begins so, or of this code."""
    if not wanted:
        return said("Show which card? show NAME")
    folded = wanted.lower().strip('"')
    found = [c for c in rules.cards if folded in (c.name.lower(), c.code.lower())]
    if not found:
        found = [card for card in rules.cards if card.name.lower().startswith(folded)]
    if not found:
        return said(unknown_name("card", wanted, [card.name for card in rules.cards]))
    if len({card.name for card in found}) > 1:
        names = ", ".join(f"{card.name} ({card.code})" for card in found)
        return said(f"Which? {names}")
    return "\n".join(line for card in found for line in printed_lines(rules, card, lang))


def printed_lines(rules: Rules, card: CardWords, lang: str | None) -> tuple[str, ...]:
    """The lines of a card: as they stand in its file, or as a language prints them."""
    translation = rules.edition.contents.wordbook.tongues.get(lang or "")
    return translation.cards[rules.cards.index(card)] if translation else card.lines


def reasons(rules: Rules, game: Game) -> str:
    """Which clause and which rules stand behind the open question."""
    rows: list[str] = []
    asked = game.choice
    if asked is not None and asked.clause is not None:
        statement = statement_of(rules.name, asked.clause)
        rows.append(f"{asked.clause}: {statement}" if statement else asked.clause)
    for reason in reversed(game.reasons):
        path = Path(reason.file)
        row = f"  {path.name}:{reason.line}  {line_of(path, reason.line)}"
        if reason.rule != GAME and row not in rows:
            rows.append(row)
    return "\n".join(rows) or said("No rule of the format asks this.")


def statement_of(name: str, clause: str) -> str:
    """What a clause says, if the format has a ledger that says it."""
    from ...dsl.ruleset.ledger import read_ledger  # late for start-up time: yaml

    ledger = sources_of(name).ledger
    found = read_ledger(ledger)[0].clauses.get(clause) if ledger is not None else None
    return found.statement if found is not None else ""


def line_of(path: Path, number: int) -> str:
    """A line of a file as it stands there."""
    lines = lines_of(Source(path).text)
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""
