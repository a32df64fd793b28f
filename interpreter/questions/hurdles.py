"""What has to be so for something to be offered: each condition by itself, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field

from ...dsl.ir import ir
from ...dsl.lower.context import Env, lower_value, speaker_of
from ...dsl.lower.events import all_tests, forbid_condition, holds, rules_about
from ...dsl.lower.moves import zone_room
from ...dsl.lower.speakers import ability_of, bear, set_up, speakers
from ...dsl.lower.values import lower_owner
from ...dsl.nodes.dataclass import dataclass
from ...dsl.typed import ids
from ...dsl.typed import values as v
from ...dsl.typed.format import ActionMeaning
from ...dsl.typed.rules import SPEAKER, THIS, Rule, WindowLabel
from ...dsl.typed.types import TRUTH
from ...dsl.typed.values import Value
from .answer import Answer
from .reasons import Reasons
from .sight import Unseen
from .telling import read


@dataclass(frozen=True, slots=True)
class Hurdle:
    """A condition: whether it holds (None: the seat cannot tell), what it is about (so that it can
    be told apart), and its answer.
    """

    holds: bool | None
    about: object
    answer: Callable[[], Answer] = field(compare=False)


Hurdles = Iterator[Hurdle]


class Conditions:
    """The conditions of options for one seat, in one state."""

    def __init__(self, reasons: Reasons, seat: int) -> None:
        self.reasons = reasons
        self.telling = reasons.telling
        self.sight = reasons.sight
        self.lowering = reasons.lowering
        self.format = reasons.format
        self.seat = seat

    def truth(self, code: ir.Expression) -> bool | None:
        return self.sight.truth(code, {})

    # ---- plain conditions

    def conditions(self, value: Value, env: Env) -> Hurdles:
        """Each of the conditions that all have to hold."""
        for one, inner in self.reasons.conjuncts(value, env):
            found = self.reasons.found(one, inner)
            holds = None if found is None else bool(found)
            if holds and not self.telling.text(one):
                continue  # what the language itself asks says nothing new

            def answer(one: Value = one, inner: Env = inner, holds: bool | None = holds) -> Answer:
                short = self.reasons.short if holds else self.reasons.explain
                return short(one, inner)

            yield Hurdle(holds, one, answer)

    def member(self, value: Value, env: Env, element: int) -> Hurdles:
        """What makes something a member of a set."""
        form = value.form
        if isinstance(form, v.Where):
            yield from self.member(form.of, env, element)
            yield from self.conditions(form.condition, {**env, form.each: ir.Int(element)})
            return
        if isinstance(form, v.AsSet):
            yield from self.is_it(form.value, env, element)
            return
        code = ir.Contains(self.reasons.code(value, env), ir.Int(element))

        def answer() -> Answer:
            name = self.telling.one(value.type.one, element)
            if value.type.kind == "card" and self.telling.knows(element):
                name = self.telling.where(element)
            found = self.reasons.explain(value, env)
            said = self.telling.value(TRUTH, self.as_number(code))
            text = self.telling.say("is among", one=name, set=self.telling.text(value))
            shown = () if isinstance(form, v.Zone) else (found,)
            return Answer(text, said, value.span, (), shown)

        yield Hurdle(self.truth(code), value, answer)

    def as_number(self, code: ir.Expression) -> int | None:
        found = self.truth(code)
        return None if found is None else int(found)

    def is_it(self, value: Value, env: Env, element: int) -> Hurdles:
        """That the one thing which counts is this one."""
        found = self.reasons.found(value, env)

        def answer() -> Answer:
            name = self.telling.one(value.type, element)
            text = self.telling.say("is it", one=name, it=self.telling.text(value))
            said = self.telling.value(TRUTH, None if found is None else int(found == element))
            return Answer(text, said, value.span, (), (self.reasons.explain(value, env),))

        yield Hurdle(None if found is None else found == element, value, answer)

    # ---- actions

    def fields(self, action: ActionMeaning, element: int) -> Env:
        """What the names of an action are."""
        names = action.event.fields
        numbers = {name: self.seat if name == "player" else element for name in names}
        return {action.event.binding(name): ir.Int(one) for name, one in numbers.items()}

    def of_action(self, action: ActionMeaning, element: int) -> Hurdles:
        """All that has to be so for an action to be offered with an element (-1: without one)."""
        env = self.fields(action, element)
        if action.offers is not None:
            yield from self.member(action.offers, env, element)
        for test in action.open:
            yield from self.conditions(test, env)
        for check in action.room:
            owner = lower_owner(self.lowering, check.owner, env)
            room = zone_room(self.lowering, check.zone, owner)
            if room is not None:
                yield self.room(check, check.zone, room)
        yield from self.forbidden(action.event.name, env, True)

    def room(self, about: object, zone: str, room: tuple[ir.Expression, ir.Expression]) -> Hurdle:
        """That there is room in a zone."""
        numbers = [read(self.sight, one) for one in room]

        def answer() -> Answer:
            title = self.telling.wording.title("zone", zone)
            count, most = numbers
            said = self.telling.say("room", zone=title, count=count, most=most)
            return self.telling.line(self.format.zone_places[zone], said)

        return Hurdle(self.truth(ir.Compare("<", *room)), about, answer)

    # ---- prohibitions

    def forbidden(self, event: str, env: Env, offered: bool) -> Hurdles:
        """Each rule that forbids an event, unless a stronger one allows it."""
        if not rules_about(self.lowering, event, "forbid"):
            return
        whole = forbid_condition(self.lowering, event, env, offered)
        if whole is None or self.truth(whole) is False:
            return
        for rule in rules_about(self.lowering, event, "forbid"):
            code = holds(self.lowering, rule, env)
            found = self.truth(code)
            if found is not False:
                free = None if found is None else False
                yield Hurdle(free, rule, lambda rule=rule: self.prohibition(rule, env))

    def prohibition(self, rule: Rule, env: Env) -> Answer:
        """A rule that forbids something: of whom, and why it does now."""
        telling = self.telling
        inner: list[Answer] = []
        for speaker, names in self.speaking(rule, env)[:1]:
            if rule.said is not None:
                ability = ability_of(self.lowering, rule.said)
                card = telling.where(speaker) if rule.said.holder is None else ""
                sentence = telling.wording.sentence(ability)
                span = self.format.abilities[ability].span
                inner.append(Answer(telling.say("by", card=card, text=sentence), None, span))
            elif rule.lasting is not None:
                inner += self.since(rule, speaker, names)
            for test in (rule.standing, rule.condition):
                inner += [self.reasons.explain(*one) for one in self.reasons.conjuncts(test, names)]
        inner += [telling.line(at) for at in rule.via]
        return telling.line(rule.at, telling.meaning.head(rule.head.span), None, *inner)

    def since(self, rule: Rule, player: int, names: Env) -> Iterator[Answer]:
        """By which card an effect set a rule up, for whom."""
        card = read(self.sight, names[THIS])
        if isinstance(card, int) and card >= 0:
            name = self.telling.mention(card)
            seat = self.telling.wording.seat(player)
            yield Answer(self.telling.say("set up", card=name, who=seat))

    def speaking(self, rule: Rule, env: Env) -> list[tuple[int, Env]]:
        """For whom a rule speaks now, with what its names are then."""
        b = self.lowering
        found: list[tuple[int, Env]] = []
        for one in self.candidates(rule, env):
            if rule.lasting is not None:
                names, borne = set_up(b, rule.lasting, env, ir.Int(one))
            elif rule.said is not None:
                names, borne = bear(b, rule.said, env, ir.Int(one))
                if ability_of(b, rule.said) in b.format.gained:
                    borne = ir.Int(1)
            else:
                names, borne = env, ir.Int(1)
            names = self.plain(names)
            if self.truth(borne) and self.truth(all_tests(b, rule, names)) is not False:
                found.append((one, names))
        return found

    def plain(self, env: Env) -> Env:
        """The names with what they are now."""
        found: Env = {}
        for name, code in env.items():
            value = read(self.sight, code)
            found[name] = ir.Int(value) if isinstance(value, int) else code
        return found

    def candidates(self, rule: Rule, env: Env) -> list[int]:
        """For whom a rule might speak."""
        if rule.lasting is not None:
            return [*range(self.lowering.seats)]
        if rule.said is None:
            return [-1]
        named = None
        if rule.bearer is not None:
            named = lower_value(self.lowering, rule.bearer, env)
            found = read(self.sight, named)
            if rule.said.holder is not None or not isinstance(found, int):
                return [found] if isinstance(found, int) else []
        try:
            return [m for m, _ in self.sight.members(speakers(self.lowering, rule.said, named), {})]
        except Unseen:
            return []

    # ---- sentences that are offered

    def of_ability(self, label: WindowLabel, card: int, ability: int) -> Hurdles:
        """All that has to be so for a sentence of a card to be offered in its window."""
        env: Env = {THIS: ir.Int(card), SPEAKER: ir.Int(self.seat)}
        speaker = speaker_of(self.lowering, ir.Int(card))
        yield self.speaks(card, speaker)
        if label.bearer is not None:
            yield from self.is_it(label.bearer, env, card)
        yield from self.conditions(label.condition, env)
        sentence = self.format.sentences[ability]
        if sentence.limit is not None:
            yield self.limit(ability, card)
        yield from self.conditions(sentence.usable, env)

    def of_rule(self, rule: Rule, env: Env, ability: int, card: int) -> Hurdles:
        """All that has to be so for a rule of a sentence to speak."""
        yield from self.conditions(rule.standing, env)
        yield from self.conditions(rule.condition, env)
        if self.format.sentences[ability].limit is not None:
            yield self.limit(ability, card)

    def speaker(self, card: int) -> int:
        """For whom a card speaks, -1 for nobody."""
        found = read(self.sight, speaker_of(self.lowering, ir.Int(card)))
        return found if isinstance(found, int) else ir.NONE

    def speaks(self, card: int, speaker: ir.Expression) -> Hurdle:
        """That a card speaks for the seat."""
        found = read(self.sight, speaker)

        def answer() -> Answer:
            who = "?" if not isinstance(found, int) else self.telling.wording.seat(found)
            return Answer(self.telling.say("speaks for", card=self.telling.mention(card)), who)

        return Hurdle(None if found is None else found == self.seat, ("speaks", card), answer)

    def limit(self, ability: int, card: int) -> Hurdle:
        """How often a sentence may still be used."""
        limit = self.format.sentences[ability].limit
        assert limit is not None
        used = read(self.sight, ir.Field(self.lowering.limits[ability], ir.Int(card)))

        def answer() -> Answer:
            wording = self.telling.wording
            until = wording.say("the turn")
            if isinstance(limit.until, ids.StepEnd):
                until = wording.step_title(str(limit.until.step))
            said = self.telling.say("used", count=used, most=limit.number, until=until)
            return Answer(said, None, self.format.abilities[ability].span)

        free = None if not isinstance(used, int) else used < limit.number
        return Hurdle(free, ("limit", ability, card), answer)


def first_failing(hurdles: Hurdles) -> tuple[list[Answer], Hurdle | None]:
    """The conditions up to the first that does not surely hold, and that one."""
    found: list[Answer] = []
    for one in hurdles:
        found.append(one.answer())
        if one.holds is not True:
            return found, one
    return found, None
