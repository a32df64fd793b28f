"""What expressions read of a state, with all functions that they may call."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from . import ir
from .traverse import Node, all_nodes

QUEUES = (ir.Queue, ir.Unqueue)


def parts_read(program: ir.Program, roots: Iterable[ir.Expression]) -> list[Node]:
    """Every node of some expressions and of the functions behind them, each function once."""
    found: list[Node] = []
    known: set[str] = set()
    ahead: list[Node] = [*roots]
    while ahead:
        nodes = [*all_nodes(ahead.pop())]
        found += nodes
        for node in nodes:
            names: Iterable[str] = ()
            if isinstance(node, ir.Apply):
                names = (node.function,)
            elif isinstance(node, ir.ApplyDispatch):
                names = program.dispatch.get(node.table, ())
            for name in names:
                if name not in known and name in program.functions:
                    known.add(name)
                    ahead.append(program.functions[name].value)
    return found


def changed_by(statement: ir.Statement, fields: Collection[str], waiting: bool) -> bool:
    """Whether a statement by itself may change what expressions read: these fields, what waits
    with `waiting`, and anything else but fields.
    """
    if isinstance(statement, ir.Set):
        return statement.name in fields
    return (waiting and isinstance(statement, QUEUES)) or not statement.keeps
