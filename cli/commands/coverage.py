"""`playsheet coverage`: which clauses, rule lines and phrases the scenarios cover."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import sources_of
from ...dsl.problems.problem import has_errors
from ...dsl.ruleset.inheritance import heritage_of
from ...lab.coverage.coverage import CoverageReport, run_coverage
from ..progress import progress
from ..targets import CARDS, FORMAT, PLAY, SEED
from ..words import AS_JSON, Findings, conclude


@click.command("coverage")
@click.argument("name", metavar="FORMAT", type=FORMAT)
@CARDS
@click.option(
    "--at-least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Of the clauses."
)
@click.option("--fresh", is_flag=True, help="Trust nothing that was kept.")
@PLAY
@SEED
@AS_JSON
def command(
    name: str,
    cards: str | None,
    at_least: float | None,
    fresh: bool,
    play: int,
    seed: int,
    as_json: bool,
) -> None:
    """Say what the scenarios of a format cover: clauses, rule lines, phrases, effects."""
    files = sources_of(name, cards)
    problems = heritage_of(files)[1]
    if has_errors(problems):
        raise Findings(problems)
    with progress("clauses") as tick:
        loaded = load_usable(files, whole=True)
        report = run_coverage(loaded, progress=tick, cache=not fresh, games=play, seed=seed)
    covered = sum(cover.covered for cover in report.clauses.values())
    share = 100 * covered / max(len(report.clauses), 1)
    wrong = bool(report.failing) or (at_least is not None and share < at_least)
    conclude(as_json, report.as_json(), partial(show_report, report), wrong)


def show_report(report: CoverageReport) -> None:
    """What is missing, then the sums."""
    uncovered = [cover for cover in report.clauses.values() if not cover.covered]
    for cover in uncovered:
        click.echo(f"clause   {cover.clause}: {cover.why_not}")
    for place in report.missed:
        file, _, line = place.rpartition(":")
        click.echo(f"line     {Path(file).name}:{line}: no passing scenario ran it")
    unused = sorted({*report.phrases} - {*report.phrases_used})
    for phrase in unused:
        click.echo(f"phrase   {phrase}: no card of a scenario that ran says it")
    effects = report.effects
    if effects is not None:
        for one in effects.never():
            place = f"{Path(one.span.file).name}:{one.span.line}"
            click.echo(f"effect   {place}: it never happened; {effects.reason(one)}")
    for name in report.failing:
        click.echo(f"failing  {name}")
    total = len(report.clauses)
    click.echo(
        f"{report.format}: {total - len(uncovered)} of {total} testable clauses covered "
        f"({len(report.not_testable)} not testable), "
        f"{report.lines - len(report.missed)} of {report.lines} rule lines run, "
        f"{len(report.phrases_used)} of {len(report.phrases)} phrases used"
        f"{effects.sum() if effects is not None else ''}."
    )
