"""The smallest game found in which something is still wrong, as a scenario that fails for the same
reason, or where no scenario can say it as a transcript.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from ...dsl.cards.deckfile import DeckList
from ...dsl.loading.load import Loaded
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ...dsl.syntax.print_files import print_node
from ...interpreter.backend.layout import OPTIONS, SEAT, SITE, State
from ...interpreter.runtime.fault_report import located
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.transcript.transcript import changed_options, transcript_of
from ..positions.taken import MOST_TRIES, Attempt, NotSaid, Source, Words, scenario_in
from ..scenarios.naming import Naming, said_of
from ..scenarios.prepared import PreparedRules
from .fewest import Facts, Fewest
from .games import COUNTING
from .invariants import BROKEN, Kind, Violation, Watch

MOST_STEPS = 60_000  # decisions that are played while a game is made smaller
TITLE = "Something that must not be"


@dataclass(frozen=True, slots=True)
class Example:
    """A game in which something is wrong behind its last answer."""

    violation: Violation
    setup: GameSetup
    answers: tuple[int, ...]


# ---- fewer decisions


class Shrinking:
    """Tries smaller games, as long as what is wrong stays of the same kind."""

    def __init__(self, example: Example) -> None:
        self.best = example
        self.left = MOST_STEPS

    def run(self) -> Example:
        """The smallest that was found."""
        size = len(self.best.answers) // 2
        while size:
            before = len(self.best.answers)
            self.without(size)
            size = size if len(self.best.answers) < before else size // 2
        self.plainer()
        return self.best

    def without(self, size: int) -> None:
        """Tries to do without each so many answers, from the last back."""
        start = len(self.best.answers) - size
        while start >= 0 and self.left > 0:
            answers = self.best.answers
            if not self.tried((*answers[:start], *answers[start + size :])):
                start -= size
            start = min(start, len(self.best.answers) - size)

    def plainer(self) -> None:
        """Tries the first option, and to pass, in place of each answer."""
        for number in range(len(self.best.answers)):
            for other in (0, LAST):
                answers = self.best.answers
                if number < len(answers) and answers[number] != other and self.left > 0:
                    self.tried((*answers[:number], other, *answers[number + 1 :]))

    def tried(self, answers: Sequence[int]) -> bool:
        """Whether the same is wrong behind these answers, or before; then this is the best."""
        found = until_wrong(self.best.setup, answers, self.best.violation.kind)
        self.left -= len(answers)
        if found is None or len(found.answers) > len(self.best.answers):
            return False
        smaller = (len(found.answers), found.answers) < (len(self.best.answers), self.best.answers)
        self.best = found if smaller else self.best
        return smaller


LAST = 1 << 30  # stands for the last option, which passes where one may


def until_wrong(setup: GameSetup, answers: Iterable[int], kind: Kind) -> Example | None:
    """The game up to where something of a kind is wrong first; an answer that is not offered is the
    last that is.
    """
    match, given = setup.match, list[int]()
    watch, state = Watch(setup, Random(0), closely=True), setup.unbegun_state()
    left = iter(answers)
    try:
        match.begin(state, COUNTING)
        while state[SEAT] >= 0:
            if watch.look(state, given):
                assert watch.found is not None
                same = watch.found.kind == kind
                return Example(watch.found, setup, tuple(given)) if same else None
            index = next(left, None)
            if index is None:
                return None
            given.append(min(index, len(state[OPTIONS]) - 1))
            match.apply(state, given[-1], COUNTING)
    except RuleFault as fault:
        found = fault_of(setup, fault, given)
        return Example(found, setup, tuple(given)) if found.kind == kind else None
    return None


def fault_of(setup: GameSetup, fault: RuleFault, answers: Sequence[int]) -> Violation:
    """A fault of the rules as what must not be."""
    problem = located(setup, fault, answers).problem
    about = f"{problem.file}:{problem.line}"
    return Violation(problem.code, about, problem.message, problem.span)


# ---- as a text


@dataclass(frozen=True, slots=True)
class Written:
    """What shows a violation: the text of a file, and of which kind it is (its suffix)."""

    text: str
    suffix: str
    message: str


class Writer:
    """Writes games as scenarios."""

    def __init__(self, loaded: Loaded, decks: Iterable[DeckList]) -> None:
        self.words = Words(loaded, decks)
        self.prepared = self.words.prepared

    def written(self, example: Example) -> Written:
        """The scenario of a game, if one fails as the game does, with as few cards as will do; else
        its transcript.
        """
        message = self.message(example)
        for facts, deeds in self.tellings(example):
            if self.shows(written(example, facts, deeds), example.violation):
                facts = self.fewest(example, facts, deeds)
                return Written(written(example, facts, deeds), ".scenario", message)
        return Written(transcript(example), ".game", message)

    def tellings(self, example: Example) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
        """Facts, and what is done from there: from the latest step that facts can lay out on, at
        last from the set-up on.
        """
        setup, answers = example.setup, example.answers
        deeds = [*self.deeds(example)]
        state = setup.state_after(answers[:-1], True)
        source = Source(self.words, setup, state, answers)
        for path, player, events in [*source.begins(len(answers) - 1)][:MOST_TRIES]:
            try:
                facts, _ = Attempt(source, len(answers), "", "").facts(path, player, events)
            except NotSaid:
                continue
            yield facts, deeds[source.given_before(events) :]
        yield [*self.facts(setup)], deeds

    def fewest(self, example: Example, facts: Sequence[str], deeds: Sequence[str]) -> Sequence[str]:
        """As few facts and cards as show the same; something has to be done for it as before."""

        def shows(some: Facts) -> bool:
            said, wrong = [print_node(fact) for fact in some], example.violation
            by_itself = bool(deeds) and self.shows(written(example, said, ()), wrong)
            return not by_itself and self.shows(written(example, said, deeds), wrong)

        read = scenario_in(written(example, facts, deeds)).facts
        return [print_node(fact) for fact in Fewest(read, shows).run()]

    def message(self, example: Example) -> str:
        """What is wrong, with the values of what an invariant compares."""
        one, setup = example.violation, example.setup
        if one.code != BROKEN:
            return one.message
        rules = self.prepared.for_seats(len(setup.seats))
        state = setup.state_after(example.answers)
        return said_of(rules, setup.match, state, one.about, one.members)

    def facts(self, setup: GameSetup) -> Iterator[str]:
        """Seats, decks or their cards, options, chance."""
        if len(setup.seats) > len(self.prepared.players):
            yield f"seats {len(setup.seats)}"
        if all(deck.shipped for deck in setup.decks):
            yield f"decks {', '.join(deck.name for deck in setup.decks)}"
        else:
            yield from self.cards(setup)
        for name, value in changed_options(setup):
            yield f"option {name} {value}"
        yield f"seed {setup.seed}"

    def cards(self, setup: GameSetup) -> Iterator[str]:
        """Where each card lies before the set-up."""
        match = setup.match
        for (zone, owner), cards in match.starts.items():
            whose = f"{setup.seats[owner]}'s " if owner >= 0 else ""
            names = (f'"{self.words.pool.used[match.cards[card][0]].code}"' for card in cards)
            yield f"{whose}{zone} holds {', '.join(names)}"

    def deeds(self, example: Example) -> Iterator[str]:
        setup, match = example.setup, example.setup.match
        rules, state = self.prepared.for_seats(len(setup.seats)), setup.first_state()
        for number, index in enumerate(example.answers, 1):
            yield deed_of(rules, Naming(rules, match, state), state, index)
            if number < len(example.answers):
                match.apply(state, index)

    def shows(self, text: str, violation: Violation) -> bool:
        """Whether a scenario fails because of the same."""
        try:
            return any(same(problem, violation) for problem in self.words.problems(text))
        except NotSaid:
            return False


def written(example: Example, facts: Iterable[str], deeds: Iterable[str]) -> str:
    """A scenario: what is given and what is done."""
    rows = [f'scenario "{example.violation.about or TITLE}"']
    rows += [f"    {'and' if k else 'given'} {fact}" for k, fact in enumerate(facts)]
    rows += [f"    {'and' if k else 'when'} {deed}" for k, deed in enumerate(deeds)]
    return "\n".join([*rows, "    then the game goes on", ""])


def same(problem: Problem, violation: Violation) -> bool:
    """Whether a scenario failed by what is wrong in a game."""
    if violation.code == BROKEN:
        return problem.code == violation.code and f'"{violation.about}"' in problem.message
    spans = [label.span for label in problem.labels]
    return problem.code == "rule-fault" and violation.span in spans


def deed_of(rules: PreparedRules, naming: Naming, state: State, index: int) -> str:
    """An answer as somebody's deed."""
    site, seat = int(state[SITE]), int(state[SEAT])
    option = naming.options(rules.program.sites[site], state[OPTIONS])[index]
    name = rules.players[seat]
    return f"{name} passes" if option.passes else f"{name} chooses {option}"


def transcript(example: Example) -> str:
    """The game so far, which `playsheet replay` plays again; without the answer that ends in a
    fault.
    """
    setup, answers = example.setup, example.answers
    try:
        state = setup.state_after(answers, True)
    except RuleFault:
        state = setup.state_after(answers[:-1], True)
    return transcript_of(setup, state, None, False, None)
