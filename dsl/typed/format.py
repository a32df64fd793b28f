"""A whole format, resolved: everything that a program can be made of."""

from __future__ import annotations

from dataclasses import field

from ..cards.definition import CardDefinition
from ..ir.ir import FieldSpec, ZoneSpec
from ..nodes import declarations as d
from ..nodes.base import Node, walk
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence, Use
from ..nodes.invariants import InvariantDeclaration
from ..problems.problem import Problem
from ..ruleset.ruleset import Ruleset
from . import ids
from .abilities import Ability
from .records import RecordMeaning
from .rules import AbilityMeaning, Event, Gain, PropertyMeaning, Rule, WatchMeaning, WindowLabel
from .statements import Block, Lasting
from .types import Type
from .values import At, Binding, Value


@dataclass(slots=True, eq=False)
class VerbMeaning:
    """`demand`: what must be there for it to be done, where rules ask whether it can be."""

    node: d.VerbDeclaration
    event: Event
    body: Block | None
    at: At
    demand: Value | None = None


@dataclass(slots=True, eq=False)
class RoomCheck:
    """A move of the element of an action into a zone that may be full."""

    zone: ids.ZoneId
    owner: Value | None


@dataclass(slots=True, eq=False)
class ActionMeaning:
    """What may be done with what: `offers` is None for an action without an element; `open` is
    what must hold, `room` where there must be some.
    """

    node: d.ActionDeclaration
    event: Event
    offers: Value | None
    open: tuple[Value, ...]
    room: tuple[RoomCheck, ...]
    body: Block
    at: At

    @property
    def element(self) -> Type | None:
        """What it is done with."""
        return None if self.offers is None else self.offers.type


@dataclass(slots=True, eq=False)
class WindowMeaning:
    """`offered` names actions and `abilities`; `first` begins, `ends` ends it."""

    node: d.WindowDeclaration
    offered: tuple[str, ...]
    labels: tuple[WindowLabel, ...]
    first: Value | None
    ends: Value | None
    at: At


@dataclass(slots=True, eq=False)
class CheckMeaning:
    node: d.CheckDeclaration
    each: Binding | None
    of: Value | None
    condition: Value
    body: Block
    at: At


@dataclass(slots=True, eq=False)
class InvariantMeaning:
    """`condition` holds of each member of `of`, or, without one, of the game."""

    node: InvariantDeclaration
    each: Binding | None
    of: Value | None
    condition: Value
    at: At


@dataclass(slots=True, eq=False)
class RankingLine:
    """What players are compared by: `value` of `player`, `missing` where it is none."""

    player: Binding
    value: Value
    missing: int | None
    highest: bool
    at: At


@dataclass(slots=True, eq=False)
class RankingMeaning:
    id: ids.RankingId
    lines: tuple[RankingLine, ...]
    at: At


@dataclass(slots=True, eq=False)
class TriggerOrder:
    """Whose waiting effects come first; whether an owner picks among his, one player among all, or
    the newest comes first; and whether a `while` is asked again when the turn of what waits has
    come.
    """

    first: Value | None = None
    asks: bool = False
    chooser: Value | None = None
    newest: bool = False
    again: bool = False
    at: At | None = None


@dataclass(slots=True, eq=False)
class ZoneLimit:
    """How many cards of a zone count, and how many may: `counts` is None for all of them.
    `owner` stands for whose zone it is.
    """

    owner: Binding
    card: Binding
    counts: Value | None
    most: Value


@dataclass(slots=True, eq=False)
class DeckTest:
    """A line of a deck: `holds` for the cards of a deck, or of a part of it. `of_table`: of the
    deck that belongs to no player.
    """

    text: str
    holds: Value
    at: At
    of_table: bool


@dataclass(slots=True, eq=False)
class DeckPartMeaning:
    """A part of a deck: its name, the zone its cards start in, the cards its lines let in
    (None: all).
    """

    name: str
    zone: str
    fitting: Value | None
    of_table: bool


@dataclass(slots=True, eq=False)
class DeckMeaning:
    """Deck rules, over the cards `cards` of a deck; `several`: decks are in parts. `brings`: the
    fields whose cards come along, and where they start.
    """

    cards: Binding
    tests: list[DeckTest] = field(default_factory=list[DeckTest])
    parts: list[DeckPartMeaning] = field(default_factory=list[DeckPartMeaning])
    several: bool = False
    brings: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True, eq=False)
