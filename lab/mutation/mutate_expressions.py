"""Small mistakes one could make in an expression: each a node to put in another's place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ...dsl.nodes import expressions as e
from ...dsl.nodes.base import Node, walk, word_at
from .alternatives import Alternatives

Change = tuple[
    Node, Node, Node | None
]  # the new node; what the change is about, before and after
Changes = Iterator[Node]

FLIPPED: dict[type[Node], tuple[type[Any], ...]] = {
    e.IsExpression: (e.IsNotExpression,),
    e.IsNotExpression: (e.IsExpression,),
    e.AtLeastExpression: (e.MoreExpression, e.AtMostExpression),
    e.AtMostExpression: (e.LessExpression, e.AtLeastExpression),
    e.MoreExpression: (e.AtLeastExpression, e.LessExpression),
    e.LessExpression: (e.AtMostExpression, e.MoreExpression),
    e.HasExpression: (e.HasNoExpression,),
    e.HasNoExpression: (e.HasExpression,),
    e.Add: (e.Subtract,),
    e.Subtract: (e.Add,),
    e.Times: (e.Add,),
    e.Divide: (e.Times,),
}
DECIDED = (
    *FLIPPED,
    e.AndExpression,
    e.OrExpression,
    e.NotExpression,
    e.Exists,
    e.OneOfExpression,
)  # what is changed in itself and need not be negated


def expression_changes(node: Node, words: Alternatives) -> Changes:
    """What could stand instead of an expression."""
    for kind in FLIPPED.get(type(node), ()):
        assert isinstance(node, e.Operation)
        sides: Any = node
        yield kind(sides.left, sides.right, span=node.span)
    method = METHODS.get(type(node))
    if method is not None:
        yield from method(node, words)


def name_changes(node: e.Name, words: Alternatives) -> Changes:
    other = words.name(node.word)
    if other is not None:
        yield other


def number_changes(node: e.Number, words: Alternatives) -> Changes:
    yield replace(node, value=node.value + 1)
    if node.value > 0:
        yield replace(node, value=node.value - 1)


def of_changes(node: e.Of, words: Alternatives) -> Changes:
    """Another zone of the same player; the player instead of the opponent; a step of a row less."""
    other = words.zones.get(str(node.word))
    if other is not None:
        yield replace(node, word=word_at(other, node.word.span))
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


def junction_changes(node: Any, words: Alternatives) -> Changes:
    """`or` for `and`, and either side alone."""
    other = e.OrExpression if isinstance(node, e.AndExpression) else e.AndExpression
    yield other(node.left, node.right, span=node.span)
    yield node.left
    yield node.right
    for side in ("left", "right"):
        negated = negation(getattr(node, side))
        if negated is not None:
            yield replace(node, **{side: negated})


def sum_changes(node: e.Add, words: Alternatives) -> Changes:
    yield node.left


def not_changes(node: e.NotExpression, words: Alternatives) -> Changes:
    yield node.value


def exists_changes(node: e.Exists, words: Alternatives) -> Changes:
    yield replace(node, no=not node.no)
    if node.condition is not None:
        yield replace(node, condition=None)


def one_of_changes(node: e.OneOfExpression, words: Alternatives) -> Changes:
    for number in range(len(node.values)):
        if len(node.values) > 1:
            left = (*node.values[:number], *node.values[number + 1 :])
            yield replace(node, values=left)


def end_changes(node: Any, words: Alternatives) -> Changes:
    other = e.Bottom if isinstance(node, e.Top) else e.Top
    yield other(node.amount, node.of, span=node.span)


def extreme_changes(node: Any, words: Alternatives) -> Changes:
    other = e.Lowest if isinstance(node, e.Highest) else e.Highest
    yield other(node.word, node.of, span=node.span)


def negative_changes(node: e.Negative, words: Alternatives) -> Changes:
    yield node.value


METHODS: dict[type[Node], Callable[[Any, Alternatives], Changes]] = {
    e.Name: name_changes,
    e.Number: number_changes,
    e.Of: of_changes,
    e.Where: where_changes,
    e.Within: within_changes,
    e.AndExpression: junction_changes,
    e.OrExpression: junction_changes,
    e.Add: sum_changes,
    e.NotExpression: not_changes,
    e.Exists: exists_changes,
    e.OneOfExpression: one_of_changes,
    e.Top: end_changes,
    e.Bottom: end_changes,
    e.Highest: extreme_changes,
    e.Lowest: extreme_changes,
    e.Negative: negative_changes,
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
