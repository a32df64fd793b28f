"""What must hold of every game of every format: of each position, of copies, of a game that was
played. What a format adds of its own is part of its program.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random

from ...dsl.ir import ir
from ...dsl.ir.names import PLACE
from ...dsl.nodes.base import NOWHERE, Span
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import OPTIONS, SEAT, SITE, State
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Match
from .games import COUNTING

FURTHER = 3  # decisions that a copy plays
SELDOM = 16  # decisions between two looks at the whole of a position
RARE = 10  # of them, between two copies


BROKEN = "invariant-broken"
Kind = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not be. `about` says of what: two of one code about the same are of the
    same kind. `members`: of whom an invariant of the format does not hold.
    """

    code: str
    about: str
    message: str
    span: Span = NOWHERE
    members: tuple[int, ...] = ()

    @property
    def kind(self) -> Kind:
        return self.code, self.about


# ---- of a position


def unsound(match: Match, state: State) -> Iterator[Violation]:
    """Cards that are lost or lie twice, and numbers outside their range."""
    yield from wrong_cards(match, state)
    for name, slot in match.layout.fields.items():
        spec = slot.spec
        if spec.low is None and spec.high is None:
            continue
        for value in values_of(match, state, name):
            low = spec.low if spec.low is not None else value
            high = spec.high if spec.high is not None else value
            if not low <= value <= high and value != spec.start:
                text = f"{name} is {value}, which is outside its range."
                yield Violation("out-of-its-range", name, text)


def wrong_cards(match: Match, state: State) -> Iterator[Violation]:
    place = match.layout.columns[PLACE]
    cells = ((cell, card) for cell in match.layout.zone_at for card in state[cell])
    lying = [*cells]
    if len(lying) != len(match.cards):
        text = f"{len(lying)} cards lie in zones; there are {len(match.cards)}."
        yield Violation("cards-not-kept", "", text)
    elif len({card for _, card in lying}) < len(lying):
        yield Violation("cards-not-kept", "", "A card lies in two places.")
    elif any(state[place][card] != cell for cell, card in lying):
        yield Violation("cards-not-kept", "", "A card lies elsewhere than it is said to lie.")


def values_of(match: Match, state: State, name: str) -> Sequence[int]:
    """What a field is: of the game, of each seat, of each card."""
    slot = match.layout.fields[name]
    if slot.spec.per == "card":
        return state[slot.index][: len(match.cards)]
    count = match.layout.seats if slot.spec.per == "player" else 1
    return state[slot.index : slot.index + count]


Asking = Callable[[State], Violation | None]


def asking(match: Match, but: Collection[Kind]) -> Asking:
    """Asks the invariants of the format but some, where the game is at rest; the first that is
    broken.
    """
    settled, queue = match.program.settled, match.layout.queue
    places, engine = match.program.places, match.engine(COUNTING)
    numbers = match.compiled(COUNTING).symbols.functions
    functions = [
        (one, engine.namespace[f"f{numbers[one.function]}"])
        for one in match.program.invariants
        if (BROKEN, one.title) not in but
    ]

    def ask(state: State) -> Violation | None:
        if state[SITE] not in settled or state[queue]:
            return None
        for one, function in functions:
            members = function(state)
            if members:
                return violated(one, tuple(members), places)
        return None

    return ask


def violated(one: ir.Invariant, members: tuple[int, ...], places: Sequence[ir.Place]) -> Violation:
    text, span = f'"{one.title}" does not hold.', places[one.place].span
    return Violation(BROKEN, one.title, text, span, members)


def shared_by_copy(match: Match, state: State, chance: Random) -> Iterator[Violation]:
    """What a copy does is not done to what it is a copy of, and is what that would do."""
    if state[SEAT] < 0:
        return
    before, copies = match.state_key(state), [match.clone(state), match.clone(state)]
    index = chance.randrange(len(state[OPTIONS]))
    try:
        for copy in copies:
            match.apply(copy, index)
        for _ in range(FURTHER):
            if copies[0][SEAT] >= 0:
                match.apply(copies[0], chance.randrange(len(copies[0][OPTIONS])))
        again = match.clone(state)
        match.apply(again, index)
    except RuleFault:
        return  # is found where it is played
    if match.state_key(state) != before or not match.same(again, copies[1]):
        yield Violation("copy-not-apart", "", "What is done in a copy of a game shows in the game.")


# ---- of a game


def replayed_otherwise(setup: GameSetup, answers: Sequence[int]) -> Iterator[Violation]:
    """The same answers give the same state, recorded or not, and so does what is saved of it."""
    match = setup.match
    plain, recorded = setup.state_after(answers), setup.state_after(answers, True)
    if not match.same(plain, recorded) or not match.same(plain, setup.state_after(answers)):
        yield Violation("replay-differs", "", "The same answers do not lead to the same position.")
    elif not match.same(plain, match.from_plain(match.to_plain(plain))):
        yield Violation("replay-differs", "saved", "A saved position is another one when loaded.")


# ---- while it is played


class Watch:
    """Looks at a game while it is played: `found` is what must not be, if anything is. All of the
    position is looked at now and then, or at each decision. What is `known` is not asked.
    """

    def __init__(
        self, setup: GameSetup, chance: Random, closely: bool = False, known: Collection[Kind] = ()
    ) -> None:
        self.match = setup.match
        self.ask = asking(setup.match, known)
        self.chance = chance
        self.each = 1 if closely else SELDOM
        self.found: Violation | None = None

    def look(self, state: State, answers: list[int]) -> bool:
        """Whether something is wrong here."""
        self.found = self.ask(state)
        if self.found is None and len(answers) % self.each == 0:
            self.found = next(unsound(self.match, state), None)
            if self.found is None and self.chance.random() * RARE < 1:
                self.found = next(shared_by_copy(self.match, state, self.chance), None)
        return self.found is not None
