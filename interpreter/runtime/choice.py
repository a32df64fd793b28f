"""The choice that is open, as data: who decides, what is asked, what each action is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property

from ...dsl.ir.ir import Site
from ...dsl.nodes.dataclass import dataclass
from ..backend.layout import OPTIONS, PICKED, SEAT, SITE, State
from ..knowledge.equivalence import equivalence_key
from ..knowledge.record import Recorder, recorder_of
from ..messages.values import Meant, Wording, meant_by
from .game_setup import GameSetup


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


UNPLACED = 0  # the place of what the language does of its own accord, such as settling


class Choice:
    """The choice of a state. Texts are made when somebody reads them: `look` gives the state as
    it was when the choice was taken, as the recording variant came to it where asked for.
    """

    def __init__(
        self,
        setup: GameSetup,
        look: Callable[[bool], State],
        state: State,
        language: str | None = None,
    ) -> None:
        self._setup = setup
        self._wording = setup.wording(language)
        self._look = look
        self._asker, self._number = int(state[SEAT]), int(state[SITE])
        self._count = len(state[OPTIONS])

    def __repr__(self) -> str:
        return f"Choice(seat={self.seat!r}, prompt={self.prompt!r}, options={self.options!r})"

    @property
    def seat(self) -> str:
        """The name of the seat that decides."""
        return self._setup.seats[self._asker]

    @cached_property
    def prompt(self) -> str:
        """What is asked, and in which step."""
        return self._wording.prompt(self._site, self._look(False))

    @cached_property
    def picked(self) -> tuple[int, int, int] | None:
        """In a choice of several: how many were picked before this one, the least and the most
        there may be. None elsewhere.
        """
        found = self._look(False)[PICKED]
        return found[:3] if found is not None and len(found) != 4 else None

    @property
    def weights(self) -> tuple[int, ...]:
        """Where what is picked must fit together, how often each option is taken by a player for
        whom all sets that fit are equally likely. Empty elsewhere.
        """
        return () if self.picked is None else self._look(False)[PICKED][3:]

    @cached_property
    def split(self) -> tuple[int, int, int, int] | None:
        """Where a number is split: what is left of it, how many members are asked about behind this
        one, and the least and the most that each may get (-1: any). None elsewhere.
        """
        found = self._look(False)[PICKED]
        return found if found is not None and len(found) == 4 else None

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
        return self._look(False)[OPTIONS][-1] < 0

    @property
    def actions(self) -> range:
        """The legal actions."""
        return range(self._count)

    @cached_property
    def clause(self) -> str | None:
        """The first clause of the rulebook that the asking rule cites, or one around it."""
        places = self._setup.match.program.places
        pauses = self._setup.match.why(self._look(False))
        for place in (self._site.place, *(pause.place for pause in reversed(pauses))):
            if place != UNPLACED and places[place].clauses:
                return places[place].clauses[0]
        return None

    @cached_property
    def details(self) -> tuple[Option, ...]:
        """Each legal action with its label and its card apart."""
        return tuple(OptionTexts(self._setup, self._wording, self._asker, self._look).all())

    @property
    def _site(self) -> Site:
        return self._setup.match.program.sites[self._number]


class Knowledge:
    """What a seat (-1: somebody who sees all) knows of the cards of a state; `look` gives it, if
    asked for as recorded.
    """

    def __init__(
        self, setup: GameSetup, wording: Wording, seat: int, look: Callable[[bool], State]
    ) -> None:
        self.setup = setup
        self.wording = wording
        self.seat = seat
        self.look = look
        self.state = look(False)

    def knows(self, card: int) -> bool:
        """Whether the seat knows the card: it sees it, or has seen it and could follow it."""
        if self.seat < 0:
            return True
        if self.setup.audience(self.state, card) >> self.seat & 1:
            return True
        return bool(recorder_of(self.look(True), Recorder).known[card] >> self.seat & 1)

    def mention(self, card: int, tail: str = "") -> str:
        """What the seat calls a card."""
        known = self.knows(card)
        return self.wording.card(card) + tail if known else self.wording.say("a card")


class OptionTexts(Knowledge):
    """The options of a choice as the seat that is asked may know them."""

    def __init__(
        self, setup: GameSetup, wording: Wording, seat: int, look: Callable[[bool], State]
    ) -> None:
        super().__init__(setup, wording, seat, look)
        self.queue = self.state[setup.match.layout.queue]
        self.site: Site = setup.match.program.sites[self.state[SITE]]

    def all(self) -> list[Option]:
        """The options in order."""
        meant = [meant_by(self.site, option) for option in self.state[OPTIONS]]
        cards = [self.wording.card_of(one, self.queue) for one in meant]
        texts = [self.wording.option(one, self.queue, self.mention) for one in meant]
        texts = self.distinct(texts, cards)
        texts = self.numbered(texts, meant, cards)
        return [self.option(*row) for row in zip(texts, meant, cards, strict=True)]

    def option(self, text: str, meant: Meant, card: int) -> Option:
        known = card >= 0 and self.knows(card)
        label = self.wording.label(meant.label)
        return Option(text, label, self.wording.card(card) if known else None, meant.passes)

    def distinct(self, texts: list[str], cards: list[int]) -> list[str]:
        """Cards of one name say where they lie; unknown ones are numbered, in a row by place."""
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
                text = self.wording.say("in", card=text, zone=wheres[card])
            if card >= 0 and not self.knows(card):
                hidden += 1
                text = f"{text} {self.place_in_row(card) or hidden}"
            found.append(text)
        return found

    def place_in_row(self, card: int) -> int:
        """Which card of a row it is, from 1 for the first that came; 0 in other zones."""
        match = self.setup.match
        zone, owner = match.lies_in(self.state, card)
        if match.program.zones[zone].kind != "queue":
            return 0
        return match.zone(self.state, zone, owner).index(card) + 1

    def numbered(self, texts: list[str], meant: list[Meant], cards: list[int]) -> list[str]:
        """Where one text would mean different things, each of them has a number."""
        alike = Counter(texts)
        numbers: dict[str, dict[object, int]] = {}
        things: list[object] = []
        rows = zip(self.state[OPTIONS], texts, meant, cards, strict=True)
        for option, text, one, card in rows:
            thing = self.identity(option, one, card) if alike[text] > 1 else option
            known = numbers.setdefault(text, {})
            known.setdefault(thing, len(known) + 1)
            things.append(thing)
        return [
            f"{text} {numbers[text][thing]}" if len(numbers[text]) > 1 else text
            for text, thing in zip(texts, things, strict=True)
        ]

    def identity(self, option: int, meant: Meant, card: int) -> object:
        """Equal for options of one text between which there is nothing to choose."""
        if card < 0:
            return option
        alike = equivalence_key(self.setup.match, self.state, card)
        if meant.kind == "trigger":
            trigger, _, *values = self.queue[meant.thing]
            return (trigger, alike, tuple(values))
        return (meant.kind, meant.label, alike)

    def where(self, card: int) -> str:
        return self.wording.zone(*self.setup.match.lies_in(self.state, card))
