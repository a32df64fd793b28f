"""What `playsheet check` does in play: many games, or every game from a position on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from ..dsl.loading.kept import load_usable
from ..dsl.loading.library import FormatFiles
from ..dsl.nodes.base import name_from_pattern
from ..dsl.problems.problem import Problem, problem_records
from ..lab.exploration.exhaust import Exhausted, exhaust
from ..lab.exploration.report import Exploration, explore
from ..lab.exploration.shrink import Written
from ..lab.scenarios.scenario import suite_of
from .progress import progress
from .words import conclude, show_problems, unknown_name, until_stopped

SCENARIO = ".scenario"


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
