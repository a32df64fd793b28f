"""Why something is not offered: who is asked what instead, what fails, what forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ...dsl.ir import ir
from ...dsl.ir.ir import NONE
from ...dsl.lower.context import Env
from ...dsl.lower.structure import pass_fields
from ...dsl.typed import statements as t
from ...dsl.typed import values as v
from ...dsl.typed.format import WindowMeaning
from ...dsl.typed.types import ONE_CARD
from ..backend.layout import OPTIONS, PICKED, SEAT, SITE
from .answer import Answer
from .hurdles import Conditions, Hurdle, Hurdles, first_failing
from .meaning import Placed
from .reasons import MOST_MEMBERS, Reasons
from .sight import Unseen
from .subjects import Act, Passing, Pick, Subject, Subjects, Use


class Denials:
    """Why a seat is not offered something in the open choice of a state."""

    def __init__(self, reasons: Reasons, subjects: Subjects, seat: int) -> None:
        self.reasons = reasons
        self.telling = reasons.telling
        self.meaning = reasons.telling.meaning
        self.state = reasons.sight.state
        self.subjects = subjects
        self.seat = seat
        self.conditions = Conditions(reasons, seat)

    # ---- what is asked instead

    @property
    def open_window(self) -> WindowMeaning | None:
        """The window that asks, if one does."""
        if self.state[SEAT] < 0:
            return None
        site = self.meaning.program.sites[int(self.state[SITE])]
        if site.kind != "action":
            return None
        places = {self.meaning.lowering.place(one.at): one for one in self.meaning.format.windows}
        return places.get(site.place)

    def asked(self, windows: list[WindowMeaning]) -> Hurdle:
        """That one of some windows is open for the seat."""
        now = self.open_window
        names = [window.node.name for window in windows]
        holds = self.state[SEAT] == self.seat and now is not None and now.node.name in names
        return Hurdle(holds, "asked", lambda: self.not_asked(windows))

    def not_asked(self, windows: list[WindowMeaning]) -> Answer:
        """What is asked now, and what opens the windows that would offer it."""
        return Answer(self.now(), children=tuple(map(self.would_offer, windows)))

    def would_offer(self, window: WindowMeaning) -> Answer:
        """A window, and where it opens."""
        title = self.telling.wording.label(str(window.node.title or window.node.name))
        places = self.meaning.openings(str(window.node.name))
        text = self.telling.say("window", window=title, step=self.steps(places) or "?")
        opened = tuple(Answer(self.meaning.head(one.at.span), None, one.at.span) for one in places)
        return self.telling.line(window.at, text, None, *opened)

    def steps(self, places: list[Placed]) -> str:
        """The phases and steps in which some statements happen."""
        found = {step.names for one in places for step in self.meaning.steps_of(one)}
        titles = (self.telling.wording.step_title(".".join(names)) for names in sorted(found))
        return "; ".join(dict.fromkeys(titles))

    def now(self) -> str:
        """Who is asked what."""
        if self.state[SEAT] < 0:
            return self.telling.say("over")
        site = self.meaning.program.sites[int(self.state[SITE])]
        prompt = self.telling.wording.prompt(site, self.state)
        who = self.telling.wording.seat(self.state[SEAT])
        return self.telling.say("asks", who=who, prompt=prompt)

    # ---- what could be offered

    def hurdles(self, subject: Subject) -> Hurdles:
        """All that has to be so for a subject to be offered to the seat."""
        match subject:
            case Act(action, element):
                windows = self.windows_with(str(action.node.name))
                yield self.asked(windows)
                yield from self.conditions.of_action(action, element)
            case Use(window, label, card, ability):
                yield self.asked([window])
                yield from self.conditions.of_ability(label, card, ability)
            case Pick(site, option):
                yield from self.of_pick(site, option)
            case Passing():
                yield from self.of_pass()
            case _:
                return

    def windows_with(self, name: str) -> list[WindowMeaning]:
        """The windows that offer an action."""
        return [window for window in self.meaning.format.windows if name in window.offered]

    def of_pass(self) -> Hurdles:
        window = self.open_window
        if window is None:
            yield Hurdle(self.state[SEAT] == self.seat, "asked", lambda: Answer(self.now()))
            if self.state[SEAT] == self.seat:
                yield Hurdle(NONE in self.state[OPTIONS], "passing", self.must_answer)
            return
        yield self.asked([window])
        fields = pass_fields(self.meaning.lowering, str(window.node.name))
        env: Env = {one: self.seated(code) for one, code in fields.items()}
        yield from self.conditions.forbidden("pass", env, False)

    def must_answer(self) -> Answer:
        """That the open question is not left without an answer, or not yet."""
        site = int(self.state[SITE])
        at = self.meaning.place(self.meaning.program.sites[site].place) or v.At()
        picked = self.state[PICKED]
        if picked is None or len(picked) != 3:
            return self.telling.line(at, self.telling.say("must answer"))
        text = self.telling.say("too few", count=picked[0], least=picked[1])
        asked = self.meaning.lowering.asked
        least: list[Answer] = []
        if site in asked and isinstance(asked[site][0], t.Choose):
            bound = getattr(asked[site][0], "least", None)
            with suppress(KeyError):  # a name that is needed no more
                least = [*self.reasons.worth(bound, self.names_here(*asked[site]))] if bound else []
        return self.telling.line(at, text, None, *least)

    def seated(self, code: ir.Expression) -> ir.Expression:
        return ir.Int(self.seat) if isinstance(code, ir.Local) else code

    # ---- questions of the rules

    def is_open(self, pick: Pick) -> bool:
        """Whether the seat is asked this now."""
        return bool(self.state[SEAT] == self.seat and self.state[SITE] == pick.site)

    def of_pick(self, site: int, option: int) -> Hurdles:
        """That the rules ask this now, and that the option is among what they ask about."""
        is_open = self.is_open(Pick(site, option))
        yield Hurdle(is_open, "asked", lambda: self.not_asked_by_rules(site))
        if is_open and option >= 0 and option not in self.state[OPTIONS]:
            found = [*self.of_asked(site, option)]
            yield from found
            if all(one.holds is True for one in found):
                said = "picked before" if found else "not among"
                yield Hurdle(False, "among", lambda: Answer(self.telling.say(said)))

    def not_asked_by_rules(self, site: int) -> Answer:
        at = self.meaning.place(self.meaning.program.sites[site].place)
        inner: list[Answer] = []
        if at is not None:
            step = self.steps([one for one in self.meaning.statements if one.at == at])
            text = self.telling.say("asked in", step=step) if step else ""
            inner.append(self.telling.line(at, text))
        return Answer(self.now(), children=tuple(inner))

    def of_asked(self, site: int, option: int) -> Hurdles:
        """The conditions of an option of the open question, as far as its names are known."""
        if site not in self.meaning.lowering.asked:
            return
        node, names = self.meaning.lowering.asked[site]
        env = self.names_here(node, names)
        try:
            if isinstance(node, t.Choose):
                found = [*self.conditions.member(node.members, env, option)]
            elif isinstance(node, t.Offer):
                found = [*self.conditions.conditions(node.open, env)]
            else:
                assert isinstance(node, t.ChooseOne)
                found = [*self.conditions.conditions(node.options[option].open, env)]
        except KeyError:  # a name that is needed no more, so that it was not kept
            return
        yield from found

    def names_here(self, node: t.Statement, names: Env) -> Env:
        """What the names of the open question stand for."""
        values: dict[str, object] = {}
        for pause in self.telling.match.why(self.state):
            values |= pause.values
        env: Env = {}
        for binding, code in names.items():
            try:
                found = self.reasons.sight.value(code, values)
            except (KeyError, Unseen):
                continue
            known = found if isinstance(found, int) else tuple(found)
            env[binding] = (
                ir.Int(known) if isinstance(known, int) else ir.Items(tuple(map(ir.Int, known)))
            )
        seat = getattr(node, "seat", None)
        if seat is not None and isinstance(seat.form, v.Local):
            env[seat.form.binding] = ir.Int(self.state[SEAT])
        return env

    # ---- answers

    def denied(self, subject: Subject) -> Answer:
        """Why a subject is not offered: what is asked instead, and its own conditions."""
        if isinstance(subject, Act) and subject.element < 0 and subject.action.offers is not None:
            return self.any_of(subject)
        found, failing = self.first_of(subject)
        key = "offered" if failing is None else "not offered"
        who = self.telling.wording.seat(self.seat)
        text = self.telling.say(key, option=self.subjects.text(subject), who=who)
        return self.about(subject, text, found if failing is not None else [])

    def about(self, subject: Subject, text: str, inner: list[Answer]) -> Answer:
        """The answer with the line of the rules that could offer it."""
        at = v.At()
        match subject:
            case Act(action, _):
                at = action.at
            case Use(_, label, _, _):
                at = label.at
            case _:
                pass
        return Answer(text, None, at.span, at.clauses, tuple(inner))

    def first_of(self, subject: Subject) -> tuple[list[Answer], Hurdle | None]:
        """That it is not asked, if so, and the conditions up to the first that fails."""
        hurdles = [*self.hurdles(subject)]
        asked = hurdles[:1] if hurdles and hurdles[0].about == "asked" else []
        answers = [one.answer() for one in asked if not one.holds]
        found, failing = first_failing(iter(hurdles[len(asked) :]))
        refused = next((one for one in asked if not one.holds), None)
        return [*answers, *found], refused or failing

    def passed(self, subject: Subject) -> tuple[bool, int, bool]:
        """How near a subject is to being offered."""
        asked, count = True, 0
        for one in self.hurdles(subject):
            if one.about == "asked":
                asked = one.holds is True
            elif one.holds is not True:
                return False, count, asked
            else:
                count += 1
        return True, count, asked

    def any_of(self, subject: Act) -> Answer:
        """An action without saying with what: why with none of those that it is offered with."""
        action = subject.action
        who = self.telling.wording.seat(self.seat)
        text = self.telling.say("not offered", option=self.subjects.text(subject), who=who)
        asked = self.asked(self.windows_with(str(action.node.name)))
        inner = [] if asked.holds else [asked.answer()]
        assert action.offers is not None
        env = self.conditions.fields(action, NONE)
        members = self.reasons.found(action.offers, env)
        if not members:
            inner.append(self.reasons.explain(action.offers, env))
        else:
            inner += self.each_of(subject, members)
        return self.about(subject, text, inner)

    def each_of(self, subject: Act, members: tuple[int, ...]) -> Iterator[Answer]:
        """For each element the condition that fails."""
        for element in members[:MOST_MEMBERS]:
            hurdles = self.hurdles(Act(subject.action, element))
            found, failing = first_failing(one for one in hurdles if one.about != "asked")
            name = self.telling.one((subject.action.element or ONE_CARD).one, element)
            yield Answer(name, children=tuple(found[-1:]) if failing is not None else ())
