"""Phrases: what fills their slots, what they mean as a value, and what they do as an
effect.
"""

from __future__ import annotations

from dataclasses import replace

from ..ir import ir
from ..ir.types import TRUTH, UNKNOWN, Type
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Word
from .context import FALSE, TRUE, Macro, Meaning, Scope, Value
from .expressions import lower, lower_condition

OPEN = {"condition": Value(TRUE, TRUTH)}
PLAIN = ("number", "signed", "name", "player", "word", "card")


def declared_phrase(
    m: Meaning, use: e.Use
) -> d.PhraseDeclaration | d.KeywordDeclaration | None:
    if not m.may_spend(use.span):
        return None
    for kind in ("phrase", "keyword"):
        found = m.ruleset.names(kind).get(str(use.phrase))
        if isinstance(found, (d.PhraseDeclaration, d.KeywordDeclaration)):
            m.used.add(str(use.phrase))
            return found
    m.unknown("unknown-phrase", "phrase", use.phrase, list(m.ruleset.names("phrase")))
    return None


def phrase_scope(
    m: Meaning, phrase: d.PhraseDeclaration | d.KeywordDeclaration, use: e.Use, outer: Scope
) -> Scope:
    """The scope of a phrase's body: its slots, and who and what the sentence is about."""
    scope = outer.child()
    scope.locals = {}
    given = {str(slot.name): slot.value for slot in use.slots}
    for parameter in phrase.parameters:
        value = given.get(str(parameter.name), parameter.default)
        if value is None:
            continue
        scope.locals[str(parameter.name)] = slot_value(m, parameter, value, outer)
    return scope


def slot_value(
    m: Meaning, parameter: d.Parameter, value: e.Expression, outer: Scope
) -> Value | Macro:
    category = str(getattr(parameter.type, "word", ""))
    plain = category in PLAIN or m.values_of(category) is not None
    if plain and not isinstance(value, e.Use):
        expected = Type("symbol", category) if m.values_of(category) is not None else None
        return lower(m, value, outer, expected)
    return Macro(value, outer, category)


def lower_macro(m: Meaning, macro: Macro, word: Word, expected: Type | None) -> Value:
    """The value of a slot that a phrase fills."""
    if macro.bound is not None:
        return macro.bound
    if macro.use is None:
        return OPEN.get(macro.category, Value(ir.Int(ir.NONE), UNKNOWN))
    if isinstance(macro.use, e.Use):
        value = lower_use_value(m, macro.use, macro.scope, expected, macro)
    else:
        value = lower(m, macro.use, macro.scope, expected)
    return value


def filter_condition(m: Meaning, macro: Macro, candidate: Value) -> ir.Expression:
    scope = macro.scope.child()
    scope.it = candidate
    if macro.use is None:
        return TRUE
    if not isinstance(macro.use, e.Use):
        return lower_condition(m, macro.use, scope)
    phrase = declared_phrase(m, macro.use)
    if phrase is None or not isinstance(phrase, d.PhraseDeclaration):
        return FALSE
    if not isinstance(phrase.body, d.MeansBody):
        m.problem(
            "no-means",
            f'The filter "{phrase.name}" says what it means with `means`.',
            phrase.span,
        )
        return FALSE
    inner = phrase_scope(m, phrase, macro.use, scope)
    inner.it = candidate
    return lower_condition(m, phrase.body.value, inner)


def lower_use_value(
    m: Meaning, use: e.Use, scope: Scope, expected: Type | None, macro: Macro | None = None
) -> Value:
    """A phrase where a value is wanted: its `means`, or what its body chose last."""
    if use.phrase == "list":
        return list_value(m, use, scope, macro)
    phrase = declared_phrase(m, use)
    if phrase is None:
        return Value(ir.Int(ir.NONE), UNKNOWN)
    if isinstance(phrase, d.KeywordDeclaration):
        return keyword_value(m, use)
    inner = phrase_scope(m, phrase, use, scope)
    if isinstance(phrase.body, d.MeansBody):
        return lower(m, phrase.body.value, inner, expected)
    if isinstance(phrase.body, d.EffectBody):
        return chosen_value(m, phrase, phrase.body, inner, macro)
    m.problem("no-value", f'The phrase "{phrase.name}" is no value.', use.span)
    return Value(ir.Int(ir.NONE), UNKNOWN)


def list_value(m: Meaning, use: e.Use, scope: Scope, macro: Macro | None) -> Value:
    """What fills a slot of type `list of x`: the set of its members."""
    category = macro.category if macro is not None else ""
    expected = Type("symbol", category) if m.values_of(category) is not None else None
    members = [lower(m, slot.value, scope, expected) for slot in use.slots]
    if not members:
        return Value(ir.Items(()), Type("unknown", many=True))
    if members[0].type.many:  # sets: their union
        code = members[0].code
        for member in members[1:]:
            code = ir.Join(code, member.code)
        return replace(members[0], code=code, place=None)
    return Value(ir.Items(tuple(v.code for v in members)), members[0].type.set)


def keyword_value(m: Meaning, use: e.Use) -> Value:
    """A keyword that fills a slot: something to grant."""
    from .abilities import bearer_of, granted_uses
    from .parts import keyword_number

    granted_uses(m).setdefault(use)
    of = bearer_of(m, str(use.phrase))
    return Value(ir.Int(keyword_number(m, use)), Type("keyword", of))


def chosen_value(
    m: Meaning,
    phrase: d.PhraseDeclaration,
    body: d.EffectBody,
    inner: Scope,
    macro: Macro | None,
) -> Value:
    """`1 of your cards`: runs the choice before the statement that mentions it."""
    from .statements import lower_block

    outer = macro.scope.hoisted if macro is not None else inner.hoisted
    names = [
        str(part.name)
        for line in body.body.statements
        for part in (line.statements if isinstance(line, s.Line) else (line,))
        if isinstance(part, (s.ChooseStatement, s.LetStatement))
    ]
    if outer is None or not names:
        text = f'"{phrase.name}" makes a choice and cannot stand inside a condition.'
        m.problem("choice-in-condition", text, phrase.span)
        return Value(ir.Int(ir.NONE), UNKNOWN)
    inner.hoisted = None
    outer += lower_block(m, body.body, inner, phrase.says[0].pattern.span)
    value = inner.locals[names[-1]]
    assert isinstance(value, Value)
    if macro is not None:
        macro.bound = value
    return value


def lower_effect(m: Meaning, use: e.Use, scope: Scope) -> list[ir.Statement]:
    """What a phrase or keyword does where it is run."""
    from ..ruleset.ruleset import clauses_of
    from .statements import lower_block

    phrase = declared_phrase(m, use)
    if phrase is None:
        return []
    inner = phrase_scope(m, phrase, use, scope)
    inner.in_effect = True
    body = phrase.body if isinstance(phrase, d.KeywordDeclaration) else None
    cites = phrase.cites if isinstance(phrase, d.KeywordDeclaration) else None
    if isinstance(phrase, d.PhraseDeclaration) and isinstance(phrase.body, d.EffectBody):
        body, cites = phrase.body.body, phrase.body.cites
    if body is None:
        m.problem("no-effect", f'"{phrase.name}" does nothing that could be run.', use.span)
        return []
    head = ir.Line(m.place(phrase.name.span, clauses_of(cites)))
    return [head, *lower_block(m, body, inner)]
