"""Phrases, labels and keywords mean something even before a card uses them: each is lowered
once with open slots.
"""

from __future__ import annotations

from ..ir import ir
from ..ir.types import PLAYER, Type
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node
from ..nodes.expressions import IsExpression, Name
from .abilities import cannot_stand, card_scope, effect_rules_of, standing_rules
from .catching import conjuncts, nobody_named
from .context import Macro, Meaning, Scope, Value
from .counts import refuse_count
from .events import parameter_type
from .expressions import lower, lower_condition, lower_set
from .names import is_name, type_of
from .parts import part_fields, part_type
from .payable import check_cost
from .phrases import PLAIN
from .statements import lower_block

OTHER_EVENTS = {
    "moved": {
        "card": Type("card"),
        "source": Type("place"),
        "destination": Type("place"),
        "player": PLAYER,
        "rule": Type("rule"),
    },
    "pass": {"player": PLAYER, "window": Type("window")},
}


def check_vocabulary(m: Meaning) -> None:
    for phrase in m.ruleset.all(d.PhraseDeclaration):
        check_phrase(m, phrase)
    for keyword in m.ruleset.all(d.KeywordDeclaration):
        if keyword.body is not None:
            scope = open_scope(m, keyword.parameters)
            if keyword.on is not None and str(keyword.on) in part_fields(m):
                scope.holder = Value(ir.Local("this"), part_type(str(keyword.on)))
            check_body(m, keyword.body, scope)
    for label in m.ruleset.all(d.LabelDeclaration):
        check_label(m, label)


def open_scope(m: Meaning, parameters: tuple[d.Parameter, ...]) -> Scope:
    """Slots as values of their type, or open where phrases fill them."""
    scope = card_scope()
    scope.language = "open"
    scope.holder = Value(ir.Local("this"), Type("card"))
    for parameter in parameters:
        category = str(getattr(parameter.type, "word", ""))
        name = str(parameter.name)
        if category in PLAIN or m.values_of(category) is not None:
            scope.locals[name] = Value(ir.Local(f"slot_{name}"), type_of(m, parameter.type))
        else:
            type_of(m, parameter.type)
            scope.locals[name] = Macro(None, scope, category)
    return scope


def check_phrase(m: Meaning, phrase: d.PhraseDeclaration) -> None:
    scope = open_scope(m, phrase.parameters)
    if phrase.category not in ("condition", "cost"):  # filters may be made of such phrases
        scope.it = Value(ir.Local("card"), Type("card"))
    body = phrase.body
    if isinstance(body, d.MeansBody):
        meant = body.value
        if phrase.category in ("filter", "condition"):
            lower_condition(m, meant, scope)
        else:
            lower(m, meant, scope)
    elif isinstance(body, d.TakesBody):
        lower_set(m, body.of, scope)
    elif isinstance(body, d.EffectBody):
        check_body(m, body.body, scope)
        if phrase.category == "cost":
            check_cost(m, body.body.statements, scope)


def check_body(m: Meaning, body: s.Block, scope: Scope) -> None:
    rules = effect_rules_of(body)
    if not rules:
        scope.hoisted = []
        lower_block(m, body, scope)
        return
    for node in standing_rules(body):
        if isinstance(node, s.WhileRule):
            lower_condition(m, node.condition, scope)
            for inner in standing_rules(node.body):
                if not is_open_run(inner, scope):
                    check_standing(m, inner, scope)
        elif isinstance(node, s.Rule):
            check_rule(m, node, scope)


def is_open_run(node: Node, scope: Scope) -> bool:
    """`run a` of a slot: what fills it is checked where a card does."""
    what = node.what if isinstance(node, s.RunStatement) else None
    return isinstance(what, Name) and isinstance(scope.locals.get(str(what.word)), Macro)


def check_standing(m: Meaning, node: object, scope: Scope) -> None:
    if isinstance(node, s.ChangeStatement):
        lower(m, node.target, scope)
        lower(m, node.amount, scope)
    elif isinstance(node, s.SetStatement):
        target = lower(m, node.target, scope)
        lower(m, node.value, scope, target.type)
    elif isinstance(node, s.Rule) and not isinstance(node, s.WhileRule):
        check_rule(m, node, scope)
    elif isinstance(node, Node):
        cannot_stand(m, node)


def check_rule(m: Meaning, node: s.Rule, scope: Scope) -> None:
    check_holder(m, node, scope)
    inner = scope.child()
    inner.locals.update(event_fields(m, str(getattr(node, "event", ""))))
    lower_condition(m, getattr(node, "condition", None), inner)
    body = getattr(node, "body", None)
    if isinstance(body, s.Block):
        inner.hoisted = []
        lower_block(m, body, inner)


def check_holder(m: Meaning, node: s.Rule, scope: Scope) -> None:
    """A rule of a part says which part its event is about."""
    part = scope.holder.type if scope.holder is not None else Type("card")
    if part.kind != "part":
        return
    known = event_fields(m, str(getattr(node, "event", "")))
    named = any(
        isinstance(test, IsExpression)
        and isinstance(test.left, Name)
        and str(test.left.word) in known
        and is_name(test.right, "holder")
        for test in conjuncts(getattr(node, "condition", None))
    )
    if not named:
        nobody_named(m, part.of, node)


def event_fields(m: Meaning, event: str) -> dict[str, Value]:
    """What the conditions of a rule about this event may name."""
    verb = m.verbs().get(event)
    if isinstance(verb, d.VerbDeclaration):
        return {
            str(p.name): Value(ir.Local(f"p_{p.name}"), parameter_type(m, p))
            for p in verb.parameters
        }
    action = m.ruleset.names("action").get(event)
    if isinstance(action, d.ActionDeclaration):
        found = {"player": Value(ir.Local("player"), PLAYER)}
        if action.element is not None:
            found[str(action.element)] = Value(ir.Local("element"), Type("card"))
        return found
    return {
        name: Value(ir.Local(f"p_{name}"), type_)
        for name, type_ in OTHER_EVENTS.get(event, {}).items()
    }


def check_label(m: Meaning, label: d.LabelDeclaration) -> None:
    scope = card_scope()
    mode = label.mode
    if isinstance(mode, d.WhenMode):
        scope.locals.update(event_fields(m, str(mode.event)))
    condition = getattr(mode, "condition", None)
    if condition is not None:
        lower_condition(m, condition, scope)
    if label.limit is not None and label.limit.number < 1:
        what = "a sentence with this label could never be used"
        refuse_count(m, str(label.limit.number), label.limit.span, what)
    if label.limit is not None and str(label.limit.per) not in ("turn", *m.phases):
        m.unknown("unknown-step", "phase or step", label.limit.per, ["turn", *m.phases])
