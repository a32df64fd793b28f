"""A position of a saved game as a scenario: laid out at the nearest step that facts can say, then
played to, with what followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import PurePath

from ...dsl.cards.deckfile import DeckList
from ...dsl.ir.names import SETUP
from ...dsl.ir.options import unpacked
from ...dsl.loading.library import shipped_formats
from ...dsl.loading.load import Loaded
from ...dsl.nodes import files
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, Problems
from ...dsl.syntax.parse import parse_file
from ...interpreter.backend.layout import OPTIONS, RNG, SEAT, SITE, State
from ...interpreter.knowledge.record import GameRecorder, recorder_of
from ...interpreter.messages.values import meant_by
from ...interpreter.runtime.faults import RuleFault, StepNotReached
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.moments import state_behind
from ...interpreter.transcript.replay import Replay
from ..scenarios.actions import fitting
from ..scenarios.cards import home_codes
from ..scenarios.cases import case_of
from ..scenarios.naming import Option
from ..scenarios.play import Play, Question
from ..scenarios.pool import CardPool
from ..scenarios.prepared import PreparedRules
from ..scenarios.recorder import Failed
from ..scenarios.scenario import Result, run_case, script_of
from .equal import Standing, differences
from .facts import Facts
from .outcome import claims_of, prompt_of

NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
MOST_TRIES = 24  # steps at which a position is looked for before the set-up


class NotSaid(Exception):
    """A position cannot be laid out or reached from a step; says why."""


@dataclass(slots=True)
class Taken:
    """A scenario, the step at which it begins, the answers on the way to its position, and what
    kept it from beginning at nearer steps.
    """

    text: str
    begins: str
    answers: int
    reasons: list[str] = field(default_factory=list[str])


class Words:
    """The rules and cards of a format, ready for scenarios that are made of games: all cards have
    the numbers that they have in games.
    """

    def __init__(self, loaded: Loaded, decks: Iterable[DeckList]) -> None:
        assert loaded.ruleset is not None and loaded.vocabulary is not None
        shipped = {deck.name: deck for deck in decks if deck.shipped}
        home = home_codes(loaded.files)
        self.pool = CardPool(loaded.ruleset, loaded.vocabulary, loaded.cards, shipped, home)
        for card in loaded.cards:
            self.pool.number_of(card)
        self.prepared = PreparedRules(loaded.ruleset, loaded.vocabulary, self.pool.used)

    def problems(self, text: str) -> list[Problem]:
        """What is wrong with a scenario; raises `NotSaid` where the text is none."""
        return run_case(self.prepared, case_of(self.pool, scenario_in(text))).problems


class Source:
    """A game ready to be said in scenarios: its recorded state behind its answers."""

    def __init__(
        self, words: Words, setup: GameSetup, state: State, answers: tuple[int, ...]
    ) -> None:
        self.words, self.pool, self.prepared = words, words.pool, words.prepared
        self.setup, self.state, self.answers = setup, state, answers
        self.match = setup.match
        self.rules = words.prepared.for_seats(len(setup.seats))
        self.events = recorder_of(state, GameRecorder).events

    def begins(self, answers: int) -> Iterator[tuple[str, int, int]]:
        """The steps that begin before so many answers, the latest first: path, player, and the
        number of events until then.
        """
        given, found = 0, list[tuple[str, int, int]]()
        for number, event in enumerate(self.events, 1):
            given += event.kind == "ask"
            if given > answers:
                break
            if event.kind == "enter" and event.values[0] != SETUP:
                found.append((str(event.values[0]), int(event.values[1]), number))
        yield from reversed(found)

    def given_before(self, events: int) -> int:
        """The answers among the first events."""
        return sum(event.kind == "ask" for event in self.events[:events])


def source_of(loaded: Loaded, game: Game, decks: Iterable[DeckList]) -> Source:
    """A saved game, and the words of its format."""
    return Source(Words(loaded, decks), *game.whole(), game.answers)


def take(source: Source, answers: int, title: str, format: str = "", deeds: int = 1) -> Taken:
    """The scenario of the position behind so many answers; it claims what came of the next
    `deeds` answers together.
    """
    reasons: list[str] = []
    steps = [*source.begins(answers)][:MOST_TRIES]
    for path, player, events in (*steps, ("", -1, 0)):
        attempt = Attempt(source, answers, title, format, deeds)
        try:
            return Taken(attempt.text(path, player, events), path, attempt.way, reasons)
        except NotSaid as reason:
            reasons.append(f"{path or SETUP}: {reason}")
    raise NotSaid(f"no scenario leads there: {reasons[-1]}")


def taken_at(rules: Rules, found: Replay, step: int, title: str) -> Taken:
    """The scenario of the position at a step of a saved game; raises `NotSaid`."""
    answers = len(found.at(step).answers)
    edition, decks = rules.edition, map(rules.deck, rules.decks)
    name = edition.files.name
    source = source_of(edition.loaded(whole=True), found.game, decks)
    return take(source, answers, title, name if name in shipped_formats() else "")


def titles_at(file: str, step: int) -> tuple[str, str]:
    """What such a scenario is called if nobody says it: its file without an end, and its title."""
    stem = PurePath(file).stem
    name = f"{NOT_IN_NAMES.sub('_', stem.lower()).strip('_') or 'game'}_{step}"
    return name, f"{stem}, step {step}".replace('"', "'")


class Attempt:
    """One try: facts at a step, deeds from there on, claims about what followed."""

    def __init__(
        self, source: Source, answers: int, title: str, format: str, deeds: int = 1
    ) -> None:
        self.source = source
        self.target, self.deeds = answers, deeds
        self.head = [f'scenario "{title}"', *([f"    format {format}"] if format else [])]
        self.rounds: list[str] = []
        self.way = 0  # answers on the way

    def text(self, path: str, player: int, events: int) -> str:
        """The whole scenario, which passes; raises `NotSaid`."""
        facts, cards = self.facts(path, player, events)
        first = self.source.given_before(events)
        play = self.play_of(facts)
        try:
            self.follow(play, first, cards)
            found = [*differences(*self.standings(play, cards))]
            if found:
                raise NotSaid(f"{', '.join(dict.fromkeys(found))} would be otherwise")
            self.way = self.target - first
            self.conclude(play, cards)
        except (RuleFault, StepNotReached, Failed) as fault:
            raise NotSaid(f"play stops: {fault}") from None
        if play.live[RNG] == play.position.new_state()[RNG]:
            facts = [fact for fact in facts if not fact.startswith("seed ")]
        text = self.written(facts, self.rounds)
        result = self.run(text)
        if not result.passed:
            raise NotSaid(result.message)
        return text

    # ---- what is given

    def facts(self, path: str, player: int, events: int) -> tuple[list[str], list[int]]:
        """Every fact, and by the number of a card in the scenario the one of the game."""
        source, order, unsaid = self.source, list[int](), list[str]()
        match, setup = source.match, source.setup
        given = source.answers[: source.given_before(events)]
        if events:
            state = state_behind(setup, given, source.events[:events])
        else:
            state = setup.unbegun_state()
        lines: list[str] = []
        if len(source.prepared.ruleset.seats) > 1:
            lines.append(f"seats {match.program.seats}")
        whose = f" of {source.rules.players[player]}" if player >= 0 else ""
        lines += [f"phase {path}{whose}"] if path else []
        lines.append(f"seed {state[RNG]}")
        said = [*Facts(source.rules, match, state, order, unsaid).all()]
        shipped = all(deck.shipped for deck in setup.decks)
        if not path and setup.decks and shipped:
            said = [fact for fact in said if " holds " not in fact]
            said.append("decks " + ", ".join(deck.name for deck in setup.decks))
            order, unsaid = [*range(len(match.cards))], []
        if unsaid:
            raise NotSaid(f"no fact says {', '.join(dict.fromkeys(unsaid))}")
        return [*lines, *said], order

    def play_of(self, facts: list[str]) -> Play:
        """Play of some facts, before anything has happened."""
        script = self.script(self.written(facts, ["then the game goes on"]))
        if isinstance(script, Problems):
            raise NotSaid("; ".join(problem.message for problem in script))
        play, _ = script
        if len(play.match.cards) != len(self.source.match.cards):
            raise NotSaid("there would be other cards")
        return play

    def script(self, text: str) -> tuple[Play, object] | Problems:
        return script_of(self.source.prepared, case_of(self.source.pool, scenario_in(text)))

    def run(self, text: str) -> Result:
        return run_case(self.source.prepared, case_of(self.source.pool, scenario_in(text)))

    def written(self, facts: list[str], rounds: list[str]) -> str:
        """The text of a scenario."""
        given = [f"    {'and' if n else 'given'} {fact}" for n, fact in enumerate(facts)]
        return "\n".join([*self.head, *given, *(f"    {row}" for row in rounds), ""])

    # ---- what is done

    def follow(self, play: Play, first: int, cards: list[int]) -> None:
        """Carries the answers of the game out on the way to the position."""
        setup = self.source.setup
        state = setup.state_after(self.source.answers[:first])
        for number in range(first, self.target):
            deed = self.deed(play, state, self.source.answers[number], cards)
            self.rounds.append(f"{'and' if number > first else 'when'} {deed}")
            setup.engine().apply(state, self.source.answers[number])

    def deed(self, play: Play, state: State, index: int, cards: list[int]) -> str:
        """An answer of the game in the words of scenarios; it is given in the play."""
        question = play.question()
        if question is None or (question.seat, question.number) != (state[SEAT], state[SITE]):
            raise NotSaid("something else would be asked")
        if len(question.options) != len(state[OPTIONS]):
            raise NotSaid("other things would be offered")
        mine = {card: number for number, card in enumerate(cards)}
        wanted = self.meant(state[SITE], state[OPTIONS][index], mine)
        options = play.live[OPTIONS]
        found = [n for n, one in enumerate(options) if self.meant(state[SITE], one, {}) == wanted]
        if not found:
            raise NotSaid("something is not offered")
        option, play.doing = question.options[found[0]], play.position.case.scenario.span
        play.next_action()
        play.answer(option.index)
        name = question.name
        return f"{name} passes" if option.passes else f"{name} chooses {pick_of(question, option)}"

    def meant(self, site: int, option: int, cards: dict[int, int]) -> object:
        """What an option is about, with the numbers that the play has for cards."""
        rules = self.source.rules
        one = meant_by(rules.program.sites[site], option)
        thing: object = one.thing
        head, _, of = one.kind.partition(":")
        if head == "card":
            thing = cards.get(one.thing, one.thing)
        elif head == "ability":
            ability, card = unpacked(one.thing, len(rules.format.abilities))
            thing = ability, cards.get(card, card)
        elif head == "part" and one.thing >= 0:
            card, place = divmod(one.thing, rules.format.widths[of])
            thing = cards.get(card, card), place
        return one.label, one.kind, thing, one.passes

    def standings(self, play: Play, cards: list[int]) -> tuple[Standing, Standing]:
        """The game and the play at the position."""
        source = self.source
        state = source.setup.state_after(source.answers[: self.target], True)
        mine = {card: number for number, card in enumerate(cards)}
        return Standing(source.match, state, mine), Standing(play.match, play.live, {})

    # ---- what follows

    def conclude(self, play: Play, cards: list[int]) -> None:
        """The next choices, and what came of them."""
        before, answers = play.clone(), self.source.answers
        if self.way:
            self.rounds += self.ways_end(play)
        state = self.source.setup.state_after(answers[: self.target])
        for number, answer in enumerate(answers[self.target : self.target + self.deeds]):
            deed = self.deed(play, state, answer, cards)
            self.rounds.append(f"{'and' if number else 'when'} {deed}")
            self.source.setup.engine().apply(state, answer)
        claims = [*claims_of(before, play)]
        self.rounds += [f"{'and' if n else 'then'} {claim}" for n, claim in enumerate(claims)]

    def ways_end(self, play: Play) -> list[str]:
        """Who decides where the position is reached, if somebody does."""
        question = play.question()
        if question is None or self.target >= len(self.source.answers):
            return []
        return [f"then {question.name} decides" + prompt_of(question)]


def scenario_in(text: str) -> files.Scenario:
    """The scenario that a text is."""
    nodes, problems = parse_file("scenario", text, "scenario")
    if problems or len(nodes) != 1 or not isinstance(nodes[0], files.Scenario):
        raise NotSaid("; ".join(problem.message for problem in problems))
    return nodes[0]


def pick_of(question: Question, option: Option) -> str:
    """The words that mean an option and no other one."""
    for element in (*option.elements, None):
        parts = tuple(part for part in (option.label, element) if part)
        if any('"' in part for part in parts) or not parts:
            continue
        alike = fitting(question, parts)
        if option not in alike:
            continue
        texts = [part if part.isdecimal() else f'"{part}"' for part in parts]
        number = alike.index(option) + 1
        if len({(one.label, one.elements) for one in alike}) == 1:
            return " ".join([*texts, *([str(number)] if number > 1 else [])])
    raise NotSaid(f"no words mean {option} alone")
