"""Walks over the nodes of a program, by what their classes say of themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

from ..nodes.base import PLAIN, Inside, inner_names, part_names
from .expressions import And, Expression, Local, Or, Standing
from .ir import Statement

Node = Expression | Statement
Part = Node | Standing
PARTS = (Expression, Standing, Statement)
VALUES: Inside[Expression | Standing] = Inside(PLAIN.fullmatch, Expression, Standing)
STATEMENTS: Inside[Statement] = Inside(PLAIN.fullmatch, Statement)
Change = Callable[[Expression], Expression]


def parts(node: Part) -> list[tuple[str, Part]]:
    """What is directly inside a node, with the name of its field, in order of the fields."""
    found: list[tuple[str, Part]] = []
    for name in inner_names(node.__class__):
        value = getattr(node, name)
        if isinstance(value, PARTS):
            found.append((name, value))
        elif isinstance(value, tuple):
            members = cast(tuple[object, ...], value)
            found += [(name, member) for member in members if isinstance(member, PARTS)]
    return found


def child_expressions(node: Part) -> list[Expression]:
    """The expressions directly inside a node; a `Standing` is looked into."""
    found: list[Expression] = []
    for part in VALUES[node.__class__](node):
        if isinstance(part, Standing):
            found += child_expressions(part)
        else:
            found.append(part)
    return found


def child_statements(node: Statement) -> list[Statement]:
    """The statements directly inside a statement."""
    return STATEMENTS[node.__class__](node)


def all_nodes(*roots: Node) -> Iterator[Node]:
    """Some nodes and all nodes inside them, outer first, expressions before blocks."""
    ahead = [*reversed(roots)]
    while ahead:
        node = ahead.pop()
        yield node
        inner: list[Node] = [*child_expressions(node)]
        if isinstance(node, Statement):
            inner += STATEMENTS[node.__class__](node)
        inner.reverse()
        ahead += inner


def all_statements(*roots: Statement) -> Iterator[Statement]:
    """Some statements and all statements inside them, outer first."""
    ahead = [*reversed(roots)]
    while ahead:
        statement = ahead.pop()
        yield statement
        ahead += STATEMENTS[statement.__class__](statement)[::-1]


def map_expressions(node: Any, change: Change) -> Any:
    """A copy of a node with `change` applied to each expression directly inside it."""

    def changed(value: object) -> object:
        if isinstance(value, Expression):
            return change(value)
        return map_expressions(value, change) if isinstance(value, Standing) else value

    new: dict[str, object] = {}
    for name in part_names(node.__class__):
        value: object = getattr(node, name)
        if isinstance(value, Expression):
            new[name] = change(value)
        elif isinstance(value, tuple):
            new[name] = tuple(changed(member) for member in cast(tuple[object, ...], value))
    return replace(node, **new) if new else node


def map_blocks(node: Any, change: Callable[[Statement], Statement]) -> Any:
    """A copy of a statement with `change` applied to each statement directly inside it."""
    new: dict[str, object] = {}
    for name in inner_names(node.__class__):
        value: object = getattr(node, name)
        if isinstance(value, tuple):
            members = cast(tuple[object, ...], value)
            if any(isinstance(member, Statement) for member in members):
                new[name] = tuple(change(m) if isinstance(m, Statement) else m for m in members)
    return replace(node, **new) if new else node


def free_locals(node: Expression | Standing) -> frozenset[str]:
    """The locals that an expression reads and does not bind itself."""
    if isinstance(node, Local):
        return frozenset((node.name,))
    found = frozenset[str]()
    for field, part in parts(node):
        if isinstance(part, (Expression, Standing)):
            names = free_locals(part)
            found |= names - {getattr(node, node.binder)} if field in node.inside else names
    return found


def bound_locals(node: Expression | Standing) -> Iterator[str]:
    """The locals that an expression binds somewhere inside it."""
    if node.inside:
        yield getattr(node, node.binder)
    for _, part in parts(node):
        if isinstance(part, (Expression, Standing)):
            yield from bound_locals(part)


def replaced(expression: Expression, old: Expression, new: Expression) -> Expression:
    """An expression with another one in the place of a part of it."""
    if expression == old:
        return new
    return map_expressions(expression, lambda part: replaced(part, old, new))


def operands(e: And | Or) -> list[Expression]:
    """The sides of a chain of the same junction, in order."""
    found: list[Expression] = []
    waiting: list[Expression] = [e]
    while waiting:
        side = waiting.pop()
        if isinstance(side, And | Or) and type(side) is type(e):
            waiting += [side.right, side.left]
        else:
            found.append(side)
    return found
