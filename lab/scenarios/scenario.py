"""Runs scenarios: tests of a format, written in the format's own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path

from ...dsl.cards.definition import CardDefinition
from ...dsl.ir.wordbook import Wordbook
from ...dsl.loading.garbage import collection_paused
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.parsed import parse_all
from ...dsl.loading.source import Source
from ...dsl.nodes import files
from ...dsl.nodes.base import Span, Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import MOST_PROBLEMS, Problem, Problems, RulesError, sort_problems
from ...dsl.ruleset.clauses import clauses_of
from ...dsl.ruleset.extension import replace_words
from ...dsl.ruleset.inheritance import Heritage, heritage_of
from ...dsl.ruleset.ledger import Ledger
from ...dsl.ruleset.reads import same
from ...dsl.ruleset.remembered import Recent
from ...interpreter.runtime.faults import RuleFault, StepNotReached
from ..positions.defaults import Defaults
from ..work import Interrupted, Progress, silent
from .actions import Act, act_of, carry_out
from .cards import nameless
from .cases import Case, case_of
from .claims import check_of
from .play import Check, Play
from .pool import CardPool, pool_of
from .position import PositionReader
from .prepared import Asked, PreparedRules
from .recorder import Failed
from .trace import trace_of, words_of


@dataclass(slots=True)
class Result:
    """How a scenario went. `cards` are those in it, `lines` counts the places of the program it
    passed, where counted; `trace` tells of one that failed where it was, where that was asked.
    """

    name: str
    span: Span
    covers: tuple[str, ...]
    problems: list[Problem] = field(default_factory=list[Problem])
    lines: Counter[int] = field(default_factory=Counter[int])
    cards: list[CardDefinition] = field(default_factory=list[CardDefinition])
    trace: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.problems

    @property
    def place(self) -> str:
        return f"{self.span.file}:{self.span.line}"

    @property
    def message(self) -> str:
        """All that is wrong, a line each."""
        lines: list[str] = []
        for problem in self.problems:
            where = f"line {problem.line}: " if problem.line else ""
            fix = f" Mend: {problem.mend}" if problem.mend else f" {problem.advice}".rstrip()
            lines.append(f"{where}{problem.message}{fix}")
        return "\n".join(lines)


PREPARED: Recent[PreparedRules] = Recent(8)
Wanted = Callable[[files.Scenario], bool]


@dataclass(slots=True)
class Suite:
    """The scenarios of a format, with the cards they need, ready to be run on any rules."""

    loaded: Loaded
    cases: list[Case]
    pool: CardPool
    ledger: Ledger | None
    problems: list[Problem]
    inheritance: Heritage = field(default_factory=Heritage)

    @collection_paused()
    def prepared(self, counts_lines: bool = False) -> PreparedRules:
        """The rules as they are. What a scenario gives a card to say may have no meaning: that
        is a problem of the scenario, and the card says nothing.
        """
        assert self.loaded.ruleset is not None and self.loaded.vocabulary is not None
        ruleset, words, used = self.loaded.ruleset, self.loaded.vocabulary, self.pool.used
        rules = PreparedRules(ruleset, words, used, counts_lines=counts_lines)
        if rules.brings_any:
            known = {card.code for card in used}
            used += (card for card in self.pool.cards if card.code not in known)
            rules = PreparedRules(ruleset, words, used, counts_lines=counts_lines)
        wrong = [problem for problem in rules.problems if problem.severity == "error"]
        if not wrong:
            return rules
        numbers = rules.format.speechless()
        if not numbers:
            raise RulesError(wrong)
        for case in self.cases:
            case.problems += wrong if case.needs & numbers else []
        for number in numbers:
            used[number] = nameless(used[number])
        return PreparedRules(ruleset, words, used, counts_lines=counts_lines)


def run_scenarios(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    keyword: str = "",
    progress: Progress = silent,
    traced: bool = False,
) -> list[Result]:
    """Runs the scenarios of a format, or of some files, whose title, clauses or file has `keyword`.

    A file that cannot be read is a result of its own, with its problems. With `traced` those that
    fail tell where they were. Raises `Interrupted` with the results so far.
    """
    suite = suite_of(loaded, scenarios)
    rules, results = prepared_before(suite) or suite.prepared(), list[Result]()
    PREPARED.put(suite_key(suite), rules)
    wanted = [case for case in suite.cases if keyword.lower() in searched(case)]
    try:
        for case in wanted:
            result = run_case(rules, case)
            if traced and not result.passed:
                result.trace = tuple(where_it_failed(rules, case, words_of(loaded, rules)))
            result.cards = [suite.pool.used[number] for number in sorted(case.needs)]
            results.append(result)
            progress(len(results), len(wanted))
    except KeyboardInterrupt:
        raise Interrupted([*unread(suite.problems), *results]) from None
    return [*unread(suite.problems), *results]


def prepared_before(suite: Suite) -> PreparedRules | None:
    """The rules as the last run of such scenarios had them made ready, if rules and cards are still
    those.
    """
    known, loaded = PREPARED.found.get(suite_key(suite)), suite.loaded
    if known is None or known.ruleset is not loaded.ruleset:
        return None
    fits = known.vocabulary is loaded.vocabulary and same(known.pool, suite.pool.used)
    return known if fits else None


def suite_key(suite: Suite) -> str:
    """The format of scenarios and the cards that they need."""
    return " ".join((suite.loaded.files.name, *(str(card.code) for card in suite.pool.used)))


def searched(case: Case) -> str:
    scenario = case.scenario
    clauses, file = clauses_of(scenario.covers), Path(scenario.span.file).name
    return " ".join((str(scenario.title), *clauses, file)).lower()


def unread(problems: Sequence[Problem]) -> list[Result]:
    """Problems of whole files as failed results, one a file."""
    found: dict[str, Result] = {}
    for problem in sort_problems(problems):
        start = replace(problem.span, end_line=problem.line, end_column=problem.column)
        result = Result(Path(problem.file).name, start, ())
        result = found.setdefault(problem.file, result)
        result.problems.append(problem)
    return list(found.values())


# ---- reading


@collection_paused()
def suite_of(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    *,
    inherits: bool = False,
    notes: bool = False,
    wanted: Wanted | None = None,
) -> Suite:
    """The scenarios of a format with their cards, those that are `wanted`; raises `RulesError` for
    an unusable format.

    With `inherits` those of its ancestors join that name what its clauses stand for; with `notes`
    it is noted what each asks.
    """
    if loaded.ruleset is None or loaded.vocabulary is None or not loaded.usable:
        raise RulesError(loaded.problems)
    sources = loaded.files
    chosen = sources.scenarios
    if scenarios is not None:
        chosen = [sources.source(str(path)) for path in scenarios]
    nodes, problems = read_scenarios(chosen)
    inheritance, wrong = heritage_of(sources)
    problems += wrong
    pool, wrong = pool_of(loaded, inheritance)
    problems += wrong
    cases, titles = list[Case](), set[str]()
    for node in nodes:
        lines = range(node.span.line, node.span.end_line + 1)
        inside = [p for p in problems if p.file == node.span.file and p.line in lines]
        if wanted is None or wanted(node):
            here = replace_words(node, inheritance.renamed)
            case = case_of(pool, here, Asked() if notes else None)
            cases.append(case)
            if inside:  # what a mangled text seems to say does not count
                case.problems, case.is_mangled = Problems(inside), True
                problems = [problem for problem in problems if problem not in inside]
            else:
                check_heading(case, loaded, titles)
        if not inside:
            titles.add(str(node.title))
    if inherits and inheritance.same:
        cases += inherited_cases(pool, sources.parent, inheritance)
    found = Suite(loaded, cases, pool, inheritance.ledger, problems)
    if inherits:
        found.inheritance = inheritance
    return found


def inherited_cases(
    pool: CardPool, parent: FormatFiles | None, inheritance: Heritage
) -> list[Case]:
    """The scenarios of a format's ancestors that name what its own clauses stand for, in the
    words and with the cards of the format.
    """
    found: list[Case] = []
    meant_by = inheritance.meant_by()
    while parent is not None:
        for node in read_scenarios(parent.scenarios)[0]:
            covers = [meant_by.get(name, ()) for name in clauses_of(node.covers)]
            own = sorted(set[str]().union(*covers))
            if own:
                title = Word(f"{node.title} ({parent.name})", node.title.span)
                here = replace(node, title=title, format=None, covers=None)
                case = case_of(pool, replace_words(here, inheritance.renamed))
                case.inherited = tuple(own)
                found.append(case)
        parent = parent.parent
    return found


def read_scenarios(sources: Iterable[Source]) -> tuple[list[files.Scenario], list[Problem]]:
    """All scenarios of some files, in order."""
    nodes, problems = parse_all("scenario", sources)
    return [node for node in nodes if isinstance(node, files.Scenario)], problems


def check_heading(case: Case, loaded: Loaded, titles: Container[str]) -> None:
    """The title is the scenario's own, its format is this one. `titles`: of those before."""
    scenario = case.scenario
    if case.title in titles:
        message = f'Two scenarios are called "{case.title}".'
        case.problems.report("declared-twice", message, scenario.title.span)
    name = Path(loaded.files.name).name
    if scenario.format is not None and str(scenario.format) != name:
        message = f'This scenario is for "{scenario.format}"; the format is {name}.'
        span, fix = scenario.format.span, name
        case.problems.report("other-format", message, span, fix)


