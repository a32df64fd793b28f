"""Mutation of a format's rules: which small mistakes its scenarios would notice."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import field, fields, replace
from pathlib import Path

from ...dsl.loading.garbage import values_kept
from ...dsl.loading.load import Loaded
from ...dsl.nodes.dataclass import dataclass
from ..scenarios.scenario import Suite, suite_of
from ..work import Interrupted, Progress, Workers, silent
from .baseline import Baseline
from .mutants import Mutant
from .outcome import MutantRunner, Outcome

CHUNK = 8
TRIES = 200  # mutants, the likeliest first, before a scenario is called idle


@dataclass(slots=True)
class MutationReport:
    """`mutants` are those that `check` lets pass; `killed` those that a scenario noticed, or
    (`by_branches` of them) only a blessed branch; `survived` those that nothing noticed; `idle` the
    scenarios that fail under none of the mutants (see `is_idle`).
    """

    mutants: int = 0
    killed: int = 0
    by_branches: int = 0
    refused: int = 0
    survived: list[Mutant] = field(default_factory=list[Mutant])
    idle: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])

    def add(self, other: MutationReport) -> None:
        """Counts in what was found of another format."""
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    def as_json(self) -> dict[str, object]:
        """The report as programs read it."""
        return {
            "mutants": self.mutants,
            "killed": self.killed,
            "killed_by_branches": self.by_branches,
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
    progress: Progress = silent,
) -> MutationReport:
    """Runs the scenarios of a format on all mutants of its rules, or on a `sample` of so many, and
    on those that no scenario notices its blessed branches.

    Scenarios that fail on the rules as they are take no part. Idle ones are looked for when all
    mutants are run. Raises `Interrupted` with the report so far.
    """
    baseline = Baseline(slim(suite_of(loaded, scenarios)))
    order = list(range(len(baseline.mutants)))
    if sample is not None or jobs > 1:
        random.Random(seed).shuffle(order)
    order = order[:sample]
    failing = [result.name for result in baseline.results if not result.passed]
    report, killers = MutationReport(failing=failing), set[int]()
    with workers_on(baseline, jobs) as workers:
        outcomes = zip(order, workers.each(mutant_outcome, order, CHUNK), strict=True)
        try:
            for done, (number, outcome) in enumerate(outcomes, 1):
                count(report, baseline.mutants[number], outcome)
                if outcome.killed_by is not None:
                    killers.add(outcome.killed_by)
                progress(done, len(order))
        except KeyboardInterrupt:
            raise Interrupted(report) from None
        report.survived.sort(key=lambda mutant: mutant.number)
        if sample is None:
            left = [number for number in baseline.passing if number not in killers]
            report.idle = idle_among(workers, baseline, left)
    return report


def find_idle(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    *,
    jobs: int = 1,
    progress: Progress = silent,
) -> list[str]:
    """The names of the scenarios that fail under no mutant."""
    baseline = Baseline(slim(suite_of(loaded, scenarios)))
    with workers_on(baseline, jobs) as workers:
        return idle_among(workers, baseline, baseline.passing, progress)


def count(report: MutationReport, mutant: Mutant, outcome: Outcome) -> None:
    if not outcome.valid:
        report.refused += 1
        return
    report.mutants += 1
    if outcome.killed:
        report.killed += 1
        report.by_branches += outcome.killed_by is None
    else:
        report.survived.append(mutant)


def mutant_outcome(runner: MutantRunner, number: int) -> Outcome:
    mutant = runner.baseline.mutants[number]
    with values_kept():
        return runner.outcome(mutant, runner.baseline.affected(mutant))


def slim(suite: Suite) -> Suite:
    """Without what can be made again and need not travel to another process."""
    return replace(suite, loaded=replace(suite.loaded, format=None, program=None))


def workers_on(baseline: Baseline, jobs: int) -> Workers[MutantRunner]:
    """What runs mutants, in as many processes."""
    return Workers(jobs, lambda: MutantRunner(baseline), new_runner, baseline.suite)


def new_runner(suite: Suite) -> MutantRunner:
    return MutantRunner(Baseline(suite))


# ---- idle scenarios: those that no small mistake in the rules makes fail


def idle_among(
    workers: Workers[MutantRunner],
    baseline: Baseline,
    numbers: Sequence[int],
    progress: Progress = silent,
) -> list[str]:
    """The names of those scenarios that are idle."""
    found: list[str] = []
    for done, idle in enumerate(workers.each(is_idle, numbers, CHUNK), 1):
        found += [baseline.results[numbers[done - 1]].name] if idle else []
        progress(done, len(numbers))
    return found


def is_idle(runner: MutantRunner, scenario: int) -> bool:
    """Whether a scenario fails under none of the mutants that most likely matter to it."""
    mutants = likeliest(runner.baseline, scenario)[:TRIES]
    with values_kept():
        return not any(runner.first_failing(mutant, [scenario]).killed for mutant in mutants)


def likeliest(baseline: Baseline, scenario: int) -> Sequence[Mutant]:
    """Mutants of lines that the scenario names clauses of, then of those it ran; of lines that few
    run first, and what is left out before what is changed.
    """
    named, ran = {*baseline.results[scenario].covers}, baseline.ran[scenario]

    def late(mutant: Mutant) -> tuple[bool, bool, int, bool]:
        names = not named.isdisjoint(baseline.clauses_of(mutant))
        runs = not ran.isdisjoint(mutant.lines)
        often = sum(baseline.often[line] for line in mutant.lines)
        return not names, not runs, often, not mutant.change.startswith("left out")

    return sorted(baseline.mutants, key=late)
