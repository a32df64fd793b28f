"""Mutation of a format's rules: which small mistakes its scenarios would notice."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path

from ..dsl.load import Loaded
from .mutants import Mutant
from .scenario import Suite, suite_of
from .trial import Trial
from .verdict import Judge, Verdict

Progress = Callable[[int, int], None]
CHUNK = 8


@dataclass(slots=True)
class MutationReport:
    """`mutants` are those that `check` lets pass; `survived` those that no scenario noticed."""

    mutants: int = 0
    killed: int = 0
    refused: int = 0
    survived: list[Mutant] = field(default_factory=list[Mutant])
    idle: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

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
    seconds: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> MutationReport:
    """Runs the scenarios of a format on mutants of its rules: on all, on so many, or for so long.

    A part is picked by the seed. Scenarios that fail on the rules as they are take no part. Which
    scenarios are idle is told only when all mutants have run.
    """
    started = time.monotonic()
    suite = slim(suite_of(loaded, scenarios))
    trial = Trial(suite)
    mutants = trial.mutants
    order = list(range(len(mutants)))
    partly = sample is not None or seconds is not None
    if partly or jobs > 1:
        random.Random(seed).shuffle(order)
    if sample is not None:
        order = order[:sample]
    report = MutationReport(
        failing=[result.name for result in trial.results if not result.passed]
    )
    red: set[int] = set()
    deadline = None if seconds is None else started + seconds
    if jobs < 2:
        verdicts = judged(trial, order, not partly)
    else:
        verdicts = judged_in_processes(suite, order, jobs, not partly)
    for done, verdict in enumerate(verdicts, 1):
        count(report, mutants[verdict.mutant], verdict, red)
        if progress is not None:
            progress(done, len(order))
        if deadline is not None and time.monotonic() > deadline:
            break
    verdicts.close()
    report.survived.sort(key=lambda mutant: mutant.number)
    if not partly:
        report.idle = [trial.results[k].name for k in trial.passing if k not in red]
    report.seconds = time.monotonic() - started
    return report


def count(report: MutationReport, mutant: Mutant, verdict: Verdict, red: set[int]) -> None:
    if not verdict.valid:
        report.refused += 1
        return
    report.mutants += 1
    red.update(verdict.killed_by)
    if verdict.killed:
        report.killed += 1
    else:
        report.survived.append(mutant)


Verdicts = Generator[Verdict, None, None]


def judged(trial: Trial, order: Sequence[int], seeks_idle: bool) -> Verdicts:
    """Verdicts one by one; to find the idle, scenarios that were never red are always tried."""
    judge, idle = Judge(trial), set(trial.passing if seeks_idle else ())
    for number in order:
        mutant = trial.mutants[number]
        verdict = judge.verdict(mutant, trial.witnesses(mutant), idle)
        idle.difference_update(verdict.killed_by)
        yield verdict


# ---- several processes


def slim(suite: Suite) -> Suite:
    """Without what can be made again and need not travel to another process."""
    return replace(suite, loaded=replace(suite.loaded, meaning=None, program=None))


_worker: list[tuple[Judge, set[int]]] = []


def start_worker(suite: Suite, seeks_idle: bool) -> None:
    trial = Trial(suite)
    _worker.append((Judge(trial), set(trial.passing if seeks_idle else ())))


def judge_chunk(numbers: list[int]) -> list[Verdict]:
    judge, idle = _worker[0]
    trial = judge.trial
    found: list[Verdict] = []
    for number in numbers:
        mutant = trial.mutants[number]
        verdict = judge.verdict(mutant, trial.witnesses(mutant), idle)
        idle.difference_update(verdict.killed_by)
        found.append(verdict)
    return found


def judged_in_processes(
    suite: Suite, order: Sequence[int], jobs: int, seeks_idle: bool
) -> Verdicts:
    """The same by several processes, each with its own copy of the rules."""
    chunks = [list(order[k : k + CHUNK]) for k in range(0, len(order), CHUNK)]
    pool = ProcessPoolExecutor(
        jobs,
        mp_context=get_context("spawn"),
        initializer=start_worker,
        initargs=(suite, seeks_idle),
    )
    try:
        for found in pool.map(judge_chunk, chunks):
            yield from found
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
