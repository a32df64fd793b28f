"""The meaning of a ruleset: a small typed program over integers and lists of integers.

Everything that exists while a game runs is an int: a card is its instance id, a player a
seat number, a symbol its ordinal, a name an index into `Program.names`, a part of a card
`card * parts + index`, an ability or a way an index into a table; "none" is -1; truth is 0
or 1. A set is a list or tuple of those ints (a zone is the live list: top is last).

Expressions never ask, change or record anything and always end. Statements do. A choice is
a statement of its own, so whatever can suspend stands at statement level. Nothing here
names a place in the text except `Line`, which a back end may drop or count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ..nodes.base import Span
from .deck import Deck
from .expressions import (
    NO_NUMBER,
    NONE,
    After,
    And,
    Apply,
    ApplyDispatch,
    Arithmetic,
    Bearers,
    Bind,
    Bottom,
    BottomOne,
    Compare,
    Contains,
    Count,
    Each,
    Either,
    Entry,
    Exists,
    Expression,
    Extreme,
    Field,
    Flatten,
    Int,
    Items,
    Join,
    Local,
    Mark,
    Matches,
    Native,
    NextPlayer,
    Not,
    Or,
    Pipeline,
    PlaceOf,
    Range,
    Reversed,
    Select,
    Standing,
    Table,
    Top,
    TopOne,
    Total,
    Unsettled,
    Zone,
    missing_of,
)


class Statement:
    """Base of all statements. `writes`: the fields with the name of a local that gets a
    value; `ends`: what stands behind it in its block never runs.
    """

    __slots__ = ()
    writes: ClassVar[tuple[str, ...]] = ()
    ends: ClassVar[bool] = False


Block = tuple[Statement, ...]

# ---- statements: flow


@dataclass(frozen=True, slots=True)
class Line(Statement):
    """The statement behind begins at `Program.places[place]`; nothing unless lines are
    counted, and then only if this one is `counted`.
    """

    place: int
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """Sets a local. A set is frozen here (a tuple), so it does not change with its zone."""

    writes = ("name",)
    name: str
    value: Expression
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class If(Statement):
    condition: Expression
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class While(Statement):
    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class For(Statement):
    """The members as they are when the loop starts; `body` may change the set."""

    writes = ("name",)
    name: str
    of: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Break(Statement):
    """Leaves the innermost loop of the same procedure."""

    ends = True


@dataclass(frozen=True, slots=True)
class Return(Statement):
    """Ends the procedure."""

    ends = True


@dataclass(frozen=True, slots=True)
class Call(Statement):
    procedure: str
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Run(Statement):
    """A call of procedure number `index` of `Program.dispatch[table]`; -1 does nothing."""

    table: str
    index: Expression
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Statement):
    """A phase, step or window of the rules: `body` is one Call (a procedure of its own).

    Entering and leaving are events. `path` is its stable id ("battle.result"); `player`
    whose it is (-1: nobody's). Scenarios start a game at a path: see `Variant.seek`.
    """

    path: str
    player: Expression
    body: Block


# ---- statements: asking and chance


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """Local `name` becomes one member of `options`, as `seat` picks at `Program.sites[site]`.

    No option: `name` is -1 and nobody is asked. With `may_pass` -1 ("pass", "done") is
    offered as the last option as well, and only if there is another one. One option in all:
    taken, recorded as forced.
    """

    writes = ("name",)
    name: str
    seat: Expression
    site: int
    options: Expression
    may_pass: Expression = field(default_factory=lambda: Int(0))


@dataclass(frozen=True, slots=True)
class Random(Statement):
    """Local `name` becomes a member of `of` by chance; -1 when there is none."""

    writes = ("name",)
    name: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    zone: str
    owner: Expression | None


# ---- statements: events (nothing else changes state)


@dataclass(frozen=True, slots=True)
class Set(Statement):
    """A `Field` gets a value, clamped to the field's bounds. Event `changed` if it differs."""

    name: str
    owner: Expression | None
    value: Expression


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """One card (`cards` an int, -1: nothing) or a set (`many`) goes to a zone, one event a card.

    `to` is "top" (the end of the list), "bottom", or "onto" (top, and the card continues
    the object that lies there, see `Program.columns` "entry"). `face` and `turned` are -1
    (as the zone declares) or a value. A card at its place already moves all the same. The
    owner of the destination is `owner`. With `at` there is no zone: the cards go to the
    object of that card, on top of it or under it, and lie as it does.
    """

    cards: Expression
    many: bool
    zone: str
    owner: Expression | None
    to: str = "top"
    face: int = -1
    turned: int = -1
    at: Expression | None = None


@dataclass(frozen=True, slots=True)
class TurnFace(Statement):
    """Members of a set become face up (1) or down (0); no event for those that are so already."""

    cards: Expression
    face: int


@dataclass(frozen=True, slots=True)
class Rotate(Statement):
    """Members of a set get orientation `turned` (an ordinal of the zone's orientations)."""

    cards: Expression
    turned: int


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    """All seats (`seat` None) or one learn the cards of a set; only knowledge changes."""

    cards: Expression
    seat: Expression | None = None


@dataclass(frozen=True, slots=True)
class Modify(Statement):
    """A running modifier of property `name` on `target`, until `Program.moments[until]`."""

    name: str
    target: Expression
    operation: str
    amount: Expression
    until: int
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Forget(Statement):
    """All running modifiers on the object of a card and on its parts end."""

    card: Expression


@dataclass(frozen=True, slots=True)
class Expire(Statement):
    """All modifiers until this moment end, and fields with this moment go back to their start."""

    moment: int


@dataclass(frozen=True, slots=True)
class Queue(Statement):
    """`Program.triggers[trigger]` waits, with the values its procedure takes."""

    trigger: int
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unqueue(Statement):
    """Takes waiting trigger number `index` off the queue and runs its procedure (may suspend)."""

    index: Expression


@dataclass(frozen=True, slots=True)
class Announce(Statement):
    """Record only: a verb begins (0), ends (1), was prevented (2), replaced (3), misfired (4)."""

    verb: str
    stage: int
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    """The game is over; `winner` -1 is a draw. `reason` is the place of the rule."""

    ends = True
    winner: Expression
    reason: int


@dataclass(frozen=True, slots=True)
class Fault(Statement):
    """A rule cannot go on: the game stops with a located problem."""

    ends = True
    code: str
    place: int


# ---- the program


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function of its parameters: a property, a condition, the set of an offer."""

    name: str
    parameters: tuple[str, ...]
    value: Expression
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Procedure:
    name: str
    parameters: tuple[str, ...]
    body: Block
    place: int = 0


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A gauge or note. `per` is "game", "player" or "card"; bounds None: none; `until` -1:
    never reset. With `seen_from` it is as kept for the player whom that note names, and has
    the opposite sign for others.
    """

    name: str
    per: str
    start: int = 0
    low: int | None = None
    high: int | None = None
    until: int = -1
    type: str = "number"
    secret: str = "all"
    title: str = ""
    seen_from: str = ""


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone. `kind`: pile stack group queue slots. `seen` by: nobody owner all knowers;
    `face` 1 up 0 down.

    `counted`: "all" or "owner". `keeps_object`: cards in it are one object with an entry
    number (stacks). `capacity` None: no limit that is a fault. `audience` of a card lying
    here is `seen`, or all when face up.
    """

    name: str
    per_player: bool
    kind: str
    face: int
    seen: str
    counted: str
    orientations: tuple[str, ...] = ()
    keeps_object: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class PropertySpec:
    """Layers of a modifier pipeline, in order; a layer is a tuple of (operation or tag,
    last only).

    Operations are set raise lower multiply divide. Inside a layer modifiers fold in order
    of use. A modifier with a tag belongs to the layer that names the tag, else to the one
    that names its operation (lower counts as raise, divide as multiply). `of` is "card",
    "player", "part" or "game": cards are named by entry, parts (`width` of them a card) by
    entry * width + index. A list is no pipeline but `gathered`: its modifiers are grant
    (one member more) and void (no member so far).
    """

    name: str
    of: str
    layers: tuple[tuple[tuple[str, bool], ...], ...]
    rounds: str = "down"
    floor: int | None = None
    width: int = 1


@dataclass(frozen=True, slots=True)
class Site:
    """A place that asks. `kind` says what an option is: card player symbol:<values> label
    action trigger number name part ability way truth. `labels` name options of kind label
    and action. `passing` is what -1 is called.
    """

    prompt: str
    kind: str
    place: int
    labels: tuple[str, ...] = ()
    passing: str = "pass"
    secret: bool = False
    element_kinds: tuple[str, ...] = ()


# an option of kind "action" is (index of the action << ACTION_SHIFT) + element + 1
ACTION_SHIFT = 16
ACTION_MASK = (1 << ACTION_SHIFT) - 1


ABILITY_SPAN = (
    16  # an option for an ability is card * ABILITY_SPAN + its number on the card
)


@dataclass(frozen=True, slots=True)
class Place:
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    clauses: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """The same as a place of the text."""
        return Span(self.file, self.line, self.column, self.end_line, self.end_column)


@dataclass(frozen=True, slots=True)
class Program:
    """A checked ruleset with its cards. Order in every mapping is the order of the text.

    `procedures` holds at least "game": set-up, then turns without end; `triggers` are
    (procedure, parameters) names whose first two values are always the source card and its
    owner. `tables` maps a table to one value a card *definition*; the match spreads them
    over instances (table "owner" is the match's own: the seat a card belongs to). `columns`
    are the per-card lists the program needs besides fields: any of "face", "turned",
    "entry".
    """

    seats: int
    fields: dict[str, FieldSpec]
    zones: dict[str, ZoneSpec]
    properties: dict[str, PropertySpec]
    moments: tuple[str, ...]
    functions: dict[str, Function]
    procedures: dict[str, Procedure]
    triggers: tuple[str, ...]
    dispatch: dict[str, tuple[str, ...]]
    tables: dict[str, tuple[object, ...]]
    names: tuple[str, ...]
    sites: tuple[Site, ...]
    places: tuple[Place, ...]
    columns: tuple[str, ...] = ()
    bearers: tuple[tuple[int, ...], ...] = ()
    lists: dict[str, tuple[object, ...]] = field(
        default_factory=dict[str, tuple[object, ...]]
    )
    deck: Deck = field(default_factory=lambda: Deck())


# fmt: off
__all__ = [
    "ABILITY_SPAN", "ACTION_MASK", "ACTION_SHIFT", "NONE", "NO_NUMBER", "After", "And",
    "Announce", "Apply", "ApplyDispatch", "Arithmetic", "Bearers", "Bind", "Block",
    "Bottom", "BottomOne", "Break", "Call", "Choose", "Compare", "Contains", "Count",
    "Deck", "Each", "Either", "EndGame", "Entry", "Exists",
    "Expire", "Expression", "Extreme", "Fault", "Field", "FieldSpec", "Flatten", "For",
    "Forget", "Function", "If", "Int", "Items", "Join", "Let", "Line", "Local", "Mark",
    "Matches", "Modify", "Move", "Native", "NextPlayer", "Not", "Or", "Pipeline", "Place",
    "PlaceOf", "Procedure", "Program", "PropertySpec", "Queue", "Random", "Range", "Return",
    "Reveal", "Reversed", "Rotate", "Run", "Select", "Set", "Shuffle", "Site", "Standing",
    "Statement", "Step", "Table", "Top", "TopOne", "Total", "TurnFace", "Unqueue",
    "Unsettled", "While", "Zone", "ZoneSpec", "missing_of",
]
# fmt: on
