"""Which effects of cards ever happen: in the scenarios of a format, and in random games with its
decks as they are and with other cards of their kind in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import field
from random import Random

from ...dsl.cards.deckfile import DeckEntry, DeckList
from ...dsl.ir import ir
from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.nodes.base import Node, Span, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Sentence, Use, sentence_of
from ...dsl.problems.problem import Problem
from ...dsl.typed.abilities import Ability
from ...dsl.typed.format import Format
from ...interpreter.backend.layout import SEAT
from ...interpreter.backend.writer import Variant
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.fault_report import located
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules, seat_names
from ..mutation.baseline import Baseline
from ..scenarios.cards import trees_in_fields
from ..scenarios.scenario import suite_of
from ..simulation.bots import BOTS
from ..work import Interrupted, Progress, silent

COUNTING = Variant(lines=True, marks=True)
PICKS = tuple(BOTS.values())
CAP = 5_000  # decisions of a game


@dataclass(slots=True)
class Effects:
    """What happened: how often each sentence did something and each verb or action took place,
    and the faults that stopped games. `held` are the cards that are in some deck, `speakers` those
    that say each sentence.
    """

    format: Format
    program: ir.Program
    done: Counter[Sentence] = field(default_factory=Counter[Sentence])
    announced: Counter[str] = field(default_factory=Counter[str])
    faults: list[Problem] = field(default_factory=list[Problem])
    held: set[int] = field(default_factory=set[int])
    speakers: dict[Sentence, set[int]] = field(default_factory=dict[Sentence, set[int]])
    games: int = 0
    event_places: dict[int, list[tuple[str, int]]] = field(
        default_factory=dict[int, list[tuple[str, int]]]
    )

    def count(
        self,
        format: Format,
        program: ir.Program,
        passed: Counter[int],
        said: Container[Sentence] | None = None,
    ) -> None:
        """Counts in how often the places of a program were passed, by their numbers; where `said`
        is given, of all sentences only these.
        """
        for ability, place in zip(format.abilities, program.ability_places, strict=True):
            if passed[place] and (said is None or ability.sentence in said):
                self.done[ability.sentence] += passed[place]
        for event, place in self.places_of_events(format, program):
            self.announced[event] += passed[place]

    def places_of_events(self, format: Format, program: ir.Program) -> list[tuple[str, int]]:
        """The verbs and actions, each with its place in a program; looked up once for each."""
        found = self.event_places.get(id(program))
        if found is None:
            at = {place.span: number for number, place in enumerate(program.places)}
            declared = declared_events(format)
            found = [(event, at[span]) for event, span in declared if span in at]
            self.event_places[id(program)] = found
        return found

    def counted(self) -> list[Ability]:
        """The sentences that can do something."""
        pairs = zip(self.format.abilities, self.program.ability_places, strict=True)
        return [one for one, place in pairs if place >= 0]

    def never(self) -> list[Ability]:
        """Those of them that never did."""
        return [one for one in self.counted() if not self.done[one.sentence]]

    def sum(self) -> str:
        """The sum, behind others."""
        counted = len(self.counted())
        return f", {counted - len(self.never())} of {counted} effects of cards happened"

    def as_json(self) -> dict[str, object]:
        """The sums as programs read them; a label happened if a sentence with it did."""
        never, counted = self.never(), self.counted()
        labels = {str(label.name) for one in counted for label in one.labels}
        heard = {str(label.name) for one in counted if one not in never for label in one.labels}
        return {
            "effects": {
                "total": len(counted),
                "happened": len(counted) - len(never),
                "never": [
                    {"place": f"{one.span.file}:{one.span.line}", "why": self.reason(one)}
                    for one in never
                ],
            },
            "labels": {"total": len(labels), "never": sorted(labels - heard)},
        }

    def problems(self) -> list[Problem]:
        """The faults, and a warning for each sentence that never did anything."""
        return [*self.faults, *map(self.warning, self.never())]

    def warning(self, ability: Ability) -> Problem:
        cards = self.speakers.get(ability.sentence)
        name = self.format.cards[min(cards)].name if cards else "no card"
        text = f"This effect of {name} never happened: {self.reason(ability)}."
        return Problem("effect-never-happens", text, ability.span, severity="warning")

    def reason(self, ability: Ability) -> str:
        """Why a sentence never did anything, as far as that is known."""
        waits = self.events_of(ability)
        declared = {event for event, _ in declared_events(self.format)}
        unheard = [event for event in sorted(waits & declared) if not self.announced[event]]
        if unheard and len(unheard) == len(waits):
            return f'"{unheard[0]}" never took place'
        if not self.games and self.held.isdisjoint(self.speakers.get(ability.sentence, ())):
            return "no deck holds a card that says it, and no scenario shows it"
        if waits:
            return f'"{min(waits)}" took place, but not where and when this hears it'
        if ability.window:
            return f'it was never used in the window "{ability.window}"'
        return "what it waits for never held where it counts"

    def events_of(self, ability: Ability) -> set[str]:
        """What a sentence waits for."""
        triggers = self.format.sentences[ability.id].triggers
        said = (rule for rule in self.format.rules if rule.said is not None)
        mine = (rule for rule in said if rule.said and rule.said.sentence == ability.sentence)
        return {rule.event.name for rule in (*mine, *(one.rule for one in triggers))}


def declared_events(format: Format) -> list[tuple[str, Span]]:
    """The verbs and actions of a format, each with where it is declared."""
    return [(one.event.name, one.at.span) for one in (*format.course.verbs, *format.course.actions)]


def speakers_of(format: Format) -> dict[Sentence, set[int]]:
    """The cards that say each sentence: in a text, in a field or a part, or within a sentence
    that gives it to others; where there is none such, wherever its words are found.
    """
    found = {one.sentence: set(one.bearers) for one in format.abilities}
    records = {one.use for one in format.records}
    fields = [trees_in_fields(card) for card in format.cards]
    for number, trees in enumerate(fields):
        for use in (use for tree in trees for use in held_in(tree, records)):
            found.get(Sentence((), use), set[int]()).add(number)
    gained = {one.sentence for one in format.abilities if one.id in format.gained}
    inner = gained | {sentence for sentence, cards in found.items() if not cards}
    for number, card in enumerate(format.cards):
        for node in walk(*card.texts.values(), *fields[number]):
            sentence = sentence_of(node) if isinstance(node, Use) else None
            if sentence in inner:
                found[sentence].add(number)
    return found


def held_in(node: Node, records: Container[Use]) -> Iterator[Use]:
    """What a field holds: a phrase, and of a record also what fills its slots."""
    if isinstance(node, Use):
        yield node
        for slot in node.slots if node in records else ():
            yield from held_in(slot.value, records)


def run_effects(
    baseline: Baseline, games: int, seed: int = 0, progress: Progress = silent
) -> Effects:
    """What happened in the passing scenarios, and happens in so many random games. Raises
    `Interrupted` with what was found so far.
    """
    loaded = baseline.suite.loaded
    assert loaded.format is not None and loaded.program is not None
    found = Effects(loaded.format, loaded.program, speakers=speakers_of(loaded.format))
    pool, rules = baseline.suite.pool, baseline.rules
    speakers = speakers_of(rules.format)
    for k in baseline.passing:
        printed = baseline.suite.cases[k].needs - pool.changed
        said = {one for one, cards in speakers.items() if not cards.isdisjoint(printed)}
        found.count(rules.format, rules.program, baseline.results[k].lines, said)
    tables = Tables(loaded, seed)
    every = [deck for decks in tables.decks.values() for deck in decks]
    found.held = {number for deck in every for number in deck.cards}
    try:
        for number in range(games if tables.has_decks else 0):
            tables.play(number, found)
            progress(number + 1, games)
    except KeyboardInterrupt:
        raise Interrupted(found) from None
    return found


def problems_in_play(
    files: FormatFiles, games: int, seed: int, progress: Progress = silent
) -> list[Problem]:
    """What shows in the scenarios of a format and in so many random games; raises `Interrupted`
    with what did so far, and `RulesError`.
    """
    loaded = load_usable(files, whole=True)
    try:
        return run_effects(
            Baseline(suite_of(loaded, inherits=True)), games, seed, progress
        ).problems()
    except Interrupted as stop:
        raise Interrupted(stop.done.problems()) from None


class Tables:
    """Random games of a format: every second one with cards of its decks exchanged for others of
    their kind, which need not be legal.
    """

    def __init__(self, loaded: Loaded, seed: int) -> None:
        self.rules = Rules(Edition(loaded.files, loaded))
        self.decks = {
            of_table: [self.rules.deck(name) for name in self.rules.decks_of(of_table)]
            for of_table in (False, True)
        }
        self.seed = seed
        self.by_kind: dict[str, list[int]] = {}
        for number, card in enumerate(loaded.cards):
            self.by_kind.setdefault(card.kind, []).append(number)
        self.kinds = [card.kind for card in loaded.cards]

    @property
    def has_decks(self) -> bool:
        """Whether there is a deck for whoever needs one."""
        owners = self.rules.edition.contents.program.deck.owners(1)
        return all(self.decks[seat < 0] for seat in owners)

    def play(self, number: int, found: Effects) -> bool:
        """Plays one game, and counts what happened in it; whether it came to an end."""
        chance = Random(self.seed + number)
        known = self.rules.seat_numbers
        count = chance.choice(known) if len(known) > 1 else known[0]
        owners = self.rules.edition.contents.program.deck.owners(count)
        lists = tuple(chance.choice(self.decks[seat < 0]) for seat in owners)
        is_mixed, pick = number % 2 == 1, PICKS[number // 2 % len(PICKS)]
        if is_mixed:
            lists = tuple(self.mixed(deck, chance) for deck in lists)
        match = self.rules.match_of(lists, count)
        options = {name: spec.start for name, spec in match.program.switches.items()}
        setup = GameSetup(
            self.rules.edition, match, seat_names(count), lists, options, self.seed + number
        )
        engine, answers = match.engine(COUNTING), list[int]()
        before = [*engine.lines]
        state = setup.unbegun_state()
        try:
            engine.begin(state)
            while state[SEAT] >= 0 and len(answers) < CAP:
                answers.append(pick(state, chance))
                engine.apply(state, answers[-1])
        except RuleFault as fault:
            if not is_mixed:
                found.faults.append(located(setup, fault, answers).problem)
        rows = enumerate(zip(before, engine.lines, strict=True))
        passed = Counter({place: after - early for place, (early, after) in rows if after > early})
        found.count(found.format, found.program, passed)
        found.games += 1
        return len(answers) < CAP

    def mixed(self, deck: DeckList, chance: Random) -> DeckList:
        """A deck with about half of its cards exchanged."""
        entries = [
            DeckEntry(1, "", self.other(card, chance), part=part)
            for card, part in zip(deck.cards, deck.parts, strict=True)
        ]
        return DeckList("mixed", tuple(entries))

    def other(self, card: int, chance: Random) -> int:
        same = self.by_kind[self.kinds[card]]
        return chance.choice(same) if chance.random() < 0.5 else card
