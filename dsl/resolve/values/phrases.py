"""Phrases: what fills their slots, what they mean as a value, and what they do as an effect."""

from __future__ import annotations

from collections.abc import Mapping

from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Span, walk
from ...nodes.dataclass import replace
from ...nodes.expressions import Sentence
from ...problems.articles import an
from ...problems.problem import Advice
from ...ruleset.categories import included, paid_categories
from ...ruleset.clauses import clauses_of
from ...ruleset.ruleset import Ruleset, categories_of, once
from ...ruleset.shapes import flat
from ...typed.statements import Block, Inline
from ...typed.truths import FALSE, TRUE
from ...typed.types import Type
from ...typed.values import At, Items, Join, Keyword, Value
from ..context import EXPECTING, Macro, Resolver, Scope, resolves
from ..sentences import (
    Phrase,
    bearer_of,
    body_of,
    keyword_ability,
    new_ability,
    phrase_of,
    spend_phrase,
)
from ..statements.blocks import block
from .coercions import as_set, condition, resolve, unknown_value
from .declared import type_of

GIVEN = ("card", "cards", "number", "player")
PLAIN = ("number", "signed", "name", "player", "word", "card")


def category_of(parameter: d.Parameter) -> str:
    """The category or type of what fills a slot."""
    return str(getattr(parameter.type, "word", ""))


def is_plain(r: Resolver, category: str) -> bool:
    """Whether a slot is filled with a plain value, not by a phrase."""
    return category in PLAIN or r.values_of(category) is not None


def phrase_scope(r: Resolver, phrase: Phrase, use: e.Use, outer: Scope) -> Scope:
    """The scope of a phrase's body: its slots, and who and what the sentence is about."""
    scope = replace(outer, locals={}, watched=watched_in(r, phrase), around={})
    given = {str(slot.name): slot.value for slot in use.slots}
    for parameter in phrase.parameters:
        if parameter.is_given:
            circular = fills_itself(r, phrase, parameter, use, outer.around)
            found = unknown_value() if circular else taken(r, phrase, parameter, use.span, outer)
            scope.locals[str(parameter.name)] = found
            continue
        value = given.get(str(parameter.name), parameter.default)
        if value is None:
            continue
        category, found = category_of(parameter), None
        if is_plain(r, category) and not isinstance(value, e.Use):
            found = resolve(r, value, outer, expected_in(r, category))
        scope.locals[str(parameter.name)] = found or Macro(value, outer, category)
    return scope


def taken(
    r: Resolver, phrase: Phrase, parameter: d.Parameter, span: Span, outer: Scope
) -> Value | Macro:
    """What is given to a phrase: what has the name of the slot where the phrase is used."""
    name, category = str(parameter.name), category_of(parameter)
    found = outer.around.get(name)
    if found is None and parameter.default is not None:
        found = Macro(parameter.default, outer, category)
    if found is None:
        refuse_missing(r, phrase, parameter, span)
        return unknown_value()
    if not fills(r, found, parameter):
        what = f"is {an(found.category if isinstance(found, Macro) else found.type)}"
        text = f'`{name}` {what}; "{phrase.name}" needs {an(category)}.'
        r.problem("wrong-type", text, span)
    if isinstance(found, Value) and type_of(r, parameter.type).many:
        return as_set(r, found, e.Name(parameter.name, span=span))
    return found


def fills_itself(
    r: Resolver,
    phrase: Phrase,
    parameter: d.Parameter,
    use: e.Use,
    around: Mapping[str, Value | Macro],
) -> bool:
    """Whether a phrase would be given itself for a slot, by way of others too; that is refused."""
    ahead, passed = [around.get(str(parameter.name))], list[e.Use]()
    while ahead:
        found = ahead.pop()
        if not isinstance(found, Macro) or not isinstance(found.use, e.Use):
            continue
        if found.use is use:
            text = f'"{phrase.name}" would be given itself as its `{parameter.name}` here.'
            r.problem("argument-cycle", text, use.span)
            return True
        inner = phrase_of(r, found.use)
        if inner is not None and all(found.use is not one for one in passed):
            passed.append(found.use)
            ahead += [around.get(str(one.name)) for one in inner.parameters if one.is_given]
    return False


def refuse_missing(r: Resolver, phrase: Phrase, parameter: d.Parameter, span: Span) -> None:
    text = f'"{phrase.name}" needs "{parameter.name}", and nothing here is called so.'
    advice = Advice(f"Give it in front: `let {parameter.name} be` and what it is.")
    r.problem("missing-argument", text, span, advice)


@once
def given_slots(ruleset: Ruleset) -> dict[str, list[tuple[d.PhraseDeclaration, d.Parameter]]]:
    """What the phrases of each category take from where they are used, if cards may say them."""
    found: dict[str, list[tuple[d.PhraseDeclaration, d.Parameter]]] = {}
    for phrase in filter(lambda one: one.says, ruleset.all(d.PhraseDeclaration)):
        slots = [(phrase, slot) for slot in phrase.parameters if slot.is_given and not slot.default]
        for category in categories_of(phrase) if slots else ():
            found.setdefault(str(category), []).extend(slots)
    return found


