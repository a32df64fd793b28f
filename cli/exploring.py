"""What `playsheet check` does besides looking at files once: many games, every game from a position
on, what a change of the rules or another reading changes, looking again on each save, logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from ..dsl.loading.kept import load_usable
from ..dsl.loading.library import FormatFiles, program_version
from ..dsl.nodes.base import name_from_pattern
from ..dsl.problems.places import place_text, placed_below
from ..dsl.problems.problem import Problem, problem_records
from ..dsl.problems.sarif import sarif_log
from ..interpreter.runtime.edition import Edition
from ..interpreter.runtime.rules import Rules
from ..lab.changes.causes import Cause, Effect
from ..lab.changes.impact import blessed_file, blessed_in, impact, row_for
from ..lab.changes.past import past_of
from ..lab.changes.readings import Reading, Readings
from ..lab.exploration.exhaust import Exhausted, exhaust
from ..lab.exploration.report import Exploration, explore
from ..lab.exploration.shrink import Written
from ..lab.scenarios.scenario import suite_of
from ..lab.workspace import Workspace
from .progress import progress
from .saving import write_whole
from .watching import Watched, watch
from .words import conclude, count_of, print_json, show_problems, unknown_name, until_stopped

SCENARIO = ".scenario"
SHOWN = 3  # effects of a change that are told one by one


def played(
    files: FormatFiles, games: int, seed: int, save: Path | None
) -> tuple[list[Problem], list[str], bool]:
    """What is wrong in games or never happens in them, texts that show it, and whether somebody
    stopped them.
    """
    with progress(f"games of {files.name}") as tick:
        found, stopped = until_stopped(partial(explore, files, games, seed, tick))
    return found.problems(), [*texts_of(found, save)], stopped


def texts_of(found: Exploration, save: Path | None) -> Iterator[str]:
    """Where what shows a mistake has been written; without a folder its text, if it is short."""
    for number, (problem, one) in enumerate(found.shown(), 1):
        if save is not None:
            yield f"Written: {written_to(save, f'{problem.code}_{number}', one)}"
        elif one.suffix == SCENARIO:
            yield f"\n{one.text.rstrip()}"
        else:
            yield f"\n{one.message} No scenario can show it; --save FOLDER writes the game."


def written_to(folder: Path, name: str, one: Written) -> Path:
    """The file that shows a mistake."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}{one.suffix}"
    path.write_text(one.text, encoding="utf-8")
    return path


def run_exhaust(
    files: FormatFiles, title: str, depth: int, save: Path | None, as_json: bool
) -> None:
    """Visits every state behind the position of a scenario, and says how many there are."""
    suite = suite_of(load_usable(files))
    cases = {case.title: case for case in suite.cases}
    wanted = [name for name in cases if title.lower() in name.lower()]
    name = title if title in cases else wanted[0] if len(wanted) == 1 else ""
    if not name:
        more = f" {len(wanted)} have this in their title." if wanted else ""
        raise click.UsageError(f"{unknown_name('scenario', title, cases)}{more}")
    with progress(f"decisions behind {name}") as tick:
        work = partial(exhaust, suite.prepared(), cases[name], depth, progress=tick)
        found, stopped = until_stopped(work)
    record = {**found.as_json(), "problems": problem_records(found.problems)}
    view = partial(show_states, found.problems, [*shown_in(found, save)], [*found.lines()])
    conclude(as_json, record, view, bool(found.problems), stopped)


def shown_in(found: Exhausted, save: Path | None) -> Iterator[str]:
    """The scenarios that show what must not be, or where they have been written."""
    for number, text in enumerate(found.examples, 1):
        if text and save is not None:
            name = f"{name_from_pattern(found.title)}_{number}"
            yield f"Written: {written_to(save, name, Written(text, SCENARIO, ''))}"
        elif text:
            yield text


def show_states(problems: Sequence[Problem], texts: Iterable[str], lines: Iterable[str]) -> None:
    """What must not be and what shows it, then what was visited."""
    if problems:
        show_problems(problems)
    for text in (*texts, *lines):
        click.echo(text)


# ---- readings


def run_readings(every: Iterable[FormatFiles], games: int, seed: int, as_json: bool) -> None:
    """What depends on how rules are read, with one witness each."""
    found: dict[str, list[Reading]] = {}
    for files in every:
        loaded = load_usable(files, whole=True)
        with progress(f"readings of {files.name}") as tick:
            rules = Rules(Edition(files, loaded))
            found[files.name] = Readings(loaded, rules, games, seed).all(tick)
    conclude(as_json, found, partial(show_readings, found))


