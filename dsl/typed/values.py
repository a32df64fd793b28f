"""Typed expressions: a `Value` has a form, a type, and what is known of where its cards come from.

A form has values inside it, never text: every name is bound. Nothing here is code: a form says
what is meant, in the terms of the language, and `lower` says how that is worked out.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from ..nodes.base import NOWHERE, Span
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence, Use
from . import ids
from .types import NUMBER, UNKNOWN, Type

NONE = -1
NO_NUMBER = -(1 << 50)  # none where a number could be, which may be negative


def missing_of(kind: str) -> int:
    """What is kept for none among values of a kind."""
    return NO_NUMBER if kind == "number" else NONE


@dataclass(eq=False, slots=True)
class Binding:
    """What a name is bound to, or a candidate without one. Two bindings are never the same."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class At:
    """A place of the rules, with the clauses that it cites."""

    span: Span = NOWHERE
    clauses: tuple[str, ...] = ()


class Form:
    """Base of all forms."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A typed expression.

    `zone` and `owner`: where its cards come from, if that is known; `place`: it is a whole zone,
    of a player or shared; `origin`: the card on which it is printed.
    """

    form: Form
    type: Type
    zone: str = ""
    owner: Value | None = None
    origin: Value | None = None
    place: Place | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def at(self, span: Span) -> Value:
        """The same, written there."""
        known = (self.form, self.type, self.zone, self.owner, self.origin, self.place)
        return Value(*known, span)


Place = tuple[ids.ZoneId, Value | None]


# ---- constants and names


@dataclass(frozen=True, slots=True)
class Constant(Form):
    """A number, a truth, or the ordinal of a symbol, kind, role, orientation, zone or phase."""

    value: int


@dataclass(frozen=True, slots=True)
class ChangesSoFar(Form):
    """A number that is higher with each change of a property."""


@dataclass(frozen=True, slots=True)
class Text(Form):
    """A name that is written out: of a card, a rule or a window."""

    text: str


@dataclass(frozen=True, slots=True)
class Keyword(Form):
    """A keyword with its slots, as something to grant."""

    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Terms(Form):
    """What a phrase asks to be paid."""

    use: Use


@dataclass(frozen=True, slots=True)
class Local(Form):
    binding: Binding


@dataclass(frozen=True, slots=True)
class AllNames(Form):
    """The names of all cards, each once."""


@dataclass(frozen=True, slots=True)
class UpTo(Form):
    """0, 1, .. count - 1: all symbols of a `values`."""

    count: int


@dataclass(frozen=True, slots=True)
class Players(Form):
    """All players who are still in the game, or all who are out, in order of their seats."""

    out: bool = False


@dataclass(frozen=True, slots=True)
class CurrentPhase(Form):
    pass


@dataclass(frozen=True, slots=True)
class NextPlayer(Form):
    """Who sits so many places on; -1: the one before."""

    player: Value
    steps: int = 1


@dataclass(frozen=True, slots=True)
class TurnOrder(Form):
    """All players, from one on in order of the seats; nobody is followed by nobody."""

    first: Value


@dataclass(frozen=True, slots=True)
class Zone(Form):
    """What lies in a zone, bottom first; of a group of stacks the card on top of each."""

    zone: ids.ZoneId
    owner: Value | None
    stacks: bool


@dataclass(frozen=True, slots=True)
class Gauge(Form):
    """A gauge or note of the game, or of a player or card. With `side` it has two sides and is
    read from the one of `owner`.
    """

    gauge: ids.GaugeId
    owner: Value | None
    side: ids.GaugeId | None = None


@dataclass(frozen=True, slots=True)
class OptionSetting(Form):
    option: ids.OptionId


@dataclass(frozen=True, slots=True)
class Property(Form):
    property: ids.PropertyId
    of: Value | None
    kind: Value | None = None  # of the cards that have it, where `of` may be another: it has none


# ---- of cards, parts and records


@dataclass(frozen=True, slots=True)
class CardOwner(Form):
    card: Value


@dataclass(frozen=True, slots=True)
class CardKeeper(Form):  # in whose zone it lies
    card: Value


@dataclass(frozen=True, slots=True)
class CardSpeaker(Form):
    """For whom it speaks: its owner, or its keeper where there is one and cards speak for him."""

    card: Value


@dataclass(frozen=True, slots=True)
class Printed(Form):
    """What every card has: `name`, `code`, `mentions`, `kind`."""

    card: Value
    word: Literal["name", "code", "mentions", "kind"]


@dataclass(frozen=True, slots=True)
class PrintOf(Form):
    """What is printed on a card now, as something that another card can have."""

    card: Value


@dataclass(frozen=True, slots=True)
class CardField(Form):
    card: Value
    field: ids.CardFieldId


