"""Typed statements: what is done, in the terms of the language, with every name bound."""

from __future__ import annotations

from typing import Literal

from ..nodes.dataclass import dataclass
from . import ids
from .fitting import Fit
from .values import At, Binding, Place, Value


class Statement:
    """Base of all typed statements."""

    __slots__ = ()


Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Line(Statement):
    """A statement as it is written; `before` are the choices that phrases in it make."""

    at: At
    before: Block
    does: Block


# ---- flow


@dataclass(frozen=True, slots=True)
class Inline(Statement):
    """What a phrase does, or a keyword; `pays`: it is a cost."""

    at: At
    body: Block
    pays: bool = False


@dataclass(frozen=True, slots=True)
class If(Statement):
    condition: Value
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """A binding gets a value; a second time it gets another one."""

    binding: Binding
    value: Value


@dataclass(frozen=True, slots=True)
class For(Statement):
    """`for p:` the body speaks for a player or card; `binding` is None where p has a name."""

    binding: Binding | None
    player: Value
    body: Block


@dataclass(frozen=True, slots=True)
class While(Statement):
    condition: Value
    body: Block


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    times: Value
    body: Block


@dataclass(frozen=True, slots=True)
class Stop(Statement): ...


@dataclass(frozen=True, slots=True)
class Fail(Statement): ...


@dataclass(frozen=True, slots=True)
class Try(Statement):
    """The body as a whole, or if a part of it cannot be done nothing of it but what is instead."""

    body: Block
    failing: Block
    at: At


@dataclass(frozen=True, slots=True)
class Needed(Statement):
    """Inside what is tried: the rest cannot be done where this does not hold."""

    condition: Value


@dataclass(frozen=True, slots=True)
class Together(Statement):
    body: Block


@dataclass(frozen=True, slots=True)
class Each(Statement):
    """The body for each member; `newest`: the last first."""

    binding: Binding
    of: Value
    body: Block
    newest: bool = False
    together: bool = False


@dataclass(frozen=True, slots=True)
class EachInAnyOrder(Statement):
    """A player picks the next member each time."""

    binding: Binding
    of: Value
    body: Block
    seat: Value
    at: At


@dataclass(frozen=True, slots=True)
class EachPlayer(Statement):
    """The body for each player, beginning with `first` (None: the first seat), or for each `of`.

    `choices`: so many statements at the start are choices, all made before anything of the rest
    happens, if there are any. `by_phase`: while it holds every player does the first statement,
    then every player the second.
    """

    binding: Binding
    first: Value | None
    body: Block
    at: At
    together: bool = False
    secretly: bool = False
    choices: int = 0
    by_phase: Value | None = None
    of: Value | None = None


# ---- asking and chance


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """A seat picks one member (`least` is None), or from `least` to `most` of them, where `every`
    stands for all members; `optional`: or none. `searches`: the seat is shown the members first.
    `exact`: what makes it is not offered where there are fewer.
    """

    binding: Binding
    seat: Value
    members: Value
    at: At
    prompt: str
    secret: bool
    searches: bool
    optional: bool = False
    least: Value | None = None
    most: Value | None = None
    every: Binding | None = None
    exact: bool = False
    fit: Fit | None = None


@dataclass(frozen=True, slots=True)
class ChooseNumber(Statement):
    """A seat picks a number from `low` to `high`; 0 where there is none."""

    binding: Binding
    seat: Value
    low: Value
    high: Value
    at: At
    prompt: str
    secret: bool


@dataclass(frozen=True, slots=True)
class Distribute(Statement):
    """A seat splits a number over the members; then the body for each `one` that got something,
    with its `share`. `most` None: as much as there is.
    """

    one: Binding
    share: Binding
    seat: Value
    amount: Value
    members: Value
    least: Value
    most: Value | None
    body: Block
    at: At
    prompt: str
    secret: bool


@dataclass(frozen=True, slots=True)
class Arrange(Statement):
    """A seat puts cards back where they lie, in an order of its choice."""

    seat: Value
    cards: Value
    at: At


@dataclass(frozen=True, slots=True)
class Pay(Statement):
    """A card for each term moves to a place; `paid` are these cards."""

    terms: Value
    player: Value
    origin: Value
    place: Place
    paid: Binding
    prompt: str
    rule: str
    at: At


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """A player picks a card for each term among cards that lie there; none if all cannot be met."""

    terms: Value
    cards: Value
    player: Value
    origin: Value
    assigned: Binding
    prompt: str
    at: At


@dataclass(frozen=True, slots=True)
class Offer(Statement):
    """A seat may do the body, or else declines; offered only while `open`."""

    seat: Value
    label: str
    open: Value
    body: Block
    otherwise: Block
    at: At


@dataclass(frozen=True, slots=True)
class Alternative:
    label: str
    open: Value
    body: Block
    at: At


