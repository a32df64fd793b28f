"""Small mistakes one could make in a statement, beyond what its form shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, word_at
from .alternatives import Alternatives

Changes = Iterator[Node]
OTHER_WHERE = {"to": ("under",), "onto": ("to", "under"), "under": ("to",)}
OTHER_CHANGE = {
    "raise": "lower",
    "lower": "raise",
    "multiply": "raise",
    "divide": "multiply",
}


def always_changes(node: s.IfStatement | s.WhileRule, words: Alternatives) -> Changes:
    """Whatever the condition says, if it does not always hold already."""
    plain = node.condition.word if isinstance(node.condition, e.Name) else ""
    if isinstance(node, s.IfStatement) or plain not in ("always", "yes"):
        yes = e.Name(word_at("yes", node.condition.span), span=node.condition.span)
        yield replace(node, condition=yes)


def offer_changes(node: s.OfferStatement, words: Alternatives) -> Changes:
    """Not asked but done."""
    yield s.ForStatement(node.player, node.cites, node.body, span=node.span)


def move_changes(node: s.MoveStatement, words: Alternatives) -> Changes:
    zone = str(node.place.word) if isinstance(node.place, (e.Name, e.Of)) else ""
    for where in OTHER_WHERE.get(str(node.where), ()):
        if zone not in words.unordered:  # else a card comes to the others in any case
            yield replace(node, where=word_at(where, node.where.span))


def choose_changes(node: s.ChooseStatement, words: Alternatives) -> Changes:
    """Another demand on how many."""
    count, span = node.count, node.count.span
    other: s.ChooseCount | None = None
    if isinstance(count, s.UpToCount):
        other = s.PlainCount(count.number, span=span)
    elif isinstance(count, (s.PlainCount, s.ExactlyCount)) and count.number is not None:
        other = s.UpToCount(count.number, span=span)
    elif isinstance(count, s.AnyCount):
        other = s.AtLeastCount(e.Number(1, span=span), span=span)
    elif isinstance(count, s.AtLeastCount):
        other = s.AnyCount(span=span)
    if other is not None:
        yield replace(node, count=other)


def change_changes(node: s.ChangeStatement, words: Alternatives) -> Changes:
    other = OTHER_CHANGE[str(node.operation)]
    yield replace(node, operation=word_at(other, node.operation.span))


def grant_changes(node: s.GrantStatement, words: Alternatives) -> Changes:
    """Taken away instead of given; to another list of a part."""
    yield s.VoidStatement(node.to, node.tails, span=node.span)
    yield from other_list(node, "to", words)


def void_changes(node: s.VoidStatement, words: Alternatives) -> Changes:
    yield from other_list(node, "what", words)


def other_list(node: Any, name: str, words: Alternatives) -> Changes:
    """Another list property."""
    target = getattr(node, name)
    other = words.lists.get(str(getattr(target, "word", "")))
    if isinstance(target, e.Of) and other is not None:
        changed = replace(target, word=word_at(other, target.word.span))
        yield replace(node, **{name: changed})


def end_moment_changes(node: s.EndMoment, words: Alternatives) -> Changes:
    if isinstance(node.of, e.Name) and node.of.word in words.moments:
        other = word_at(words.moments[node.of.word], node.of.word.span)
        yield replace(node, of=e.Name(other, span=node.of.span))


def end_changes(node: s.EndGameStatement, words: Alternatives) -> Changes:
    if not isinstance(node.end, s.DrawnEnd):
        yield replace(node, end=s.DrawnEnd(span=node.end.span))


def instead_changes(node: s.InsteadRule, words: Alternatives) -> Changes:
    """Asked for or not."""
    yield replace(node, optional=s.Optional(None) if node.optional is None else None)


def body_changes(node: Any, words: Alternatives) -> Changes:
    """Once, and one thing after the other."""
    yield node.body


def block_changes(node: s.Block, words: Alternatives) -> Changes:
    """Without one statement; two phases or steps in the other order."""
    found = node.statements
    for number, statement in enumerate(found):
        if not isinstance(statement, s.Line) or len(statement.statements) == 1:
            yield replace(node, statements=(*found[:number], *found[number + 1 :]))
    places = (s.PhaseStatement, s.StepStatement)
    for number in range(len(found) - 1):
        one, two = found[number : number + 2]
        if isinstance(one, places) and isinstance(two, places):
            swapped = (*found[:number], two, one, *found[number + 2 :])
            yield replace(node, statements=swapped)


METHODS: dict[type[Node], Callable[[Any, Alternatives], Changes]] = {
    s.Block: block_changes,
    s.IfStatement: always_changes,
    s.OfferStatement: offer_changes,
    s.MoveStatement: move_changes,
    s.ChooseStatement: choose_changes,
    s.ChangeStatement: change_changes,
    s.EndMoment: end_moment_changes,
    s.GrantStatement: grant_changes,
    s.VoidStatement: void_changes,
    s.EndGameStatement: end_changes,
    s.InsteadRule: instead_changes,
    s.WhileRule: always_changes,
    s.RepeatStatement: body_changes,
    s.TogetherStatement: body_changes,
}
