"""`playsheet faults`: makes typical mistakes in formats, and sees what finds each."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from ...dsl.loading.library import shipped_formats, sources_of
from ...lab.seeding.classes import CLASSES
from ...lab.seeding.page import page_of, percent
from ...lab.seeding.seeding import Seeded, SeedingReport, run_seeding
from ..progress import progress
from ..screen import columns, show_table
from ..targets import FORMAT
from ..words import AS_JSON, conclude, until_stopped

HEAD = (
    "class", "made", "errors", "warnings", "games", "scenarios", "nothing", "knowable", "found",
)  # fmt: skip
NAMES = [kind.name for kind in CLASSES]


@click.command("faults")
@click.argument("formats", nargs=-1, metavar="[FORMAT]...", type=FORMAT)
@click.option(
    "--sample", type=click.IntRange(1), default=432, show_default=True, help="So many mistakes."
)
@click.option("--class", "kinds", multiple=True, type=click.Choice(NAMES), help="Only this one.")
@click.option(
    "--games", type=click.IntRange(0), default=4, show_default=True, help="Played with each."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Picks the mistakes.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--at-least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Of what `check` could know.",
)
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), help="A page of it.")
@AS_JSON
def command(
    formats: tuple[str, ...],
    sample: int,
    kinds: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    at_least: float | None,
    write: Path | None,
    as_json: bool,
) -> None:
    """Make typical mistakes in formats, one at a time, and see what finds each."""
    names = formats or tuple(shipped_formats())
    files = [sources_of(name) for name in names]
    wanted = [kind for kind in CLASSES if not kinds or kind.name in kinds]
    with progress("mistakes") as tick:
        run = partial(run_seeding, files, sample, seed=seed, games=games)
        report, stopped = until_stopped(partial(run, kinds=wanted, jobs=jobs, progress=tick))
    if write is not None and not stopped:
        text = f"playsheet faults {' '.join(names)} --sample {sample} --seed {seed} --games {games}"
        write.write_text(page_of(report, text), encoding="utf-8")
    row = report.rows()[-1]
    share = 100 * row.known / max(row.knowable, 1)
    wrong = at_least is not None and share < at_least
    conclude(as_json, report.as_json(), partial(show_report, report), wrong, stopped)


def show_report(report: SeedingReport) -> None:
    """What was missed, and the table."""
    for one in report.missed:
        click.echo(line_of("missed", one))
    for one in report.unnoticed:
        if not one.is_missed:
            click.echo(line_of("unnoticed", one))
    rows = [row for row in report.rows() if row.made]
    cells = [
        (r.name, r.made, r.resolver, r.static, r.games, r.scenarios, r.nothing, r.knowable, r.known)
        for r in rows
    ]
    show_table(columns(cells, HEAD))
    row = rows[-1]
    click.echo(
        f"{row.made} mistakes: `check` finds {percent(row.known, row.knowable)} of what it could "
        f"know; nothing finds {percent(row.nothing, row.made)}."
    )


def line_of(what: str, one: Seeded) -> str:
    fault = one.fault
    return f"{what:<9} {fault.kind:<20} {fault.format} {fault.place}: {fault.change}"
