"""The choice that is open, as data: who decides, what is asked, what each action is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ...dsl.ir.ir import Site
from ..backend.layout import OPTIONS, SITE, State
from ..knowledge.likeness import likeness
from ..messages.values import Meant, Speech
from .table import Sitting


@dataclass(frozen=True, slots=True)
class Option:
    """One legal action. `card` is the name of the card it is about, None when there is none
    or the seat may not know it; `passes`: pass, done or decline.
    """

    text: str
    label: str
    card: str | None
    passes: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that waits or spoke: its procedure, where it stands, the clauses it cites."""

    rule: str
    file: str
    line: int
    clauses: tuple[str, ...]


SEVERAL = "done"  # how a choice of several ends
UNPLACED = 0  # the place of what the language does of its own accord, such as settling


class Choice:
    """Texts are made when somebody looks; `state` is as it was when the choice was taken."""

    def __init__(
        self,
        sitting: Sitting,
        look: Callable[[], State],
        recorded: Callable[[], State],
        asked: tuple[int, int, int],
        language: str | None = None,
    ) -> None:
        self._sitting = sitting
        self._speech = sitting.speech(language)
        self._look = look
        self._recorded = recorded
        self._asker, self._number, self._count = asked

    def __repr__(self) -> str:
        return (
            f"Choice(seat={self.seat!r}, prompt={self.prompt!r}, options={self.options!r})"
        )

    @property
    def seat(self) -> str:
        """The name of the seat that decides."""
        return self._sitting.seats[self._asker]

    @cached_property
    def prompt(self) -> str:
        """What is asked, and in which step."""
        return self._speech.prompt(self._site, self._look())

    @cached_property
    def options(self) -> tuple[str, ...]:
        """The text of each legal action, in order."""
        return tuple(option.text for option in self.details)

    @property
    def secret(self) -> bool:
        """Whether the others do not see what is chosen."""
        return self._site.secret

    @property
    def passing(self) -> int | None:
        """The action that passes, is done or declines; it is always the last one."""
        return self._count - 1 if self.may_pass else None

    @cached_property
    def may_pass(self) -> bool:
        """Whether there is an action that does nothing."""
        return self._look()[OPTIONS][-1] < 0

    @property
    def actions(self) -> range:
        """The legal actions."""
        return range(self._count)

    @cached_property
    def clause(self) -> str | None:
        """The first clause of the rulebook that the asking rule cites, or one around it."""
        places = self._sitting.match.program.places
        pauses = self._sitting.match.why(self._look())
        for place in (self._site.place, *(pause.place for pause in reversed(pauses))):
            if place != UNPLACED and places[place].clauses:
                return places[place].clauses[0]
        return None

    @cached_property
    def details(self) -> tuple[Option, ...]:
        """Each legal action with its label and its card apart."""
        return tuple(
            Teller(
                self._sitting, self._speech, self._asker, self._look(), self._recorded
            ).options()
        )

    @property
    def _site(self) -> Site:
        return self._sitting.match.program.sites[self._number]


class Teller:
    """Tells the options of a state to the seat that is asked, and nothing it may not know."""

    def __init__(
        self,
        sitting: Sitting,
        speech: Speech,
        seat: int,
        state: State,
        recorded: Callable[[], State],
    ) -> None:
        self.sitting = sitting
        self.speech = speech
        self.bit = 1 << seat
        self.state = state
        self.recorded = recorded
        self.queue = state[sitting.match.layout.queue]
        self.site: int = state[SITE]

    def knows(self, card: int) -> bool:
        """Whether the seat knows the card: it sees it, or has seen it and could follow it."""
        from ..knowledge.view import known_of

        if self.sitting.sight.audience(self.state, card) & self.bit:
            return True
        return bool(known_of(self.recorded())[card] & self.bit)

    def mention(self, card: int, tail: str) -> str:
        return (
            self.speech.card(card) + tail if self.knows(card) else self.speech.say("a card")
        )

    def options(self) -> list[Option]:
        meant = [self.speech.meant(self.site, option) for option in self.state[OPTIONS]]
        cards = [self.speech.card_of(one, self.queue) for one in meant]
        texts = [self.speech.option(self.site, o, self.queue, self.mention) for o in meant]
        texts = self.told_apart(texts, cards)
        texts = self.numbered(texts, meant, cards)
        return [self.option(*row) for row in zip(texts, meant, cards, strict=True)]

    def option(self, text: str, meant: Meant, card: int) -> Option:
        known = card >= 0 and self.knows(card)
        label = self.speech.label(meant.label)
        return Option(text, label, self.speech.card(card) if known else None, meant.passes)

    def told_apart(self, texts: list[str], cards: list[int]) -> list[str]:
        """Cards of one name say where they lie; unknown ones are numbered."""
        wheres = {card: self.where(card) for card in cards if card >= 0}
        alike = Counter(texts)
        places: dict[str, set[str]] = {}
        for text, card in zip(texts, cards, strict=True):
            if card >= 0:
                places.setdefault(text, set()).add(wheres[card])
        hidden = 0
        found: list[str] = []
        for text, card in zip(texts, cards, strict=True):
            if card >= 0 and alike[text] > 1 and len(places[text]) > 1:
                text = self.speech.say("in", card=text, zone=wheres[card])
            if card >= 0 and not self.knows(card):
                hidden += 1
                text = f"{text} {hidden}"
            found.append(text)
        return found

    def numbered(self, texts: list[str], meant: list[Meant], cards: list[int]) -> list[str]:
        """Where one text would mean different things, each of them has a number."""
        alike = Counter(texts)
        numbers: dict[str, dict[object, int]] = {}
        things: list[object] = []
        rows = zip(self.state[OPTIONS], texts, meant, cards, strict=True)
        for option, text, one, card in rows:
            thing = self.stands_for(option, one, card) if alike[text] > 1 else option
            known = numbers.setdefault(text, {})
            known.setdefault(thing, len(known) + 1)
            things.append(thing)
        return [
            f"{text} {numbers[text][thing]}" if len(numbers[text]) > 1 else text
            for text, thing in zip(texts, things, strict=True)
        ]

    def stands_for(self, option: int, meant: Meant, card: int) -> object:
        """Equal for options of one text between which there is nothing to choose. Where
        several are chosen, each pick leaves those behind it.
        """
        site = self.sitting.match.program.sites[self.site]
        if card < 0 or site.passing == SEVERAL:
            return option
        alike = likeness(self.sitting.match, self.state, card)
        if meant.kind == "trigger":
            trigger, _, *values = self.queue[meant.thing]
            return (trigger, alike, tuple(values))
        return (meant.kind, meant.label, alike)

    def where(self, card: int) -> str:
        return self.speech.zone(*self.sitting.match.lies_in(self.state, card))
