"""What a program does, as statements over integers."""

from __future__ import annotations

from typing import ClassVar

from ..nodes.dataclass import dataclass
from .expressions import Expression, Int

NEVER = Int(0)


class Statement:
    """Base of all statements. `writes`: the fields with the name of a local that gets a
    value; `ends`: what stands behind it in its block never runs; `keeps`: by itself it changes
    nothing that expressions read but locals, and what waits.
    """

    __slots__ = ()
    writes: ClassVar[tuple[str, ...]] = ()
    ends: ClassVar[bool] = False
    keeps: ClassVar[bool] = False


Block = tuple[Statement, ...]

# ---- statements: flow


@dataclass(frozen=True, slots=True)
class Line(Statement):
    """The statement behind begins at `Program.places[place]`; nothing unless lines are
    counted, and then only if this one is `counted`.
    """

    keeps = True
    place: int
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Let(Statement):
    """Sets a local. A set is frozen here (a tuple), so it does not change with its zone."""

    keeps = True
    writes = ("name",)
    name: str
    value: Expression
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class If(Statement):
    keeps = True
    condition: Expression
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class While(Statement):
    keeps = True
    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class For(Statement):
    """The members as they are when the loop starts; `body` may change the set."""

    keeps = True
    writes = ("name",)
    name: str
    of: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Break(Statement):
    """Leaves the innermost loop of the same procedure."""

    keeps = True
    ends = True


@dataclass(frozen=True, slots=True)
class Return(Statement):
    """Ends the procedure."""

    keeps = True
    ends = True


@dataclass(frozen=True, slots=True)
class Call(Statement):
    keeps = True
    procedure: str
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Run(Statement):
    """A call of procedure number `index` of `Program.dispatch[table]`; -1 does nothing."""

    keeps = True
    table: str
    index: Expression
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Try(Statement):
    """A call of a procedure that never asks. If `failed` holds behind it, all that it did is taken
    back, also what was recorded of it, and local `name` is 1; else 0. `place` is its line.
    """

    writes = ("name",)
    name: str
    procedure: str
    arguments: tuple[Expression, ...]
    failed: Expression
    place: int


@dataclass(frozen=True, slots=True)
class Changed(Statement):
    """Local `name` is 0 if nothing has changed that expressions `asked` read, and nothing was
    touched, since this ran last; else, and wherever nobody knows, 1. What follows may be left
    out where it is 0, so whoever acts on an answer touches.
    """

    keeps = True
    writes = ("name",)
    name: str
    asked: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Touch(Statement):
    """What is asked with `Changed` next counts as changed."""


@dataclass(frozen=True, slots=True)
class Step(Statement):
    """A phase, step or window of the rules: `body` is one Call (a procedure of its own).

    Entering and leaving are events. `path` is its stable id ("battle.result"); `player`
    whose it is (-1: nobody's). Scenarios start a game at a path: see `Variant.seek`.
    """

    keeps = True
    path: str
    player: Expression
    body: Block


# ---- statements: asking and chance


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """Local `name` becomes one member of `options`, as `seat` picks at `Program.sites[site]`.

    No option: `name` is -1 and nobody is asked. With `may_pass` -1 ("pass", "done") is
    offered as the last option as well, and only if there is another one. One option in all:
    taken, recorded as forced. A pick of a choice of several says how many were `picked` before:
    these, and the least and the most there may be; a share of a number how it may be split (see
    `layout.PICKED`). Where the members of a set must fit together `weights` are behind them: how
    often each option is taken if all sets are equally likely.
    """

    keeps = True
    writes = ("name",)
    name: str
    seat: Expression
    site: int
    options: Expression
    may_pass: Expression = NEVER
    picked: tuple[Expression, ...] = ()
    weights: Expression | None = None


@dataclass(frozen=True, slots=True)
class Random(Statement):
    """Local `name` becomes a member of `of` by chance, which is `Program.draws[draw]`; -1 when
    there is none.
    """

    keeps = True
    writes = ("name",)
    name: str
    of: Expression
    draw: int = 0


@dataclass(frozen=True, slots=True)
class ShuffleHidden(Statement):
    """Local `name` becomes the set of cards `of`, in which those that lie in a zone that is `held`
    stand in no order of theirs: what `seat` (-1: some seat) does not see changes places by
    chance, what it sees stands in the order of the cards' numbers. Nobody is told.
    """

    keeps = True
    writes = ("name",)
    name: str
    of: Expression
    seat: Expression


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

    A card that moves is attached to nothing there (with `at` to what that card is). What is
    attached to its object follows it while it is on top and goes where its bearer may lie;
    else it stays with the rest of the object; else it is attached to nothing.
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
class Swap(Statement):
    """Two cards take each other's place, one event a card: each lies in the list, at the spot and
    on the object of the other, with its face, orientation and bearer. Nothing if one is -1.
    """

    one: Expression
    other: Expression


@dataclass(frozen=True, slots=True)
class Attach(Statement):
    """A card is attached to the object of `bearer`; nothing if one is -1, or does not lie where
    that may be.
    """

    card: Expression
    bearer: Expression


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

    keeps = True
    cards: Expression
    seat: Expression | None = None


@dataclass(frozen=True, slots=True)
class Modify(Statement):
    """A running modifier of property `name` on `target`, until `Program.moments[until]`; `context`
    are values that it remembers for `ExpireIf`.
    """

    name: str
    target: Expression
    operation: str
    amount: Expression
    until: int
    tag: str = ""
    context: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class Forget(Statement):
    """All running modifiers on the object of a card and on its parts end."""

    card: Expression


@dataclass(frozen=True, slots=True)
class Expire(Statement):
    """All modifiers until this moment end, and fields with this moment go back to their start."""

    moment: int


@dataclass(frozen=True, slots=True)
class ExpireIf(Statement):
    """The modifiers until this moment end for which a function holds, of these arguments and what
    the modifier remembers; but not those made behind the first `changes` ones.
    """

    moment: int
    function: str
    arguments: tuple[Expression, ...]
    changes: Expression


@dataclass(frozen=True, slots=True)
class Queue(Statement):
    """`Program.triggers[trigger]` waits, with the values its procedure takes."""

    keeps = True
    trigger: int
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unqueue(Statement):
    """Takes waiting trigger number `index` off the queue and runs its procedure (may suspend)."""

    keeps = True
    index: Expression


@dataclass(frozen=True, slots=True)
class Announce(Statement):
    """Record only: a verb begins (0), ends (1), was prevented (2), replaced (3), misfired (4)."""

    keeps = True
    verb: str
    stage: int
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    """The game is over. `places`: a set with the place of each seat, 1 for who has won; empty is a
    draw. `reason` is the place of the rule.
    """

    keeps = True
    ends = True
    places: Expression
    reason: int


@dataclass(frozen=True, slots=True)
class Fault(Statement):
    """A rule cannot go on: the game stops with a located problem."""

    keeps = True
    ends = True
    code: str
    place: int
