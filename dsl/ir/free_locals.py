"""Which locals a block takes from around it."""

from __future__ import annotations

from ..nodes.base import inner_names
from . import ir

NODES = (ir.Expression, ir.Statement, ir.Standing)
BINDERS = (ir.Select, ir.Each, ir.Flatten, ir.Exists, ir.Total, ir.Extreme)


def free_locals(body: ir.Block) -> tuple[str, ...]:
    """Names read somewhere in the block that it does not set before, in order of reading."""
    found: dict[str, None] = {}
    read_block(body, set(), found)
    return tuple(found)


def free_in(code: ir.Expression) -> set[str]:
    """Names an expression reads."""
    found: dict[str, None] = {}
    read(code, set(), found)
    return set(found)


def read_block(body: ir.Block, known: set[str], found: dict[str, None]) -> None:
    for statement in body:
        read_statement(statement, known, found)


def read_statement(statement: ir.Statement, known: set[str], found: dict[str, None]) -> None:
    if isinstance(statement, ir.If):
        read(statement.condition, known, found)
        then, otherwise = set(known), set(known)
        read_block(statement.then, then, found)
        read_block(statement.otherwise, otherwise, found)
        known |= then & otherwise
    elif isinstance(statement, ir.For):
        read(statement.of, known, found)
        read_block(statement.body, known | {statement.name}, found)
    elif isinstance(statement, ir.While):
        read(statement.condition, known, found)
        read_block(statement.body, set(known), found)
    elif isinstance(statement, ir.Step):
        read(statement.player, known, found)
        read_block(statement.body, set(known), found)
    else:
        read(statement, known, found)
        known |= {getattr(statement, name) for name in statement.writes}


def read(thing: object, known: set[str], found: dict[str, None]) -> None:
    if isinstance(thing, ir.Local):
        if thing.name not in known:
            found[thing.name] = None
    elif isinstance(thing, ir.Bind):
        read(thing.of, known, found)
        read(thing.value, known | {thing.name}, found)
    elif isinstance(thing, BINDERS):
        read(thing.of, known, found)
        inner = known | {thing.name}
        for name in inner_names(thing.__class__):
            if name not in ("of", "name"):
                read(getattr(thing, name), inner, found)
    elif isinstance(thing, ir.Standing):
        read(thing.over, known, found)
        inner = known | {thing.bound}
        read(thing.condition, inner, found)
        read(thing.amount, inner, found)
        read(thing.since, inner, found)
    elif isinstance(thing, tuple):
        for item in thing:  # pyright: ignore[reportUnknownVariableType]
            read(item, known, found)  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(thing, NODES):
        for name in inner_names(thing.__class__):
            read(getattr(thing, name), known, found)
