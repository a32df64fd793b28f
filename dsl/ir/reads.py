"""What expressions read of a state, with all functions that they may call, and what statements
change of that.

A part of a state is a field, a zone, a property (what modifies it), or one of those named below.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import ir
from .names import BEARER, ENTRY, PLACE
from .traverse import Node, child_expressions, parts

Part = tuple[str, str]  # what it is, and its name
Parts = frozenset[Part]

FIELD, ZONE, PROPERTY = "field", "zone", "property"
ANY: Part = ("any", "")  # nobody knows which
OBJECTS: Part = ("objects", "")  # which cards make one
PLACES: Part = ("places", "")  # in which zone each card lies
WAITING: Part = ("waiting", "")  # triggers

# Statements which change something that is noted only where it does.
NOTED = (ir.Set, ir.Move, ir.TurnFace, ir.Rotate, ir.Forget, ir.Expire, ir.ExpireIf)

HELPERS: dict[str, Parts] = {  # what natives read behind their arguments; the others may read any
    **dict.fromkeys(("distinct", "same_members", "best_of_groups"), frozenset[Part]()),
    **dict.fromkeys(("most_that_fit", "ways_to_fit", "members_that_fit"), frozenset[Part]()),
    **dict.fromkeys(("stack_tops", "cards_beneath", "object_top"), frozenset({OBJECTS})),
    **dict.fromkeys(("ready_triggers", "waiting_owner"), frozenset({WAITING})),
    "zone_owner": frozenset({PLACES}),
}


def reads(program: ir.Program, roots: Iterable[ir.Expression]) -> tuple[Parts, dict[int, Parts]]:
    """What some expressions read, and the functions behind them; and by group of bearers what they
    read besides where cards of it are in the match.
    """
    known = set[str]()
    read, said = _closure(program, roots, known)
    more, seen = dict[int, Parts](), set[int]()
    while said:
        one = said.pop()
        if id(one) in seen or not isinstance(one.over, ir.Bearers):
            continue
        seen.add(id(one))
        found, behind = _closure(program, child_expressions(one), {*known})
        said += behind
        if found - read:
            more[one.over.group] = more.get(one.over.group, frozenset()) | (found - read)
    return read, more


def _closure(
    program: ir.Program, roots: Iterable[ir.Expression], known: set[str]
) -> tuple[Parts, list[ir.Standing]]:
    """What expressions read with all functions that are not `known` yet, without what stands only
    while there are cards that say it, and this.
    """
    found, said = set[Part](), list[ir.Standing]()
    ahead: list[Node] = [*roots]
    while ahead:
        node = ahead.pop()
        found |= _read(node)
        for _, part in parts(node):
            if not isinstance(part, ir.Standing):
                ahead.append(part)
            elif isinstance(part.over, ir.Bearers):
                said.append(part)
            else:
                ahead += child_expressions(part)
        for name in _called(program, node):
            if name not in known and name in program.functions:
                known.add(name)
                ahead.append(program.functions[name].value)
    return frozenset(found), said


def _read(node: Node) -> Parts:
    """What a node reads by itself."""
    match node:
        case ir.Field(name=name):
            return frozenset({ANY if name in (PLACE, ENTRY, BEARER) else (FIELD, name)})
        case ir.Zone(name=name):
            return frozenset({(ZONE, name)})
        case ir.Pipeline(name=name):
            return frozenset({(PROPERTY, name), OBJECTS})
        case ir.PlaceOf():
            return frozenset({PLACES})
        case ir.Unsettled():
            return frozenset({WAITING})
        case ir.Sequence():
            return frozenset({ANY})
        case ir.Native(helper=helper):
            return HELPERS.get(helper, frozenset({ANY}))
        case _:
            return frozenset()


def _called(program: ir.Program, node: Node) -> Iterable[str]:
    """The functions that a node calls."""
    if isinstance(node, ir.Apply):
        return (node.function,)
    return program.dispatch.get(node.table, ()) if isinstance(node, ir.ApplyDispatch) else ()


def changes(program: ir.Program, statement: ir.Statement) -> Parts:
    """What a statement by itself may change, but for what is noted only where it does: another
    value of a field, face or orientation, a modifier that ends, and the zone that a card leaves.
    """
    match statement:
        case ir.Move(at=None, zone=zone):
            return leaving(program, zone) | {PLACES}
        case ir.Shuffle(zone=zone):
            return frozenset({(ZONE, zone)})
        case ir.Modify(name=name):
            return frozenset({(PROPERTY, name)})
        case ir.Queue() | ir.Unqueue():
            return frozenset({WAITING})
        case ir.Move():
            return frozenset({ANY})
        case _:
            is_known = statement.keeps or isinstance(statement, NOTED)
            return frozenset() if is_known else frozenset({ANY})


def leaving(program: ir.Program, zone: str) -> Parts:
    """What changes where a card leaves a zone, or comes to it."""
    is_object = program.zones[zone].keeps_object
    return frozenset({(ZONE, zone), OBJECTS} if is_object else {(ZONE, zone)})


def meet(read: Parts, changed: Parts) -> bool:
    """Whether what is read may be among what is changed."""
    if ANY in read or ANY in changed:
        return bool(read and changed)
    return not read.isdisjoint(changed)