def check_given(r: Resolver, category: str, scope: Scope, span: Span) -> None:
    """Every phrase that may fill an open slot finds here what is to be given to it."""
    known = given_slots(r.ruleset)
    for one in sorted(included(r.ruleset, category) & known.keys()):
        for phrase, slot in known[one]:
            if str(slot.name) not in scope.locals:
                refuse_missing(r, phrase, slot, span)
                return


def watched_in(r: Resolver, phrase: Phrase) -> frozenset[str]:
    """The slots of which a phrase asks whether they were done."""
    known = r.asked_done.get(id(phrase))
    if known is None:
        asked = (part for part in walk(phrase) if isinstance(part, e.WasDoneExpression))
        known = r.asked_done[id(phrase)] = phrase, frozenset(str(part.slot) for part in asked)
    return known[1]


def expected_in(r: Resolver, category: str) -> Type | None:
    """What a slot for symbols expects, also where its category includes them."""
    known = (one for one in sorted(included(r.ruleset, category)) if r.values_of(one) is not None)
    return next((Type("symbol", one) for one in known), None)


def macro_value(r: Resolver, macro: Macro, expected: Type | None, around: Scope) -> Value:
    """The value of a slot that a phrase fills, where it is asked for."""
    if macro.bound is not None:
        return macro.bound
    if macro.use is None:
        return TRUE if macro.category == "condition" else unknown_value()
    if isinstance(macro.use, e.Use):
        scope = replace(macro.scope, around=around.locals)
        return use_value(r, macro.use, scope, expected, macro)
    return resolve(r, macro.use, macro.scope, expected or expected_in(r, macro.category))


def filter_condition(
    r: Resolver, macro: Macro, candidate: Value, asking: Scope | None = None
) -> Value:
    """Whether a candidate is as the phrase in a slot says; `asking`: where that is asked."""
    scope = macro.scope.child(it=candidate)
    if asking is not None:
        scope.asked, scope.shown, scope.around = asking.asked, asking.shown, asking.locals
    if macro.use is None:
        return TRUE
    if not isinstance(macro.use, e.Use):
        return condition(r, macro.use, scope)
    phrase = spend_phrase(r, macro.use)
    if not isinstance(phrase, d.PhraseDeclaration):
        return FALSE
    if not isinstance(phrase.body, d.MeansBody):
        text = f'The filter "{phrase.name}" says what it means with `means`.'
        r.problem("no-means", text, phrase.span)
        return FALSE
    inner = phrase_scope(r, phrase, macro.use, scope)
    inner.it = candidate
    return condition(r, phrase.body.value, inner)


@resolves(EXPECTING, e.Use)
def use(r: Resolver, node: e.Use, scope: Scope, expected: Type | None) -> Value:
    return use_value(r, node, scope, expected)


def use_value(
    r: Resolver, node: e.Use, scope: Scope, expected: Type | None, macro: Macro | None = None
) -> Value:
    """A phrase where a value is wanted: its `means`, or what its body chose last."""
    if macro is not None and macro.category == "sentence":
        return sentence_value(r, node)
    if node.phrase == e.LIST:
        return list_value(r, node, scope, macro)
    phrase = spend_phrase(r, node)
    if phrase is None:
        return unknown_value()
    if isinstance(phrase, d.KeywordDeclaration):
        return keyword_value(r, node)
    inner = phrase_scope(r, phrase, node, scope)
    if isinstance(phrase.body, d.MeansBody):
        value = resolve(r, phrase.body.value, inner, expected)
        if macro is not None and has_chosen(inner):
            macro.bound = value
        return value
    if isinstance(phrase.body, d.EffectBody):
        return chosen_value(r, phrase, phrase.body, inner, macro)
    r.problem("no-value", f'The phrase "{phrase.name}" is no value.', node.span)
    return unknown_value()


def has_chosen(scope: Scope) -> bool:
    """Whether a choice was made in a slot of the phrase of this scope."""
    slots = (slot for slot in scope.locals.values() if isinstance(slot, Macro))
    return any(slot.bound is not None for slot in slots)


def list_value(r: Resolver, node: e.Use, scope: Scope, macro: Macro | None) -> Value:
    """What fills a slot of type `list of x`: the set of its members."""
    expected = expected_in(r, macro.category if macro is not None else "")
    members = [resolve(r, slot.value, scope, expected) for slot in node.slots]
    if not members:
        return Value(Items(), Type("unknown", many=True))
    if members[0].type.many:  # sets: their union
        found = members[0]
        for member in members[1:]:
            found = replace(members[0], form=Join(found, member), place=None)
        return replace(found, place=None)
    return Value(Items(tuple(members)), members[0].type.set)


