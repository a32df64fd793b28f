"""`playsheet check --watch`: checks on each save, and tells what is new and what is gone."""

from __future__ import annotations

import errno
import os
import select
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from os.path import realpath
from pathlib import Path

import click

from ..dsl.loading.library import WrongUse
from ..dsl.nodes.dataclass import dataclass
from ..dsl.problems.problem import Problem, sort_problems
from ..lab.workspace import Workspace

PAUSE = 0.25  # seconds between two looks at the files
Stamp = dict[Path, tuple[int, int, int] | None]  # time of the last change, size, number of the file
Tell = Callable[[Sequence[Problem], Sequence[Problem], Sequence[Problem]], None]


@dataclass(frozen=True, slots=True)
class Watched:
    """A format; with `file` only what concerns a file of it."""

    workspace: Workspace
    file: Path | None = None

    def problems(self) -> list[Problem]:
        """What is wrong with the files as they are now."""
        found = self.workspace.check()
        return found if self.file is None else of_file(found, self.file)

    def paths(self) -> Iterator[Path]:
        """The files, and the folders in which others may appear."""
        for source in (files := self.workspace.files).every():
            yield source.path
            yield source.path.parent
        for source in files.rules[:1]:
            yield from (path for path in source.path.parent.rglob("*") if path.is_dir())


def of_file(problems: Iterable[Problem], file: Path) -> list[Problem]:
    """The problems in one file."""
    return [problem for problem in problems if realpath(problem.file) == realpath(file)]


def watch(every: Sequence[Watched], tell: Tell) -> None:
    """Calls `tell` with what is new, what is gone and all that is left, first and after each save
    that changes it. Never returns; raises `BrokenPipeError` when nobody reads any more.
    """
    stamp = stamp_of(every)
    known = problems_of(every)
    tell(known, (), known)
    while True:
        wait(PAUSE)
        if stamp == (now := times_of(stamp)):
            continue
        try:
            stamp, found = stamp_of(every), problems_of(every)
        except WrongUse as error:  # a folder that is away for a moment, or for good
            stamp = now
            click.echo(str(error), err=True)
            continue
        new, gone = unmatched(found, known), unmatched(known, found)
        known = found
        if new or gone:
            tell(new, gone, known)


def problems_of(every: Iterable[Watched]) -> list[Problem]:
    return sort_problems(problem for one in every for problem in one.problems())


def stamp_of(every: Sequence[Watched]) -> Stamp:
    """The state of all files; none appears between the list of them and the look at them."""
    paths: set[Path] = set()
    stamp: Stamp = {}
    while paths != (now := {path for one in every for path in one.paths()}):
        paths, stamp = now, times_of(now)
    return stamp


def times_of(paths: Iterable[Path]) -> Stamp:
    """The state of some files; None for one that is not there."""
    return {path: time_of(path) for path in paths}


def time_of(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def unmatched(some: Iterable[Problem], others: Sequence[Problem]) -> list[Problem]:
    """Those of some problems that are not among others, wherever in a file they stand by now."""
    left, there = Counter(map(told_of, others)), set(others)
    found: list[Problem] = []
    for problem in sorted(some, key=lambda one: one not in there):
        left[told_of(problem)] -= 1
        if left[told_of(problem)] < 0:
            found.append(problem)
    return sort_problems(found)


def told_of(problem: Problem) -> tuple[str, ...]:
    return (
        problem.code,
        problem.file,
        problem.severity,
        problem.message,
        problem.mend or problem.advice,
    )


def wait(seconds: float) -> None:
    """Waits; raises `BrokenPipeError` as soon as nobody reads what we write."""
    try:
        poll, number = select.poll(), sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):  # Windows, or no file behind stdout
        time.sleep(seconds)
        return
    poll.register(number, 0)
    if poll.poll(seconds * 1000):
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
