"""Questions about a game: why something is so or happened, and why something is not offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...dsl.ir import ir
from ...dsl.ir.names import is_engine_name
from ...dsl.ir.wordbook import spoken
from ...dsl.loading.library import WrongUse, text_in
from ...dsl.problems.similar import nearest
from ...dsl.typed import ids
from ..backend.layout import SEAT, SITE, State
from ..knowledge.record import GameRecorder, recorder_of
from ..runtime.choice import OptionTexts
from ..runtime.game_setup import GameSetup
from .answer import Answer
from .denials import Denials
from .effects import Effects
from .made import made_of, set_by
from .meaning import Meaning, meaning_of
from .past import Past
from .reasons import Reasons
from .sight import Sight
from .subjects import Act, Pick, Sentence, Subject, Subjects, Use, plain
from .telling import Telling, read, unknown_cards

MOST_GROUPS = 8  # of subjects that one text may mean
MOST_CARDS = 4  # of one name of which a value is told


class Asking:
    """What one may ask of a game: `recorded` is its state as the recording variant came to it,
    `seat` who asks (-1: somebody who sees all). `event`: as it was with that event, the last
    which the answers set off.
    """

    def __init__(
        self,
        setup: GameSetup,
        recorded: State,
        answers: Sequence[int],
        seat: int,
        language: str | None = None,
        event: int | None = None,
        by_file: bool = False,
        meaning: Meaning | None = None,
    ) -> None:
        self.setup = setup
        self.state = recorded
        self.seat = seat
        self.language = language or ""
        self.meaning = meaning or meaning_of(setup.edition, setup.match.program.seats)
        self.past = Past(setup, self.meaning, answers, seat, self.language, by_file)
        known: Sequence[int] = recorder_of(recorded, GameRecorder).known
        if event is not None:
            self.state, known = self.past.course.state_at(event), self.knowledge(event)
            self.past.course.cut(event)
        self.telling = self.telling_in(self.state, known)
        self.reasons = Reasons(self.telling)

    def knowledge(self, event: int) -> Sequence[int]:
        """Who knew which card with an event."""
        return self.past.course.recorder.knowledge[event]

    def telling_in(self, state: State, known: Sequence[int]) -> Telling:
        """Words for a state of which one knows so much."""
        unknown = unknown_cards(self.setup, state, known, self.seat)
        sight = Sight(self.meaning.program, self.setup.match, state, self.seat, unknown)
        return Telling(self.setup, self.meaning, sight, self.past, self.language)

    # ---- why

    def why(self, subject: object) -> Answer:
        """Why an event (by its line) happened, why a value (by its name) is what it is, or (None)
        why the open question is asked.
        """
        if subject is None:
            return self.of_question()
        if isinstance(subject, int) and not isinstance(subject, bool):
            event = self.past.event_of(subject)
            if event is None:
                raise WrongUse(f"There is no step {subject} so far.")
            return self.of_event(event)
        subject = text_in("What is asked about", subject)
        found = [*self.values(subject)]
        if not found:
            return self.nothing(subject)
        if len(found) == 1:
            return found[0]
        return Answer(subject, children=tuple(found))

    def of_question(self) -> Answer:
        """The rules that wait for the answer, the innermost first."""
        subjects = Subjects(self.telling)
        now = Denials(self.reasons, subjects, int(self.state[SEAT])).now()
        inner: list[Answer] = []
        if self.state[SEAT] >= 0:
            waiting = [pause.place for pause in self.setup.match.why(self.state)]
            places = [self.meaning.program.sites[int(self.state[SITE])].place, *reversed(waiting)]
            found = map(self.meaning.place, dict.fromkeys(places))
            inner = [self.telling.line(at) for at in found if at is not None]
        return Answer(now, children=tuple(inner))

    def of_event(self, event: int) -> Answer:
        """The line of the rules behind an event, and the lines that led to it."""
        told = self.past.told(event)
        if not self.may_ask(event):
            return Answer(told.text)  # the line itself would tell what was hidden
        inner = [*self.effect_of(event)]
        inner += [
            self.past.told(one) for one in self.past.course.inside(event) if one in self.past.lines
        ]
        inner += self.lines_to(event)
        answer = self.answered(event)
        if answer is not None:
            inner.append(self.past.told(answer))
        return replace(told, children=tuple(inner))

    def lines_of(self, event: int) -> Iterator[Answer]:
        """What was carried out when an event happened, as it stands in the rules: its own line, the
        effect it is part of, the lines that led to it; nothing of what was hidden.
        """
        if not self.may_ask(event):
            return
        own = self.meaning.place(self.past.course.events[event].place)
        if own is not None:
            yield self.telling.line(own)
        yield from self.effect_of(event)
        yield from self.lines_to(event)

    def effect_of(self, event: int) -> Iterator[Answer]:
        """The sentence of a card that an event is part of."""
        source = self.past.source(event)
        if source is not None and source[0] >= 0:
            yield Answer(self.telling.effect(*source))

    def may_ask(self, event: int) -> bool:
        """Whether the one who asks saw an event, and knew the card whose effect it is part of."""
        source = self.past.source(event)
        card = -1 if source is None else source[0]
        return self.past.may_read(self.past.course.events[event]) and self.knew(event, card)

    def knew(self, event: int, card: int) -> bool:
        """Whether the one who asks knew a card (-1: none) when an event happened."""
        return min(self.seat, card) < 0 or bool(self.knowledge(event)[card] >> self.seat & 1)

    def lines_to(self, event: int) -> Iterator[Answer]:
        """The lines of the rules that were being carried out, the innermost first."""
        own = self.past.course.events[event].place
        for place in reversed(self.past.course.stacks[event]):
            at = self.meaning.place(place)
            if at is not None and place != own:
                yield self.telling.line(at)

    def answered(self, event: int) -> int | None:
        """The last answer of a player before an event."""
        for number in range(event - 1, -1, -1):
            if self.past.course.events[number].kind == "ask":
                return number if number in self.past.lines else None
        return None

    # ---- values

    def values(self, text: str) -> Iterator[Answer]:
        """All values that a text may name: `power of NAME`, `ana's points`."""
        asked = plain(text)
        for known in self.meaning.format.properties.values():
            for name in self.names("property", known.id.name):
                yield from self.of_property(asked, name, known.id)
        for gauge, spec in self.meaning.program.fields.items():
            if not is_engine_name(gauge) and spec.secret != "inner":
                names = {*self.names("gauge", gauge), *self.names("note", gauge)}
                for name in names:
                    yield from self.of_gauge(asked, name, gauge)

    def names(self, kind: str, name: str) -> set[str]:
        """What a value is called, as it may be typed."""
        return {
            plain(name),
            plain(name.replace("_", " ")),
            plain(self.telling.wording.title(kind, name)),
        }

    def owners(self, asked: str, name: str, per: str) -> list[int]:
        """Whose value a text names: a player, a card, or (-1) the game's."""
        if per == "game":
            return [-1] if asked == name else []
        called = {number: {seat} for number, seat in enumerate(self.setup.seats)}
        if per != "player":
            known = (c for c in range(len(self.setup.match.cards)) if self.telling.knows(c))
            called = {card: self.telling.called(card) for card in known}
        found = [
            number
            for number, names in called.items()
            for owner in dict.fromkeys(map(plain, names))
            if asked in (f"{name} of {owner}", f"{owner} s {name}", f"{name} de {owner}")
        ]
        return found if per == "player" else self.foremost(found)

    def foremost(self, cards: list[int]) -> list[int]:
        """Of cards of one name each once by place, those that all see first."""
        by_place: dict[str, int] = {}
        for card in cards:
            by_place.setdefault(self.telling.where(card), card)
        most = max(map(self.prominence, cards), default=(0, False, False))
        found = (card for card in by_place.values() if self.prominence(card) == most)
        return [*found][:MOST_CARDS]

    def prominence(self, card: int) -> tuple[int, bool, bool]:
        """How many see a card, and whether it lies where cards do something."""
        spec = self.meaning.program.zones[self.setup.match.lies_in(self.state, card)[0]]
        seen = self.setup.audience(self.state, card).bit_count()
        return seen, spec.keeps_object or bool(spec.orientations), spec.kind != "pile"

    def of_property(self, asked: str, name: str, known: ids.PropertyId) -> Iterator[Answer]:
        """A property of what the text names."""
        if name not in asked:
            return
        per = known.of if known.of in ("game", "player") else "card"
        meaning = self.meaning.format.properties[known]
        kinds = [*self.meaning.format.ruleset.names("card kind")]
        for owner in self.owners(asked, name, per):
            if known.of in kinds and self.setup.match.tables["kind"][owner] != kinds.index(
                known.of
            ):
                continue
            if meaning.part is not None:
                continue
            subject = {} if meaning.subject is None else {"owner": ir.Int(owner)}
            function = f"property:{known.name}:{known.of}"
            code = ir.Apply(function, tuple(subject.values()))
            said = self.telling.value(meaning.type, read(self.telling.sight, code))
            text = self.text_of(name, per, owner)
            made = made_of(self.reasons, meaning, max(owner, 0))
            yield Answer(text, said, made.span, made.clauses, made.children)

    def of_gauge(self, asked: str, name: str, gauge: str) -> Iterator[Answer]:
        """A gauge or note of what the text names."""
        spec = self.meaning.program.fields[gauge]
        if name not in asked:
            return
        for owner in self.owners(asked, name, spec.per):
            code = ir.Field(gauge, None if owner < 0 else ir.Int(owner))
            found = read(self.telling.sight, code)
            said = self.telling.say("unseen")
            if isinstance(found, int):
                said = self.telling.wording.value(spec.type, found, self.telling.mention)
            made = () if found is None else tuple(set_by(self.reasons, gauge, owner))
            yield Answer(self.text_of(name, spec.per, owner), said, children=made)

    def text_of(self, name: str, per: str, owner: int) -> str:
        wording = self.telling.wording
        if per == "game":
            return name
        of = wording.seat(owner) if per == "player" else self.telling.where(owner)
        return wording.say("of", thing=name, owner=of)

    # ---- why not

    def why_not(self, text: str, seat: int) -> Answer:
        """Why a seat is not offered what a text names."""
        subjects = Subjects(self.telling)
        found = subjects.meant(text)
        denials = Denials(self.reasons, subjects, seat)
        if not found:
            return self.nothing(text, subjects)
        groups: dict[object, list[Subject]] = {}
        done = any(isinstance(one, Act | Use) for one in found)
        for one in found:
            if not (done and isinstance(one, Pick)) or denials.is_open(one):
                groups.setdefault(self.group_of(one), []).append(one)
        answers = [self.denied(denials, group) for group in [*groups.values()][:MOST_GROUPS]]
        if len(answers) == 1:
            return answers[0]
        return Answer(text, children=tuple(answers))

    def denied(self, denials: Denials, group: list[Subject]) -> Answer:
        """Of subjects that differ in their card alone the one that is nearest to being offered."""
        best = max(group, key=denials.passed)
        if isinstance(best, Sentence):
            return Effects(self.reasons, self.seat).why_not(best.card, best.ability)
        return denials.denied(best)

    def nothing(self, text: str, subjects: Subjects | None = None) -> Answer:
        """That no rule offers such a thing; what is offered, and what was perhaps meant."""
        if subjects is None:
            names = [known.id.name for known in self.meaning.format.properties.values()]
            names += [name for name in self.meaning.program.fields if not is_engine_name(name)]
            near = nearest(text, {spoken(name) for name in names})
            inner = () if near is None else (Answer(self.telling.say("near", option=near)),)
            return Answer(self.telling.say("no value", text=text), children=inner)
        inner = [Answer(self.telling.say("is offered", option=one)) for one in self.offered()]
        inner += [Answer(self.telling.say("near", option=one)) for one in subjects.near(text)]
        thing = subjects.named(plain(text))
        if thing is not None and not any(one.thing == thing for one in subjects.entries):
            cards = self.telling.wording.words.cards
            name = next(
                (one.name for one in cards if thing in (plain(one.name), plain(one.code))), thing
            )
            inner.insert(0, Answer(self.telling.say("not in sight", card=name)))
        return Answer(self.telling.say("no rule", text=text), children=tuple(inner))

    def offered(self) -> list[str]:
        """The options of the open choice, if the one who asks is asked."""
        if self.state[SEAT] < 0 or self.seat not in (-1, self.state[SEAT]):
            return []
        wording, seat = self.telling.wording, int(self.state[SEAT])
        texts = OptionTexts(self.setup, wording, seat, lambda _: self.state)
        return [option.text for option in texts.all()]

    def group_of(self, subject: Subject) -> object:
        """Equal for subjects that differ in their element alone."""
        match subject:
            case Act(action, element):
                return action.event.name, element < 0
            case Sentence(_, ability):
                return "sentence", ability
            case Pick(site, option):
                asked = self.meaning.program.sites[site]
                return asked.labels[option] if asked.kind == "label" else asked.prompt
            case _:
                return type(subject), getattr(subject, "ability", 0)
