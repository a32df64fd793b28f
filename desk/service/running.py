"""Scenarios run from an editor, with what is not saved yet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from ...dsl.loading.kept import loaded_of
from ...dsl.loading.library import sources_of
from ...dsl.loading.source import instead_of_files
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, RulesError
from ...lab.scenarios.scenario import run_scenarios


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario went; `path` is the real path of its file. `trace`: of one that failed, what
    happened last before that and who is asked what, where it was asked for.
    """

    path: str
    title: str
    passed: bool
    message: str = ""
    problems: tuple[Problem, ...] = ()
    trace: tuple[str, ...] = ()


def run(
    name: str, unsaved: Mapping[str, bytes], wanted: Iterable[tuple[str, str]], traced: bool = False
) -> list[Outcome]:
    """Runs some scenarios of a format, each given by the path of its file and its title; an empty
    title means all of the file. With `traced` those that fail tell where they were.
    """
    titles: dict[str, list[str]] = {}
    for path, title in wanted:
        titles.setdefault(os.path.realpath(path), []).append(title)
    found: list[Outcome] = []
    with instead_of_files(unsaved):
        files = sources_of(name)
        loaded = loaded_of(files, keep=False)
        for source in files.scenarios:
            path = os.path.realpath(source.path)
            for title in titles.get(path, ()):
                try:
                    results = run_scenarios(loaded, [source.path], title, traced=traced)
                except RulesError as error:
                    problems = tuple(error.problems)
                    text = "The rules have mistakes: nothing can be played."
                    found.append(Outcome(path, title, False, text, problems))
                    continue
                for one in results:
                    if not title or one.name == title or not one.passed:
                        said = one.name, one.passed, one.message, tuple(one.problems), one.trace
                        found.append(Outcome(path, *said))
    return found
