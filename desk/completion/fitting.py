"""Of what type a value must be where a line of rules goes on, and of what type names are."""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import Node
from ..index.index import Index
from ..index.mentions import PROPERTY
from ..index.things import FIELD, STEP, VALUE

NUMBER, TRUTH, CARDS = "number", "truth", "cards"
CHANGES = ("raise", "lower", "multiply", "divide")
COUNTED = ("than", "least", "most", "exactly", "+", "-", "*", "/")  # a number stands behind them
MOVED = ("move", "shuffle", "show", "swap")  # zones and cards stand behind them
# What is no value by itself, except where it is compared with: a phase, a kind of card.
NO_VALUES = ("verb", "action", "window", "groups", "phrase", "role", "orientation", STEP)
PARTS = ("keyword", "values")  # stand in front of `of` or behind `has`, never as a value
VALUES_IN = ("gauge", "note", PROPERTY, "parameter", "option", "zone", FIELD)


def wanted_at(index: Index, row: Sequence[str]) -> frozenset[str]:
    """The types that may stand behind the words of a row; none where that is not known."""
    left = [*row]
    while left and left[-1].endswith("'s"):
        left.pop()
    if not left:
        return frozenset()
    last, first = left[-1], left[0]
    if last in COUNTED or (last == "by" and first in CHANGES):
        return frozenset({NUMBER})
    if first in MOVED and last in (first, "to", "under", "and", "onto"):
        return frozenset({CARDS})
    if last == "to" and first == "set" and len(left) > 2:
        return types_named(index, left[-2])
    if last == "is" and len(left) > 1:
        return types_named(index, left[-2])
    return frozenset()


def types_named(index: Index, name: str) -> frozenset[str]:
    """The types of all that has a name."""
    found: set[str] = set()
    for kind in VALUES_IN:
        if (kind, name) in index.things:
            found |= types_of(index, kind, name)
    return frozenset(found)


def types_of(index: Index, kind: str, name: str) -> frozenset[str]:
    """The types of what is declared: those of each kind of card that has it; none where that is
    not known.
    """
    if kind in ("gauge", "parameter"):
        return frozenset({NUMBER})
    if kind == "option":
        return frozenset({TRUTH})
    if kind == "zone":
        return frozenset({CARDS})
    if kind == VALUE:
        return values_with(index, name)
    if kind == PROPERTY and index.loaded.format is not None:
        types = index.types_of_properties.get(name, ())
        return frozenset(CARDS if one.kind == "card" else one.of or one.kind for one in types)
    nodes = [one.node for one in index.things.get((kind, name), ())]
    return frozenset(filter(None, map(declared_type, nodes)))


def values_with(index: Index, name: str) -> frozenset[str]:
    """The `values` that have a symbol."""
    rules = index.loaded.ruleset
    every = rules.all(d.ValuesDeclaration) if rules is not None else ()
    return frozenset(
        str(one.name) for one in every if any(str(item.name) == name for item in one.items)
    )


def declared_type(node: Node | None) -> str:
    """What a note or a field says that it is."""
    type_ = getattr(node, "type", None)
    if isinstance(type_, attrs.TruthType):
        return TRUTH
    return str(type_.word) if isinstance(type_, attrs.PlainType | attrs.MaybeType) else ""


def fits(index: Index, kind: str, name: str, wanted: frozenset[str]) -> int:
    """0 where a name is of a wanted type, 1 where that is not known, 2 where it is of none."""
    if not wanted:
        return 0
    if kind in (*NO_VALUES, *PARTS) or (kind == "card kind" and CARDS not in wanted):
        return 2
    types = types_of(index, kind, name)
    if not types:
        return 1
    return 0 if types & wanted else 2
