"""Small mistakes one could make in a statement or a declaration, beyond what its form shows."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import modes
from ...dsl.nodes import rules as ru
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Word
from .alternatives import Alternatives
from .mutate_expressions import Changes, Method, backwards, negation, neighbours, only

OTHER_WHERE = {"to": ("under",), "onto": ("to", "under"), "under": ("to",)}
OTHER_CHANGE = {"raise": "lower", "lower": "raise", "multiply": "raise", "divide": "multiply"}
KINDS = {"pile": "queue", "queue": "pile", "stack": "pile", "group": "pile"}
DECK_COUNTS = (s.ExactlyCount, s.AtLeastCount, s.AtMostCount)
PLACES = (s.PhaseStatement, s.StepStatement)
TELLING = (s.AnnounceStatement, s.RevealStatement, s.ShowStatement, s.ShuffleStatement)


def worded(node: Any, name: str, text: str) -> Node:
    """A node with another word in a field."""
    return replace(node, **{name: Word(text, getattr(node, name).span)})


# ---- statements


def always_changes(node: s.IfStatement | ru.WhileRule, words: Alternatives) -> Changes:
    """Whatever the condition says, if it does not always hold already."""
    plain = node.condition.word if isinstance(node.condition, e.Name) else ""
    if isinstance(node, s.IfStatement) or plain not in ("always", "yes"):
        yes = e.Name(Word("yes", node.condition.span), span=node.condition.span)
        yield replace(node, condition=yes)


def offer_changes(node: s.OfferStatement, words: Alternatives) -> Changes:
    """Not asked but done."""
    yield s.ForStatement(node.player, node.cites, node.body, span=node.span)


def move_changes(node: s.MoveStatement, words: Alternatives) -> Changes:
    zone = str(node.place.word) if isinstance(node.place, (e.Name, e.Of)) else ""
    for where in OTHER_WHERE.get(str(node.where), ()):
        if zone not in words.unordered:  # else a card comes to the others in any case
            yield worded(node, "where", where)
    other = words.faces.get(zone, "")
    if other and not any(isinstance(one, modes.FaceManner) for one in node.manners):
        span = node.place.span
        face = modes.FaceManner(Word(other, span), span=span)
        yield replace(node, manners=(*node.manners, face))


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
    yield worded(node, "operation", OTHER_CHANGE[str(node.operation)])


def grant_changes(node: s.GrantStatement, words: Alternatives) -> Changes:
    """Taken away instead of given; to another list of a part."""
    yield s.RevokeStatement(node.what, node.to, node.tails, span=node.span)
    yield from other_list(node, "to", words)


def void_changes(node: s.VoidStatement, words: Alternatives) -> Changes:
    yield from other_list(node, "what", words)


def other_list(node: Any, name: str, words: Alternatives) -> Changes:
    target = getattr(node, name)
    if isinstance(target, e.Of) and target.word in words.lists:
        yield replace(node, **{name: worded(target, "word", words.lists[target.word])})


def end_moment_changes(node: s.EndMoment, words: Alternatives) -> Changes:
    if isinstance(node.of, e.Name) and node.of.word in words.moments:
        yield replace(node, of=worded(node.of, "word", words.moments[node.of.word]))


def end_changes(node: s.EndGameStatement, words: Alternatives) -> Changes:
    yield replace(node, end=modes.DrawnEnd(span=node.end.span))


def instead_changes(node: ru.InsteadRule, words: Alternatives) -> Changes:
    """Asked for or not."""
    yield replace(node, optional=ru.Optional(None) if node.optional is None else None)


def tells(node: Node) -> bool:
    """Whether a line says something to those who wait or look, or ends what they know."""
    return isinstance(node, s.Line) and any(isinstance(one, TELLING) for one in node.statements)


def shown_changes(node: s.Line, words: Alternatives) -> Changes:
    """What moves where not all see it is revealed first."""
    move = node.statements[0]
    if isinstance(move, s.MoveStatement):
        zone = str(move.place.word) if isinstance(move.place, (e.Name, e.Of)) else ""
        if zone in words.faces:
            reveal = s.RevealStatement(move.what, span=move.span)
            yield replace(node, statements=(reveal, *node.statements))


def block_changes(node: s.Block, words: Alternatives) -> Changes:
    """Without one statement; two phases or steps in the other order, or what is told earlier or
    later.
    """
    found = node.statements
    for number, statement in enumerate(found):
        if not isinstance(statement, s.Line) or len(statement.statements) == 1:
            yield replace(node, statements=(*found[:number], *found[number + 1 :]))
    for at, (one, two) in enumerate(pairwise(found)):
        if (isinstance(one, PLACES) and isinstance(two, PLACES)) or tells(one) != tells(two):
            yield replace(node, statements=(*found[:at], two, one, *found[at + 2 :]))


# ---- declarations


def kind_changes(node: attrs.KindAttribute, words: Alternatives) -> Changes:
    if node.word in KINDS and node.of is None:
        yield worded(node, "word", KINDS[node.word])


def holds_changes(node: attrs.HoldsAttribute, words: Alternatives) -> Changes:
    yield worded(node, "kind", "cards")


def values_changes(node: d.ValuesDeclaration, words: Alternatives) -> Changes:
    if node.ordered:
        yield replace(node, items=node.items[::-1])


def value_changes(node: d.CaseLine | d.StartsLine, words: Alternatives) -> Changes:
    """Without one of what is added up."""
    if isinstance(node.value, e.Add):
        yield replace(node, value=node.value.left)
        yield replace(node, value=node.value.right)


def order_changes(node: d.OrderLine, words: Alternatives) -> Changes:
    """Two layers in the other order; a comma where `and` stands, before or behind."""
    yield from neighbours("layers")(node, words)
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
    tests = (e.FitsExpression, e.MatchesExpression, e.ContainsExpression)
    if negated is not None and isinstance(node.value, tests):
        yield replace(node, value=negated)


def count_changes(node: d.CountLine, words: Alternatives) -> Changes:
    for other in DECK_COUNTS:
        yield replace(node, count=other(span=node.count.span))


def window_changes(node: d.WindowDeclaration, words: Alternatives) -> Changes:
    """Without one of the actions it offers."""
    if node.offers is not None:
        offered = node.offers.words
        for number in range(len(offered)):
            kept = replace(node.offers, words=(*offered[:number], *offered[number + 1 :]))
            yield replace(node, offers=kept)


def category_changes(node: d.CategoryDeclaration, words: Alternatives) -> Changes:
    """Without one of the categories it includes."""
    many = node.included
    for number in range(len(many) if len(many) > 1 else 0):
        yield replace(node, included=(*many[:number], *many[number + 1 :]))


def ends_changes(
    node: attrs.AllPassAttribute | attrs.SomebodyPassesAttribute, words: Alternatives
) -> Changes:
    """Ended by one pass more or less, or with a first pass that counts otherwise."""
    is_all = isinstance(node, attrs.AllPassAttribute)
    other = attrs.SomebodyPassesAttribute if is_all else attrs.AllPassAttribute
    yield other(node.first_free, span=node.span)
    yield replace(node, first_free=not node.first_free)


def passes_out_changes(node: attrs.PassesOutAttribute, words: Alternatives) -> Changes:
    yield attrs.AllPassAttribute(False, span=node.span)


METHODS: dict[type[Node], Method] = {
    s.Block: block_changes,
    s.Line: shown_changes,
    s.IfStatement: always_changes,
    s.OfferStatement: offer_changes,
    s.MoveStatement: move_changes,
    s.ChooseStatement: choose_changes,
    s.ChangeStatement: change_changes,
    s.EndMoment: end_moment_changes,
    s.GrantStatement: grant_changes,
    s.VoidStatement: void_changes,
    s.EndGameStatement: end_changes,
    s.RepeatStatement: only("body"),
    s.TogetherStatement: only("body"),
    ru.InsteadRule: instead_changes,
    ru.WhileRule: always_changes,
    ru.PrecedenceDeclaration: backwards("words"),
    attrs.KindAttribute: kind_changes,
    attrs.HoldsAttribute: holds_changes,
    attrs.TurnedAttribute: backwards("words"),
    attrs.AllPassAttribute: ends_changes,
    attrs.SomebodyPassesAttribute: ends_changes,
    attrs.PassesOutAttribute: passes_out_changes,
    d.ValuesDeclaration: values_changes,
    d.PartField: neighbours("fields"),
    d.PipelineBody: neighbours("lines", d.CaseLine),
    d.CaseLine: value_changes,
    d.StartsLine: value_changes,
    d.OrderLine: order_changes,
    d.OperationItem: operation_changes,
    d.MeansBody: means_changes,
    d.CountLine: count_changes,
    d.RankingDeclaration: neighbours("lines"),
    d.WindowDeclaration: window_changes,
    d.CategoryDeclaration: category_changes,
}
