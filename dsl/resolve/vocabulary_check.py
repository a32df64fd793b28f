"""Phrases, labels and keywords mean something even before a card uses them: each is resolved once
with open slots.
"""

from __future__ import annotations

from dataclasses import replace

from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node
from ..nodes.becoming import MakeStatement
from ..ruleset.shapes import flat
from ..typed.values import Binding, Value, local
from .abilities import cannot_stand, card_scope, part_holder
from .context import Macro, Resolver, Scope
from .events import event_named
from .rules import check_rule
from .sentences import Phrase, rules_in, shared_stands
from .statements.becoming import what_is_made
from .statements.blocks import block
from .statements.payable import check_cost
from .values.coercions import condition, refuse_count, resolve, resolve_set
from .values.declared import type_of
from .values.phrases import category_of, is_plain, watched_in


def check_vocabulary(r: Resolver) -> None:
    for phrase in r.ruleset.all(d.PhraseDeclaration):
        check_phrase(r, phrase)
    for keyword in r.ruleset.all(d.KeywordDeclaration):
        if keyword.body is not None:
            scope = open_scope(r, keyword)
            if str(keyword.on) in r.parts:
                scope.holder = local(part_holder(r, str(keyword.on)))
            check_body(r, keyword.body, scope)
    for label in r.ruleset.all(d.LabelDeclaration):
        check_label(r, label)


def open_scope(r: Resolver, phrase: Phrase) -> Scope:
    """Slots as values of their type, or open where phrases fill them."""
    scope = replace(card_scope(), language="open", watched=watched_in(r, phrase))
    for parameter in phrase.parameters:
        category, name = category_of(parameter), str(parameter.name)
        slot = Binding(name, type_of(r, parameter.type))
        scope.locals[name] = Macro(None, scope, category)
        if is_plain(r, category):
            r.open_slots.add(slot)
            scope.locals[name] = local(slot)
    return scope


def check_phrase(r: Resolver, phrase: d.PhraseDeclaration) -> None:
    scope = open_scope(r, phrase)
    if phrase.category not in ("condition", "cost"):  # filters may be made of such phrases
        scope.it = card_scope().this
    body = phrase.body
    if isinstance(body, d.MeansBody):
        if phrase.category in ("filter", "condition"):
            condition(r, body.value, scope)
        else:
            resolve(r, body.value, scope)
    elif isinstance(body, d.TakesBody):
        resolve_set(r, body.of, scope)
    elif isinstance(body, d.EffectBody):
        check_body(r, body.body, scope)
        if phrase.category == "cost":
            check_cost(r, body.body.statements, scope)


def check_body(r: Resolver, body: s.Block, scope: Scope) -> None:
    if not rules_in(body):
        shared = [x.what for x in flat(body.statements) if isinstance(x, s.RunStatement)]
        if any(isinstance(what, e.Name) and shared_stands(r, what) for what in shared):
            return  # it is checked where it stands
        scope.before = []
        block(r, body, scope)
        return
    for node in flat(body.statements):
        if isinstance(node, ru.WhileRule):
            condition(r, node.condition, scope)
            for inner in flat(node.body.statements):
                # what fills a slot that is run is checked where a card does
                if not (isinstance(inner, s.RunStatement) and scope.macro(inner.what)):
                    check_standing(r, inner, scope)
        elif isinstance(node, ru.Rule):
            check_rule(r, node, scope)


def check_standing(r: Resolver, node: Node, scope: Scope) -> None:
    if isinstance(node, s.ChangeStatement):
        resolve(r, node.target, scope)
        resolve(r, node.amount, scope)
    elif isinstance(node, s.SetStatement):
        target: Value = resolve(r, node.target, scope)
        resolve(r, node.value, scope, target.type)
    elif isinstance(node, (s.GrantStatement, s.RevokeStatement)):
        resolve(r, node.to, scope)
    elif isinstance(node, MakeStatement):
        what_is_made(r, node, scope)
    elif isinstance(node, ru.Rule) and not isinstance(node, ru.WhileRule):
        check_rule(r, node, scope)
    else:
        cannot_stand(r, node)


def check_label(r: Resolver, label: d.LabelDeclaration) -> None:
    scope = card_scope()
    mode = label.mode
    if isinstance(mode, d.WhenMode):
        event = event_named(r, str(mode.event))
        scope.locals.update(event.fields if event is not None else {})
    condition(r, getattr(mode, "condition", None), scope)
    condition(r, getattr(mode, "needs", None), scope)
    if label.limit is None:
        return
    if label.limit.number < 1:
        what = "a sentence with this label could never be used"
        refuse_count(r, str(label.limit.number), label.limit.span, what)
    known = ["turn", *r.steps]
    if str(label.limit.per) not in known:
        r.unknown("unknown-step", "phase or step", label.limit.per, known)
