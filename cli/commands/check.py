"""`playsheet check`: every mistake of a format, with its place, its code and its mend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from os.path import realpath
from pathlib import Path

import click

from ...dsl.loading.library import FormatFiles, shipped_formats, sources_of
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem, has_errors, problem_records, sort_problems
from ...lab.scenarios.checked import check_files
from ..progress import progress
from ..targets import CARDS, DECKS, PLAY, SEED, home_of
from ..words import AS_JSON, conclude, count_of, show_problems, until_stopped

PARTS = (".rules", ".cards", ".deck", ".scenario", ".yaml")


@click.command("check")
@click.argument("formats", nargs=-1, metavar="[FORMAT|PATH]...")
@CARDS
@DECKS
@PLAY
@SEED
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@AS_JSON
def command(
    formats: tuple[str, ...],
    cards: str | None,
    decks: str | None,
    play: int,
    seed: int,
    strict: bool,
    as_json: bool,
) -> None:
    """Find every mistake in the rules, cards, decks, ledgers and scenarios of formats."""
    problems: list[Problem] = []
    cut: list[Problem] = []
    names = formats or shipped_formats()
    for name in names:
        path = Path(name)
        if path.is_file() and path.suffix in PARTS:
            if play:
                raise click.UsageError("--play plays whole formats, no single files.")
            problems += problems_of_file(path, cards, decks)
            continue
        files = sources_of(name, cards, decks)
        found = check_files(files)
        problems += found
        if play and not cut and not has_errors(found):
            more, stopped = played(files, play, seed)
            problems += more
            cut = [unfinished(files)] if stopped else []
    problems = sort_problems(problems)
    wrong = any(problem.severity == "error" or strict for problem in problems)
    record = problem_records([*problems, *cut])
    conclude(as_json, record, partial(show, problems, names), wrong, bool(cut))


def played(files: FormatFiles, games: int, seed: int) -> tuple[list[Problem], bool]:
    """What shows in play, and whether somebody stopped it."""
    from ...lab.coverage.effects import problems_in_play

    with progress(f"games of {files.name}") as tick:
        return until_stopped(partial(problems_in_play, files, games, seed, tick))


def unfinished(files: FormatFiles) -> Problem:
    """What tells programs that not all games were played; a reader is told by `conclude`."""
    text = "Somebody stopped the games: effects that have not happened may happen in the rest."
    return Problem("play-stopped", text, Span(files.rules[0].name, 1, 1, 1, 1), "", "warning")


def show(problems: Sequence[Problem], names: Iterable[str]) -> None:
    """The problems, or that there are none."""
    if problems:
        show_problems(problems)
    else:
        click.echo(f"No mistakes in {', '.join(names)}.")


def problems_of_file(path: Path, cards: str | None, decks: str | None) -> list[Problem]:
    """What concerns one file of a format; its format is the folder around it."""
    home = home_of(path)
    if home is None:
        raise click.UsageError(f"{path} lies in no format's folder: there are no rules around it.")
    known = {realpath(source.path) for source in sources_of(home).every()}
    if path.suffix == ".cards" and realpath(path) not in known:
        cards = cards or str(path)
    found = check_files(sources_of(home, cards, decks))
    here = [problem for problem in found if realpath(problem.file) == realpath(path)]
    if len(found) > len(here):
        click.echo(f"{count_of(len(found) - len(here), 'problem')} elsewhere in {home}.", err=True)
    return here
