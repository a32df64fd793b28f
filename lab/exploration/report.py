"""What came of exploring a format: what must not be and was found, and what never happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from itertools import chain
from random import Random

from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import FormatFiles
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ..coverage.effects import Effects, effects_in_scenarios
from ..mutation.baseline import Baseline
from ..scenarios.scenario import suite_of
from ..work import Interrupted, Progress, silent
from .games import CAP, Played, Table, Tables, play
from .hidden import shown_by_exchange
from .invariants import BROKEN, Kind, Violation, Watch, replayed_otherwise
from .never import Choices, Happened, Silence, actions_by_site
from .shrink import Example, Shrinking, Writer, Written, fault_of

REPLAYED = 8  # of so many games one is played again
EXCHANGED = 4  # and in one of so many hidden cards are exchanged
SHRUNK = (BROKEN, "cards-not-kept", "out-of-its-range")
Examples = dict[Kind, Example]


@dataclass(slots=True)
class Exploration:
    """One example of each kind of thing that must not be, what shows it, and what happened."""

    effects: Effects
    happened: Happened
    baseline: Baseline
    examples: Examples = field(default_factory=Examples)
    written: list[Written] = field(default_factory=list[Written])

    def shown(self) -> list[tuple[Problem, Written]]:
        """What is wrong, each with what shows it."""
        shown = zip(self.examples.values(), self.written, strict=True)
        return [(problem_of(example, written), written) for example, written in shown]

    def problems(self) -> list[Problem]:
        """What is wrong as errors, what never happened as warnings."""
        silence = Silence(self.baseline.ruleset, self.happened, self.baseline.own)
        return [
            *(problem for problem, _ in self.shown()),
            *self.effects.problems(),
            *silence.problems({name for name, n in self.effects.announced.items() if n}),
        ]


def problem_of(example: Example, written: Written) -> Problem:
    """What is wrong in a game, and where it is shown."""
    one, decisions = example.violation, len(example.answers)
    text = f"{written.message} So in a game of {decisions} decisions with the seed"
    return Problem(one.code, f"{text} {example.setup.seed}.", one.span)


def explore(files: FormatFiles, games: int, seed: int, progress: Progress = silent) -> Exploration:
    """Plays so many games and looks at what is wrong in them, and at what never happens. Raises
    `Interrupted` with what was found so far, and `RulesError`.
    """
    loaded = load_usable(files, whole=True)
    baseline = Baseline(suite_of(loaded, inherits=True))
    found = Exploration(effects_in_scenarios(baseline), Happened(), baseline)
    ran = Counter[int]()
    for k in baseline.passing:
        ran.update(baseline.results[k].lines)
    found.happened.pass_places(baseline.rules.program.places, ran.keys())
    tables = Tables(loaded, seed)
    found.effects.held = tables.held
    try:
        for number in range(games if tables.has_decks else 0):
            explore_game(found, tables, tables.table(number))
            progress(number + 1, games)
    except KeyboardInterrupt:
        finish(found, tables)
        raise Interrupted(found) from None
    finish(found, tables)
    return found


def explore_game(found: Exploration, tables: Tables, table: Table) -> None:
    """Plays a game and notes what is wrong in it, one example of each kind."""
    setup, ruleset = table.setup, found.baseline.ruleset
    watch = Watch(setup, Random(setup.seed), known=found.examples.keys())
    choices = Choices(setup.match, actions_by_site(ruleset, setup.match.program), found.happened)

    def look(state: list[object], answers: list[int]) -> bool:
        choices.note(state, answers)
        return watch.look(state, answers) and watch.found is not None

    played = play(table, look)
    found.effects.count(found.effects.format, found.effects.program, Counter(played.passed))
    found.effects.games += 1
    found.happened.pass_places(setup.match.program.places, played.passed.keys())
    for violation, answers in wrong_in(tables, table, played, watch):
        example = Example(violation, setup, tuple(played.answers[:answers]))
        found.examples.setdefault(violation.kind, example)


def wrong_in(
    tables: Tables, table: Table, played: Played, watch: Watch
) -> Iterator[tuple[Violation, int]]:
    """What is wrong in a game, and behind how many answers."""
    setup, answers = table.setup, played.answers
    if watch.found is not None:
        yield watch.found, len(answers)
    elif played.fault is not None:
        if not table.mixed:
            yield fault_of(setup, played.fault, answers), len(answers)
    elif len(answers) >= CAP:
        text = f"After {CAP:,} decisions the game has not ended."
        if not table.mixed:  # with a deck that is not legal nobody may be able to win
            yield Violation("game-without-end", "", text), len(answers)
    else:
        if table.number % REPLAYED == 0:
            for one in replayed_otherwise(setup, answers):
                yield one, len(answers)
        if table.number % EXCHANGED == 0:
            yield from shown_by_exchange(tables, setup, answers, Random(setup.seed))


def finish(found: Exploration, tables: Tables) -> None:
    """Makes the examples small, and writes them down."""
    if not found.examples:
        return
    loaded = found.baseline.suite.loaded
    writer = Writer(loaded, chain.from_iterable(tables.decks.values()))
    for kind, example in found.examples.items():
        may_shrink = example.violation.code in SHRUNK or is_fault(example.violation)
        smaller = Shrinking(example).run() if may_shrink else example
        found.examples[kind] = smaller
        found.written.append(writer.written(smaller))


def is_fault(violation: Violation) -> bool:
    """Whether the rules could not go on."""
    return ":" in violation.about and violation.span.line > 0 and violation.code not in SHRUNK
