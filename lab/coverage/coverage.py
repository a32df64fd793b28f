"""Coverage of a format: clauses, rule lines and phrases, by which scenario or by none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

from ...dsl.loading.load import Loaded
from ...dsl.nodes import declarations as d
from ...dsl.nodes.dataclass import dataclass
from ..mutation.baseline import Baseline
from ..mutation.mutants import Mutant
from ..mutation.outcome import MutantRunner
from ..mutation.outcome_store import OutcomeStore, scenario_key
from ..scenarios.scenario import suite_of
from ..work import Progress, silent
from .effects import Effects, run_effects
from .rule_lines import Key, RuleLine, citing, key_of

NOT_NOTICED = "no change of a line that cites it is noticed by such a scenario"


@dataclass(slots=True)
class ClauseCover:
    """One clause: the scenario that noticed a mutant of a line that cites it (at `place`, its file
    and line; the `change` in words), or why none did.
    """

    clause: str
    covered_by: str = ""
    place: str = ""
    change: str = ""
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
    effects: Effects | None = None

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
            **({} if self.effects is None else self.effects.as_json()),
        }


def run_coverage(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    *,
    progress: Progress = silent,
    cache: bool = True,
    games: int = 0,
    seed: int = 0,
) -> CoverageReport:
    """Runs the scenarios of a format and says what they cover.

    A clause is covered when a passing scenario that names it ran a line that cites it, and fails
    under some mutant of such a line. What mutants did is kept in the user's cache. Of a `loaded`
    that is whole it says too which effects of cards happened, there and in so many random games.
    """
    suite = suite_of(loaded, scenarios, inherits=True)
    baseline = Baseline(suite)
    report = CoverageReport(loaded.files.name)
    results = zip(baseline.results, suite.cases, strict=True)
    report.failing = [
        result.name for result, case in results if not (result.passed or case.inherited)
    ]
    add_lines(report, baseline)
    if loaded.format is not None:
        report.effects = run_effects(baseline, games, seed)
    store = OutcomeStore(loaded.files if cache else None)
    search = Search(baseline, store)
    ledger = suite.ledger
    cited = citing(baseline.lines)
    testable = sorted(cited) if ledger is None else ledger.testable
    if ledger is not None:
        report.not_testable = [name for name in ledger.clauses if name not in set(testable)]
    try:
        for done, clause in enumerate(testable, 1):
            report.clauses[clause] = search.cover_of(clause, cited.get(clause, []))
            progress(done, len(testable))
    finally:  # what is known by now need not be tried again
        store.save()
    return report


def add_lines(report: CoverageReport, baseline: Baseline) -> None:
    """Executable lines that no passing scenario ran, and the words of cards that some did."""
    ran = set[Key]().union(*(baseline.ran[k] for k in baseline.passing))
    lines = [line for key, line in baseline.lines.items() if key[0] in baseline.own]
    running = [line for line in lines if line.runs]
    report.lines = len(running)
    report.missed = [place_text(line.key) for line in running if line.key not in ran]
    used = set[str]().union(*(baseline.phrases[k] for k in baseline.passing))
    for node in baseline.ruleset.declarations:
        said = isinstance(node, (d.PhraseDeclaration, d.KeywordDeclaration))
        if said and node.says and node.span.file in baseline.own:
            name, line = str(node.name), baseline.lines[key_of(node.span)]
            report.phrases.append(name)
            if name in used and (line.key in ran or not line.runs):
                report.phrases_used.append(name)


def place_text(key: Key) -> str:
    return f"{key[0]}:{key[1]}"


class Search:
    """Looks for a mutant that a scenario notices."""

    def __init__(self, baseline: Baseline, store: OutcomeStore) -> None:
        self.baseline = baseline
        self.runner = MutantRunner(baseline)
        self.store = store
        self.by_line: dict[Key, list[Mutant]] = {}
        for mutant in baseline.mutants:
            for key in mutant.lines:
                self.by_line.setdefault(key, []).append(mutant)
        self.keys = [scenario_key(case.scenario) for case in baseline.suite.cases]

    def cover_of(self, clause: str, lines: list[RuleLine]) -> ClauseCover:
        baseline = self.baseline
        cover = ClauseCover(clause)
        naming = [k for k, result in enumerate(baseline.results) if clause in result.covers]
        passing = [k for k in naming if baseline.results[k].passed]
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
        cover.why_not = "no scenario that names it runs a line that cites it"
        candidates: list[tuple[Mutant, list[int]]] = []
        for line in lines:
            ran = [k for k in passing if not line.runs or line.key in self.baseline.ran[k]]
            if ran:
                cover.why_not = NOT_NOTICED
                candidates += [(mutant, ran) for mutant in self.by_line.get(line.key, [])]
        candidates.sort(key=lambda pair: self.effort(*pair))
        for mutant, ran in candidates:
            noticed = self.noticed_by(mutant, ran)
            if noticed is not None:
                cover.covered_by, cover.why_not = self.baseline.results[noticed].name, ""
                cover.place, cover.change = mutant.place, mutant.change
                return

    def effort(self, mutant: Mutant, ran: list[int]) -> tuple[int, int]:
        """What is known comes first, then what most likely makes a difference."""
        known = any(self.known(mutant, k) == 1 for k in ran)
        return (0 if known else 1, 0 if mutant.change.startswith("left out") else 1)

    def known(self, mutant: Mutant, scenario: int) -> int | None:
        return self.store.get(mutant.number, self.keys[scenario])

    def noticed_by(self, mutant: Mutant, scenarios: list[int]) -> int | None:
        """The scenario that fails under a mutant, from the store or by trying."""
        known = {k: self.known(mutant, k) for k in scenarios}
        noticing = next((number for number, noticed in known.items() if noticed == 1), None)
        unknown = [number for number, noticed in known.items() if noticed is None]
        if noticing is not None or -1 in known.values() or not unknown:
            return noticing
        outcome = self.runner.first_failing(mutant, unknown)
        if not outcome.valid:
            self.store.refuse(mutant.number)
        elif outcome.killed_by is not None:
            self.store.put(mutant.number, self.keys[outcome.killed_by], True)
        else:
            for number in unknown:
                self.store.put(mutant.number, self.keys[number], False)
        return outcome.killed_by
