"""`playsheet check`: every mistake of a format, with its place, its code and its mend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from os.path import realpath
from pathlib import Path

import click

from ...dsl.loading.library import FormatFiles, shipped_formats, sources_of
from ...dsl.nodes.base import Span
from ...dsl.problems.annotations import annotation_lines
from ...dsl.problems.problem import Problem, has_errors, problem_records, sort_problems
from ...dsl.problems.translation import problems_in
from ...lab.checking.checked import check_files
from ..language import chosen, said
from ..progress import waiting
from ..targets import CARDS, DECKS, PLAY, SEED, TOLD_IN, home_of
from ..words import conclude, count_of, show_problems

DEPTH = 4  # decisions behind a position
TEXT = "text"
OUTPUTS = (TEXT, "json", "sarif", "github")
PARTS = (".rules", ".cards", ".deck", ".scenario", ".yaml")


@click.command("check")
@click.argument("formats", nargs=-1, metavar="[FORMAT|PATH]...")
@CARDS
@DECKS
@PLAY
@SEED
@click.option(
    "--exhaust", "title", metavar="TITLE", help="All games from the position of this scenario on."
)
@click.option(
    "--depth", type=click.IntRange(0), metavar="N", help="Decisions of --exhaust; else 4."
)
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where to write scenarios of what is wrong in play.",
)
@click.option("--impact", "old", metavar="OLD", help="What changed since a folder or git revision.")
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --impact: a saved game too.",
)
@click.option("--bless", multiple=True, metavar="NAME", help="With --impact: this is intended.")
@click.option("--readings", is_flag=True, help="What depends on each option; games by --play.")
@TOLD_IN
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--watch", is_flag=True, help="Check on each save; tell what is new or gone.")
@click.option(
    "--output-format",
    "output",
    type=click.Choice(OUTPUTS),
    default=TEXT,
    show_default=True,
    help="github: annotations of a pull request.",
)
@click.option("--json", "output", flag_value="json", default=TEXT, help="For programs.")
@click.option("--sarif", "output", flag_value="sarif", default=TEXT, help="SARIF 2.1.0.")
def command(
    formats: tuple[str, ...],
    cards: str | None,
    decks: str | None,
    play: int,
    seed: int,
    title: str | None,
    depth: int | None,
    save: Path | None,
    old: str | None,
    games: tuple[Path, ...],
    bless: tuple[str, ...],
    readings: bool,
    strict: bool,
    watch: bool,
    output: str,
) -> None:
    """Find every mistake in the rules, cards, decks, ledgers and scenarios of formats."""
    as_json, further = output == "json", old is not None or bool(bless or games) or readings
    if output not in (TEXT, "json") and (title is not None or further or watch):
        raise click.UsageError(f"{output} is for problems of the files and of --play.")
    if watch:
        if title is not None or further or play:
            raise click.UsageError("--watch looks at files, and plays no games.")
        watched(formats or tuple(shipped_formats()), cards, decks, as_json)
        return
    if title is not None:
        if len(formats) != 1 or play:
            raise click.UsageError("--exhaust goes with one format, and without --play.")
        exhausted(sources_of(formats[0], cards, decks), title, depth, save, as_json)
        return
    if depth is not None:
        raise click.UsageError("--depth goes with --exhaust.")
    if further:
        look_on(formats, cards, decks, play, seed, old, games, bless, readings, as_json)
        return
    look_at(formats or tuple(shipped_formats()), cards, decks, play, seed, save, strict, output)


def look_at(
    names: Sequence[str],
    cards: str | None,
    decks: str | None,
    play: int,
    seed: int,
    save: Path | None,
    strict: bool,
    output: str,
) -> None:
    """All that is wrong with some formats, and in games of them."""
    problems: list[Problem] = []
    cut: list[Problem] = []
    texts: list[str] = []
    if play and any(is_part(Path(name)) for name in names):
        raise click.UsageError("--play plays whole formats, no single files.")
    checked: list[tuple[FormatFiles, list[Problem]]] = []
    with waiting(len(names)) as step:
        for name in names:
            step(said(f"checking {named(name)}"))
            path = Path(name)
            if is_part(path):
                problems += problems_of_file(path, cards, decks)
                continue
            files = sources_of(name, cards, decks)
            checked.append((files, check_files(files)))
    for files, found in checked:
        problems += found
        if play and not cut and not has_errors(found):
            more, shown, stopped = played(files, play, seed, save)
            problems += more
            texts += shown
            cut = [unfinished(files)] if stopped else []
    problems = problems_in(chosen(), sort_problems(problems))
    wrong = any(problem.severity == "error" or strict for problem in problems)
    told = [*problems, *cut]
    if output == "sarif":
        view = partial(print_sarif, told, not cut)
    elif output == "github":
        view = partial(print_annotations, told)
    else:
        view = partial(show, problems, names, texts)
    conclude(output == "json", problem_records(told), view, wrong, bool(cut))


def print_annotations(problems: Sequence[Problem]) -> None:
    """A line for each problem, as GitHub reads them; nothing for none."""
    for line in annotation_lines(problems, Path.cwd()):
        click.echo(line)


def print_sarif(problems: Sequence[Problem], whole: bool) -> None:
    """The problems as a log."""
    from ..exploring import print_sarif as print_log

    print_log(problems, whole)


def watched(names: Sequence[str], cards: str | None, decks: str | None, as_json: bool) -> None:
    """Checks on each save, until somebody stops it."""
    from ..exploring import run_watch

    files = {name: Path(name) for name in names if is_part(Path(name))}
    homes = {name: home_around(path) for name, path in files.items()}
    every = [(homes.get(name, name), files.get(name)) for name in names]
    run_watch(every, cards, decks, as_json)


def is_part(path: Path) -> bool:
    """Whether it is a single file of a format."""
    return path.is_file() and path.suffix in PARTS


def played(
    files: FormatFiles, games: int, seed: int, save: Path | None
) -> tuple[list[Problem], list[str], bool]:
    """What shows in play, texts of it, and whether somebody stopped it."""
    from ..exploring import played as play

    return play(files, games, seed, save)


def exhausted(
    files: FormatFiles, title: str, depth: int | None, save: Path | None, as_json: bool
) -> None:
    """All games from a position on."""
    from ..exploring import run_exhaust

    run_exhaust(files, title, DEPTH if depth is None else depth, save, as_json)


def look_on(
    formats: tuple[str, ...],
    cards: str | None,
    decks: str | None,
    count: int,
    seed: int,
    old: str | None,
    games: tuple[Path, ...],
    bless: tuple[str, ...],
    readings: bool,
    as_json: bool,
) -> None:
    """What a change of the rules changed, or what depends on how they are read."""
    from ..exploring import run_impact, run_readings

    if old is not None and (len(formats) != 1 or readings):
        raise click.UsageError("--impact is about one format, and stands alone.")
    if (bless or games) and old is None:
        raise click.UsageError(f"{'--bless' if bless else '--game'} goes with --impact OLD.")
    every = [sources_of(name, cards, decks) for name in formats or shipped_formats()]
    if old is not None:
        run_impact(every[0], old, games, bless, as_json)
    else:
        run_readings(every, count, seed, as_json)


def unfinished(files: FormatFiles) -> Problem:
    """What tells programs that not all games were played; a reader is told by `conclude`."""
    text = "Somebody stopped the games: what has not happened may happen in the rest."
    return Problem("play-stopped", text, Span(files.rules[0].name, 1, 1, 1, 1), "", "warning")


def show(problems: Sequence[Problem], names: Iterable[str], texts: Iterable[str]) -> None:
    """The problems and what shows them, or that there are none."""
    if problems:
        show_problems(problems)
    else:
        click.echo(said(f"No mistakes in {', '.join(map(named, names))}."))
    for text in texts:
        click.echo(text)


def named(format: str) -> str:
    """What a format is called; that of a folder is its own name, however it was typed."""
    path = Path(format)
    return path.resolve().name if path.is_dir() and not path.name.strip(".") else format


def home_around(path: Path) -> str:
    """The format that a file is part of; raises `UsageError` where it is of none."""
    home = home_of(path)
    if home is None:
        raise click.UsageError(f"{path} lies in no format's folder: there are no rules around it.")
    return home


def problems_of_file(path: Path, cards: str | None, decks: str | None) -> list[Problem]:
    """What concerns one file of a format; its format is the folder around it."""
    home = home_around(path)
    known = {realpath(source.path) for source in sources_of(home).every()}
    if path.suffix == ".cards" and realpath(path) not in known:
        cards = cards or str(path)
    found = check_files(sources_of(home, cards, decks))
    here = [problem for problem in found if realpath(problem.file) == realpath(path)]
    if len(found) > len(here):
        elsewhere = f"{count_of(len(found) - len(here), 'problem')} elsewhere in {home}."
        click.echo(said(elsewhere), err=True)
    return here
