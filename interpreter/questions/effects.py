"""Why a sentence of a card did not happen: the event that it waits for, and what was so then."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.ir import ir
from ...dsl.lower.context import Env
from ...dsl.nodes.expressions import Sentence as Said
from ...dsl.typed.rules import SPEAKER, THIS, Event, Rule, Standing
from ...dsl.typed.types import TRUTH
from ..knowledge.record import Event as Happened
from .answer import Answer
from .hurdles import Conditions, first_failing
from .reasons import Reasons
from .telling import Telling

STAGES = ("begins", "ends")


class Effects:
    """Answers for one card and one of its sentences. `then` gives the reasons at an event."""

    def __init__(self, reasons: Reasons, seat: int) -> None:
        self.reasons = reasons
        self.telling: Telling = reasons.telling
        self.format = reasons.format
        self.program = reasons.telling.meaning.program
        self.seat = seat

    def why_not(self, card: int, ability: int) -> Answer:
        """What the sentence waits for, or as long as what it holds."""
        span = self.format.abilities[ability].span
        said = self.telling.wording.sentence(ability)
        text = self.telling.say("by", card=self.telling.where(card), text=said)
        inner = [self.of_rule(rule, card, ability) for rule in self.rules(ability)]
        inner += [self.of_standing(one, card) for one in self.standings(ability)]
        return Answer(text, None, span, (), tuple(inner))

    def rules(self, ability: int) -> Iterator[Rule]:
        """The rules of a sentence, and what its labels wait for."""
        yield from (trigger.rule for trigger in self.format.sentences[ability].triggers)
        for rule in self.format.rules:
            if rule.said is not None and self.is_it(rule.said.sentence, ability):
                yield rule

    def is_it(self, sentence: Said, ability: int) -> bool:
        return self.reasons.lowering.numbers.get(sentence) == ability

    def standings(self, ability: int) -> Iterator[Standing]:
        for known in self.format.properties.values():
            for change in known.standing:
                said = change.said
                if said is not None and said.holder is None and self.is_it(said.sentence, ability):
                    yield change

    def own(self, card: int) -> Env:
        """What a sentence of a card calls itself and its player."""
        conditions = Conditions(self.reasons, self.seat)
        from_card = conditions.speaker(card)
        return {THIS: ir.Int(card), SPEAKER: ir.Int(from_card)}

    # ---- what stands

    def of_standing(self, change: Standing, card: int) -> Answer:
        """Whether a change that stands holds now."""
        env = self.own(card)
        holds = self.reasons.found(change.condition, env)
        inner = self.reasons.fails(change.condition, env) if not holds else ()
        said = self.telling.value(TRUTH, holds)
        more = []
        if change.target is not None and self.telling.text(change.target):
            more = [self.reasons.short(change.target, env)]
        return self.telling.line(change.at, "", said, *inner, *more)

    # ---- what waits

    def of_rule(self, rule: Rule, card: int, ability: int) -> Answer:
        """The event that a rule is about, when it last happened, and what was so then."""
        title = self.telling.wording.title("verb", rule.event.name)
        text = self.telling.say(f"rule {rule.kind}", event=title)
        past = self.telling.past
        last = self.last(rule, card)
        if last is None:
            never = Answer(self.telling.say("never happened", event=title))
            return self.telling.line(rule.at, text, None, never)
        told = past.told(last)
        if rule.said is not None and rule.said.holder is not None:
            return self.telling.line(rule.at, text, None, told)
        then = self.telling.at_event(last)
        conditions = Conditions(Reasons(then), self.seat)
        env = {**self.fields(rule.event, past.course.events[last]), **self.own(card)}
        hurdles = conditions.of_rule(rule, env, ability, card)
        try:
            found, failing = first_failing(hurdles)
        except KeyError:  # what an event does not tell, such as the members of several sets
            return self.telling.line(rule.at, text, None, told)
        key = "happened" if failing is None else "not then"
        return self.telling.line(rule.at, text, None, told, Answer(self.telling.say(key)), *found)

    def last(self, rule: Rule, card: int) -> int | None:
        """When an event last happened, as far as the one who asks has heard of it; to the card
        itself, where the rule is about that.
        """
        past, event = self.telling.past, rule.event
        for number in range(len(past.course.events) - 1, -1, -1):
            one = past.course.events[number]
            told = one.kind == "verb" and one.values[:2] == (event.name, "begins")
            if not told and not (event.name == "moved" and one.kind == "move"):
                continue
            if number in past.lines and self.concerns(rule, self.fields(event, one), card):
                return number
        return None

    def concerns(self, rule: Rule, fields: Env, card: int) -> bool:
        """Whether an event is about the card, where the rule names one."""
        if rule.bearer is None or (rule.said is not None and rule.said.holder is not None):
            return True
        try:
            return self.reasons.found(rule.bearer, fields) == card
        except KeyError:
            return True

    def fields(self, event: Event, happened: Happened) -> Env:
        """What the names of an event were."""
        values = [one for one in happened.values[2:] if isinstance(one, int)]
        if happened.kind == "move":
            card, source, _, target, owner = happened.values[:5]
            zones = [*self.program.zones]
            values = [int(card), zones.index(str(source)), zones.index(str(target)), int(owner)]
            names = ("card", "source", "destination", "player")
            found = {event.binding(n): ir.Int(v) for n, v in zip(names, values, strict=True)}
            return {**found, event.binding("rule"): ir.Int(ir.NONE)}
        if any(value.type.many for value in event.fields.values()):
            return {}
        pairs = zip(event.fields, values, strict=False)
        return {event.binding(name): ir.Int(value) for name, value in pairs}
