"""Small mistakes that the form of a node shows: a part left out, one more or one less, another
of the words that may stand there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import modes
from ...dsl.nodes import rules as ru
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Word, part_names
from ...dsl.nodes.forms import Group, Slot, form_of, slots_in
from .alternatives import Alternatives
from .mutate_expressions import negation, one_more

Changes = Iterator[Node]
Place = tuple[type[Node], str]  # a class and one of its fields

# A part in brackets that has only these may be left out; anything else is a name or a title.
LOST = {"Expression", "int", "Block", "Block | IfStatement"}
ALSO_LOST: set[Place] = {
    (s.PayStatement, "name"),
    (d.CountLine, "per"),
    (d.PhraseDeclaration, "tag"),
    (d.LabelDeclaration, "tag"),
    (d.LabelDeclaration, "limit"),
    (d.ActionDeclaration, "pays"),
    (d.KeywordDeclaration, "body"),
}
# Of several of these, one may be left out.
SEVERAL = {
    "EachMode", "Manner", "Tail", "OptionItem", "ChooseOption", "Attribute", "Field",
    "PropertyLine", "DeckLine", "RankingLine", "Ordering",
    "SettleLine | WhileLine | TriggerOrderLine", "Expression", "Statement",
}  # fmt: skip
# What nothing works without, or what is changed in another way.
KEPT = (
    s.UntilTail, s.AskingOption, attrs.SizeAttribute, attrs.RangeAttribute, attrs.StartsAttribute,
    attrs.KindAttribute, attrs.TurnedAttribute, attrs.SeenFromAttribute, attrs.OneEachAttribute,
    attrs.ManyEachAttribute, attrs.AllPassAttribute, attrs.SomebodyPassesAttribute,
    attrs.PassesOutAttribute, d.StartsLine, d.OrderLine, d.StartsInLine,
)  # fmt: skip
# Where a mistake would be none, or none that a game could show.
UNCHANGED: set[Place] = {
    (attrs.SeatsAttribute, "number"),
    (attrs.SeatRangeAttribute, "low"),
    (attrs.SeatRangeAttribute, "high"),
    (d.FormatDeclaration, "attributes"),
    (d.NumberValue, "low"),
    (d.NumberValue, "high"),
    (d.OperationItem, "last"),
    (d.Parameter, "default"),
    (d.PartField, "fields"),
    (d.ValuesDeclaration, "ordered"),
    (s.AtLeastCount, "number"),
    (s.ExactlyCount, "number"),
}
LEAST: dict[type[Node], int] = {
    e.Number: 0,
    attrs.RangeAttribute: 0,
    d.ParameterDeclaration: 0,
    d.RankingLine: -99,
}
# A value of which one more could be meant.
AMOUNTS: set[Place] = {
    (s.ChangeStatement, "amount"),
    (s.Argument, "value"),
    (d.CaseLine, "value"),
    (d.StartsLine, "value"),
}
# Classes with the same parts of which one could stand for the other.
TWINS: tuple[tuple[type[Node], type[Node]], ...] = (
    (e.AndExpression, e.OrExpression),
    (e.IsExpression, e.IsNotExpression),
    (e.AtLeastExpression, e.MoreExpression),
    (e.AtLeastExpression, e.AtMostExpression),
    (e.AtMostExpression, e.LessExpression),
    (e.MoreExpression, e.LessExpression),
    (e.HasExpression, e.HasNoExpression),
    (e.Add, e.Subtract),
    (e.Top, e.Bottom),
    (e.Highest, e.Lowest),
    (attrs.OneEachAttribute, attrs.ManyEachAttribute),
    (ru.OldestOrdering, ru.NewestOrdering),
    (ru.WhenRule, ru.BeforeRule),
)
OTHERS: dict[type[Node], list[type[Node]]] = {
    e.Times: [e.Add],
    e.Divide: [e.Times],
    s.StartMoment: [s.EndMoment],
}
for _one, _other in TWINS:
    OTHERS.setdefault(_one, []).append(_other)
    OTHERS.setdefault(_other, []).append(_one)
# Names of which another of the same kind may stand there.
NAMED: dict[Place, str] = {
    (e.Of, "word"): "things",
    (e.Its, "word"): "truths",
    (d.StartsInLine, "zone"): "zones",
    (d.BringsLine, "zone"): "zones",
    (s.OpenStatement, "window"): "windows",
    (modes.WindowMode, "window"): "windows",
    (modes.TurnedManner, "word"): "orientations",
    (d.PhraseDeclaration, "tag"): "tags",
    (d.LabelDeclaration, "tag"): "tags",
    (d.Limit, "per"): "moments",
}


def form_changes(node: Node, words: Alternatives) -> Changes:
    """What could stand instead of a node if one place of its form were filled otherwise."""
    kind = type(node)
    for other in OTHERS.get(kind, ()):
        parts: dict[str, Any] = {name: getattr(node, name, None) for name in part_names(other)}
        yield other(**parts)
    for piece in form_of(kind):
        if isinstance(piece, Group):
            inside = [*slots_in(piece.pieces)]
            if all(slot.type in LOST and (kind, slot.name) not in UNCHANGED for slot in inside):
                yield from without(node, *(slot.name for slot in inside))
        elif isinstance(piece, Slot) and piece.many:
            yield from without_one(node, piece)
    for slot in slots_in(form_of(kind)):
        for name in filter(None, (slot.name, slot.second)):
            if (kind, name) not in UNCHANGED:
                yield from other_value(node, name, slot, words)


def changed(node: Node, name: str, value: object) -> Node:
    return replace(node, **{name: value})


def without(node: Node, *names: str) -> Changes:
    """Without some parts, if they are there."""
    values = {name: getattr(node, name) for name in names}
    if all(value not in (None, ()) for value in values.values()):
        nothing = {name: () if isinstance(value, tuple) else None for name, value in values.items()}
        yield replace(node, **nothing)


def without_one(node: Node, slot: Slot) -> Changes:
    """Without each of several parts; of those that need one, never without the last."""
    parts: tuple[Node, ...] = getattr(node, slot.name)
    if slot.type not in SEVERAL or (type(node), slot.name) in UNCHANGED:
        return
    if len(parts) > 1 or (slot.between == " " and not slot.more):
        for number, part in enumerate(parts):
            if not isinstance(part, KEPT):
                yield changed(node, slot.name, (*parts[:number], *parts[number + 1 :]))


def other_value(node: Node, name: str, slot: Slot, words: Alternatives) -> Changes:
    """Another number, truth or word in one place."""
    kind: type[Node] = type(node)
    value: Any = getattr(node, name)
    if (kind, name) in ALSO_LOST:
        yield from without(node, name)
    if isinstance(value, bool):
        yield changed(node, name, not value)
    elif isinstance(value, int):
        yield changed(node, name, value + 1)
        if value > LEAST.get(kind, 1):
            yield changed(node, name, value - 1)
    elif isinstance(value, e.Expression) and not slot.many:
        yield from other_expression(node, name)
    elif isinstance(value, Word):
        known: dict[str, str] = getattr(words, NAMED.get((kind, name), ""), {})
        others = [other for other in slot.words if other != value]
        for other in [*others, *([known[value]] if value in known else [])]:
            yield changed(node, name, Word(other, value.span))


def other_expression(node: Node, name: str) -> Changes:
    """A condition turned round, an amount with one more."""
    value = getattr(node, name)
    other: e.Expression | None = None
    if name in ("condition", "needs"):
        other = negation(value)
    elif (type(node), name) in AMOUNTS:
        other = one_more(value)
    if other is not None:
        yield changed(node, name, other)
