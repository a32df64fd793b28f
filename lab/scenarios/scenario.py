"""Runs scenarios: tests of a format, written in the format's own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...dsl.cards.deckfile import read_decks
from ...dsl.cards.definition import CardDefinition
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.nodes import files
from ...dsl.nodes.base import Span, word_at
from ...dsl.problems.problem import Problem, RulesError, sort_problems, unknown
from ...dsl.ruleset.extend import replace_words
from ...dsl.ruleset.inheritance import Heritage, heritage_of
from ...dsl.ruleset.ledger import Ledger
from ...dsl.ruleset.ruleset import clauses_of
from ...dsl.syntax.parse import parse_file, read_source
from ..progress import Progress, silent
from .actions import Act, carry_out, deed_of
from .claims import Check, check_of
from .play import Failed, Play
from .position import PositionReader
from .prepared import Stage
from .scenario_cards import Cast, Casting, nameless


@dataclass(slots=True)
class Result:
    """How a scenario went. `cards` are those in it, `lines` counts the places of the program it
    passed, where counted.
    """

    name: str
    span: Span
    covers: tuple[str, ...]
    problems: list[Problem] = field(default_factory=list[Problem])
    lines: Counter[int] = field(default_factory=Counter[int])
    cards: list[CardDefinition] = field(default_factory=list[CardDefinition])

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
            mend = f" Mend: {problem.mend}" if problem.mend else ""
            lines.append(f"{where}{problem.message}{mend}")
        return "\n".join(lines)


@dataclass(slots=True)
class Suite:
    """The scenarios of a format, with the cards they need, ready to be run on any stage."""

    loaded: Loaded
    castings: list[Casting]
    cast: Cast
    ledger: Ledger | None
    problems: list[Problem]
    heritage: Heritage = field(default_factory=Heritage)

    def stage(self, counts_lines: bool = False) -> Stage:
        """The stage of the rules as they are. What a scenario gives a card to say may have no
        meaning; it is told with the scenario, and the card says nothing.
        """
        assert self.loaded.ruleset is not None and self.loaded.vocabulary is not None
        rules, words = self.loaded.ruleset, self.loaded.vocabulary
        stage = Stage(rules, words, self.cast.pool, counts_lines=counts_lines)
        wrong = [problem for problem in stage.problems if problem.severity == "error"]
        if not wrong:
            return stage
        numbers = stage.format.speechless()
        if not numbers:
            raise RulesError(wrong)
        for casting in self.castings:
            casting.problems += wrong if casting.needs & numbers else []
        for number in numbers:
            self.cast.pool[number] = nameless(self.cast.pool[number])
        return Stage(rules, words, self.cast.pool, counts_lines=counts_lines)


def run_scenarios(
    loaded: Loaded,
    scenarios: Iterable[Path] | None = None,
    keyword: str = "",
    progress: Progress = silent,
) -> list[Result]:
    """Runs the scenarios of a format, or of some files, whose title, clauses or file has `keyword`.

    A file that cannot be read is a result of its own, with its problems.
    """
    suite = suite_of(loaded, scenarios)
    stage = suite.stage()
    wanted = [one for one in suite.castings if keyword.lower() in searched(one)]
    results: list[Result] = []
    for casting in wanted:
        result = run_casting(stage, casting, suite.ledger)
        result.cards = [suite.cast.pool[number] for number in sorted(casting.needs)]
        results.append(result)
        progress(len(results), len(wanted))
    return [*unread(suite.problems), *results]


def searched(casting: Casting) -> str:
    scenario = casting.scenario
    parts = (
        str(scenario.title),
        *clauses_of(scenario.covers),
        Path(scenario.span.file).name,
    )
    return " ".join(parts).lower()


def unread(problems: Sequence[Problem]) -> list[Result]:
    """Problems of whole files as failed results, one a file."""
    found: dict[str, Result] = {}
    for problem in sort_problems(problems):
        name = Path(problem.file).name
        span = Span(
            problem.file, problem.line, problem.column, problem.line, problem.column
        )
        result = found.setdefault(problem.file, Result(name, span, ()))
        result.problems.append(problem)
    return list(found.values())


# ---- reading


def suite_of(
    loaded: Loaded, scenarios: Iterable[Path] | None = None, *, inherits: bool = False
) -> Suite:
    """The scenarios of a format read and cast; raises `RulesError` when the format is unusable.

    With `inherits` those of its ancestors join that name what its clauses stand for.
    """
    if loaded.ruleset is None or loaded.vocabulary is None or not loaded.usable:
        raise RulesError(loaded.problems)
    sources = loaded.files
    nodes, problems = read_scenarios(sources.scenarios if scenarios is None else scenarios)
    numbers = {str(c.code): (k, str(c.name)) for k, c in enumerate(loaded.cards)}
    parts = list(loaded.program.deck.part_names) if loaded.program is not None else []
    decks, wrong = read_decks(sources.every_deck(), numbers, True, parts)
    problems += wrong
    heritage, wrong = heritage_of(sources)
    problems += wrong
    ledger = heritage.ledger
    by_name = {deck.name: deck for deck in decks}
    cast = Cast(loaded.ruleset, loaded.vocabulary, loaded.cards, by_name, parts)
    castings = [cast.casting_of(replace_words(node, heritage.renamed)) for node in nodes]
    for casting in castings:
        inside = [problem for problem in problems if is_inside(problem, casting)]
        if inside:  # what a mangled text seems to say is not judged
            casting.problems, casting.is_mangled = inside, True
            problems = [problem for problem in problems if problem not in inside]
    titles: dict[str, Casting] = {}
    for casting in castings:
        check_heading(casting, loaded, ledger, titles)
    if inherits and heritage.same:
        castings += inherited_castings(cast, sources.parent, heritage, numbers)
    found = Suite(loaded, castings, cast, ledger, problems)
    if inherits:
        found.heritage = heritage
    return found


def inherited_castings(
    cast: Cast,
    parent: FormatFiles | None,
    heritage: Heritage,
    numbers: dict[str, tuple[int, str]],
) -> list[Casting]:
    """The scenarios of a format's ancestors that name what its own clauses stand for, in the
    words and with the cards of the format.
    """
    found: list[Casting] = []
    meant_by = heritage.meant_by()
    while parent is not None:
        for deck in read_decks(parent.every_deck(), numbers, True, cast.parts)[0]:
            cast.decks.setdefault(deck.name, deck)
        for node in read_scenarios(parent.scenarios)[0]:
            covers = [meant_by.get(name, ()) for name in clauses_of(node.covers)]
            own = sorted(set[str]().union(*covers))
            if own:
                title = word_at(f"{node.title} ({parent.name})", node.title.span)
                here = replace(node, title=title, format=None, covers=None)
                casting = cast.casting_of(replace_words(here, heritage.renamed))
                casting.inherited = tuple(own)
                found.append(casting)
        parent = parent.parent
    return found


def is_inside(problem: Problem, casting: Casting) -> bool:
    span = casting.scenario.span
    return problem.file == span.file and span.line <= problem.line <= span.end_line


def read_scenarios(paths: Iterable[Path]) -> tuple[list[files.Scenario], list[Problem]]:
    """All scenarios of some files, in order."""
    found: list[files.Scenario] = []
    problems: list[Problem] = []
    for path in paths:
        text, wrong = read_source(path)
        problems += wrong
        nodes, wrong = parse_file("scenario", text, str(path))
        problems += wrong
        found += [node for node in nodes if isinstance(node, files.Scenario)]
    return found, problems


def check_heading(
    casting: Casting, loaded: Loaded, ledger: Ledger | None, titles: dict[str, Casting]
) -> None:
    """The title is the scenario's own, its clauses are in the ledger, its format is this one."""
    scenario = casting.scenario
    if casting.is_mangled:
        return
    if casting.title in titles:
        message = f'Two scenarios are called "{casting.title}".'
        casting.problems.append(Problem("declared-twice", message, scenario.title.span))
    titles.setdefault(casting.title, casting)
    name = Path(loaded.files.name).name
    if scenario.format is not None and str(scenario.format) != name:
        message = f'This scenario is for "{scenario.format}"; the format is {name}.'
        mend = f"format {name}"
        casting.problems.append(
            Problem("other-format", message, scenario.format.span, mend)
        )
    if ledger is None or scenario.covers is None:
        return
    for clause in clauses_of(scenario.covers):
        if clause not in ledger.clauses:
            span = scenario.covers.span
            casting.problems.append(
                unknown("unknown-clause", "clause", clause, span, ledger.clauses)
            )


