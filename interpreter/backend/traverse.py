"""Walks over the nodes of the IR without naming each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

from ...dsl.ir.ir import Expression, Standing, Statement
from ...dsl.nodes.base import part_names


def _members(value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        yield from cast(tuple[object, ...], value)
    else:
        yield value


def child_expressions(node: object) -> Iterator[Expression]:
    """The expressions directly below a node, in the order of its fields (not those of
    blocks).
    """
    for name in part_names(node.__class__):
        for member in _members(getattr(node, name)):
            if isinstance(member, Expression):
                yield member
            elif isinstance(member, Standing):
                yield from child_expressions(member)


def child_statements(node: Statement) -> Iterator[Statement]:
    """The statements directly below a statement."""
    for name in part_names(node.__class__):
        for member in _members(getattr(node, name)):
            if isinstance(member, Statement):
                yield member


def all_nodes(node: Expression | Statement) -> Iterator[Expression | Statement]:
    """The node and all nodes below it."""
    yield node
    for expression in child_expressions(node):
        yield from all_nodes(expression)
    if isinstance(node, Statement):
        for statement in child_statements(node):
            yield from all_nodes(statement)


def map_expressions(node: Any, change: Callable[[Expression], Expression]) -> Any:
    """A copy of a node with `change` applied to each expression directly below it."""
    parts: dict[str, object] = {}
    for name in part_names(node.__class__):
        value: object = getattr(node, name)
        if isinstance(value, Expression):
            new: object = change(value)
        elif isinstance(value, tuple):
            new = tuple(
                _map_member(member, change) for member in cast(tuple[object, ...], value)
            )
        else:
            continue
        parts[name] = new
    return replace(node, **parts) if parts else node


def _map_member(member: object, change: Callable[[Expression], Expression]) -> object:
    if isinstance(member, Expression):
        return change(member)
    if isinstance(member, Standing):
        return map_expressions(member, change)
    return member
