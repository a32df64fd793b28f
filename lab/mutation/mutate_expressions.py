"""Small mistakes one could make in an expression, beyond what its form shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ...dsl.nodes import expressions as e
from ...dsl.nodes.base import Node, walk, word_at
from .alternatives import Alternatives

Changes = Iterator[Node]
# What is changed in itself and need not be negated.
DECIDED = (
    e.IsExpression, e.IsNotExpression, e.AtLeastExpression, e.AtMostExpression,
    e.MoreExpression, e.LessExpression, e.HasExpression, e.HasNoExpression, e.Add, e.Subtract,
    e.Times, e.Divide, e.AndExpression, e.OrExpression, e.NotExpression, e.Exists,
    e.OneOfExpression,
)  # fmt: skip


def name_changes(node: e.Name, words: Alternatives) -> Changes:
    other = words.name(node.word)
    if other is not None:
        yield other


def of_changes(node: e.Of, words: Alternatives) -> Changes:
    """The player instead of the opponent; a step of a row less."""
    if str(node.word) == "opponent":
        yield node.owner
    elif isinstance(node.owner, e.Of):
        yield replace(node, owner=node.owner.owner)
    elif isinstance(node.owner, e.Its):
        yield e.Its(node.word, span=node.span)


def where_changes(node: e.Where, words: Alternatives) -> Changes:
    yield node.of


def within_changes(node: e.Within, words: Alternatives) -> Changes:
    if isinstance(node.kind, e.Name) and node.kind.word != "cards":
        kind = e.Name(word_at("cards", node.kind.span), span=node.kind.span)
        yield replace(node, kind=kind)


def junction_changes(node: e.Operation, words: Alternatives) -> Changes:
    """Either side alone, or negated."""
    yield node.left
    yield node.right
    for side in ("left", "right"):
        negated = negation(getattr(node, side))
        if negated is not None:
            yield replace(node, **{side: negated})


def sum_changes(node: e.Add, words: Alternatives) -> Changes:
    yield node.left


def inner_changes(node: Any, words: Alternatives) -> Changes:
    """Without `not` or the minus in front."""
    yield node.value


METHODS: dict[type[Node], Callable[[Any, Alternatives], Changes]] = {
    e.Name: name_changes,
    e.Of: of_changes,
    e.Where: where_changes,
    e.Within: within_changes,
    e.AndExpression: junction_changes,
    e.OrExpression: junction_changes,
    e.Add: sum_changes,
    e.NotExpression: inner_changes,
    e.Negative: inner_changes,
}


def one_more(node: e.Expression) -> e.Expression | None:
    """`x + 1` for a value in which no number stands that could be another."""
    if any(isinstance(part, e.Number) for part in walk(node)):
        return None
    return e.Add(node, e.Number(1, span=node.span), span=node.span)


def negation(node: e.Expression) -> e.Expression | None:
    """`not x` for a condition that no other change turns round."""
    while isinstance(node, e.Bracket):
        node = node.inner
    if isinstance(node, DECIDED):
        return None
    return e.NotExpression(node, span=node.span)