# ---- running


Script = tuple[Play, list[tuple[Act | Check, Span]]]  # what is done and looked at, in order


def script_of(rules: PreparedRules, case: Case) -> Script | Problems:
    """Everything a scenario says, worked out; else what is wrong with its words."""
    problems = Problems(case.problems)
    if case.is_mangled:
        return problems
    rules = rules.for_seats(case.seats)
    reader = PositionReader(rules, case, problems)
    position = reader.read()
    acts: list[tuple[Act | Check, Span]] = []
    title = case.scenario.title.span  # the first look may be what begins play
    for part in case.scenario.rounds:
        acts += [(act_of(reader, action), action.span) for action in part.deeds]
        acts += [(check_of(reader, claim), title) for claim in part.claims]
    return problems if problems or position is None else (Play(position), acts)


def wording_problems(suite: Suite) -> list[Problem]:
    """What is wrong with the words of scenarios, found without playing them."""
    found = (problem for _, wrong in wording_of(suite) for problem in wrong)
    return sort_problems([*suite.problems, *found])


def wording_of(suite: Suite) -> Iterator[tuple[Case, list[Problem]]]:
    """The same for each of them; a file with very many mistakes is not looked at any further."""
    if not suite.cases:
        return
    rules, counts = suite.prepared(), Counter[str]()
    defaults = Defaults(rules)
    for case in suite.cases:
        file = case.scenario.span.file
        if counts[file] > MOST_PROBLEMS + 1:
            continue
        with rules.for_seats(case.seats).noting(case.asked, case.needs & suite.pool.changed):
            script = script_of(rules, case)
        if isinstance(script, Problems):
            counts[file] += len(script)
            yield case, script
        else:
            yield case, [*defaults.warnings(case)]


