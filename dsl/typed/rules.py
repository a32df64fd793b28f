"""Typed rules: what happens when an event comes, what stands, and for whom a rule speaks."""

from __future__ import annotations

from typing import Literal

from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence
from . import ids
from .statements import Block, Lasting
from .truths import FALSE, TRUE
from .types import ONE_CARD, PLAYER, Type
from .values import At, Binding, Local, Value

RuleKind = Literal["when", "before", "instead", "forbid", "allow"]


class Given(Binding):
    """A binding that is there before any rules are, the same one in all that is kept."""

    def __reduce__(self) -> str:
        return next(name for name, one in globals().items() if one is self)


THIS = Given("this", ONE_CARD)  # the card that says a sentence
SPEAKER = Given("player", PLAYER)  # the player for whom it speaks


@dataclass(slots=True, eq=False)
class Event:
    """A verb, an action, `moved` or `pass`, with what rules about it may name."""

    name: str
    fields: dict[str, Value]

    def binding(self, name: str) -> Binding:
        """What a field is bound to."""
        form = self.fields[name].form
        assert isinstance(form, Local)
        return form.binding


@dataclass(frozen=True, slots=True)
class Said:
    """The sentence of cards that a rule is part of; `holder` stands for the part of cards that
    has it, if a part does.
    """

    sentence: Sentence
    holder: Binding | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule about an event; without `said` and `lasting` one of the format itself.

    `head` is its first line, `via` the lines that it came through. `bearer`: what the event names
    as the one for whom the rule speaks, if it names one. `optional`: who it speaks for may
    decline, and `label` says what. `acts`, `moves`: the body does something by which the event
    may come again, or moves cards. `needs`: what is asked instead of `standing` when the turn of
    what waits has come.
    """

    kind: RuleKind
    event: Event
    standing: Value
    condition: Value
    body: Block
    at: At
    head: At
    via: tuple[At, ...] = ()
    said: Said | None = None
    lasting: Lasting | None = None
    bearer: Value | None = None
    optional: bool = False
    label: str = ""
    acts: bool = False
    moves: bool = False
    needs: Value | None = None


@dataclass(frozen=True, slots=True, eq=False)
class WatchMeaning:
    """What ends something: that an event (None: looked at at each settle point) comes while a
    condition holds. `context`: what the condition takes from where it is said.
    """

    event: Event | None
    condition: Value
    context: tuple[Binding, ...]
    at: At


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A change of a property that holds while its condition does, of the sentence of cards that it
    is part of or (without one) of the rules. `target` is what it changes; None: what has the
    keyword. `since`: its place among the changes that were made.
    """

    property: ids.PropertyId
    operation: Literal["set", "raise", "lower", "multiply", "divide"]
    target: Value | None
    amount: Value
    condition: Value
    tag: str
    at: At
    via: tuple[At, ...]
    said: Said | None
    since: Value | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Gain:
    """Cards have sentences as long as a condition holds: each of `target` each of `sentences`; or
    they have none of `lost`, sentences and keywords. `lasting`: an effect set it up.
    """

    sentences: tuple[Sentence, ...]
    target: Value
    condition: Value
    at: At
    via: tuple[At, ...]
    said: Said | None
    lasting: Lasting | None = None
    lost: tuple[Sentence | str, ...] = ()

    def takes(self, sentence: Sentence) -> bool:
        """Whether cards do not have this one."""
        return sentence in self.lost or str(sentence.effect.phrase) in self.lost


@dataclass(slots=True, eq=False)
class PropertyMeaning:
    """A property: its value before anything changes it, and how it may be changed.

    `subject` stands for what has the property (None: the game). `layers` is None for one that
    nothing changes.
    """

    id: ids.PropertyId
    subject: Binding | None
    part: ids.PartId | None
    base: Value
    at: At
    layers: tuple[tuple[tuple[str, bool], ...], ...] | None = None
    rounds: str = "down"
    floor: int | None = None
    standing: tuple[Standing, ...] = ()

    @property
    def type(self) -> Type:
        return self.base.type


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """How often a card may use an ability until a moment."""

    number: int
    until: ids.Moment


@dataclass(frozen=True, slots=True, eq=False)
class Trigger:
    """A label by which a sentence waits for an event."""

    rule: Rule
    at: At


@dataclass(slots=True, eq=False)
class AbilityMeaning:
    """What a sentence does: `body` is None for one that stands. `lines` are the sentence and its
    labels. `demand`: what must be there for it to be offered, `cost` the same where it is a
    cost. `window`: it is offered there while `usable`.
    """

    body: Block | None
    lines: tuple[At, ...]
    demand: Value = TRUE
    cost: Value = TRUE
    usable: Value = FALSE
    limit: Limit | None = None
    triggers: tuple[Trigger, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class WindowLabel:
    """Sentences with one label in one window: their bearers may use them while a condition holds;
    `bearer`: the one card that it names.
    """

    label: str
    beneath: bool
    condition: Value
    bearer: Value | None
    at: At
