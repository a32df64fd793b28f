"""Lists that change for a time: `grant` adds to a list property, `void` empties it, and
`void X's changes` ends every modifier on X, `void X's uses` the count of its limited sentences.
"""

from __future__ import annotations

from ..ir import ir
from ..ir.types import Type
from ..nodes import expressions as e
from ..nodes import statements as s
from .abilities import abilities_of
from .changes import Target, find_target, per_owner
from .context import Meaning, Scope
from .expressions import lower, lower_condition, lower_set, words
from .labels import limit_field
from .moments import moment_number

Lowered = list[ir.Statement]
CHANGES, USES = "changes", "uses"


def lower_grant_statement(m: Meaning, node: s.GrantStatement, scope: Scope) -> Lowered:
    """Each member of a set joins the list, in order."""
    target = list_target(m, node.to, scope)
    if target is None:
        return []
    wanted = target.type.one
    members = lower_set(m, node.what, scope, wanted)
    if members.type.kind not in (wanted.kind, "unknown") or (
        wanted.of and members.type.of not in (wanted.of, "")
    ):
        what, to = words(node.what), words(node.to)
        text = f"`{to}` is a list of {wanted}; `{what}` is a {members.type.one}."
        m.problem("type-changes", text, node.what.span)
        return []
    check_bearer(m, node, target, members.type)
    until, condition = list_tails(m, node, node.tails, scope)
    if until is None:
        return []
    member = m.fresh("granted")

    def change(owner: ir.Expression | None) -> Lowered:
        aim = owner if owner is not None else ir.Int(0)
        modify = ir.Modify(target.name, aim, "grant", ir.Local(member), until)
        return [ir.For(member, members.code, (modify,))]

    body = per_owner(m, target.owner, change)
    return body if condition is None else [ir.If(condition, tuple(body))]


def check_bearer(m: Meaning, node: s.GrantStatement, target: Target, found: Type) -> None:
    """A keyword is granted to what can have it."""
    owner = target.owner.type if target.owner is not None else None
    if found.kind != "keyword" or not found.of or owner is None:
        return
    if owner.kind == "part" and owner.of != found.of:
        text = f"`{words(node.what)}` is a keyword of a {found.of}; a {owner.of} cannot have it."
        m.problem("wrong-bearer", text, node.what.span, f"keyword .. on {owner.of}")


def lower_void_statement(m: Meaning, node: s.VoidStatement, scope: Scope) -> Lowered:
    """Empties a list for a time, or ends all changes of a card, or what it used up."""
    if isinstance(node.what, e.Of) and node.what.word in (CHANGES, USES):
        return forget(m, node, node.what, scope)
    target = list_target(m, node.what, scope)
    if target is None:
        return []
    until, condition = list_tails(m, node, node.tails, scope)
    if until is None:
        return []

    def change(owner: ir.Expression | None) -> Lowered:
        aim = owner if owner is not None else ir.Int(0)
        return [ir.Modify(target.name, aim, "void", ir.Int(0), until)]

    body = per_owner(m, target.owner, change)
    return body if condition is None else [ir.If(condition, tuple(body))]


def forget(m: Meaning, node: s.VoidStatement, of: e.Of, scope: Scope) -> Lowered:
    cards = lower_set(m, of.owner, scope)
    if cards.type.kind != "card":
        if cards.type.kind != "unknown":
            text = f"`{words(of.owner)}` is a {cards.type.one}; {of.word} hang on cards."
            m.problem("not-cards", text, of.owner.span)
        return []
    for tail in node.tails:
        m.problem("how-long", "What was changed is over for good here.", tail.span)
    name = m.fresh("card")
    if of.word == USES:
        counts = dict.fromkeys(limit_field(m, one) for one in abilities_of(m).values())
        sets = [ir.Set(one, ir.Local(name), ir.Int(0)) for one in counts if one]
        return [ir.For(name, cards.code, tuple(sets))]
    m.flags.add("entry")
    return [ir.For(name, cards.code, (ir.Forget(ir.Local(name)),))]


def list_target(m: Meaning, node: e.Expression, scope: Scope) -> Target | None:
    """The list property that is changed."""
    target = find_target(m, node, scope)
    if target is None or target.type.kind == "unknown":
        return None
    if target.is_property and target.type.many and target.name in m.properties:
        return target
    text = f"`{words(node)}` is no list that can change."
    mend = "Declare a property that starts as a list: property types of Creature .."
    m.problem("not-a-list", text, node.span, mend)
    return None


def list_tails(
    m: Meaning, node: s.Statement, tails: tuple[s.Tail, ...], scope: Scope
) -> tuple[int | None, ir.Expression | None]:
    """The moment until which a list is changed, and the condition."""
    until: int | None = None
    condition: ir.Expression | None = None
    for tail in tails:
        if isinstance(tail, s.UntilTail):
            until = moment_number(m, tail.moment, scope)
        elif isinstance(tail, s.IfTail):
            condition = lower_condition(m, tail.condition, scope)
        else:
            m.problem("no-layer", "A list has no layers, so `as` does nothing.", tail.span)
    if until is None:
        text = "How long? A list property is changed for a time only."
        m.problem("how-long", text, node.span, "until end of turn")
    return until, condition


__all__ = ["lower", "lower_grant_statement", "lower_void_statement"]