def run_case(rules: PreparedRules, case: Case) -> Result:
    """Plays one scenario; nothing comes after an action that fails."""
    result = Result(case.title, case.scenario.title.span, case.covers)
    script = script_of(rules, case)
    if isinstance(script, Problems):
        result.problems = sort_problems(script)
        return result
    (play, acts), passed = script, rules.for_seats(case.seats).evaluator.passed
    passed.clear()
    result.problems += played(play, acts)
    if rules.variant.lines:
        counts = play.engine.lines
        result.lines.update({place: n for place, n in enumerate(counts) if n})
        result.lines.update(passed)
    return result


def played(
    play: Play, acts: Iterable[tuple[Act | Check, Span]], until_failed: bool = False
) -> list[Problem]:
    """What went wrong while a script was played: all claims behind one another, or the first."""
    found: list[Problem] = []
    try:
        for act, span in acts:
            found += carry_out(play, act, span)
            if found and until_failed:
                return found
        found += carry_out(play, Play.chance_left, play.doing)
    except Failed as failure:
        found.append(failure.problem)
    return found


def where_it_failed(rules: PreparedRules, case: Case, words: Wordbook) -> Iterator[str]:
    """The last events before the first thing that went wrong, and who is asked what there."""
    script = script_of(rules, case)
    if isinstance(script, Problems):
        return
    play, acts = script
    play.position.traced = True
    played(play, acts, until_failed=True)
    try:
        yield from trace_of(play, words)
    except (RuleFault, StepNotReached, Failed):
        yield "Play cannot go on here."