@dataclass(frozen=True, slots=True)
class FieldEntry(Form):
    """The entry of a field that has one for each symbol."""

    card: Value
    field: ids.CardFieldId
    key: Value


@dataclass(frozen=True, slots=True)
class NamesInKeyword(Form):
    """The names in the slots of a keyword that is printed on a card."""

    card: Value
    keyword: ids.KeywordId


@dataclass(frozen=True, slots=True)
class TimesKeyword(Form):
    """How often a card has a keyword now."""

    card: Value
    keyword: ids.KeywordId


@dataclass(frozen=True, slots=True)
class Beneath(Form):
    card: Value


@dataclass(frozen=True, slots=True)
class Attached(Form):
    """The cards of a zone that are attached to the object of a card."""

    card: Value
    zone: ids.ZoneId


@dataclass(frozen=True, slots=True)
class Bearer(Form):
    """The card on top of the object that a card is attached to; none if it is to nothing."""

    card: Value


@dataclass(frozen=True, slots=True)
class ObjectTop(Form):
    """The card on top of the object that a card lies in."""

    card: Value


@dataclass(frozen=True, slots=True)
class Sentences(Form):
    """The sentences of a text that rules may run."""

    text: Value


@dataclass(frozen=True, slots=True)
class Parts(Form):
    card: Value
    part: ids.PartId


@dataclass(frozen=True, slots=True)
class PartAt(Form):
    card: Value
    part: ids.PartId
    key: Value


@dataclass(frozen=True, slots=True)
class PartCard(Form):
    """The card that a part is on."""

    part: Value


@dataclass(frozen=True, slots=True)
class PartKey(Form):
    """The symbol that a part stands for."""

    part: Value


@dataclass(frozen=True, slots=True)
class PartField(Form):
    part: Value
    field: ids.CardFieldId


@dataclass(frozen=True, slots=True)
class RecordSlot(Form):
    record: Value
    slot: ids.SlotId


@dataclass(frozen=True, slots=True)
class TermSlots(Form):
    """A slot of each of several terms, where they have it."""

    terms: Value
    slot: ids.SlotId


@dataclass(frozen=True, slots=True)
class DeckPartOf(Form):
    """The number of the part of its deck that a card is in."""

    card: Value


# ---- numbers


@dataclass(frozen=True, slots=True)
class AsNumber(Form):
    """A number that is never none, or a symbol that is written as a number."""

    value: Value
    start: int = 0


@dataclass(frozen=True, slots=True)
class Arithmetic(Form):
    operator: Literal["+", "-", "*", "//"]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Count(Form):
    of: Value


@dataclass(frozen=True, slots=True)
class Total(Form):
    each: Binding
    of: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Extreme(Form):
    """The highest or lowest value; members without one are left out."""

    highest: bool
    each: Binding
    of: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Shape:
    """What makes a group of cards: how many, what they have alike, what differs, what puts them in
    a row; values of the candidate.
    """

    least: int
    most: int | None
    alike: Value | None
    different: Value | None
    row: Value | None


@dataclass(frozen=True, slots=True)
class BestGroups(Form):
    """The cards of groups without a card in common that are worth most together."""

    each: Binding
    of: Value
    worth: Value
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Either(Form):
    condition: Value
    then: Value
    otherwise: Value


@dataclass(frozen=True, slots=True)
class With(Form):
    """A value in which something else has a name, worked out once."""

    each: Binding
    of: Value
    value: Value


# ---- sets


@dataclass(frozen=True, slots=True)
class Items(Form):
    items: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class AsSet(Form):
    """The set of one thing; empty for none."""

    value: Value


@dataclass(frozen=True, slots=True)
class Join(Form):
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Where(Form):
    each: Binding
    of: Value
    condition: Value


@dataclass(frozen=True, slots=True)
class IfAmong(Form):
    """One thing if it is in a set, else none."""

    one: Value
    of: Value


@dataclass(frozen=True, slots=True)
class ForEach(Form):
    """The value for each member, those that are none left out; sets are joined."""

    each: Binding
    of: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Some(Form):
    """The `amount` topmost or lowest members."""

    top: bool
    of: Value
    amount: Value


@dataclass(frozen=True, slots=True)
class End(Form):
    """The topmost or lowest member; none of an empty set."""

    top: bool
    of: Value


@dataclass(frozen=True, slots=True)
class Marked(Form):
    """The value; working it out shows that a line of the rules was passed."""

    at: At
    value: Value


MISSING = Value(Constant(NONE), UNKNOWN)
EMPTY = Value(Items(()), Type("empty", many=True))


def constant(number: int) -> Value:
    """A number that is known."""
    return Value(Constant(number), NUMBER)


def local(binding: Binding) -> Value:
    """What a binding is bound to."""
    return Value(Local(binding), binding.type)
