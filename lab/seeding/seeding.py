"""A run of fault seeding: mistakes of all classes in some formats, and what found each."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field

from ...dsl.loading.library import FormatFiles
from ...dsl.nodes.dataclass import dataclass
from ..work import Interrupted, Progress, Workers, silent
from .classes import CLASSES, FaultClass
from .fault import Fault, faults_of
from .finders import Finders, Found

SPARE = 4  # faults that are tried in place of one that changes nothing


@dataclass(frozen=True, slots=True)
class Seeded:
    """A fault, and what found it."""

    fault: Fault
    found: Found

    @property
    def is_missed(self) -> bool:
        """Whether `check` could know it and does not."""
        return self.fault.knowable and not self.found.checked

    def as_json(self) -> dict[str, object]:
        """The fault as programs read it."""
        fault, found = self.fault, self.found
        return {
            "class": fault.kind,
            "format": fault.format,
            "place": fault.place,
            "change": fault.change,
            "knowable": fault.knowable,
            "resolver": found.resolver,
            "static": found.static,
            "games": found.games,
            "scenarios": found.scenarios,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """The faults of a class, or of all: how many were made, and how many each finder found."""

    name: str
    made: int
    knowable: int
    known: int
    resolver: int
    static: int
    games: int
    scenarios: int
    nothing: int


@dataclass(slots=True)
class SeedingReport:
    """What became of the faults of a run."""

    formats: tuple[str, ...]
    seed: int
    games: int
    seeded: list[Seeded] = field(default_factory=list[Seeded])

    @property
    def unnoticed(self) -> list[Seeded]:
        """The faults that nothing found."""
        return [one for one in self.seeded if not one.found.noticed]

    @property
    def missed(self) -> list[Seeded]:
        """The faults that `check` could know and does not."""
        return [one for one in self.seeded if one.is_missed]

    def rows(self) -> list[Row]:
        """A row for each class, and one for all."""
        rows = [
            row_of(kind.name, (x for x in self.seeded if x.fault.kind == kind.name))
            for kind in CLASSES
        ]
        return [*rows, row_of("all", self.seeded)]

    def as_json(self) -> dict[str, object]:
        """The report as programs read it."""
        return {
            "formats": [*self.formats],
            "seed": self.seed,
            "games": self.games,
            "classes": self.rows(),
            "unnoticed": [one.as_json() for one in self.unnoticed],
            "missed": [one.as_json() for one in self.missed],
            "faults": [one.as_json() for one in self.seeded],
        }


def row_of(name: str, seeded: Iterable[Seeded]) -> Row:
    """The sums of some faults."""
    every = [*seeded]

    def sum_of(test: Callable[[Seeded], bool]) -> int:
        return sum(map(test, every))

    return Row(
        name,
        len(every),
        sum_of(lambda one: one.fault.knowable),
        sum_of(lambda one: one.fault.knowable and one.found.checked),
        sum_of(lambda one: bool(one.found.resolver)),
        sum_of(lambda one: bool(one.found.static)),
        sum_of(lambda one: bool(one.found.games)),
        sum_of(lambda one: bool(one.found.scenarios)),
        sum_of(lambda one: not one.found.noticed),
    )


# ---- which faults


Choices = list[list[Fault]]  # for each fault that is wanted itself, and others in its place


def choices_of(
    every: dict[str, dict[str, list[Fault]]], count: int, seed: int, kinds: Sequence[FaultClass]
) -> dict[str, Choices]:
    """So many faults by format, spread evenly over the classes and, within each, over formats."""
    chance = random.Random(seed)
    found: dict[str, Choices] = {name: [] for name in every}
    queues = {kind.name: queue_of(every, kind.name, chance) for kind in kinds}
    taken: dict[str, list[tuple[str, Fault]]] = {kind.name: [] for kind in kinds}
    order = sorted(taken, key=lambda _: chance.random())
    while count > 0 and any(queues.values()):
        for name in order:
            if queues[name] and count > 0:
                taken[name].append(queues[name].pop())
                count -= 1
    for name, faults in taken.items():
        for format, fault in faults:
            spare = [one for other, one in reversed(queues[name]) if other == format][: SPARE - 1]
            queues[name] = [pair for pair in queues[name] if pair[1] not in spare]
            found[format].append([fault, *spare])
    return found


def queue_of(
    every: dict[str, dict[str, list[Fault]]], kind: str, chance: random.Random
) -> list[tuple[str, Fault]]:
    """All faults of a class with their formats, one of each in turn; the first comes last."""
    names = sorted(every, key=lambda _: chance.random())
    lists = {name: chance.sample(every[name][kind], len(every[name][kind])) for name in names}
    queue: list[tuple[str, Fault]] = []
    while any(lists.values()):
        queue += [(name, faults.pop()) for name, faults in lists.items() if faults]
    return queue[::-1]


# ---- running


class Series:
    """The faults of one format, run by their numbers."""

    def __init__(self, files: FormatFiles, games: int, choices: Choices) -> None:
        self.choices = choices
        self.finders = Finders(files, games)

    def run(self, number: int) -> Seeded | None:
        """The first of some faults that changes something; None: none does."""
        for fault in self.choices[number]:
            found = self.finders.found(fault)
            if found.changes:
                return Seeded(fault, found)
        return None


def run_seeding(
    formats: Sequence[FormatFiles],
    count: int,
    *,
    seed: int = 0,
    games: int = 8,
    kinds: Sequence[FaultClass] = CLASSES,
    jobs: int = 1,
    progress: Progress = silent,
) -> SeedingReport:
    """Makes so many faults in some formats, one at a time, and sees what finds them. Raises
    `Interrupted` with the report so far.
    """
    report = SeedingReport(tuple(files.name for files in formats), seed, games)
    every = {files.name: faults_of(files, Finders(files, 0).facts) for files in formats}
    choices = choices_of(every, count, seed, kinds)
    total, done = sum(map(len, choices.values())), 0
    try:
        for files in formats:
            own = choices[files.name]
            given = (files, games, own)
            with Workers(jobs, lambda given=given: Series(*given), Series, *given) as workers:
                for one in workers.each(Series.run, range(len(own)), 1):
                    report.seeded += [one] if one is not None else []
                    done += 1
                    progress(done, total)
    except KeyboardInterrupt:
        raise Interrupted(report) from None
    return report
