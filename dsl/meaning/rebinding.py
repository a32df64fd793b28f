"""Giving a sentence of a card to one bearer: its `this` and `player` become expressions."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import Any, cast

from ..ir import ir
from ..nodes.base import part_names
from .context import Macro, Scope, Value


def substitute(thing: Any, names: dict[str, ir.Expression]) -> Any:
    """An expression with locals replaced by expressions."""
    if isinstance(thing, ir.Local):
        return names.get(thing.name, thing)
    if isinstance(thing, tuple):
        return tuple(substitute(item, names) for item in cast(tuple[Any, ...], thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        changed = {
            name: substitute(value, names)
            for name in part_names(thing.__class__)
            if isinstance(
                value := getattr(thing, name), (ir.Expression, tuple, ir.Standing)
            )
        }
        return replace(thing, **changed) if changed else thing  # pyright: ignore[reportUnknownVariableType]
    return thing


def rebind(scope: Scope, this: ir.Expression, player: ir.Expression) -> Scope:
    """The same scope, speaking for the bearer `this` and its `player`, in its slots too."""
    names = {"this": this, "player": player}
    result = scope.child()
    result.this, result.player = this, player
    if scope.holder is not None:
        result.holder = replace(scope.holder, code=substitute(scope.holder.code, names))
    result.locals = {name: rebound(item, names) for name, item in scope.locals.items()}
    return result


def rebound(item: Value | Macro, names: dict[str, ir.Expression]) -> Value | Macro:
    if isinstance(item, Value):
        owner = None if item.owner is None else substitute(item.owner, names)
        return replace(item, code=substitute(item.code, names), owner=owner)
    scope = rebind(item.scope, names["this"], names["player"])
    return Macro(item.use, scope, item.category)
