"""raise, lower, multiply, divide, set: of a gauge or note at once, of a property as a
modifier.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..ir import ir
from ..ir.types import NUMBER, PLAYER, Type
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Word
from .cards import check_owned
from .context import FALSE, Meaning, Scope, Value
from .expressions import as_number, lower, lower_condition, lower_number, words
from .moments import Ends, ends_of
from .names import is_per_player, per_of, seen_from, sided, type_of_field
from .properties import (
    find_property,
    key_of,
    known_properties,
    lower_property,
    property_target,
)

Lowered = list[ir.Statement]


@dataclass(frozen=True, slots=True)
class Target:
    """What is changed: a field of `owner`, or a property (by key) of `owner`."""

    name: str
    owner: Value | None
    type: Type
    is_property: bool


def find_target(m: Meaning, node: e.Expression, scope: Scope) -> Target | None:
    owner: Value | None = None
    if isinstance(node, e.Of):
        owner = lower(m, node.owner, scope)
        if owner.type.kind == "game":
            owner = None
    elif isinstance(node, e.Its):
        owner = scope.it
    elif not isinstance(node, e.Name):
        m.problem("not-changeable", f"`{words(node)}` cannot be changed.", node.span)
        return None
    word = node.word
    if str(word) in m.ruleset.names("gauge") or str(word) in m.ruleset.names("note"):
        return field_target(m, word, owner, scope)
    return property_target_of(m, node, word, owner, scope)


def field_target(
    m: Meaning, word: Word, owner: Value | None, scope: Scope
) -> Target | None:
    node = m.ruleset.names("gauge").get(str(word)) or m.ruleset.names("note")[str(word)]
    m.used.add(str(word))
    if per_of(node) == "game" and not seen_from(node):
        owner = None
    elif owner is None:
        if per_of(node) == "card" or scope.player is None:
            m.problem("whose", f'Whose "{word}"?', word.span, f"player's {word}")
            return None
        owner = Value(scope.player, PLAYER)
    return Target(str(word), owner, type_of_field(m, node), False)


def property_target_of(
    m: Meaning, node: e.Expression, word: Word, owner: Value | None, scope: Scope
) -> Target | None:
    value = owner if owner is not None else property_target(m, node, scope)
    if value is None or value.type.kind == "unknown":
        before = len(m.problems)
        if value is None:
            lower(m, node, scope)  # names what is unknown
        if value is None and len(m.problems) == before:
            text = f"`{words(node)}` cannot be changed."
            m.problem("not-changeable", text, node.span)
        if value is not None:
            check_owned(m, word)
        return None
    item = find_property(m, word, value.type)
    if item is None:
        fields = [
            *m.ruleset.names("gauge"),
            *m.ruleset.names("note"),
            *m.ruleset.properties(),
        ]
        m.unknown("unknown-name", "gauge, note or property", word, fields)
        return None
    m.used.add(str(word))
    known = lower_property(m, item)
    return Target(key_of(item), value, known.type, True)


def lower_change_statement(m: Meaning, node: s.ChangeStatement, scope: Scope) -> Lowered:
    target = find_target(m, node.target, scope)
    if target is None:
        return []
    if refuse_list(m, node, target):
        return []
    if target.is_property:
        amount = lower_number(m, node.amount, scope)
        return modify(m, node, target, str(node.operation), amount, node.tails, scope)
    amount = lower_number(m, node.amount, scope)
    if target.type.kind not in ("number", "symbol", "unknown"):
        text = f'"{target.name}" is a {target.type}; only numbers are raised or lowered.'
        m.problem("not-a-number", text, node.target.span, f"set {target.name} to ..")
    sign = {"raise": "+", "lower": "-", "multiply": "*", "divide": "//"}[
        str(node.operation)
    ]

    side = side_of(m, target)

    def change(owner: ir.Expression | None) -> Lowered:
        if side and owner is not None:
            read = sided(side, owner, ir.Field(target.name))
            value = sided(side, owner, ir.Arithmetic(sign, read, amount))
            return [ir.Set(target.name, None, value)]
        value = ir.Arithmetic(sign, ir.Field(target.name, owner), amount)
        return [ir.Set(target.name, owner, value)]

    return guarded(m, node.tails, scope, per_owner(m, target.owner, change))


def lower_set_statement(m: Meaning, node: s.SetStatement, scope: Scope) -> Lowered:
    target = find_target(m, node.target, scope)
    if target is None:
        return []
    if refuse_list(m, node, target):
        return []
    value = lower(m, node.value, scope, target.type)
    check_set(m, node, target, value)
    if target.is_property:
        return modify(m, node, target, "set", value.code, node.tails, scope)
    code = as_number(m, value, node.value) if target.type == NUMBER else value.code

    side = side_of(m, target)

    def change(owner: ir.Expression | None) -> Lowered:
        if side and owner is not None:
            return [ir.Set(target.name, None, sided(side, owner, code))]
        return [ir.Set(target.name, owner, code)]

    return guarded(m, node.tails, scope, per_owner(m, target.owner, change))


def side_of(m: Meaning, target: Target) -> str:
    """The note by which a changed gauge has two sides."""
    return (
        "" if target.is_property else seen_from(m.ruleset.names("gauge").get(target.name))
    )


def refuse_list(
    m: Meaning, node: s.ChangeStatement | s.SetStatement, target: Target
) -> bool:
    """A list is no number and not one thing."""
    if not (target.is_property and target.type.many):
        return False
    word = target.name.partition(".")[0]
    text = f'"{word}" is a list: `grant` adds to it, `void` empties it.'
    m.problem("no-layer", text, node.span, f"grant .. to {words(node.target)} until ..")
    return True


def check_set(m: Meaning, node: s.SetStatement, target: Target, value: Value) -> None:
    kinds = (target.type.kind, value.type.kind)
    if "unknown" in kinds or value.type.kind == "none":
        return
    if target.type.kind == "number" and value.type.kind == "symbol":
        return
    if target.type.kind != value.type.kind or value.type.many != target.type.many:
        text = (
            f"`{words(node.target)}` is a {target.type} and cannot become a {value.type}."
        )
        m.problem("type-changes", text, node.value.span)


def per_owner(
    m: Meaning, owner: Value | None, change: Callable[[ir.Expression | None], Lowered]
) -> Lowered:
    if owner is None:
        return change(None)
    if not owner.type.many:
        if owner.type.maybe and owner.type.kind in ("card", "player"):
            name = m.fresh("owner")
            there = ir.Compare(">=", ir.Local(name), ir.Int(0))
            return [ir.Let(name, owner.code), ir.If(there, tuple(change(ir.Local(name))))]
        return change(owner.code)
    name = m.fresh("owner")
    return [ir.For(name, owner.code, tuple(change(ir.Local(name))))]


def guarded(m: Meaning, tails: tuple[s.Tail, ...], scope: Scope, body: Lowered) -> Lowered:
    """`if` behind a change; `until` and `as` have no sense on a gauge or note."""
    for tail in tails:
        if isinstance(tail, s.IfTail):
            return [ir.If(lower_condition(m, tail.condition, scope), tuple(body))]
        what = "until" if isinstance(tail, s.UntilTail) else "as"
        text = f"A gauge or note is changed for good; `{what}` belongs to properties."
        m.problem("not-a-property", text, tail.span)
    return body


def modify(
    m: Meaning,
    node: s.ChangeStatement | s.SetStatement,
    target: Target,
    operation: str,
    amount: ir.Expression,
    tails: tuple[s.Tail, ...],
    scope: Scope,
) -> Lowered:
    until: Ends | None = None
    tag, condition = "", None
    for tail in tails:
        if isinstance(tail, s.UntilTail):
            until = ends_of(m, tail.moment, scope)
        elif isinstance(tail, s.TagTail):
            tag = str(tail.word)
        elif isinstance(tail, s.IfTail):
            condition = lower_condition(m, tail.condition, scope)
    if condition == FALSE:  # a slot that says something else
        return []
    word = target.name.partition(".")[0]
    if until is None and scope.language == "open":
        return []
    if until is None:
        text = f'How long? "{word}" is a property, so this changes it for a time only.'
        m.problem("how-long", text, node.span, "until end of turn")
        return []
    check_layer(m, node, target, operation, tag)

    def change(owner: ir.Expression | None) -> Lowered:
        aim = owner if owner is not None else ir.Int(0)
        found: Lowered = []
        for when, moment in until:
            one = ir.Modify(target.name, aim, operation, amount, moment, tag)
            found.append(one if when is None else ir.If(when, (one,)))
        return found

    body = per_owner(m, target.owner, change)
    return body if condition is None else [ir.If(condition, tuple(body))]


def check_layer(
    m: Meaning,
    node: s.ChangeStatement | s.SetStatement,
    target: Target,
    operation: str,
    tag: str,
) -> None:
    spec = m.properties.get(target.name)
    if spec is None:
        return
    named = {name for layer in spec.layers for name, _ in layer}
    wanted = tag or {"lower": "raise", "divide": "multiply"}.get(operation, operation)
    if wanted not in named:
        word = target.name.partition(".")[0]
        text = (
            f'The `order` of "{word}" has no layer for {wanted}, so this would do nothing.'
        )
        m.problem("no-layer", text, node.span, f"Name {wanted} in the order of {word}.")


__all__ = ["is_per_player", "known_properties", "lower_change_statement"]