def show_readings(found: dict[str, list[Reading]]) -> None:
    """Each reading: how much depends on it, and the first thing that does."""
    for name, readings in found.items():
        for one in readings:
            count = count_of(len(one.scenarios), "scenario")
            games = f"{len(one.games)} of {count_of(one.tried, 'game')}"
            cited = f" [{', '.join(one.clauses)}]" if one.clauses else ""
            click.echo(f'{name}: {one.option} {one.value} "{one.title}"{cited}: {count}, {games}')
            for witness in (*one.scenarios[:1], *one.games[:1]):
                click.echo(f"  {witness.name} ({witness.place})")
                click.echo(f"    usually  {witness.usual}")
                click.echo(f"    so read  {witness.instead.splitlines()[0]}")
        if not readings:
            click.echo(f"{name}: it has no option, so there is nothing to read otherwise.")


# ---- impact


def run_impact(
    files: FormatFiles, old: str, games: Sequence[Path], bless: tuple[str, ...], as_json: bool
) -> None:
    """What became otherwise since older rules; what is intended is written down."""
    path = blessed_file(files)
    with past_of(files, old) as before:
        sides = load_usable(before, whole=True), load_usable(files, whole=True)
    with progress(f"scenarios of {files.name}") as tick:
        causes, stand = impact(*sides, blessed_in(path), games, tick)
    if bless:
        rows = "".join(row_for(causes, name) for name in bless)
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        write_whole(path, text + rows)
        known = blessed_in(path)
        for cause in causes:
            cause.blessed = cause.digest in known
    wrong = any(cause.effects and not cause.blessed for cause in causes)
    record = [cause.record() for cause in causes]
    conclude(as_json, record, partial(show_impact, causes, stand), wrong)


def show_impact(causes: list[Cause], stand: list[str]) -> None:
    """Each change with the lines that differ, and what it changes; saved games that stand."""
    for cause in causes:
        state = ": intended" if cause.blessed else ""
        where = f" ({cause.place})" if cause.place else ""
        click.echo(f"{cause.section} {cause.name}{where}{state}".strip())
        for line in cause.lines:
            click.echo(f"    {line}")
        for kind in dict.fromkeys(effect.kind for effect in cause.effects):
            show_effects(kind, [one for one in cause.effects if one.kind == kind])
        if not cause.effects:
            click.echo("  changes nothing that is tried")
    if not causes:
        click.echo("Nothing was changed.")
    elif stand:
        click.echo(f"As before: {', '.join(stand)}")


def show_effects(kind: str, effects: list[Effect]) -> None:
    """How many of a kind, and the first of them with the step that differs."""
    click.echo(f"  {count_of(len(effects), kind)}")
    for one in effects[:SHOWN]:
        step = f", step {one.step}" if one.step else ""
        click.echo(f"    {one.name} ({one.place}{step})")
        if one.kind != "card":
            click.echo(f"      was  {one.old.splitlines()[0]}")
            click.echo(f"      now  {one.new.splitlines()[0]}")
    if len(effects) > SHOWN:
        click.echo(f"    and {len(effects) - SHOWN} more")


# ---- watching, logs


def run_watch(
    every: Iterable[tuple[str, Path | None]], cards: str | None, decks: str | None, as_json: bool
) -> None:
    """Checks formats on each save, of some only what concerns a file of theirs; does not return."""
    named = [*every]
    names = [str(file or home) for home, file in named]
    some = [Watched(Workspace(home, True, cards, decks), file) for home, file in named]
    watch(some, tell_record if as_json else partial(tell_changes, names))


def tell_record(new: Sequence[Problem], gone: Sequence[Problem], _: Sequence[Problem]) -> None:
    """One line for programs."""
    print_json({"new": problem_records(new), "gone": problem_records(gone)}, indent=None)


def tell_changes(
    names: Sequence[str], new: Sequence[Problem], gone: Sequence[Problem], left: Sequence[Problem]
) -> None:
    """What is gone in a line each, what is new as always, and when nothing is left."""
    for problem in placed_below(gone, Path.cwd()):
        click.echo(f"gone: {place_text(problem.span)}: {problem.code}: {problem.message}")
    if new:
        show_problems(new)
    if not left:
        click.echo(f"No mistakes in {', '.join(names)}.")


def print_sarif(problems: Sequence[Problem], whole: bool) -> None:
    """Problems as a SARIF log; `whole`: nobody stopped what looked for them."""
    print_json(sarif_log(problems, program_version(), Path.cwd(), whole))