def keyword_value(r: Resolver, node: e.Use) -> Value:
    """A keyword that fills a slot: something to grant."""
    form = Keyword(keyword_ability(r, node).sentence)
    return Value(form, Type("keyword", bearer_of(r, str(node.phrase))))


def sentence_value(r: Resolver, node: e.Use) -> Value:
    """A sentence that fills a slot, with its labels: something that a card may gain."""
    said = new_ability(r, e.sentence_of(node)).sentence
    return Value(Keyword(said), Type("keyword", "card"))


def sentences_of(value: Value) -> list[Sentence]:
    """The keywords and sentences that a value says, where the text or the rules do."""
    members = value.form.items if isinstance(value.form, Items) else (value,)
    return [one.form.sentence for one in members if isinstance(one.form, Keyword)]


def chosen_value(
    r: Resolver, phrase: d.PhraseDeclaration, body: d.EffectBody, inner: Scope, macro: Macro | None
) -> Value:
    """`1 of your cards`: runs the choice before the statement that mentions it."""
    outer = macro.scope.before if macro is not None else inner.before
    names = [
        str(part.name)
        for part in flat(body.body.statements)
        if isinstance(part, (*s.CHOICES, s.LetStatement))
    ]
    if not names:
        r.problem("no-value", f'The phrase "{phrase.name}" is no value.', phrase.span)
        return unknown_value()
    if outer is None:
        text = f'"{phrase.name}" makes a choice and cannot stand inside a condition.'
        r.problem("choice-in-condition", text, phrase.span)
        return unknown_value()
    inner.before = None
    outer += block(r, body.body, inner)
    value = inner.locals[names[-1]]
    assert isinstance(value, Value)
    if macro is not None:
        macro.bound = value
    return value


def effect(r: Resolver, node: e.Use, scope: Scope, category: str = "") -> Block:
    """What a phrase or keyword does where it is run; `category`: what is asked for there."""
    phrase = spend_phrase(r, node)
    if phrase is None:
        return ()
    inner = phrase_scope(r, phrase, node, scope)
    body = body_of(phrase)
    if body is None:
        text = f'"{phrase.name}" does nothing that could be run.'
        r.problem("no-effect", text, node.span)
        return ()
    return (inlined(r, phrase, body, inner, category in paid_categories(r.ruleset)),)


def inlined(r: Resolver, phrase: Phrase, body: s.Block, inner: Scope, pays: bool = False) -> Inline:
    """What a phrase does, under its name; `pays`: it stands where something is paid."""
    cites = phrase.cites if isinstance(phrase, d.KeywordDeclaration) else phrase.body.cites
    head = At(phrase.name.span, clauses_of(cites))
    paid = isinstance(phrase, d.PhraseDeclaration) and phrase.category in paid_categories(r.ruleset)
    return Inline(head, block(r, body, inner), pays or paid)


# ---- phrases that others run


def run_phrase(r: Resolver, phrase: d.PhraseDeclaration, node: e.Name, scope: Scope) -> Block:
    """`run pay_less`: what a phrase does that others share."""
    name, body = str(phrase.name), body_of(phrase)
    r.used.add(name)
    if body is None or name in r.open:
        text = f'"{name}" runs itself.' if body else f'"{name}" does nothing that could be run.'
        r.problem("no-effect", text, node.span)
        return ()
    if not r.may_spend(node.span):
        return ()
    inner = shared_scope(r, phrase, node, scope)
    with r.opening(name):
        return (inlined(r, phrase, body, inner),)


def shared_phrase(r: Resolver, node: e.Expression, scope: Scope) -> d.PhraseDeclaration | None:
    """The phrase that a bare name stands for where it is run, unless it stands for a slot."""
    if not isinstance(node, e.Name) or str(node.word) in scope.locals:
        return None
    return r.ruleset.find(d.PhraseDeclaration, node.word)


def shared_scope(r: Resolver, phrase: d.PhraseDeclaration, node: e.Name, scope: Scope) -> Scope:
    """The names in a phrase that another one runs: its slots are filled by what has their names
    there, slots or other things.
    """
    inner = replace(scope, locals={}, watched=watched_in(r, phrase), around=scope.locals)
    for parameter in phrase.parameters:
        inner.locals[str(parameter.name)] = taken(r, phrase, parameter, node.span, inner)
    return inner


def fills(r: Resolver, found: Value | Macro, parameter: d.Parameter) -> bool:
    """Whether what has the name of a slot there can fill it."""
    category = category_of(parameter)
    if isinstance(found, Macro):
        if found.category == category or (parameter.is_given and category in GIVEN):
            return True  # what a phrase means is known when it is asked for
        done = category == "effect" and found.category in r.done_categories
        return done or found.category in included(r.ruleset, category)
    wanted = type_of(r, parameter.type)
    alike = found.type.many == wanted.many or (parameter.is_given and wanted.many)
    return found.type.kind in (wanted.kind, "unknown") and alike
