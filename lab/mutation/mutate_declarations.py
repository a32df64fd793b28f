"""Small mistakes one could make in a declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node
from .alternatives import Alternatives, after
from .mutate_expressions import negation, one_more
from .mutate_statements import negated_condition, other_word, without_each

Changes = Iterator[Node]
AUDIENCES = ("nobody", "owner", "all", "knowers")
KINDS = {"pile": "queue", "queue": "pile", "stack": "pile", "group": "pile"}
WORDS = {
    "on": "off",
    "off": "on",
    "higher": "lower",
    "lower": "higher",
    "down": "up",
    "up": "down",
}


def declaration_changes(node: Node, words: Alternatives) -> Changes:
    """What could stand instead of a declaration or a part of one."""
    method = METHODS.get(type(node))
    if method is not None:
        yield from method(node, words)


def off_by_one(node: Any, name: str, least: int = 0) -> Changes:
    number = getattr(node, name)
    if isinstance(number, int):
        yield replace(node, **{name: number + 1})
        if number > least:
            yield replace(node, **{name: number - 1})


def without(node: Any, name: str) -> Changes:
    if getattr(node, name) is not None:
        yield replace(node, **{name: None})


# ---- things


def card_changes(node: d.CardDeclaration, words: Alternatives) -> Changes:
    """Without one of its fields."""
    for number in range(len(node.fields)):
        left = (*node.fields[:number], *node.fields[number + 1 :])
        yield replace(node, fields=left)


def things_changes(node: Any, words: Alternatives) -> Changes:
    """Without one of its attributes."""
    droppable = (
        d.PerAttribute,
        d.HoldsAttribute,
        d.UntilAttribute,
        d.SeenAttribute,
        d.CountedAttribute,
        d.FaceAttribute,
        d.AttachedAttribute,
    )
    for number, attribute in enumerate(node.attributes):
        if isinstance(attribute, droppable):
            left = (*node.attributes[:number], *node.attributes[number + 1 :])
            yield replace(node, attributes=left)


def face_changes(node: d.FaceAttribute, words: Alternatives) -> Changes:
    yield replace(node, word=other_word(node.word, WORDS.get(str(node.word), "up")))


def seen_changes(node: d.SeenAttribute, words: Alternatives) -> Changes:
    for audience in AUDIENCES:
        if audience != node.word:
            yield replace(node, word=other_word(node.word, audience))


def counted_changes(node: d.CountedAttribute, words: Alternatives) -> Changes:
    yield replace(
        node, word=other_word(node.word, "owner" if node.word == "all" else "all")
    )


def kind_changes(node: d.KindAttribute, words: Alternatives) -> Changes:
    other = KINDS.get(str(node.word))
    if other is not None and node.of is None:
        yield replace(node, word=other_word(node.word, other))


def holds_changes(node: d.HoldsAttribute, words: Alternatives) -> Changes:
    if node.kind != "cards":
        yield replace(node, kind=other_word(node.kind, "cards"))
    yield from without(node, "limit")
    yield from without(node, "condition")


def turned_changes(node: d.TurnedAttribute, words: Alternatives) -> Changes:
    if len(node.words) > 1:
        yield replace(node, words=node.words[::-1])


def range_changes(node: d.RangeAttribute, words: Alternatives) -> Changes:
    yield from off_by_one(node, "low")
    yield from off_by_one(node, "high")


def size_changes(node: Any, words: Alternatives) -> Changes:
    yield from off_by_one(node, "number", 1)


def values_changes(node: d.ValuesDeclaration, words: Alternatives) -> Changes:
    if node.ordered:
        yield replace(node, items=node.items[::-1])


def parameter_changes(node: d.ParameterDeclaration, words: Alternatives) -> Changes:
    if isinstance(node.value, int):
        yield from off_by_one(node, "value")


def switch_changes(node: d.SwitchValue, words: Alternatives) -> Changes:
    yield replace(node, word=other_word(node.word, WORDS.get(str(node.word), "on")))


# ---- properties


def pipeline_changes(node: d.PipelineBody, words: Alternatives) -> Changes:
    for number, line in enumerate(node.lines):
        if isinstance(line, (d.CaseLine, d.FloorLine, d.RoundsLine)):
            yield replace(node, lines=(*node.lines[:number], *node.lines[number + 1 :]))
    cases = [k for k, line in enumerate(node.lines) if isinstance(line, d.CaseLine)]
    for one, two in pairwise(cases):
        lines = list(node.lines)
        lines[one], lines[two] = lines[two], lines[one]
        yield replace(node, lines=tuple(lines))


def case_changes(node: d.CaseLine, words: Alternatives) -> Changes:
    yield from negated_condition(node, node.condition)
    yield from value_changes(node, words)


def value_changes(node: Any, words: Alternatives) -> Changes:
    """One more than it should be, or without one of what is added up."""
    more = one_more(node.value)
    if more is not None:
        yield replace(node, value=more)
    if isinstance(node.value, e.Add):
        yield replace(node, value=node.value.left)
        yield replace(node, value=node.value.right)


def order_changes(node: d.OrderLine, words: Alternatives) -> Changes:
    """Two layers in the other order; a comma where `and` stands, before or behind."""
    for number in range(len(node.layers) - 1):
        layers = list(node.layers)
        layers[number], layers[number + 1] = layers[number + 1], layers[number]
        yield replace(node, layers=tuple(layers))
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


def rounds_changes(node: d.RoundsLine, words: Alternatives) -> Changes:
    yield replace(node, word=other_word(node.word, WORDS.get(str(node.word), "up")))


# ---- decks, rankings, triggers


def deck_changes(node: d.DeckDeclaration, words: Alternatives) -> Changes:
    for number, line in enumerate(node.lines):
        if not isinstance(line, d.StartsInLine):
            yield replace(node, lines=(*node.lines[:number], *node.lines[number + 1 :]))


def count_line_changes(node: d.CountLine, words: Alternatives) -> Changes:
    others: tuple[type[Any], ...] = (s.ExactlyCount, s.AtLeastCount, s.AtMostCount)
    for other in others:
        if type(node.count) is not other:
            yield replace(node, count=other(span=node.count.span))
    for name in ("per", "where", "condition"):
        yield from without(node, name)


def only_line_changes(node: d.OnlyLine, words: Alternatives) -> Changes:
    yield from without(node, "condition")


def starts_in_changes(node: d.StartsInLine | d.BringsLine, words: Alternatives) -> Changes:
    other = words.zones.get(str(node.zone))
    if other is not None:
        yield replace(node, zone=other_word(node.zone, other))


def ranking_changes(node: d.RankingDeclaration, words: Alternatives) -> Changes:
    if len(node.lines) > 1:
        yield from without_each(node, "lines")
    for number in range(len(node.lines) - 1):
        lines = list(node.lines)
        lines[number], lines[number + 1] = lines[number + 1], lines[number]
        yield replace(node, lines=tuple(lines))


def ranking_line_changes(node: d.RankingLine, words: Alternatives) -> Changes:
    yield replace(node, wins=other_word(node.wins, WORDS.get(str(node.wins), "lower")))
    yield from without(node, "missing")
    yield from off_by_one(node, "missing", -99)


def triggers_changes(node: d.TriggersDeclaration, words: Alternatives) -> Changes:
    yield from without_each(node, "lines")


def settle_changes(node: d.SettleLine, words: Alternatives) -> Changes:
    for word in ("effect", "sentence", "action"):
        if word != node.word:
            yield replace(node, word=other_word(node.word, word))


def ordering_changes(node: d.TriggerOrderLine, words: Alternatives) -> Changes:
    if len(node.orderings) > 1:
        yield from without_each(node, "orderings")


def oldest_changes(node: d.OldestOrdering, words: Alternatives) -> Changes:
    yield d.NewestOrdering(span=node.span)


def newest_changes(node: d.NewestOrdering, words: Alternatives) -> Changes:
    yield d.OldestOrdering(span=node.span)


def precedence_changes(node: d.PrecedenceDeclaration, words: Alternatives) -> Changes:
    yield replace(node, words=node.words[::-1])


# ---- windows and actions


def window_changes(node: d.WindowDeclaration, words: Alternatives) -> Changes:
    for number, attribute in enumerate(node.attributes):
        left = (*node.attributes[:number], *node.attributes[number + 1 :])
        if isinstance(
            attribute, (d.AloneAttribute, d.BeginsAttribute, d.EndsWhenAttribute)
        ):
            yield replace(node, attributes=left)
    if node.offers is not None:
        for number in range(len(node.offers.words)):
            kept = (*node.offers.words[:number], *node.offers.words[number + 1 :])
            yield replace(node, offers=replace(node.offers, words=kept))


def one_each_changes(node: d.OneEachAttribute, words: Alternatives) -> Changes:
    yield d.ManyEachAttribute(span=node.span)


def many_each_changes(node: d.ManyEachAttribute, words: Alternatives) -> Changes:
    yield d.OneEachAttribute(span=node.span)


def empty_turns_changes(node: d.EmptyTurnsAttribute, words: Alternatives) -> Changes:
    yield from off_by_one(node, "number", 1)
    yield replace(node, except_opening=not node.except_opening)


def all_passed_changes(node: d.AllPassedAttribute, words: Alternatives) -> Changes:
    yield d.EmptyTurnsAttribute(2, False, span=node.span)


def ends_when_changes(node: d.EndsWhenAttribute, words: Alternatives) -> Changes:
    yield from negated_condition(node, node.condition)


def action_changes(node: d.ActionDeclaration, words: Alternatives) -> Changes:
    yield from without(node, "needs")
    yield from without(node, "pays")
    negated = negation(node.needs) if node.needs is not None else None
    if negated is not None:
        yield replace(node, needs=negated)


def check_changes(node: d.CheckDeclaration, words: Alternatives) -> Changes:
    yield from negated_condition(node, node.condition)


# ---- what cards say


def mode_changes(node: Any, words: Alternatives) -> Changes:
    if node.condition is not None:
        if not isinstance(node, d.WhileMode):
            yield replace(node, condition=None)
        yield from negated_condition(node, node.condition)
    if isinstance(node, d.WindowMode):
        other = words.windows.get(str(node.window))
        if other is not None:
            yield replace(node, window=other_word(node.window, other))


def label_changes(node: d.LabelDeclaration, words: Alternatives) -> Changes:
    yield from without(node, "limit")


def limit_changes(node: d.Limit, words: Alternatives) -> Changes:
    yield from off_by_one(node, "number", 1)
    other = words.moment(str(node.per))
    if other is not None:
        yield replace(node, per=other_word(node.per, other))


def means_changes(node: d.MeansBody, words: Alternatives) -> Changes:
    negated = negation(node.value)
    if negated is not None and isinstance(
        node.value, (e.FitsExpression, e.MatchesExpression, e.ContainsExpression)
    ):
        yield replace(node, value=negated)


def phrase_changes(node: d.PhraseDeclaration, words: Alternatives) -> Changes:
    """Without its tag, or with another one."""
    if node.tag is not None:
        yield replace(node, tag=None)
        other = words.tags.get(str(node.tag))
        if other is not None:
            yield replace(node, tag=other_word(node.tag, other))


def part_changes(node: d.PartField, words: Alternatives) -> Changes:
    """Two fields in each other's place."""
    for number in range(len(node.fields) - 1):
        fields = list(node.fields)
        fields[number], fields[number + 1] = fields[number + 1], fields[number]
        yield replace(node, fields=tuple(fields))


