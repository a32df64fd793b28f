"""`playsheet simulate`: bots play many games; how do they end, how long are they, who wins?"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click

from ...dsl.loading.library import WrongUse
from ...interpreter.runtime.rules import Rules
from ...lab.bots.bots import NAMES, bot
from ...lab.bots.choosing import CAP
from ...lab.report.page import page_of
from ...lab.simulation.carried import Work
from ...lab.simulation.cluster import Cluster
from ...lab.simulation.parquet import TABLE, database, lines_beside, unpack, write_table
from ...lab.simulation.playing import Plan
from ...lab.simulation.pools import Elsewhere
from ...lab.simulation.results import THERE, Results, header_of
from ...lab.simulation.simulation import SimulationReport, simulate
from ..progress import progress
from ..saving import write_whole
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
@click.option(
    "--write",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep each game: a line of JSON, or a row of a table if FILE ends in .parquet.",
)
@click.option("--resume", is_flag=True, help="Go on with the run that FILE of --write is of.")
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on a cluster of dask.distributed: tcp://HOST:PORT."
)
@click.option(
    "--report",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page of pictures: who wins, how long games are, what each card adds.",
)
@AS_JSON
def command(
    name: str,
    decks: str | None,
    cards: str | None,
    jobs: int,
    write: Path | None,
    resume: bool,
    cluster: str | None,
    page: Path | None,
    as_json: bool,
    **of_plan: Any,
) -> None:
    """Let bots play FORMAT many times, and count."""
    if resume and write is None:
        raise click.UsageError("What is to be gone on with? Say --write FILE besides --resume.")
    given = split_names(decks) if decks is not None else None
    rules = rules_with(name, cards, given)
    work = work_of(rules, given, page is not None, **of_plan)
    place = Cluster(cluster) if cluster is not None else None
    jobs = place.slots if place is not None else jobs
    with opened_results(write, work, resume) as results, progress("games") as tick:
        pool = partial(Elsewhere, place, work, results is not None) if place is not None else None
        run = partial(simulate, work, jobs, tick, results, pool)
        report, stopped = until_stopped(run)
    if write is not None and not stopped and not report.cut:
        finish(write)
    if page is not None:
        write_whole(page, page_of(rules, work, report.tally))
    if report.in_python:
        click.echo(f"Played in Python: {report.in_python}.", err=True)
    if results is not None and results.torn:
        click.echo(f"The last line of {write} was cut off; that game was played again.", err=True)
    if report.cut:
        click.echo(f"{report.cut} {kept_said(write, report.tally.games)}", err=True)
    record = report.as_json(name)
    show = partial(show_summary, report, record)
    wrong = bool(report.tally.faults or report.tally.capped or report.cut)
    conclude(as_json, record, show, wrong, stopped)


def work_of(
    rules: Rules,
    given: list[str] | None,
    observed: bool,
    games: int,
    seed: int,
    bots: str,
    rotate: bool,
    seats: int | None,
    options: tuple[str, ...],
    cap: int,
    native: bool | None,
) -> Work:
    """What is to be played. Whatever is wrong with it stops here, not in another process."""
    count = (
        number_of_seats(rules, split_names(bots), decks_of_players(rules, given))
        if seats is None
        else seats
    )
    players = for_all_seats("bots", split_names(bots), count)
    for player in players:
        bot(player)
    values = switches(options)
    lists = rules.deck_lists(count, MOST_LISTS, given)
    for one in lists:
        rules.new_setup(seed, one, values, count)
    plan = Plan(games, seed, tuple(players), lists, cap, rotate, native, observed)
    return Work(rules, dict.fromkeys(deck for one in lists for deck in one), values, count, plan)


@contextmanager
def opened_results(path: Path | None, work: Work, resume: bool) -> Generator[Results | None]:
    """The file that a run is written to, if it is; of a table, the lines beside it."""
    if path is None:
        yield None
        return
    lines = path
    if path.suffix == TABLE:
        database().close()  # whatever is missing, is told now
        lines = lines_beside(path)
        if path.exists() and not resume:
            raise WrongUse(f"{path} {THERE}")
        if path.exists() and not lines.exists():
            unpack(path, lines)
    with Results(lines, header_of(work)).begin(work.plan.games, resume) as found:
        yield found


def finish(path: Path) -> None:
    """Makes a table of a run that is complete, if it is to be one."""
    if path.suffix == TABLE:
        write_table(lines_beside(path), path)


def kept_said(path: Path | None, games: int) -> str:
    """Where the games are that were played."""
    if path is None:
        return f"{count_of(games, 'game')} had been played; --write FILE would have kept them."
    return f"{count_of(games, 'game')} are in {path}: go on with --resume."


def show_summary(report: SimulationReport, record: Mapping[str, object]) -> None:
    """The report for a reader."""
    tally = report.tally
    click.echo(f"{record['format']}: {tally.finished:,} of {tally.games:,} games finished.")
    for one in tally.fault_list[:5]:
        click.echo(f"  fault: seed {one.seed}, decks {', '.join(one.decks)}: {one.fault}")
    for one in tally.capped_list[:5]:
        text = f"seed {one.seed}, decks {', '.join(one.decks)}: {one.asks} still asks"
        click.echo(f"  no end after {count_of(one.decisions, 'decision')}: {text}")
    if tally.capped > 5:
        click.echo(f"  no end of {tally.capped - 5:,} more")
    rows: list[tuple[str, object]] = [
        ("decisions a game", record["mean_decisions"]),
        ("turns a game", record["mean_turns"]),
        ("first player won", percent(record["first_player_win_share"])),
        ("drawn", record["draws"]),
    ]
    for reason, number in tally.endings().items():
        rows.append(("ended by", f"{reason}: {percent(number / max(tally.finished, 1))}"))
    for keyword, times in tally.by_keyword().items():
        rows.append(("keyword", f"{keyword}: {times:,} times"))
    by_bot = tally.rows(tally.bots)
    for player, row in by_bot.items() if len(by_bot) > 1 else ():
        rows.append((f"bot {player}", won_said(row)))
    for deck, row in tally.rows(tally.decks).items():
        rows.append((f"deck {deck}", won_said(row)))
    rows.append(("decisions/s", f"{record['decisions_per_s']:,}"))
    show_table(indented(columns(rows)))


def won_said(row: Mapping[str, int]) -> str:
    """`12 of 20 won, 60.0 %`"""
    share = percent(row["won"] / max(row["played"], 1))
    return f"{row['won']:,} of {row['played']:,} won, {share}"


def percent(value: object) -> str:
    return f"{100 * value:.1f} %" if isinstance(value, float) else "-"
