"""Expressions of the meaning (see `ir`): they never ask, change or record anything, and
always end.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from ..nodes.dataclass import dataclass

NONE = -1
ALIKE, DIFFERENT, IN_A_ROW, TOTAL = range(4)  # what a set is asked that is chosen
NO_NUMBER = -(1 << 50)  # none where a number could stand, which may be negative


def missing_of(kind: str) -> int:
    """What stands for none among values of a kind."""
    return NO_NUMBER if kind == "number" else NONE


class Expression:
    """Base of all expressions, and what passes over them may ask of each class.

    `inside`: the fields in which a local holds a member of a set (with `Bind`, a value);
    the field `binder` has its name. `gives`: what the value is by the form alone, where
    that tells; a local, a table or a call may give either.
    """

    __slots__ = ()
    inside: ClassVar[tuple[str, ...]] = ()
    binder: ClassVar[str] = "name"
    gives: ClassVar[Literal["truth", "set", ""]] = ""


# ---- expressions: numbers, truth, single things


@dataclass(frozen=True, slots=True)
class Int(Expression):
    value: int


@dataclass(frozen=True, slots=True)
class Local(Expression):
    name: str


@dataclass(frozen=True, slots=True)
class Field(Expression):
    """A changing value: of the game (`owner` None), else of the player or card `owner`.

    "face" and "turned" of a card read the columns of that name.
    """

    name: str
    owner: Expression | None = None


@dataclass(frozen=True, slots=True)
class Table(Expression):
    """A fixed value of a card: `Program.tables[name]`, one entry a card of the match.

    With `index` the entry is a tuple (`per values` fields) of which one member is taken. An
    index of -1 reads -1.
    """

    name: str
    card: Expression
    index: Expression | None = None


@dataclass(frozen=True, slots=True)
class Arithmetic(Expression):
    """`operator` is one of + - * // % (floor division; division by zero is a fault)."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Compare(Expression):
    """`operator` is one of == != < <= > >= ; both sides are ints."""

    gives = "truth"
    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class And(Expression):
    gives = "truth"
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Or(Expression):
    gives = "truth"
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(Expression):
    gives = "truth"
    value: Expression


@dataclass(frozen=True, slots=True)
class Either(Expression):
    """`then` if `condition` else `otherwise`; only the side that is needed is evaluated."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Bind(Expression):
    """`value` with local `name` holding `of`, evaluated once."""

    inside = ("value",)
    name: str
    of: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class NextPlayer(Expression):
    """The seat `steps` places on from `player`, going round."""

    player: Expression
    steps: int = 1


@dataclass(frozen=True, slots=True)
class Apply(Expression):
    """A call of a pure `Function` of the program."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ApplyDispatch(Expression):
    """A pure call through `Program.dispatch[table]` (names of Functions); index -1 gives 0
    (or no members).
    """

    table: str
    index: Expression
    arguments: tuple[Expression, ...]
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Entry(Expression):
    """A constant: `Program.lists[table][index]`, an int or a tuple of ints; index -1 gives
    -1 (or no members).
    """

    table: str
    index: Expression
    is_set: bool = False


@dataclass(frozen=True, slots=True)
class Mark(Expression):
    """`value`; counts `Program.places[place]` as executed when lines are counted."""

    place: int
    value: Expression


@dataclass(frozen=True, slots=True)
class Native(Expression):
    """A pure helper of `interpreter/runtime/natives.py` by name, called as helper(S, M,
    *arguments).

    S is the state, M the match (tables, names). Kept few: what a loop over ints cannot say well.
    """

    helper: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Pipeline(Expression):
    """`base` after all modifiers of property `name` on `target`, by the property's declared
    layers.

    Running modifiers live in the state (see `Modify`). `standing` ones hold as long as
    their condition does and are folded before all running ones of their layer, unless they
    have a place among them.
    """

    name: str
    target: Expression
    base: Expression
    standing: tuple[Standing, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """For each `bound` in `over` (once, when `over` is None) where `condition`: operation
    by amount; as if made behind the modifier whose running number is `since`.
    """

    inside: ClassVar[tuple[str, ...]] = ("condition", "amount", "since")
    binder: ClassVar[str] = "bound"
    bound: str
    over: Expression | None
    condition: Expression
    operation: str
    amount: Expression
    tag: str = ""
    since: Expression = Int(0)


# ---- expressions: sets


@dataclass(frozen=True, slots=True)
class Zone(Expression):
    """The live list of a zone; `owner` is None for a shared zone. Bottom first, top last."""

    gives = "set"
    name: str
    owner: Expression | None = None


@dataclass(frozen=True, slots=True)
class Items(Expression):
    """A set written out."""

    gives = "set"
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Range(Expression):
    """0, 1, .. count - 1: all players, all symbols of a kind, all parts of a card."""

    gives = "set"
    count: Expression


@dataclass(frozen=True, slots=True)
class Join(Expression):
    gives = "set"
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Select(Expression):
    """Members of `of` for which, as local `name`, `condition` holds; keeps their order."""

    inside = ("condition",)
    gives = "set"
    name: str
    of: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Each(Expression):
    """`value` for each member of `of` (a list of ints, same length)."""

    inside = ("value",)
    gives = "set"
    name: str
    of: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Flatten(Expression):
    """The set-valued `value` for each member of `of`, joined (`players' hand`)."""

    inside = ("value",)
    gives = "set"
    name: str
    of: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Top(Expression):
    """The `amount` topmost members, the topmost first; fewer when there are fewer."""

    gives = "set"
    of: Expression
    amount: Expression


@dataclass(frozen=True, slots=True)
class Bottom(Expression):
    """The `amount` lowest members, the lowest first; fewer when there are fewer."""

    gives = "set"
    of: Expression
    amount: Expression


@dataclass(frozen=True, slots=True)
class Reversed(Expression):
    gives = "set"
    of: Expression


@dataclass(frozen=True, slots=True)
class After(Expression):
    """The members behind the first one equal to `value` (all of them when there is none)."""

    gives = "set"
    of: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class TopOne(Expression):
    """The topmost member, -1 when there is none."""

    of: Expression


@dataclass(frozen=True, slots=True)
class BottomOne(Expression):
    """The lowest member, -1 when there is none."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Count(Expression):
    of: Expression


@dataclass(frozen=True, slots=True)
class Exists(Expression):
    """Whether `condition` holds for any member."""

    inside = ("condition",)
    gives = "truth"
    name: str
    of: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Total(Expression):
    """The sum of `value` over the members."""

    inside = ("value",)
    name: str
    of: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Extreme(Expression):
    """The highest (or lowest) `value` over the members; `default` when there is none."""

    inside = ("value",)
    highest: bool
    name: str
    of: Expression
    value: Expression
    default: Expression


@dataclass(frozen=True, slots=True)
class Bearers(Expression):
    """The cards of the match, by instance id, whose definition is in `Program.bearers[group]`."""

    gives = "set"
    group: int


@dataclass(frozen=True, slots=True)
class Matches(Expression):
    """Whether each of `sets` can be given a member of its own (an injective matching)."""

    gives = "truth"
    sets: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class PlaceOf(Expression):
    """The zone a card lies in: an index of `Program.zones` in order, whoever owns it."""

    card: Expression


@dataclass(frozen=True, slots=True)
class Contains(Expression):
    gives = "truth"
    of: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Unsettled(Expression):
    """How many triggers wait."""


@dataclass(frozen=True, slots=True)
class Sequence(Expression):
    """The running number of the latest modifier or object."""
