"""What can be asked about: everything that could be an option, by the text it would have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from ...dsl.ir.ir import NONE, Site
from ...dsl.ir.names import USE_ABILITY
from ...dsl.nodes.dataclass import dataclass
from ...dsl.typed.abilities import Ability
from ...dsl.typed.format import ActionMeaning, WindowMeaning
from ...dsl.typed.rules import WindowLabel
from ..backend.layout import SEAT, SITE
from ..messages.values import Meant
from .telling import Telling

SIGNS = re.compile(r"[^\w]+")
LIKE_ENOUGH = 74  # of 100
HEAD_ENOUGH = 56  # what is done, where it is said with what
LEAST_NEAR = 45  # to be named at all
MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class Act:
    """An action with an element (-1: none is named, or it has none)."""

    action: ActionMeaning
    element: int


@dataclass(frozen=True, slots=True)
class Use:
    """A sentence of a card in the window that offers it."""

    window: WindowMeaning
    label: WindowLabel
    card: int
    ability: int


@dataclass(frozen=True, slots=True)
class Pick:
    """An answer to a question of the rules: the number of an option, or -1 for any."""

    site: int
    option: int


@dataclass(frozen=True, slots=True)
class Passing:
    """To pass, or to be done."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a card says, which could have happened."""

    card: int
    ability: int


Subject = Act | Use | Pick | Passing | Sentence


@dataclass(frozen=True, slots=True)
class Entry:
    """A subject with what is done and with what, as others are compared with it."""

    head: str
    thing: str
    subject: Subject

    @property
    def whole(self) -> str:
        """As an option says it."""
        return f"{self.head} {self.thing}".strip()

    @property
    def reversed(self) -> str:
        """As one says it of a sentence of a card."""
        return f"{self.thing} {self.head}".strip()


def plain(text: str) -> str:
    """A text as others are compared with it."""
    return " ".join(SIGNS.sub(" ", text.lower()).split())


def likeness(one: str, other: str, **_: object) -> float:
    """How like two texts are, from 0 to 100; words that only one of them has count half."""
    from rapidfuzz import fuzz  # late for start-up time: only for what is not exact

    return (fuzz.token_sort_ratio(one, other) + fuzz.token_set_ratio(one, other)) / 2


