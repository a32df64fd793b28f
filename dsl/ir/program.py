"""A checked ruleset with its cards, and what it declares."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, NamedTuple

from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from .deck import Deck
from .expressions import Expression
from .statements import Block


@dataclass(frozen=True, slots=True)
class Function:
    """A pure function of its parameters: a property, a condition, the set of an offer."""

    name: str
    parameters: tuple[str, ...]
    value: Expression
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Procedure:
    """Statements with parameters. `step`: the path of the step that it is the body of."""

    name: str
    parameters: tuple[str, ...]
    body: Block
    place: int = 0
    step: str = ""


STEP_KINDS = ("even step", "odd step", "step")  # by their half, the last has none
STEP_START = "start of step"


class Moment(NamedTuple):
    """When something ends: with a step by its path (of one player by his `seat`, and then perhaps
    every second one), or when it starts, with a verb by its name, with the turn, the game; when an
    event has happened or a condition holds no longer.
    """

    kind: Literal[
        "step",
        "even step",
        "odd step",
        "start of step",
        "verb",
        "turn",
        "game",
        "event",
        "condition",
    ]
    name: str = ""
    seat: int = -1

    def __str__(self) -> str:
        if self.kind in (*STEP_KINDS, STEP_START):
            whose = f" of {self.seat}" if self.seat >= 0 else ""
            return f"{'start of ' if self.kind == STEP_START else ''}{self.name}{whose}"
        if self.kind == "event":
            return self.name.partition(":")[0]
        if self.kind == "condition":
            return "no longer so"
        return f"verb {self.name}" if self.kind == "verb" else self.kind


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A gauge, a note, or how an `option` of the format is set. `per` is "game", "player" or
    "card"; bounds None: none; `until` -1: never reset. With `seen_from` it is as kept for the
    player whom that note names, and has the opposite sign for others. A change
    of a `quiet` one is no line of a transcript. With `printed` each card starts with what is in
    that table.
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
    option: str = ""
    quiet: bool = False
    printed: str = ""

    @property
    def is_kept_secret(self) -> bool:
        """Whether rules keep it from somebody, whatever cards he knows."""
        return self.secret not in ("all", "inner") and not self.printed


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone. `kind`: pile stack group queue slots. `seen` by: nobody owner others all knowers;
    `face` 1 up 0 down.

    `counted`: "all" or "owner". `keeps_object`: cards in it are one object with an entry
    number (stacks). `audience` of a card lying here is `seen`, or all when face up. `speak`: cards
    here speak for whose zone it is, not for their owner. Cards in it may be attached to those that
    lie in the zones `attached`; when their bearer leaves these, they go to the zone `falls` of
    their owner, or stay (""). `bears`: others may be attached to its cards.
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
    speak: bool = False
    attached: tuple[str, ...] = ()
    falls: str = ""
    bears: bool = False

    @property
    def holds_stacks(self) -> bool:
        """Whether it is a group of stacks: as a set it is their top cards."""
        return self.kind == "group" and self.keeps_object

    @property
    def tells_apart(self) -> bool:
        """Whether those who do not see its cards can tell one from the other: it has an order,
        or something about a card in it shows.
        """
        shows = self.keeps_object or self.orientations or self.attached or self.bears
        return self.kind != "group" or bool(shows)

    @property
    def held(self) -> bool:
        """Whether cards lie in it as in a hand, for those who do not see them."""
        return not self.tells_apart and self.seen in ("owner", "others", "nobody")


@dataclass(frozen=True, slots=True)
class PropertySpec:
    """Layers of a modifier pipeline, in order; a layer is a tuple of (operation or tag,
    last only). `word` is the property's own name, `part` the part that has it.

    Operations are set raise lower multiply divide. Inside a layer modifiers fold in order
    of use. A modifier with a tag belongs to the layer that names the tag, else to the one
    that names its operation (lower counts as raise, divide as multiply). `of` is "card",
    "player", "part" or "game": cards are named by entry, parts (`width` of them a card) by
    entry * width + index. A list is no pipeline but `gathered`: its modifiers are grant
    (one member more) and void (no member so far).
    """

    word: str
    of: str
    layers: tuple[tuple[tuple[str, bool], ...], ...]
    rounds: str = "down"
    floor: int | None = None
    width: int = 1
    part: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """A place that asks. `kind` says what an option is: card player symbol:<values> label
    action trigger number chosen_number share:<kind> name part ability way truth. `labels` name
    options of kind label and action; an action is the group of its options, a thing of the
    group's `element_kinds` their element (see `options`). `passing` is what -1 is called.
    `several`: it is asked again until all are picked, in no order. `pays`: to say
    yes is to pay for it, with whatever.
    """

    prompt: str
    kind: str
    place: int
    labels: tuple[str, ...] = ()
    passing: str = "pass"
    secret: bool = False
    element_kinds: tuple[str, ...] = ()
    several: bool = False
    pays: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance picks: the name the rules give it, and of what kind it is, as of a site."""

    called: str
    kind: str


@dataclass(frozen=True, slots=True)
class Invariant:
    """What must hold at each settled choice. `function` gives the members of which it does not
    (0 where it is of the game), `kind` says what they are: "player", "card" .., "" for the game.
    """

    title: str
    function: str
    kind: str
    place: int


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

    `procedures` holds at least "game": set-up, then turns without end; `triggers` are names of
    procedures whose first two values are always the source card and its owner, and
    `trigger_abilities` the sentences that they carry out. `tables` maps a table to one value a
    card *definition*; the match spreads them over instances (`OWNER` is the match's own: the
    seat a card belongs to). `columns` are the per-card lists the program needs besides fields:
    any of `FACE`, `TURNED`, `ENTRY`, `BEARER`. `verb_cards`: which of the values a verb is
    announced with are cards, or sets of them. `ability_places`: by sentence, the place that is
    passed when it does something (`NONE`: it has no code). `settled`: the sites at which
    `invariants` are asked. `pays_rounds`: what it says may look at so much that also small sets pay
    for their rounds.
    """

    seats: int
    fields: dict[str, FieldSpec]
    zones: dict[str, ZoneSpec]
    properties: dict[str, PropertySpec]
    moments: tuple[Moment, ...]
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
    lists: dict[str, tuple[object, ...]] = field(default_factory=dict[str, tuple[object, ...]])
    deck: Deck = field(default_factory=lambda: Deck())
    trigger_abilities: tuple[int, ...] = ()
    verb_cards: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    ability_places: tuple[int, ...] = ()
    draws: tuple[Draw, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    settled: frozenset[int] = frozenset()
    pays_rounds: bool = False

    @property
    def switches(self) -> dict[str, FieldSpec]:
        """The options of the format by name."""
        return {spec.option: spec for spec in self.fields.values() if spec.option}
