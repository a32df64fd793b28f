"""What finds a fault: `check`, random games, the scenarios, branches and decks of the format."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random

from ...dsl.loading.cache import PLACE
from ...dsl.loading.garbage import collection_paused
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded, load
from ...dsl.loading.pickles import digest_without_places
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Sentence
from ...dsl.problems.problem import Problem, RulesError, has_errors
from ...interpreter.runtime.checking import problems_of
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.faults import CannotCompile
from ...interpreter.runtime.rules import Rules
from ..branches.followed import follow
from ..branches.kept import Branch, branches_of
from ..coverage.effects import Effects
from ..coverage.rule_lines import Key
from ..exploration.games import CAP, Tables, play
from ..exploration.invariants import Watch
from ..mutation.baseline import Baseline
from ..mutation.outcome import batches
from ..scenarios.cards import nameless
from ..scenarios.prepared import PreparedRules
from ..scenarios.scenario import Suite, run_case, suite_of
from .classes import CLASSES
from .facts import Facts
from .fault import Fault, seeded

OFTEN = 4  # times a game: an effect that happens so often and then never shows something
DATA = (".deck", ".scenario")


@dataclass(slots=True)
class Found:
    """What the first finder that found a fault says of it; empty: nothing. `changes` is false for
    a mistake after which the format is the same as before, and so is none.
    """

    changes: bool = True
    resolver: list[str] = field(default_factory=list[str])
    static: list[str] = field(default_factory=list[str])
    games: list[str] = field(default_factory=list[str])
    scenarios: list[str] = field(default_factory=list[str])

    @property
    def checked(self) -> bool:
        """Whether `check` found it."""
        return bool(self.resolver or self.static)

    @property
    def noticed(self) -> bool:
        return bool(self.checked or self.games or self.scenarios)


class Finders:
    """A format as it is, and whatever looks for faults in it."""

    def __init__(self, files: FormatFiles, games: int) -> None:
        self.files = files
        self.games = games
        self.loaded = load(files)
        self.facts = Facts(self.loaded)
        self.known = Counter(map(told, checked(files, self.loaded)))
        self.digest = meaning_of(self.loaded)

    @cached_property
    def baseline(self) -> Baseline:
        return Baseline(suite_of(self.loaded))

    @cached_property
    def often(self) -> frozenset[Sentence]:
        """The effects that happen often in the games of the format as it is."""
        played, _ = explored(self.loaded, self.games)
        return frozenset(s for s, n in played.done.items() if n >= OFTEN * self.games)

    def found(self, fault: Fault) -> Found:
        """What is said of one fault by the first that finds it: `check`, games, scenarios."""
        gc.collect()  # what is left of the fault before
        with nothing_kept():
            return self.looked_for(fault)

    def looked_for(self, fault: Fault) -> Found:
        """The same, with caches or without."""
        files, found = seeded(self.files, fault), Found()
        with collection_paused():
            loaded = load(files)
        for problem in checked(files, loaded):
            if told(problem) in self.known:
                continue
            text = f"{problem.code}: {problem.message}"
            if Path(problem.file).suffix in DATA:
                found.scenarios.append(text)
            else:
                (found.resolver if problem.severity == "error" else found.static).append(text)
        if found.noticed or not loaded.usable:
            return found
        if in_program(fault) and meaning_of(loaded) == self.digest:
            found.changes = False
            return found
        found.games += self.games_on(loaded)
        found.scenarios += [] if found.games else self.failing(loaded, fault)
        found.scenarios += [] if found.noticed else self.differing(loaded)
        return found

    # ---- games

    def games_on(self, loaded: Loaded) -> list[str]:
        """What shows in random games."""
        if not self.games:
            return []
        often = self.often
        try:
            effects, wrong = explored(loaded, self.games)
        except (CannotCompile, RulesError) as error:
            return [f"cannot-compile: {error}"]
        texts = [f"{problem.code}: {problem.message}" for problem in effects.faults]
        texts += wrong
        never = {one.sentence for one in effects.never()} & often
        texts += ["effect-never-happens: an effect that happened often"] if never else []
        return texts

    # ---- scenarios

    def failing(self, loaded: Loaded, fault: Fault) -> list[str]:
        """The first scenario that fails."""
        cases = self.baseline.suite.cases
        for batch in batches(self.likeliest(fault)):
            titles = {cases[number].title for number in batch}
            paths = {Path(cases[number].scenario.span.file) for number in batch}
            try:
                suite = suite_of(loaded, sorted(paths))
            except RulesError as error:
                return [str(error)]
            name = first_failing(suite, titles)
            if name:
                return [name]
        return []

    @cached_property
    def branches(self) -> list[Branch]:
        """The blessed branches that are, by the rules as they are, as they were."""
        rules = Rules(Edition(self.files, self.loaded))
        blessed = [one for one in branches_of(self.files).all() if one.blessed]
        return [one for one in blessed if follow(one.file, rules).how == "same"]

    def differing(self, loaded: Loaded) -> list[str]:
        """The first blessed branch that comes out otherwise."""
        if not self.branches:
            return []
        try:
            rules = Rules(Edition(loaded.files, loaded))
            again = (one for one in self.branches if follow(one.file, rules).how != "same")
            return [one.name for one in islice(again, 1)]
        except (CannotCompile, RulesError) as error:
            return [str(error)]

    def likeliest(self, fault: Fault) -> Sequence[int]:
        """The scenarios that may notice a fault: those that name a clause of its line or have its
        card, those that ran the line, then all the others.
        """
        baseline = self.baseline
        clauses = {
            name
            for key in fault.keys
            if key in baseline.lines
            for name in baseline.lines[key].clauses
        }
        cards = baseline.suite.pool.used
        mine = {number for number, card in enumerate(cards) if is_in(card.span, fault)}
        others = {str(word) for word in self.names_in(fault)}
        users = set[Key]().union(*(baseline.lines_with.get(one, set()) for one in others))
        known = {key for key in fault.keys if key in baseline.lines}

        def late(number: int) -> tuple[bool, bool, bool, int]:
            ran = baseline.ran[number]
            names = not clauses.isdisjoint(baseline.results[number].covers)
            has = not mine.isdisjoint(baseline.suite.cases[number].needs)
            return not (names or has), ran.isdisjoint(known), ran.isdisjoint(users), number % 7

        return sorted(baseline.passing, key=late)

    def names_in(self, fault: Fault) -> Iterable[str]:
        """The names that are declared on the lines of a fault."""
        for node in self.facts.ruleset.declarations:
            if (node.span.file, node.span.line) in fault.keys:
                yield str(getattr(node, "name", ""))


@contextmanager
def nothing_kept() -> Generator[None]:
    """Writes no caches meanwhile: a format with a fault would push out those of sound ones."""
    before = os.environ.get(PLACE)
    os.environ[PLACE] = ""
    try:
        yield
    finally:
        del os.environ[PLACE]
        os.environ |= {PLACE: before} if before is not None else {}


def in_program(fault: Fault) -> bool:
    return next(kind for kind in CLASSES if kind.name == fault.kind).in_program


def is_in(span: object, fault: Fault) -> bool:
    line, file = getattr(span, "line", 0), getattr(span, "file", "")
    return file == fault.file and fault.start < line <= fault.end


def first_failing(suite: Suite, titles: set[str]) -> str:
    """The title of the first of some scenarios that fails; whatever breaks is a failure."""
    cases = [case for case in suite.cases if case.title in titles]
    ruleset, words = suite.loaded.ruleset, suite.loaded.vocabulary
    assert ruleset is not None and words is not None
    needed = set[int]().union(*(case.needs for case in cases))
    used = [one if n in needed else nameless(one) for n, one in enumerate(suite.pool.used)]
    first = cases[0].title if cases else ""
    try:
        rules = PreparedRules(ruleset, words, used)
        if has_errors(rules.problems):
            return first
    except (RulesError, CannotCompile):
        return first
    for case in cases:
        try:
            if not run_case(rules, case).passed:
                return case.title
        except Exception:  # what the floors promise each other holds for sound rules only
            return case.title
    return ""


def checked(files: FormatFiles, loaded: Loaded) -> list[Problem]:
    """What `check` finds in rules, cards, ledger and decks."""
    return problems_of(files, loaded)


def told(problem: Problem) -> tuple[str, str, str]:
    return problem.file, problem.code, problem.message


def meaning_of(loaded: Loaded) -> str:
    """A digest of what a format does, wherever it is written."""
    program = loaded.program
    return digest_without_places(replace(program, places=())) if program is not None else ""


def explored(loaded: Loaded, games: int) -> tuple[Effects, list[str]]:
    """What happens in so many random games, and what must not be: an invariant that is broken, a
    game without an end.
    """
    assert loaded.format is not None and loaded.program is not None
    found, wrong = Effects(loaded.format, loaded.program), list[str]()
    tables = Tables(loaded, 0)
    for number in range(games if tables.has_decks else 0):
        table = tables.table(number)
        watch = Watch(table.setup, Random(table.setup.seed))
        played = play(table, watch.look)
        found.count_game(table, played)
        if watch.found is not None:
            wrong.append(f"{watch.found.code}: {watch.found.message}")
        elif played.fault is None and len(played.answers) >= CAP:
            wrong.append("game-endless: a game does not come to its end")
        if found.faults or wrong:
            break
    return found, wrong
