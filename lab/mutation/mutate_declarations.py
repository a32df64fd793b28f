"""Small mistakes one could make in a declaration, beyond what its form shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...dsl.nodes import attributes as a
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, word_at
from .alternatives import Alternatives
from .mutate_expressions import negation

Changes = Iterator[Node]
KINDS = {"pile": "queue", "queue": "pile", "stack": "pile", "group": "pile"}


def swapped(node: Any, name: str, one: int, two: int) -> Node:
    """A node with two of its parts in each other's place."""
    parts = list(getattr(node, name))
    parts[one], parts[two] = parts[two], parts[one]
    return replace(node, **{name: tuple(parts)})


def neighbours(node: Any, name: str) -> Changes:
    """Each two parts that stand side by side in the other order."""
    for number in range(len(getattr(node, name)) - 1):
        yield swapped(node, name, number, number + 1)


# ---- things


def kind_changes(node: a.KindAttribute, words: Alternatives) -> Changes:
    other = KINDS.get(str(node.word))
    if other is not None and node.of is None:
        yield replace(node, word=word_at(other, node.word.span))


def holds_changes(node: a.HoldsAttribute, words: Alternatives) -> Changes:
    if node.kind != "cards":
        yield replace(node, kind=word_at("cards", node.kind.span))


def word_order_changes(node: Any, words: Alternatives) -> Changes:
    if len(node.words) > 1:
        yield replace(node, words=node.words[::-1])


def values_changes(node: d.ValuesDeclaration, words: Alternatives) -> Changes:
    if node.ordered:
        yield replace(node, items=node.items[::-1])


def part_changes(node: d.PartField, words: Alternatives) -> Changes:
    yield from neighbours(node, "fields")


# ---- properties


def pipeline_changes(node: d.PipelineBody, words: Alternatives) -> Changes:
    """Two cases in the other order."""
    cases = [k for k, line in enumerate(node.lines) if isinstance(line, d.CaseLine)]
    for one, two in pairwise(cases):
        yield swapped(node, "lines", one, two)


def value_changes(node: d.CaseLine | d.StartsLine, words: Alternatives) -> Changes:
    """Without one of what is added up."""
    if isinstance(node.value, e.Add):
        yield replace(node, value=node.value.left)
        yield replace(node, value=node.value.right)


def order_changes(node: d.OrderLine, words: Alternatives) -> Changes:
    """Two layers in the other order; a comma where `and` stands, before or behind."""
    yield from neighbours(node, "layers")
    for number, layer in enumerate(node.layers):
        before, behind = node.layers[:number], node.layers[number + 1 :]
        for at in range(1, len(layer.operations)):
            one = replace(layer, operations=layer.operations[:at])
            two = replace(layer, operations=layer.operations[at:])
            yield replace(node, layers=(*before, one, two, *behind))
            yield replace(node, layers=(*before, two, one, *behind))


def operation_changes(node: d.OperationItem, words: Alternatives) -> Changes:
    if node.word != "set":  # the last one counts in any case
        yield replace(node, last=not node.last)


def means_changes(node: d.MeansBody, words: Alternatives) -> Changes:
    negated = negation(node.value)
    if negated is not None and isinstance(
        node.value, (e.FitsExpression, e.MatchesExpression, e.ContainsExpression)
    ):
        yield replace(node, value=negated)


# ---- decks, rankings, windows


def count_changes(node: d.CountLine, words: Alternatives) -> Changes:
    others: tuple[type[Any], ...] = (s.ExactlyCount, s.AtLeastCount, s.AtMostCount)
    for other in others:
        if type(node.count) is not other:
            yield replace(node, count=other(span=node.count.span))


def ranking_changes(node: d.RankingDeclaration, words: Alternatives) -> Changes:
    yield from neighbours(node, "lines")


def window_changes(node: d.WindowDeclaration, words: Alternatives) -> Changes:
    """Without one of the actions it offers."""
    if node.offers is not None:
        offered = node.offers.words
        for number in range(len(offered)):
            kept = replace(node.offers, words=(*offered[:number], *offered[number + 1 :]))
            yield replace(node, offers=kept)


def all_passed_changes(node: a.AllPassedAttribute, words: Alternatives) -> Changes:
    yield a.EmptyTurnsAttribute(2, False, span=node.span)


METHODS: dict[type[Node], Callable[[Any, Alternatives], Changes]] = {
    a.KindAttribute: kind_changes,
    a.HoldsAttribute: holds_changes,
    a.TurnedAttribute: word_order_changes,
    a.AllPassedAttribute: all_passed_changes,
    d.ValuesDeclaration: values_changes,
    d.PartField: part_changes,
    d.PipelineBody: pipeline_changes,
    d.CaseLine: value_changes,
    d.StartsLine: value_changes,
    d.OrderLine: order_changes,
    d.OperationItem: operation_changes,
    d.MeansBody: means_changes,
    d.CountLine: count_changes,
    d.RankingDeclaration: ranking_changes,
    d.PrecedenceDeclaration: word_order_changes,
    d.WindowDeclaration: window_changes,
}
