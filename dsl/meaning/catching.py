"""For whom a caught rule speaks: the rules themselves, a card that bears it, or an effect
that set it up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..ir import ir
from ..ir.types import PLAYER, Type
from ..nodes import expressions as e
from ..nodes.base import Node
from .context import TRUE, CaughtRule, Meaning, Scope, Value, conjunction
from .expressions import lower, lower_condition
from .names import is_name
from .rebinding import rebind

Lowered = list[ir.Statement]
Make = Callable[[Scope, ir.Expression], Lowered]


def event_scope(rule: CaughtRule, fields: dict[str, Value]) -> Scope:
    """The rule's own names, with the fields of the event before them."""
    scope = rule.scope.child()
    scope.locals = {**scope.locals, **fields}
    scope.player = fields["player"].code if "player" in fields else scope.player
    return scope


def conjuncts(node: e.Expression | None) -> list[e.Expression]:
    if node is None:
        return []
    if isinstance(node, e.AndExpression):
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


def named_bearer(
    m: Meaning, rule: CaughtRule, fields: dict[str, Value], scope: Scope
) -> ir.Expression | None:
    """`card is this` names the bearer, so that nobody has to be searched for."""
    tests = [*conjuncts(rule.standing), *conjuncts(rule.condition)]
    you = next(
        (
            fields[str(t.left.word)].code
            for t in tests
            if isinstance(t, e.IsExpression)
            and isinstance(t.left, e.Name)
            and str(t.left.word) in fields
            and is_name(t.right, "you")
        ),
        None,
    )
    own = scope.holder is None or scope.holder.code == scope.this
    wanted = ("holder",) if rule.part else ("this", "holder") if own else ("this",)
    for test in tests:
        if not isinstance(test, e.IsExpression) or not any(
            is_name(test.right, word) for word in wanted
        ):
            continue
        if isinstance(test.left, e.Name) and str(test.left.word) in fields:
            return fields[str(test.left.word)].code
        if you is not None and isinstance(test.left, e.Name):
            return lower(m, test.left, replace(scope.child(), player=you, this=None)).code
    return None


def all_tests(m: Meaning, rule: CaughtRule, scope: Scope) -> ir.Expression:
    tests = conjunction(
        lower_condition(m, rule.standing, scope), lower_condition(m, rule.condition, scope)
    )
    return tests if tests == TRUE else m.via(rule.via, tests)


def bind_bearers(
    m: Meaning, rule: CaughtRule, fields: dict[str, Value], make: Make
) -> Lowered:
    """Statements for everyone for whom the rule speaks; `make` gets a scope and the
    condition.
    """
    if rule.lasting:
        name = m.fresh("player")
        scope, active = set_up(rule, fields, ir.Local(name))
        inner = make(scope, conjunction(active, all_tests(m, rule, scope)))
        if rule.kind == "when":
            times = ir.Field(times_of(rule.lasting), ir.Local(name))
            inner = [ir.For(m.fresh("time"), ir.Range(times), tuple(inner))]
        return [ir.For(name, ir.Range(ir.Int(m.ruleset.seats)), tuple(inner))]
    if rule.group < 0:
        scope = event_scope(rule, fields)
        return make(scope, all_tests(m, rule, scope))
    name = m.fresh("bearer")
    scope, borne = bear(m, rule, fields, name)
    bearer = named_bearer(m, rule, fields, scope)
    if rule.part and bearer is None:
        return nobody_named(m, rule.part, rule.node)
    if bearer is not None:
        inner = make(scope, conjunction(borne, all_tests(m, rule, scope)))
        return [ir.Let(name, bearer), *inner]
    inner = make(scope, all_tests(m, rule, scope))
    return [ir.For(name, ir.Bearers(rule.group), tuple(inner))]


def bound_to_one(m: Meaning, rule: CaughtRule, fields: dict[str, Value]) -> bool:
    """Whether the event itself names the only card for which the rule can speak."""
    scope, _ = bear(m, rule, fields, "bearer")
    return named_bearer(m, rule, fields, scope) is not None


def bound_condition(
    m: Meaning, rule: CaughtRule, fields: dict[str, Value], place: int
) -> ir.Expression | None:
    """The same as one truth: it holds for someone for whom the rule speaks."""
    if rule.lasting:
        name = m.fresh("player")
        scope, active = set_up(rule, fields, ir.Local(name))
        test = conjunction(active, ir.Mark(place, all_tests(m, rule, scope)))
        return ir.Exists(name, ir.Range(ir.Int(m.ruleset.seats)), test)
    if rule.group < 0:
        return ir.Mark(place, all_tests(m, rule, event_scope(rule, fields)))
    name = m.fresh("bearer")
    scope, borne = bear(m, rule, fields, name)
    bearer = named_bearer(m, rule, fields, scope)
    if rule.part and bearer is None:
        nobody_named(m, rule.part, rule.node)
        return None
    tests = ir.Mark(place, all_tests(m, rule, scope))
    if bearer is not None:
        return ir.Bind(name, bearer, conjunction(borne, tests))
    return ir.Exists(name, ir.Bearers(rule.group), tests)


def times_of(lasting: str) -> str:
    """The field that counts how often a `when` for a time was set up."""
    return f"{lasting}_times"


def set_up(
    rule: CaughtRule, fields: dict[str, Value], player: ir.Expression
) -> tuple[Scope, ir.Expression]:
    """An effect set the rule up for this player, and remembered its card."""
    mark = ir.Field(rule.lasting, player)
    scope = rebind(rule.scope, ir.Arithmetic("-", mark, ir.Int(1)), player)
    if rule.scope.this is None:
        scope.this = None
    scope.locals = {**scope.locals, **fields}
    return scope, ir.Compare(">", mark, ir.Int(0))


def nobody_named(m: Meaning, part: str, node: Node) -> Lowered:
    """Parts are not searched for: the event says which one it is about."""
    text = f"Which {part}? The condition does not name the one that has this."
    m.problem("which-holder", text, node.span, f"where {part} is holder")
    return []


def bear_part(
    m: Meaning, rule: CaughtRule, fields: dict[str, Value], name: str
) -> tuple[Scope, ir.Expression]:
    """The scope of a part that has the keyword now, and the test that it does."""
    from .parts import bears, card_of_part

    holder = Value(ir.Local(name), Type("part", rule.part))
    card = card_of_part(m, holder)
    scope = rebind(rule.scope, card, ir.Table("owner", card))
    scope.holder = holder
    scope.locals = {**scope.locals, **fields}
    return scope, bears(m, holder, rule.ability)


def bear(
    m: Meaning, rule: CaughtRule, fields: dict[str, Value], name: str
) -> tuple[Scope, ir.Expression]:
    """The scope of a card that bears the rule, and the test that it does."""
    if rule.part:
        return bear_part(m, rule, fields, name)
    this = ir.Local(name)
    scope = rebind(rule.scope, this, ir.Table("owner", this))
    scope.locals = {**scope.locals, **fields}
    return scope, ir.Compare("==", ir.Table(f"bears_{rule.group}", this), ir.Int(1))


__all__ = ["PLAYER", "TRUE", "Type", "bind_bearers", "bound_condition"]
