"""What says the same, wherever it stands: keys that are equal where parts of the typed tree are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from ...nodes.base import part_names
from ...typed import truths as tr
from ...typed import values as v
from ...typed.statements import Alternative, Ending, Statement
from ...typed.values import Binding, Value
from ...typed.walk import walk

BINDER = "each"
Around = dict[Binding, tuple[Value, "Around"]]  # what names stand for, and the names in that


def key_in(thing: object, around: Around, bound: dict[Binding, int] | None = None) -> Any:
    """The same for values that say the same, with whatever names inside."""
    bound = bound if bound is not None else {}
    if isinstance(thing, Value):
        form = thing.form
        binding = form.binding if isinstance(form, v.Local) else None
        if binding is not None and binding not in bound and binding in around:
            return key_in(*around[binding], bound)
        return key_in(form, around, bound)
    if isinstance(thing, Binding):
        return ("bound", bound[thing]) if thing in bound else ("free", thing)
    if isinstance(thing, tuple):
        members = cast(tuple[object, ...], thing)
        return tuple(key_in(part, around, bound) for part in members)
    if not isinstance(thing, (v.Form, v.Shape)):
        return thing
    if isinstance(thing, v.Where) and tr.is_true(thing.condition):
        return key_in(thing.of, around, bound)
    names = part_names(thing.__class__)
    if BINDER in names:
        each = getattr(thing, BINDER)
        bound = {**bound, each: len(bound)}
    parts = (key_in(getattr(thing, name), around, bound) for name in names)
    return (thing.__class__.__name__, *parts)


def key_of(thing: object) -> Any:
    """The same for statements, rules and values that say the same, wherever they stand."""
    bound: dict[Binding, int] = {}
    for part in walk(*members_of(thing)):
        if not isinstance(part, (v.Local, Value)):
            values = (getattr(part, name) for name in part_names(part.__class__))
            for value in (one for one in values if isinstance(one, Binding)):
                bound.setdefault(value, len(bound))
    return key_with(thing, bound)


def key_with(thing: object, bound: dict[Binding, int]) -> Any:
    if isinstance(thing, (Value, Binding, v.Form)):
        return key_in(thing, {}, bound)
    if isinstance(thing, tuple):
        return tuple(key_with(part, bound) for part in cast(tuple[object, ...], thing))
    if not isinstance(thing, (Statement, Alternative, Ending)):
        return thing
    names = (name for name in part_names(thing.__class__) if name != "at")
    return (thing.__class__.__name__, *(key_with(getattr(thing, n), bound) for n in names))


def members_of(thing: object) -> Iterator[object]:
    """What is in tuples inside each other."""
    if isinstance(thing, tuple):
        for part in cast(tuple[object, ...], thing):
            yield from members_of(part)
    elif thing is not None:
        yield thing