def keyword_changes(node: d.KeywordDeclaration, words: Alternatives) -> Changes:
    """A keyword that does nothing."""
    yield from without(node, "body")


def takes_changes(node: d.TakesBody, words: Alternatives) -> Changes:
    yield from without_each(node, "manners")


METHODS: dict[type[Node], Callable[[Any, Alternatives], Changes]] = {
    d.ZoneDeclaration: things_changes,
    d.GaugeDeclaration: things_changes,
    d.NoteDeclaration: things_changes,
    d.FaceAttribute: face_changes,
    d.SeenAttribute: seen_changes,
    d.CountedAttribute: counted_changes,
    d.KindAttribute: kind_changes,
    d.HoldsAttribute: holds_changes,
    d.TurnedAttribute: turned_changes,
    d.RangeAttribute: range_changes,
    d.SizeAttribute: size_changes,
    d.ValuesDeclaration: values_changes,
    d.CardDeclaration: card_changes,
    d.ParameterDeclaration: parameter_changes,
    d.SwitchValue: switch_changes,
    d.NumberValue: size_changes,
    d.PipelineBody: pipeline_changes,
    d.CaseLine: case_changes,
    d.StartsLine: value_changes,
    d.OrderLine: order_changes,
    d.OperationItem: operation_changes,
    d.RoundsLine: rounds_changes,
    d.FloorLine: size_changes,
    d.DeckDeclaration: deck_changes,
    d.CountLine: count_line_changes,
    d.OnlyLine: only_line_changes,
    d.StartsInLine: starts_in_changes,
    d.BringsLine: starts_in_changes,
    d.RankingDeclaration: ranking_changes,
    d.RankingLine: ranking_line_changes,
    d.TriggersDeclaration: triggers_changes,
    d.SettleLine: settle_changes,
    d.TriggerOrderLine: ordering_changes,
    d.OldestOrdering: oldest_changes,
    d.NewestOrdering: newest_changes,
    d.PrecedenceDeclaration: precedence_changes,
    d.WindowDeclaration: window_changes,
    d.OneEachAttribute: one_each_changes,
    d.ManyEachAttribute: many_each_changes,
    d.EmptyTurnsAttribute: empty_turns_changes,
    d.AllPassedAttribute: all_passed_changes,
    d.EndsWhenAttribute: ends_when_changes,
    d.ActionDeclaration: action_changes,
    d.CheckDeclaration: check_changes,
    d.WhenMode: mode_changes,
    d.WhileMode: mode_changes,
    d.WindowMode: mode_changes,
    d.LabelDeclaration: label_changes,
    d.Limit: limit_changes,
    d.MeansBody: means_changes,
    d.TakesBody: takes_changes,
    d.PhraseDeclaration: phrase_changes,
    d.PartField: part_changes,
    d.KeywordDeclaration: keyword_changes,
}

__all__ = ["after", "declaration_changes"]