class Column:
    """What is printed in a field of each card: numbers, texts, phrases, keywords as sentences,
    tuples of these; `missing` where nothing is. `part` for a field of a part, then an entry has a
    member for each part.
    """

    field: str
    entries: list[object]
    part: str = ""
    lists: bool = False


@dataclass(slots=True, eq=False)
class Course:
    """What is done and asked in the course of a game."""

    verbs: list[VerbMeaning]
    actions: list[ActionMeaning]
    rankings: list[RankingMeaning]
    deck: DeckMeaning
    setup: tuple[Block, At] | None
    turn: tuple[Block, At] | None
    checks: list[CheckMeaning]
    invariants: list[InvariantMeaning]
    order: TriggerOrder


@dataclass(slots=True, eq=False)
class Format:
    """A format and its cards with every name bound. `problems` is all that was found wrong; a
    format without errors can be lowered. `events`: what happens without a verb or an action.
    """

    ruleset: Ruleset
    cards: list[CardDefinition]
    zones: dict[str, ZoneSpec]
    zone_places: dict[str, At]
    gauges: dict[str, FieldSpec]
    resets: dict[str, ids.Moment]
    limits: dict[str, ZoneLimit]
    moments: list[ids.Moment]
    features: set[str]
    roles: tuple[str, ...]
    steps: dict[ids.StepId, Node]
    skips: dict[ids.StepId, bool]
    texts: tuple[str, ...]
    slots: tuple[str, ...]
    tags: tuple[str, ...]
    widths: dict[str, int]
    columns: list[Column]
    companions: dict[str, list[int]]
    changeable: dict[str, Type]
    course: Course
    windows: list[WindowMeaning]
    properties: dict[ids.PropertyId, PropertyMeaning]
    rules: list[Rule]
    watches: dict[ids.Watch, WatchMeaning]
    events: dict[str, Event]
    precedence: tuple[str, ...]
    role_zones: frozenset[str]
    abilities: list[Ability]
    sentences: list[AbilityMeaning]
    records: list[RecordMeaning]
    keywords: dict[str, Value | None]
    text_fields: tuple[str, ...]
    said: tuple[tuple[str, int, Ability], ...]
    run: frozenset[int]
    named_keywords: frozenset[str]
    bearing: dict[str, PropertyMeaning]  # by keyword: who has it, and while what
    made: dict[ids.PropertyId, PropertyMeaning]  # what cards may be for a time
    gained: frozenset[int]
    lost: frozenset[int]  # of the sentences: those that cards may lose
    gains: list[Gain]
    givers: dict[Sentence | Lasting, list[int]]  # by what only some cards bring about: these
    unsaid: tuple[object, ...]  # of phrases that no card says: what they ask and do, slots open
    used: set[str]
    blamed: set[int]
    problems: list[Problem] = field(default_factory=list[Problem])

    @property
    def is_anyones(self) -> bool:
        """Whether a card may be nobody's."""
        tables = any(part.of_table for part in self.course.deck.parts)
        return tables or "give" in self.features

    def kind_changes(self, kind: str) -> bool:
        """Whether a card may be of this kind for a time, or no longer."""
        return ids.PRINT in self.made or ids.being(kind) in self.made

    def beats(self, one: str, other: str) -> bool:
        """Whether rules of one sort win over those of another."""
        return self.precedence.index(one) < self.precedence.index(other)

    @property
    def lasting(self) -> dict[Lasting, bool]:
        """What effects set up for a time, and whether it counts how often."""
        rules = {one.lasting: one.kind == "when" for one in self.rules if one.lasting is not None}
        return rules | {one.lasting: True for one in self.gains if one.lasting is not None}

    def tags_of(self, use: Use) -> frozenset[str]:
        """The tags of a phrase and of the phrases inside it."""
        names = {str(part.phrase) for part in walk(use) if isinstance(part, Use)}
        phrases = (self.ruleset.names("phrase").get(name) for name in names)
        tags = (p.tag for p in phrases if isinstance(p, d.PhraseDeclaration))
        return frozenset(str(tag) for tag in tags if tag is not None)

    def tags_of_sentence(self, ability: Ability) -> frozenset[str]:
        """The tags of a sentence: of its labels and its phrases."""
        tags = {str(label.tag) for label in ability.labels if label.tag is not None}
        return self.tags_of(ability.sentence.effect) | tags

    def speechless(self) -> set[int]:
        """The cards with a sentence that can be read but has no meaning."""
        wrong = [one for one in self.abilities if one.id in self.blamed]
        return {card for one in wrong for card in one.bearers}
