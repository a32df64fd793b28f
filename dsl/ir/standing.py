"""What stands of a property, in an order in which generated code asks little of it for one card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import NamedTuple, TypeVar

from ..nodes.dataclass import dataclass
from . import ir
from .expressions import NONE
from .traverse import bound_locals, operands, replaced

FEW = 4  # side by side that are not asked for together whether any concerns a match
OWN = 8  # the same where it is asked what concerns one card
Groups = tuple[int, ...]
Union = Callable[[Groups], int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Among:
    """Changes that stand only where one of some cards says them: the bearers of `groups`, whose
    union has a `number`.
    """

    number: int
    groups: Groups
    parts: tuple[Stands, ...]


Stands = ir.Standing | Among


class Part(NamedTuple):
    """What stands, and the groups of bearers whose cards say it, if cards do."""

    stands: Stands
    groups: Groups | None


@dataclass(frozen=True, slots=True)
class Saying:
    """What one card says, if it does. `number`: of the group of bearers that say the change
    `inside`, of whom it is asked what the card is; of several, of the union of their groups.
    `instead`: no card says this that says one of those before it, back to the last one that is not
    so, and so it is asked only if none of these is said.
    """

    number: int
    inside: ir.Standing | tuple[Saying, ...]
    instead: bool


@dataclass(frozen=True, slots=True)
class Told:
    """What a card says that is known."""

    card: ir.Expression
    parts: tuple[Saying, ...]


@dataclass(frozen=True, slots=True)
class Arranged:
    """All that stands, in order: what a card says that is known, or what anybody does. Behind it
    comes what cards beneath the target say for it, as it is of each of them.
    """

    runs: tuple[Told | tuple[Stands, ...], ...]
    beneath: tuple[Saying, ...]


def pipelines_of(e: ir.Expression) -> list[ir.Pipeline]:
    """The value of a property, where an expression is one, perhaps behind a question."""
    match e:
        case ir.Pipeline():
            return [e]
        case ir.Mark():
            return pipelines_of(e.value)
        case ir.Either():
            return [*pipelines_of(e.then), *pipelines_of(e.otherwise)]
        case _:
            return []


def arranged(e: ir.Pipeline, program: ir.Program, union: Union | None = None) -> Arranged:
    """Where the order makes no difference, first what the target says for itself, and last what
    cards beneath it do. `union` gives some groups together a number; without it, all is asked.
    """
    others, beneath = [*e.standing], list[ir.Standing]()
    if commute(e, program.properties[e.name]):
        others, beneath = without_beneath(e)
        others.sort(key=lambda one: said_by(one) != e.target)
    runs = list[Told | tuple[Stands, ...]]()
    for said, some in groupby(others, said_by):
        if said is None:
            runs.append(among([*some], FEW, union))
        else:
            own = among([of_its_card(one) for one in some], OWN, union, whole=True)
            runs.append(Told(said, sayings(own, program)))
    return Arranged(tuple(runs), sayings(among(beneath, OWN, union, whole=True), program))


def among(
    every: Sequence[ir.Standing], fan: int, union: Union | None, whole: bool = False
) -> tuple[Stands, ...]:
    """Changes with those of many groups put together, and these again; `whole`: in the end all of
    them, which pays where most cards say none.
    """
    level = [Part(one, known_groups(one)) for one in every]
    most = 1 if whole and len(level) > 2 else fan
    while union is not None and len(level) > most:
        wider = list[Part]()
        for some in pieces(level, lambda one: one.groups is not None, fan):
            groups = tuple(dict.fromkeys(group for one in some for group in one.groups or ()))
            parts = tuple(one.stands for one in some)
            if len(some) > 1:
                wider.append(Part(Among(union(groups), groups, parts), groups))
            else:
                wider += some
        if len(wider) == len(level):
            break
        level = wider
    return tuple(one.stands for one in level)


def sayings(parts: Sequence[Stands], program: ir.Program) -> tuple[Saying, ...]:
    """Changes that cards say, as they are asked of one card."""
    found, before = list[Saying](), set[int]()
    for one in parts:
        is_one = isinstance(one, ir.Standing)
        groups = (group_of(one),) if is_one else one.groups
        cards = {card for group in groups for card in program.bearers[group]}
        instead = bool(found) and not cards & before
        before = before | cards if instead else cards
        if is_one:
            found.append(Saying(groups[0], replace(one, over=None), instead))
        else:
            found.append(Saying(one.number, sayings(one.parts, program), instead))
    return tuple(found)


def pieces(every: Sequence[T], known: Callable[[T], bool], size: int) -> Iterator[list[T]]:
    """Parts side by side in their order: so many at a time of those that are `known`, the others
    alone.
    """
    for is_known, run in groupby(every, known):
        rest = [*run]
        while rest:
            cut = size if is_known else 1
            yield rest[:cut]
            rest = rest[cut:]


def known_groups(one: ir.Standing) -> Groups | None:
    """The groups of bearers whose cards say it; None where it is not said by cards."""
    return (group_of(one),) if isinstance(one.over, ir.Bearers) else None


def group_of(one: ir.Standing) -> int:
    """The group of bearers whose cards say it; -1 where it is not said by cards."""
    return one.over.group if isinstance(one.over, ir.Bearers) else NONE


def said_by(one: ir.Standing) -> ir.Expression | None:
    """The only card that may say it, if cards say it and that is known."""
    found = named_member(one) if isinstance(one.over, ir.Bearers) else None
    return None if found is None else found[0]


def of_its_card(one: ir.Standing) -> ir.Standing:
    """The same, on what else it stands, where it is the card that may say it."""
    found = named_member(one)
    return one if found is None else replace(one, condition=found[1])


def asked_first(e: ir.Expression) -> tuple[ir.Bearers, ir.Expression] | None:
    """The cards that a value asks for before all else, if it does so, and what it is where a match
    has none of them.
    """
    sides = operands(e) if isinstance(e, ir.And) else []
    match e:
        case ir.Either(condition=asked, otherwise=ir.Int() | ir.Local() as other):
            pass
        case ir.And():
            asked, other = sides[0], ir.Int(0)
        case _:
            return None
    match asked:
        case ir.Compare(
            operator=">", left=ir.Count(of=ir.Bearers() as cards), right=ir.Int(value=0)
        ):
            return cards, other
        case _:
            return None


def has_places(e: ir.Pipeline) -> bool:
    """Whether some standing modifier has a place among the running ones."""
    return any(one.since != ir.Int(0) for one in e.standing)


def named_member(one: ir.Standing) -> tuple[ir.Expression, ir.Expression] | None:
    """The only member a condition can hold for, and the rest of the condition."""
    if not isinstance(one.over, ir.Bearers | ir.Zone):
        return None
    condition = one.condition
    sides = operands(condition) if isinstance(condition, ir.And) else [condition]
    for i, side in enumerate(sides):
        if not isinstance(side, ir.Compare) or side.operator != "==":
            continue
        for mine, value in ((side.left, side.right), (side.right, side.left)):
            is_it = mine == ir.Local(one.bound) and value != mine
            if is_it and isinstance(value, ir.Local):
                others = [*sides[:i], *sides[i + 1 :]]
                return value, reduce(ir.And, others) if others else ir.Int(1)
    return None


def said_beneath(one: ir.Standing, target: ir.Expression) -> ir.Expression | None:
    """The condition of what cards say for the card on top of their object, where that is `target`;
    None of anything else.
    """
    if not isinstance(one.over, ir.Bearers) or not isinstance(target, ir.Local):
        return None
    if {one.bound, target.name} & {*bound_locals(one.condition)}:
        return None
    top = ir.Native("object_top", (ir.Local(one.bound),))
    sides = operands(one.condition) if isinstance(one.condition, ir.And) else [one.condition]
    same = (ir.Compare("==", target, top), ir.Compare("==", top, target))
    there = ir.Compare("!=", top, ir.Int(NONE))  # nobody is on top of a card alone
    if there not in sides or not {*sides} & {*same}:
        return None
    rest = [replaced(side, top, target) for side in sides if side not in same]
    return reduce(ir.And, rest) if rest else ir.Int(1)


def commute(e: ir.Pipeline, spec: ir.PropertySpec) -> bool:
    """Whether the order of what stands makes no difference: it only adds and takes away."""
    plain = all(one.operation in ("raise", "lower") and not one.tag for one in e.standing)
    last = {title for layer in spec.layers for title, last_only in layer if last_only}
    return plain and not has_places(e) and not last & {"raise", "lower"}


def without_beneath(e: ir.Pipeline) -> tuple[list[ir.Standing], list[ir.Standing]]:
    """What stands, without what cards beneath `e.target` say for it, and this, as it is of each of
    them, if there is more than one.
    """
    others, beneath = list[ir.Standing](), list[ir.Standing]()
    for one in e.standing:
        found = said_beneath(one, e.target)
        if found is None:
            others.append(one)
        else:
            what = one.operation, one.amount, one.tag
            beneath.append(ir.Standing(one.bound, one.over, found, *what))
    return (others, beneath) if len(beneath) > 1 else ([*e.standing], [])
