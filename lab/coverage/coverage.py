"""Coverage of a format: clauses, rule lines and phrases, by which scenario or by none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ...dsl.loading.load import Loaded
from ...dsl.nodes import declarations as d
from ..mutation.baseline import Trial
from ..mutation.mutants import Mutant
from ..mutation.outcome import Judge, Verdict
from ..mutation.outcome_store import VerdictStore, scenario_key
from ..progress import Progress, silent
from ..scenarios.scenario import suite_of
from .rule_lines import Key, RuleLine, citing


@dataclass(slots=True)
class ClauseCover:
    """One clause: the lines that cite it, the scenarios that name it, a mutant one noticed."""

    clause: str
    lines: list[str] = field(default_factory=list[str])
    scenarios: list[str] = field(default_factory=list[str])
    covered_by: str = ""
    mutant: str = ""
    why_not: str = ""

    @property
    def covered(self) -> bool:
        return bool(self.covered_by)


@dataclass(slots=True)
class CoverageReport:
    """What the passing scenarios of a format cover."""

    format: str
    clauses: dict[str, ClauseCover] = field(default_factory=dict[str, ClauseCover])
    not_testable: list[str] = field(default_factory=list[str])
    lines: int = 0
    missed: list[str] = field(default_factory=list[str])
    phrases: list[str] = field(default_factory=list[str])
    phrases_used: list[str] = field(default_factory=list[str])
    failing: list[str] = field(default_factory=list[str])

    def as_json(self) -> dict[str, object]:
        """The report as programs read it."""
        open_ones = [cover for cover in self.clauses.values() if not cover.covered]
        return {
            "format": self.format,
            "clauses": {
                "total": len(self.clauses) + len(self.not_testable),
                "covered": len(self.clauses) - len(open_ones),
                "not_testable": len(self.not_testable),
                "uncovered": [cover.clause for cover in open_ones],
                "why": {cover.clause: cover.why_not for cover in open_ones},
            },
            "rule_lines": {
                "total": self.lines,
                "executed": self.lines - len(self.missed),
                "missed": self.missed,
            },
            "phrases": {
                "total": len(self.phrases),
                "used": len(self.phrases_used),
                "unused": sorted({*self.phrases} - {*self.phrases_used}),
            },
            "failing_scenarios": self.failing,
        }


def run_coverage(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    *,
    progress: Progress = silent,
    cache: bool = True,
) -> CoverageReport:
    """Runs the scenarios of a format and says what they cover.

    A clause is covered when a passing scenario that names it ran a line that cites it and turns red
    under some mutant of such a line. What mutants did is kept in the user's cache.
    """
    suite = suite_of(loaded, scenarios, inherits=True)
    trial = Trial(suite)
    report = CoverageReport(loaded.files.name)
    report.failing = [
        result.name
        for result, casting in zip(trial.results, suite.castings, strict=True)
        if not result.passed and not casting.inherited
    ]
    add_lines(report, trial)
    add_phrases(report, trial)
    store = VerdictStore(loaded.files) if cache else None
    search = Search(trial, store)
    ledger = suite.ledger
    cited = citing(trial.lines)
    testable = sorted(cited) if ledger is None else ledger.testable
    if ledger is not None:
        report.not_testable = [name for name in ledger.clauses if name not in set(testable)]
    try:
        for done, clause in enumerate(testable, 1):
            report.clauses[clause] = search.cover_of(clause, cited.get(clause, []))
            progress(done, len(testable))
    finally:  # what is known by now need not be tried again
        if store is not None:
            store.save()
    return report


def add_lines(report: CoverageReport, trial: Trial) -> None:
    """Executable lines that no passing scenario ran."""
    ran = set[Key]().union(*(trial.ran[k] for k in trial.passing))
    running = [
        line for key, line in trial.lines.items() if line.runs and key[0] in trial.own
    ]
    report.lines = len(running)
    report.missed = [place_text(line.key) for line in running if line.key not in ran]


def add_phrases(report: CoverageReport, trial: Trial) -> None:
    ran = set[Key]().union(*(trial.ran[k] for k in trial.passing))
    for node in trial.ruleset.declarations:
        if isinstance(node, (d.PhraseDeclaration, d.KeywordDeclaration)):
            if node.span.file not in trial.own:
                continue
            name = str(node.name)
            in_play = any(name in trial.phrases[k] for k in trial.passing)
            line = trial.lines[(node.span.file, node.span.line)]
            report.phrases.append(name)
            if in_play and (line.key in ran or not line.runs):
                report.phrases_used.append(name)


def place_text(key: Key) -> str:
    return f"{key[0]}:{key[1]}"


class Search:
    """Looks for a mutant that a scenario notices."""

    def __init__(self, trial: Trial, store: VerdictStore | None) -> None:
        self.trial = trial
        self.judge = Judge(trial)
        self.store = store
        self.by_line: dict[Key, list[Mutant]] = {}
        for mutant in trial.mutants:
            for key in mutant.lines:
                self.by_line.setdefault(key, []).append(mutant)
        self.keys = [scenario_key(casting.scenario) for casting in trial.suite.castings]

    def cover_of(self, clause: str, lines: list[RuleLine]) -> ClauseCover:
        trial = self.trial
        cover = ClauseCover(clause, [place_text(line.key) for line in lines])
        naming = [k for k, result in enumerate(trial.results) if clause in result.covers]
        cover.scenarios = [trial.results[k].name for k in naming]
        passing = [k for k in naming if trial.results[k].passed]
        if not lines:
            cover.why_not = "no line of the rules cites it"
        elif not naming:
            cover.why_not = "no scenario names it"
        elif not passing:
            cover.why_not = "every scenario that names it fails"
        else:
            self.search(cover, lines, passing)
        return cover

    def search(self, cover: ClauseCover, lines: list[RuleLine], passing: list[int]) -> None:
        """The first mutant of a line that cites the clause and that a naming scenario notices."""
        tried = False
        candidates: list[tuple[Mutant, list[int]]] = []
        for line in lines:
            ran = [k for k in passing if not line.runs or line.key in self.trial.ran[k]]
            if ran:
                tried = True
                candidates += [(mutant, ran) for mutant in self.by_line.get(line.key, [])]
        candidates.sort(key=lambda pair: self.effort(*pair))
        for mutant, ran in candidates:
            noticed = self.noticed_by(mutant, ran)
            if noticed is not None:
                cover.covered_by = self.trial.results[noticed].name
                cover.mutant = f"{mutant.place}: {mutant.change}"
                return
        if not tried:
            cover.why_not = "no scenario that names it runs a line that cites it"
        else:
            cover.why_not = (
                "no change of a line that cites it is noticed by such a scenario"
            )

    def effort(self, mutant: Mutant, ran: list[int]) -> tuple[int, int]:
        """What is known comes first, then what most likely makes a difference."""
        known = any(self.known(mutant, k) == 1 for k in ran)
        return (0 if known else 1, 0 if mutant.change.startswith("left out") else 1)

    def known(self, mutant: Mutant, scenario: int) -> int | None:
        if self.store is None:
            return None
        return self.store.get(mutant.number, self.keys[scenario])

    def noticed_by(self, mutant: Mutant, scenarios: list[int]) -> int | None:
        """The scenario that turns red under a mutant, from the store or by trying."""
        known = {k: self.known(mutant, k) for k in scenarios}
        for number, verdict in known.items():
            if verdict == 1:
                return number
        if -1 in known.values():
            return None
        unknown = [k for k, verdict in known.items() if verdict is None]
        if not unknown:
            return None
        verdict = self.judge.first_red(mutant, unknown)
        if self.store is not None:
            self.remember(mutant, unknown, verdict)
        return verdict.killed_by

    def remember(self, mutant: Mutant, tried: list[int], verdict: Verdict) -> None:
        assert self.store is not None
        if not verdict.valid:
            self.store.refuse(mutant.number)
        elif verdict.killed_by is not None:
            self.store.put(mutant.number, self.keys[verdict.killed_by], True)
        else:
            for number in tried:
                self.store.put(mutant.number, self.keys[number], False)
