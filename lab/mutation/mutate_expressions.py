"""Small mistakes one could make in an expression, beyond what its form shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...dsl.nodes import expressions as e
from ...dsl.nodes.base import Node, Word, walk
from .alternatives import Alternatives

Changes = Iterator[Node]
Method = Callable[[Any, Alternatives], Changes]
# What is changed in itself and need not be negated.
DECIDED = (
    e.IsExpression, e.IsNotExpression, e.AtLeastExpression, e.AtMostExpression,
    e.MoreExpression, e.LessExpression, e.HasExpression, e.HasNoExpression, e.Add, e.Subtract,
    e.Times, e.Divide, e.AndExpression, e.OrExpression, e.NotExpression, e.Exists,
    e.OneOfExpression,
)  # fmt: skip


HANDS = {"owner": "keeper", "keeper": "owner"}


# ---- by the name of a field


def only(name: str) -> Method:
    """What is in a field, without the rest."""

    def changes(node: Any, words: Alternatives) -> Changes:
        yield getattr(node, name)

    return changes


def backwards(name: str) -> Method:
    """What is in a field the other way round."""

    def changes(node: Any, words: Alternatives) -> Changes:
        yield replace(node, **{name: getattr(node, name)[::-1]})

    return changes


def neighbours(name: str, kind: type[Node] = Node) -> Method:
    """Two parts of a kind, one behind the other, in each other's place."""

    def changes(node: Any, words: Alternatives) -> Changes:
        parts: list[Node] = list(getattr(node, name))
        for one, two in pairwise(k for k, part in enumerate(parts) if isinstance(part, kind)):
            other = [*parts]
            other[one], other[two] = parts[two], parts[one]
            yield replace(node, **{name: tuple(other)})

    return changes


# ---- by the class


def name_changes(node: e.Name, words: Alternatives) -> Changes:
    other = words.name(node.word)
    if other is not None:
        yield other


def of_changes(node: e.Of, words: Alternatives) -> Changes:
    """The player instead of the opponent, the keeper of a card instead of its owner; a step of a
    row less.
    """
    if words.hands and str(node.word) in HANDS:
        word = Word(HANDS[str(node.word)], node.word.span)
        yield replace(node, word=word)
    if str(node.word) == "opponent":
        yield node.owner
    elif isinstance(node.owner, e.Of):
        yield replace(node, owner=node.owner.owner)
    elif isinstance(node.owner, e.Its):
        yield e.Its(node.word, span=node.span)


def within_changes(node: e.Within, words: Alternatives) -> Changes:
    if isinstance(node.kind, e.Name):
        kind = e.Name(Word("cards", node.kind.span), span=node.kind.span)
        yield replace(node, kind=kind)


def junction_changes(node: e.Operation, words: Alternatives) -> Changes:
    """Either side alone, or negated."""
    yield node.left
    yield node.right
    for side in ("left", "right"):
        negated = negation(getattr(node, side))
        if negated is not None:
            yield replace(node, **{side: negated})


METHODS: dict[type[Node], Method] = {
    e.Name: name_changes,
    e.Of: of_changes,
    e.Where: only("of"),
    e.Within: within_changes,
    e.AndExpression: junction_changes,
    e.OrExpression: junction_changes,
    e.Add: only("left"),
    e.NotExpression: only("value"),
    e.Negative: only("value"),
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
