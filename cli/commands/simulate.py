"""`playsheet simulate`: bots play many games; how do they end, how long are they, who wins?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import click

from ...interpreter.runtime.game_setup import GameSetup
from ...lab.bots.bots import NAMES, bot
from ...lab.bots.choosing import CAP
from ...lab.simulation.native import NewSetup
from ...lab.simulation.simulation import Plan, SimulationReport, simulate
from ..progress import progress
from ..screen import columns, indented, show_table
from ..targets import (
    CARDS,
    FORMAT,
    decks_of_players,
    for_all_seats,
    number_of_seats,
    rules_with,
    split_names,
    switches,
)
from ..words import AS_JSON, conclude, count_of, until_stopped

MOST_LISTS = 400


@click.command("simulate")
@click.argument("name", metavar="FORMAT", type=FORMAT)
@click.option("--games", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first game.")
@click.option(
    "--bots",
    default="random",
    show_default=True,
    metavar="A,B",
    help=f"One a seat or one for all: {', '.join(NAMES)}.",
)
@click.option("--rotate", is_flag=True, help="Bots change seats from game to game.")
@click.option(
    "--seats", type=click.IntRange(1), metavar="N", help="How many play; else as few as may."
)
@click.option(
    "--decks", metavar="A,B", help="Always these; one a seat or one for all, the table's too."
)
@CARDS
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A switch.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--cap",
    type=click.IntRange(1),
    default=CAP,
    show_default=True,
    help="Decisions after which a game is stopped.",
)
@click.option(
    "--native/--no-native",
    default=None,
    help="Play in C, after building it; or never. Unsaid, where it is there or worth building.",
)
@AS_JSON
def command(
    name: str,
    games: int,
    seed: int,
    bots: str,
    rotate: bool,
    seats: int | None,
    decks: str | None,
    cards: str | None,
    options: tuple[str, ...],
    jobs: int,
    cap: int,
    native: bool | None,
    as_json: bool,
) -> None:
    """Let bots play FORMAT many times, and count."""
    given = split_names(decks) if decks is not None else None
    rules = rules_with(name, cards, given)
    values = switches(options)
    count = (
        number_of_seats(rules, split_names(bots), decks_of_players(rules, given))
        if seats is None
        else seats
    )
    players = for_all_seats("bots", split_names(bots), count)
    for player in players:
        bot(player)
    lists = rules.deck_lists(count, MOST_LISTS, given)
    for one in lists:  # a deck that may not be played stops here, not in another process
        rules.new_setup(seed, one, values, count)
    plan = Plan(games, seed, tuple(players), lists, cap, rotate, native)
    opened = partial(open_tables, name, cards, given, values, count)
    with progress("games") as tick:
        report, stopped = until_stopped(partial(simulate, plan, opened, jobs, tick))
    if report.in_python:
        click.echo(f"Played in Python: {report.in_python}.", err=True)
    record = report.as_json(name)
    show = partial(show_summary, report, record)
    conclude(as_json, record, show, bool(report.faults or report.capped), stopped)


def open_tables(
    name: str, cards: str | None, decks: list[str] | None, values: Mapping[str, str], count: int
) -> NewSetup:
    """Loads a format; runs in each process."""
    rules = rules_with(name, cards, decks)
    setups: dict[tuple[str, ...], GameSetup] = {}

    def new_setup(seed: int, decks: tuple[str, ...]) -> GameSetup:
        if decks not in setups:
            setups[decks] = rules.new_setup(seed, decks, values, count)
        return replace(setups[decks], seed=seed)

    return new_setup


def show_summary(report: SimulationReport, record: Mapping[str, object]) -> None:
    """The report for a reader."""
    finished, games = len(report.finished), len(report.outcomes)
    click.echo(f"{record['format']}: {finished:,} of {games:,} games finished.")
    for one in report.faults[:5]:
        click.echo(f"  fault: seed {one.seed}, decks {', '.join(one.decks)}: {one.fault}")
    for one in report.capped[:5]:
        text = f"seed {one.seed}, decks {', '.join(one.decks)}: {one.asks} still asks"
        click.echo(f"  no end after {count_of(one.decisions, 'decision')}: {text}")
    if len(report.capped) > 5:
        click.echo(f"  no end of {len(report.capped) - 5:,} more")
    rows: list[tuple[str, object]] = [
        ("decisions a game", record["mean_decisions"]),
        ("turns a game", record["mean_turns"]),
        ("first player won", percent(record["first_player_win_share"])),
        ("drawn", record["draws"]),
    ]
    for reason, number in Counter(one.reason for one in report.finished).most_common():
        rows.append(("ended by", f"{reason}: {percent(number / max(finished, 1))}"))
    for keyword, times in report.by_keyword().items():
        rows.append(("keyword", f"{keyword}: {times:,} times"))
    by_bot = report.by_bot()
    for player, row in by_bot.items() if len(by_bot) > 1 else ():
        share = percent(row["won"] / max(row["played"], 1))
        rows.append((f"bot {player}", f"{row['won']:,} of {row['played']:,} won, {share}"))
    for deck, row in report.by_deck().items():
        share = percent(row["won"] / max(row["played"], 1))
        rows.append((f"deck {deck}", f"{row['won']:,} of {row['played']:,} won, {share}"))
    rows.append(("decisions/s", f"{round(report.speed):,}"))
    show_table(indented(columns(rows)))


def percent(value: object) -> str:
    return f"{100 * value:.1f} %" if isinstance(value, float) else "-"