# ---- running


@dataclass(slots=True)
class Script:
    """A scenario made ready on a stage: deeds and checks, round by round."""

    play: Play
    rounds: list[tuple[list[tuple[Act, Span]], list[Check]]]


def script_of(stage: Stage, casting: Casting, problems: list[Problem]) -> Script | None:
    """Everything a scenario says, worked out; None if there is something wrong with its words."""
    before = len(problems)
    problems += casting.problems
    if casting.is_mangled:
        return None
    reader = PositionReader(stage, casting)
    position = reader.read()
    problems += reader.problems
    rounds: list[tuple[list[tuple[Act, Span]], list[Check]]] = []
    for part in casting.scenario.rounds:
        acts = [(deed_of(stage, deed, problems), deed.span) for deed in part.deeds]
        checks = [check_of(stage, claim, problems) for claim in part.claims]
        rounds.append((acts, checks))
    if len(problems) > before or position is None:
        return None
    return Script(Play(position), rounds)


def wording_problems(suite: Suite) -> list[Problem]:
    """What is wrong with the words of the scenarios, found without playing them."""
    stage, problems = suite.stage(), list(suite.problems)
    for casting in suite.castings:
        script_of(stage, casting, problems)
    return sort_problems(problems)


def run_casting(stage: Stage, casting: Casting, ledger: Ledger | None = None) -> Result:
    """Plays one scenario on a stage."""
    scenario = casting.scenario
    result = Result(casting.title, scenario.title.span, casting.covers)
    script = script_of(stage, casting, result.problems)
    if script is None:
        result.problems = sort_problems(result.problems)
        return result
    passed = stage.evaluator.passed
    passed.clear()
    play_script(script, result.problems)
    if stage.variant.lines:
        counts = script.play.engine.lines
        result.lines.update({place: n for place, n in enumerate(counts) if n})
        result.lines.update(passed)
    return result


def play_script(script: Script, problems: list[Problem]) -> None:
    """Round by round: what is done, then what must hold. Nothing comes after a deed that fails."""
    play = script.play
    for acts, checks in script.rounds:
        try:
            for act, span in acts:
                carry_out(play, act, span)
            for check in checks:
                problems += checked(play, check)
        except Failed as failure:
            problems.append(failure.problem)
            return


def checked(play: Play, check: Check) -> list[Problem]:
    """A claim looked at; the first look may be what begins play."""
    found: list[Problem] = []

    def look(play: Play) -> None:
        found.extend(check(play))

    carry_out(play, look, play.position.casting.scenario.title.span)
    return found