class Subjects:
    """All that the one who asks could mean, but for cards that the seat does not know."""

    def __init__(self, telling: Telling) -> None:
        self.telling = telling
        self.meaning = telling.meaning
        self.format = telling.meaning.format
        self.program = telling.meaning.program
        self.cards = [c for c in range(len(telling.match.cards)) if telling.knows(c)]

    # ---- what there is

    @cached_property
    def entries(self) -> list[Entry]:
        """All subjects by what is done and with what."""
        return [Entry(plain(head), plain(thing), one) for head, thing, one in self.every()]

    def every(self) -> Iterator[tuple[str, str, Subject]]:
        for word in ("pass", "done", "decline"):
            yield self.telling.wording.say(word), "", Passing()
        for action in self.format.course.actions:
            yield from self.of_action(action)
        for window in self.format.windows:
            for label in window.labels:
                yield from self.of_label(window, label)
        for number, site in enumerate(self.program.sites):
            yield from self.of_site(number, site)
        yield from self.of_open_site()
        yield from self.of_cards()

    def of_action(self, action: ActionMeaning) -> Iterator[tuple[str, str, Subject]]:
        node = action.node
        for label in {*self.labels(str(node.label or node.name)), str(node.name)}:
            yield label, "", Act(action, NONE)
            for element, texts in self.elements(action):
                for text in texts:
                    yield label, text, Act(action, element)

    def label(self, text: str) -> str:
        return self.telling.wording.label(text)

    def labels(self, text: str) -> set[str]:
        """A label or prompt in every language."""
        tongues = self.telling.wording.words.tongues.values()
        found = {tongue.texts.get(text, "") for tongue in tongues}
        return {self.label(text), *found} - {""}

    def elements(self, action: ActionMeaning) -> Iterator[tuple[int, set[str]]]:
        """What an action could be done with, whether it may or not."""
        type_ = action.element
        if type_ is None:
            return
        one = type_.one
        match one.kind:
            case "card":
                yield from ((card, self.telling.called(card)) for card in self.cards)
                return
            case "player":
                numbers = [*range(self.program.seats)]
            case "part":
                width = self.format.widths[one.of]
                numbers = [card * width + k for card in self.cards for k in range(width)]
            case "symbol":
                symbols = self.telling.wording.tongue.symbols
                numbers = [*range(len(symbols.get(one.of, ())))]
            case _:
                return
        for number in numbers:
            yield number, {self.telling.one(one, number)}

    def of_kind(self, kind: str) -> list[int]:
        """The cards of a kind, or all."""
        kinds = [*self.format.ruleset.names("card kind")]
        if kind not in kinds:
            return self.cards
        number, table = kinds.index(kind), self.telling.match.tables["kind"]
        return [card for card in self.cards if table[card] == number]

    def of_label(
        self, window: WindowMeaning, label: WindowLabel
    ) -> Iterator[tuple[str, str, Subject]]:
        """The sentences of cards with a label of a window."""
        verb = self.label(USE_ABILITY)
        for card in self.cards:
            for ability in self.said_by(card):
                says = label.label in (str(one.name) for one in ability.labels)
                if not says or ability.sentence.beneath != label.beneath:
                    continue
                use = Use(window, label, card, ability.id)
                said = self.telling.wording.sentence(ability.id)
                for name in self.telling.called(card):
                    yield f"{verb}: {said}", name, use
                    yield verb, name, use
                    yield said, name, use
                yield verb, "", use

    def said_by(self, card: int) -> list[Ability]:
        """The sentences that are printed on a card."""
        definition = self.telling.match.cards[card][0]
        return [one for one in self.format.abilities if definition in one.bearers]

    def of_site(self, number: int, site: Site) -> Iterator[tuple[str, str, Subject]]:
        """The answers to a question of the rules."""
        if site.kind == "label":
            for option, label in enumerate(site.labels):
                yield from ((said, "", Pick(number, option)) for said in self.labels(label))
        elif site.kind == "card" and site.prompt:
            for prompt in self.labels(site.prompt):
                yield prompt, "", Pick(number, NONE)
                for card in self.cards:
                    for name in self.telling.called(card):
                        yield prompt, name, Pick(number, card)

    @property
    def open_site(self) -> tuple[int, Site] | None:
        """The question that is open, unless it is a window."""
        state = self.telling.sight.state
        if state[SEAT] < 0:
            return None
        number = int(state[SITE])
        site = self.program.sites[number]
        return None if site.kind == "action" else (number, site)

    def of_open_site(self) -> Iterator[tuple[str, str, Subject]]:
        """What could be answered to the open question."""
        if self.open_site is None:
            return
        (number, site), wording = self.open_site, self.telling.wording
        kind, _, of = site.kind.partition(":")
        counts = {
            "player": self.program.seats,
            "record": len(wording.tongue.records),
            "symbol": len(wording.tongue.symbols.get(of, ())),
        }
        for option in range(counts.get(kind, 0)):
            said = wording.value(site.kind, option, self.telling.mention)
            yield "", said, Pick(number, option)
        if kind == "card":
            for card in self.cards:
                yield from (("", name, Pick(number, card)) for name in self.telling.called(card))

    def of_cards(self) -> Iterator[tuple[str, str, Subject]]:
        """Cards and what they say, and by the name of a card all that could be done with it."""
        elements = [
            (action, {*self.of_kind(action.element.of)})
            for action in self.format.course.actions
            if action.element is not None and action.element.kind == "card"
        ]
        for card in self.cards:
            subjects: list[Subject] = [Act(action, card) for action, of in elements if card in of]
            for ability in self.said_by(card):
                said = self.telling.wording.sentence(ability.id)
                subjects.append(Sentence(card, ability.id))
                yield said, "", Sentence(card, ability.id)
                for name in self.telling.called(card):
                    yield said, name, Sentence(card, ability.id)
            if self.open_site is None or self.open_site[1].kind != "card":
                for name in self.telling.called(card):
                    yield from (("", name, one) for one in subjects)

    # ---- what is meant

    def meant(self, text: str) -> list[Subject]:
        """What a text means; nothing where nothing is near."""
        asked = plain(text)
        whole = [one for one in self.entries if one.whole == asked or one.reversed == asked]
        if not whole:
            whole = self.mended(asked)
        return [*dict.fromkeys(one.subject for one in whole)]

    def mended(self, asked: str) -> list[Entry]:
        """The entries that are most like a text. What it names is never exchanged for another."""
        from rapidfuzz import process  # late for start-up time, as above

        thing = self.named(asked)
        if thing is None:
            heads = {one.whole for one in self.entries}
            found = process.extractOne(asked, [*heads], scorer=likeness, score_cutoff=LIKE_ENOUGH)
            return [] if found is None else [x for x in self.entries if x.whole == found[0]]
        rest = " ".join(asked.replace(thing, " ").split())
        mine = [one for one in self.entries if one.thing == thing]
        if not rest:
            return [one for one in mine if not one.head]
        heads = {one.head for one in mine if one.head}
        found = process.extractOne(rest, [*heads], scorer=likeness, score_cutoff=HEAD_ENOUGH)
        return [] if found is None else [one for one in mine if one.head == found[0]]

    def named(self, asked: str) -> str | None:
        """The card that a text names, whether the one who asks knows where one is or not."""
        cards = self.telling.wording.words.cards
        things = {plain(text) for one in cards for text in (one.name, one.code)}
        things |= {one.thing for one in self.entries}
        words = f" {asked} "
        return max((one for one in things if one and f" {one} " in words), key=len, default=None)

    def near(self, text: str) -> list[str]:
        """The texts of subjects that are most like one."""
        from rapidfuzz import process  # late for start-up time, as above

        asked, thing = plain(text), self.named(plain(text))
        among = [one for one in self.entries if thing is None or thing == one.thing]
        wholes = [one.whole for one in among]
        found = process.extract(
            asked, wholes, scorer=likeness, limit=MOST_NEAR, score_cutoff=LEAST_NEAR
        )
        return [*dict.fromkeys(self.text(among[place].subject) for _, _, place in found)]

    @property
    def passing(self) -> str:
        """What it is called not to answer the open question."""
        state = self.telling.sight.state
        return self.program.sites[int(state[SITE])].passing if state[SEAT] >= 0 else "pass"

    def text(self, subject: Subject) -> str:
        """A subject as an option would say it."""
        wording, telling = self.telling.wording, self.telling
        match subject:
            case Act(action, element):
                kind = "" if action.element is None or element < 0 else action.element.one
                said = "" if kind == "" else telling.one(kind, element)
                label = self.label(str(action.node.label or action.node.name))
                return wording.say("doing", label=label, element=said) if said else label
            case Use(_, _, card, ability) | Sentence(card, ability):
                return f"{telling.mention(card)}: {wording.sentence(ability)}"
            case Pick(site, option):
                asked = self.program.sites[site]
                if asked.kind == "label" and option >= 0:
                    return self.label(asked.labels[option])
                prompt = self.label(asked.prompt)
                if option < 0:
                    return prompt
                meant = Meant(prompt, asked.kind, option)
                return wording.option(meant, (), telling.mention)
            case Passing():
                return self.label(self.passing)