@dataclass(frozen=True, slots=True)
class ChooseOne(Statement):
    """One option; with `bounds` from the least to the most of them, the binding being all."""

    seat: Value
    prompt: str
    secret: bool
    options: tuple[Alternative, ...]
    at: At
    bounds: tuple[Value, Value, Binding] | None = None


@dataclass(frozen=True, slots=True)
class Random(Statement):
    binding: Binding
    of: Value


# ---- cards


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    place: Place


@dataclass(frozen=True, slots=True)
class Give(Statement):
    """The cards belong to a player from now on, or to nobody."""

    cards: Value
    player: Value
    at: At


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    """All seats learn the cards, or one seat does."""

    cards: Value
    seat: Value | None = None


@dataclass(frozen=True, slots=True)
class TurnFace(Statement):
    cards: Value
    face: int


@dataclass(frozen=True, slots=True)
class Rotate(Statement):
    cards: Value
    orientation: int


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Cards go to a zone, or with `at_card` to the object of a card; there they are attached to
    `bearer`. `face` and `orientation` are -1 where nothing is said; `rule` is what is being done.
    """

    cards: Value
    where: Literal["to", "onto", "under"]
    place: Place | None
    at_card: Value | None
    bearer: Value | None
    face: int
    orientation: int
    role: str
    rule: str
    at: At


@dataclass(frozen=True, slots=True)
class Swap(Statement):
    """At once two cards change places, or two zones their cards; `rule` is what is done."""

    one: Value
    other: Value
    rule: str
    at: At


# ---- gauges, notes, properties


Operation = Literal["set", "raise", "lower", "multiply", "divide", "grant", "void", "revoke"]


@dataclass(frozen=True, slots=True)
class Change(Statement):
    """A gauge or note gets another value, for good."""

    gauge: ids.GaugeId
    owner: Value | None
    side: ids.GaugeId | None
    operation: Operation
    amount: Value
    condition: Value | None


@dataclass(frozen=True, slots=True)
class Ending:
    """A moment at which something may end, if the condition holds when it begins. `context`: what
    it has to remember until then.
    """

    moment: ids.Moment
    condition: Value | None = None
    context: tuple[Binding, ...] = ()


@dataclass(frozen=True, slots=True)
class Modify(Statement):
    """A property is changed for a time; a list of cards is granted each member of `amount`."""

    property: ids.PropertyId
    owner: Value | None
    operation: Operation
    amount: Value
    until: tuple[Ending, ...]
    tag: str
    condition: Value | None


@dataclass(frozen=True, slots=True)
class Forget(Statement):
    """All changes of these cards end."""

    cards: Value


@dataclass(frozen=True, slots=True)
class ForgetUses(Statement):
    """How often these cards used limited sentences is forgotten."""

    cards: Value


@dataclass(frozen=True, slots=True)
class UndoUse(Statement):
    """That this card used the limited sentence which is being carried out does not count."""

    card: Value


# ---- the course of the game


@dataclass(frozen=True, slots=True)
class Do(Statement):
    """A verb is done; `settles`: what waits for it happens at once."""

    verb: ids.VerbId
    arguments: tuple[Value, ...]
    settles: bool


@dataclass(frozen=True, slots=True)
class Open(Statement):
    window: ids.WindowId
    player: Value | None


@dataclass(frozen=True, slots=True)
class RunSentences(Statement):
    """Sentences of a card are carried out in order: one, a set, or those of a text. Without a
    player they speak for whom the card does. `pays`: they are its cost.
    """

    sentences: Value
    card: Value
    player: Value | None
    settles: bool
    pays: bool = False


@dataclass(frozen=True, slots=True)
class Skip(Statement):
    """A phase or step will be left out once; `owner` is whose, None for one of nobody."""

    step: ids.StepId
    owner: Value | None


@dataclass(frozen=True, slots=True)
class Leave(Statement):
    """A phase or step ends; `here` is the innermost one at this place."""

    step: ids.StepId
    here: ids.StepId


@dataclass(frozen=True, slots=True)
class Step(Statement):
    """A phase or step inside `around`. `phase` is its number, -1 for a step; `outer_phase` that
    of the phase which goes on behind it. `leaves`: an outer one may be left from inside it.
    """

    step: ids.StepId
    player: Value | None
    body: Block
    at: At
    phase: int
    outer_phase: int
    leaves: bool
    around: ids.StepId


@dataclass(frozen=True, slots=True, eq=False)
class Lasting:
    """That an effect sets a rule up for a player until a moment; no two are the same."""

    until: ids.Moment


@dataclass(frozen=True, slots=True)
class SetUp(Statement):
    """A rule holds for a player from now until a moment, on a condition; it remembers the card
    that says it. `counted`: it holds as often as it was set up.
    """

    lasting: Lasting
    card: Value
    player: Value
    condition: Value | None
    counted: bool


MOVING = (Move, Swap, Pay)  # what brings about `moved`
