"""Mutation of a format's rules: which small mistakes its scenarios would notice."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from ...dsl.loading.load import Loaded
from ..scenarios.scenario import Suite, suite_of
from .baseline import Trial
from .idle import is_idle
from .mutants import Mutant
from .outcome import Judge, Verdict

Progress = Callable[[int, int], None]
CHUNK = 8
T = TypeVar("T")


@dataclass(slots=True)
class MutationReport:
    """`mutants` are those that `check` lets pass; `survived` those that no scenario noticed;
    `idle` the scenarios that none of the mutants turns red (see `idle.is_idle`).
    """

    mutants: int = 0
    killed: int = 0
    refused: int = 0
    survived: list[Mutant] = field(default_factory=list[Mutant])
    idle: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])

    def as_json(self) -> dict[str, object]:
        """The report as programs read it."""
        return {
            "mutants": self.mutants,
            "killed": self.killed,
            "refused": self.refused,
            "survived": [{"place": m.place, "change": m.change} for m in self.survived],
            "idle_scenarios": self.idle,
            "failing_scenarios": self.failing,
        }


def run_mutation(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    *,
    sample: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> MutationReport:
    """Runs the scenarios of a format on mutants of its rules: on all, or on so many, picked by the
    seed.

    Scenarios that fail on the rules as they are take no part. Idle ones are looked for when all
    mutants are run.
    """
    suite = slim(suite_of(loaded, scenarios))
    trial = Trial(suite)
    mutants = trial.mutants
    order = list(range(len(mutants)))
    if sample is not None or jobs > 1:
        random.Random(seed).shuffle(order)
    order = order[:sample]
    failing = [result.name for result in trial.results if not result.passed]
    report, red = MutationReport(failing=failing), set[int]()
    by_number = {mutant.number: mutant for mutant in mutants}
    with Bench(suite, trial, jobs) as bench:
        for done, verdict in enumerate(bench.each(mutant_verdict, order), 1):
            count(report, by_number[verdict.mutant], verdict)
            if verdict.killed_by is not None:
                red.add(verdict.killed_by)
            if progress is not None:
                progress(done, len(order))
        report.survived.sort(key=lambda mutant: mutant.number)
        if sample is None:
            unmoved = [number for number in trial.passing if number not in red]
            report.idle = bench.idle(unmoved, None)
    return report


def find_idle(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[str]:
    """The names of the scenarios that no mutant turns red."""
    suite = slim(suite_of(loaded, scenarios))
    trial = Trial(suite)
    with Bench(suite, trial, jobs) as bench:
        return bench.idle(trial.passing, progress)


def count(report: MutationReport, mutant: Mutant, verdict: Verdict) -> None:
    if not verdict.valid:
        report.refused += 1
        return
    report.mutants += 1
    if verdict.killed:
        report.killed += 1
    else:
        report.survived.append(mutant)


def mutant_verdict(judge: Judge, number: int) -> Verdict:
    mutant = judge.trial.mutants[number]
    return judge.verdict(mutant, judge.trial.witnesses(mutant))


# ---- one process or several


def slim(suite: Suite) -> Suite:
    """Without what can be made again and need not travel to another process."""
    return replace(suite, loaded=replace(suite.loaded, format=None, program=None))


_worker: list[Judge] = []


def start_worker(suite: Suite) -> None:
    _worker.append(Judge(Trial(suite)))


def do_chunk(work: Callable[[Judge, int], T], numbers: list[int]) -> list[T]:
    return [work(_worker[0], number) for number in numbers]


class Bench:
    """Does a piece of work for each of many numbers, here or in processes with a copy each."""

    def __init__(self, suite: Suite, trial: Trial, jobs: int) -> None:
        self.trial = trial
        self.judge = Judge(trial) if jobs < 2 else None
        self.pool = None
        if jobs > 1:
            self.pool = ProcessPoolExecutor(
                jobs,
                mp_context=get_context("spawn"),
                initializer=start_worker,
                initargs=(suite,),
            )

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    def each(
        self, work: Callable[[Judge, int], T], numbers: Sequence[int]
    ) -> Generator[T, None, None]:
        """The results in order of the numbers."""
        if self.pool is None:
            assert self.judge is not None
            for number in numbers:
                yield work(self.judge, number)
            return
        chunks = [list(numbers[k : k + CHUNK]) for k in range(0, len(numbers), CHUNK)]
        for found in self.pool.map(partial(do_chunk, work), chunks):
            yield from found

    def idle(self, numbers: Sequence[int], progress: Progress | None) -> list[str]:
        """The names of those scenarios that are idle."""
        found: list[str] = []
        for done, idle in enumerate(self.each(is_idle, numbers), 1):
            if idle:
                found.append(self.trial.results[numbers[done - 1]].name)
            if progress is not None:
                progress(done, len(numbers))
        return found
