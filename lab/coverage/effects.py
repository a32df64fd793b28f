"""Which effects of cards ever happen: in the scenarios of a format, and in random games with its
decks as they are and with other cards of their kind in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import field

from ...dsl.cards.definition import CardDefinition
from ...dsl.ir import ir
from ...dsl.nodes.base import Node, Span, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Its, Of, Sentence, Use, sentence_of
from ...dsl.problems.problem import Problem
from ...dsl.typed.abilities import Ability
from ...dsl.typed.format import Format
from ...dsl.typed.ids import SlotId
from ...interpreter.runtime.fault_report import located
from ..exploration.games import Played, Table, Tables, play
from ..mutation.baseline import Baseline
from ..scenarios.cards import trees_in_fields
from ..work import Interrupted, Progress, silent


@dataclass(slots=True)
class Effects:
    """What happened: how often each sentence did something and each verb or action took place,
    and the faults that stopped games. `held` are the cards that are in some deck, `speakers` those
    that say each sentence; `inner`: sentences that are done with others alone.
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
    inner: frozenset[Sentence] = frozenset()

    def __post_init__(self) -> None:
        self.inner = only_inside(self.format)

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

    def count_game(self, table: Table, played: Played) -> None:
        """Counts in what happened in a game."""
        if played.fault is not None and not table.mixed:
            self.faults.append(located(table.setup, played.fault, played.answers).problem)
        self.count(self.format, self.program, Counter(played.passed))
        self.games += 1

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
        """The sentences that can do something by themselves."""
        pairs = zip(self.format.abilities, self.program.ability_places, strict=True)
        return [one for one, place in pairs if place >= 0 and one.sentence not in self.inner]

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


def only_inside(format: Format) -> frozenset[Sentence]:
    """The sentences that only fill slots of others, by which no rule asks for them."""
    asked = {str(node.word) for node in format.ruleset.inside(Of, Its)}
    said = {Sentence((), use) for card in format.cards for use in uses_in_fields(card)}
    said |= {one.sentence for one in format.abilities if one.bearers or one.id in format.gained}
    found = set[Sentence]()
    for record in format.records:
        slots = (
            (str(slot.name), record.slots.get(SlotId(str(slot.name)))) for slot in record.use.slots
        )
        for name, value in slots:
            if isinstance(value, Sentence):
                (said if name in asked else found).add(value)
    return frozenset(found - said)


def uses_in_fields(card: CardDefinition) -> Iterator[Use]:
    """The phrases that a card's fields hold, without what fills their slots."""
    yield from (tree for tree in trees_in_fields(card) if isinstance(tree, Use))


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


def effects_in_scenarios(baseline: Baseline) -> Effects:
    """What happened in the passing scenarios."""
    loaded = baseline.suite.loaded
    assert loaded.format is not None and loaded.program is not None
    found = Effects(loaded.format, loaded.program, speakers=speakers_of(loaded.format))
    pool, rules = baseline.suite.pool, baseline.rules
    speakers = speakers_of(rules.format)
    for k in baseline.passing:
        printed = baseline.suite.cases[k].needs - pool.changed
        said = {one for one, cards in speakers.items() if not cards.isdisjoint(printed)}
        found.count(rules.format, rules.program, baseline.results[k].lines, said)
    return found


def run_effects(
    baseline: Baseline, games: int, seed: int = 0, progress: Progress = silent
) -> Effects:
    """The same, and what happens in so many games. Raises `Interrupted` with what was found so
    far.
    """
    found, tables = effects_in_scenarios(baseline), Tables(baseline.suite.loaded, seed)
    found.held = tables.held
    try:
        for number in range(games if tables.has_decks else 0):
            table = tables.table(number)
            found.count_game(table, play(table))
            progress(number + 1, games)
    except KeyboardInterrupt:
        raise Interrupted(found) from None
    return found
