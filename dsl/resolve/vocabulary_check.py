"""Phrases, labels and keywords mean something even before a card uses them: each is resolved once
with open slots. What they ask and do is a list of typed values and blocks.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import modes
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node
from ..nodes.becoming import MakeStatement
from ..ruleset.shapes import flat
from ..typed.rules import THIS
from ..typed.values import Binding, Value, local
from .abilities import cannot_stand, card_scope, part_holder
from .context import Macro, Resolver, Scope
from .events import event_named, refuse_event
from .rules import check_rule
from .sentences import Phrase, rules_in, shared_stands
from .statements.becoming import what_is_made
from .statements.blocks import block
from .statements.payable import check_cost
from .values.coercions import condition, refuse_count, resolve, resolve_set
from .values.declared import type_of
from .values.phrases import category_of, is_plain, watched_in

PAID = "paid"


def check_vocabulary(r: Resolver) -> dict[str, list[object]]:
    """What each phrase, keyword and label asks and does, by its name."""
    found: dict[str, list[object]] = {}
    for phrase in r.ruleset.all(d.PhraseDeclaration):
        work = partial(check_phrase, r, phrase)
        found[str(phrase.name)] = r.known_declaration(phrase, work)
    for keyword in r.ruleset.all(d.KeywordDeclaration):
        if keyword.body is not None:
            work = partial(check_keyword, r, keyword, keyword.body)
            found[str(keyword.name)] = r.known_declaration(keyword, work)
    for label in r.ruleset.all(d.LabelDeclaration):
        work = partial(check_label, r, label)
        found[str(label.name)] = r.known_declaration(label, work)
    for category in r.ruleset.all(d.PaidDeclaration):
        if category.how != PAID:
            r.unknown("unknown-word", "word for a category", category.how, [PAID])
    return found


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


def check_phrase(r: Resolver, phrase: d.PhraseDeclaration) -> list[object]:
    scope = open_scope(r, phrase)
    if phrase.category not in ("condition", "cost"):  # filters may be made of such phrases
        scope.it = local(Binding("it", THIS.type))
    body = phrase.body
    if isinstance(body, d.MeansBody):
        if phrase.category in ("filter", "condition"):
            return [condition(r, body.value, scope)]
        return [resolve(r, body.value, scope)]
    if isinstance(body, d.TakesBody):
        return [resolve_set(r, body.of, scope)]
    if not isinstance(body, d.EffectBody):
        return []
    found = check_body(r, body.body, scope)
    if phrase.category == "cost":
        check_cost(r, body.body.statements, scope)
    return found


def check_keyword(r: Resolver, keyword: d.KeywordDeclaration, body: s.Block) -> list[object]:
    scope = open_scope(r, keyword)
    if str(keyword.on) in r.parts:
        scope.holder = local(part_holder(r, str(keyword.on)))
    return check_body(r, body, scope)


def check_body(r: Resolver, body: s.Block, scope: Scope) -> list[object]:
    if not rules_in(body):
        shared = [x.what for x in flat(body.statements) if isinstance(x, s.RunStatement)]
        if any(isinstance(what, e.Name) and shared_stands(r, what) for what in shared):
            return []  # it is checked where it stands
        scope.before = []
        return [block(r, body, scope)]
    found: list[object] = []
    for node in flat(body.statements):
        if isinstance(node, ru.WhileRule):
            found.append(condition(r, node.condition, scope))
            for inner in flat(node.body.statements):
                # what fills a slot that is run is checked where a card does
                if not (isinstance(inner, s.RunStatement) and scope.macro(inner.what)):
                    found += check_standing(r, inner, scope)
        elif isinstance(node, ru.Rule):
            found += check_rule(r, node, scope)
    return found


def check_standing(r: Resolver, node: Node, scope: Scope) -> list[object]:
    if isinstance(node, s.ChangeStatement):
        return [resolve(r, node.target, scope), resolve(r, node.amount, scope)]
    if isinstance(node, s.SetStatement):
        target: Value = resolve(r, node.target, scope)
        return [target, resolve(r, node.value, scope, target.type)]
    if isinstance(node, (s.GrantStatement, s.RevokeStatement)):
        return [resolve(r, node.to, scope)]
    if isinstance(node, ru.Rule) and not isinstance(node, ru.WhileRule):
        return check_rule(r, node, scope)
    if isinstance(node, MakeStatement):
        what_is_made(r, node, scope)
    else:
        cannot_stand(r, node)
    return []


def check_label(r: Resolver, label: d.LabelDeclaration) -> list[object]:
    scope = card_scope()
    mode = label.mode
    if isinstance(mode, modes.WhenMode):
        event = event_named(r, str(mode.event))
        if event is None:
            refuse_event(r, mode.event)
            return []
        scope.locals.update(event.fields)
    asked = (getattr(mode, "condition", None), getattr(mode, "needs", None))
    found: list[object] = [condition(r, one, scope) for one in asked]
    if label.limit is None:
        return found
    if label.limit.number < 1:
        what = "a sentence with this label could never be used"
        refuse_count(r, str(label.limit.number), label.limit.span, what)
    known = ["turn", *r.steps]
    if str(label.limit.per) not in known:
        r.unknown("unknown-step", "phase or step", label.limit.per, known)
    return found
