"""Sentences and keywords that cards gain and lose: which they are, who may have them."""

from __future__ import annotations

from dataclasses import replace

from ...cards.part_checks import properties_of_keywords
from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Span, Word
from ...nodes.expressions import Sentence
from ...problems.articles import an
from ...problems.problem import Advice
from ...ruleset.shapes import target_word
from ...typed import ids
from ...typed.truths import KeywordForms
from ...typed.types import Type
from ...typed.values import EMPTY, Constant, Items, Join, Keyword, Property, Text, Value
from ..context import GAINED, Resolver, Scope
from ..sentences import is_run, new_ability, part_of_keyword
from ..values.coercions import resolve, resolve_set, words
from ..values.declared import type_of
from ..values.phrases import category_of, is_plain, keyword_value, sentences_of
from ..values.properties import use_of

KEYWORDS = Type("keyword", many=True)


def gives_sentences(r: Resolver, node: s.GrantStatement | s.RevokeStatement, scope: Scope) -> bool:
    """Whether cards gain or lose something here; else a list does."""
    listed = {str(name) for name, _ in properties_of_keywords(r.ruleset)}
    if target_word(node.to) in listed:
        return False
    macro = scope.macro(node.what)
    if macro is not None:
        return macro.category in GAINED
    return isinstance(node.what, e.Name) and str(node.what.word) in r.names("keyword")


def gainers(
    r: Resolver,
    node: s.GrantStatement | s.RevokeStatement,
    scope: Scope,
    kinds: tuple[str, ...] = ("card",),
) -> Value | None:
    """The cards that gain or lose it; or the parts, where they may."""
    found = resolve_set(r, node.to, scope)
    if found.type.kind in kinds:
        return found
    text = f"`{words(node.to)}` is {an(found.type.one)}; cards gain keywords and sentences."
    is_property = target_word(node.to) in r.ruleset.properties()
    r.refuse(found, "not-a-list" if is_property else "not-cards", text, node.to.span)
    return None


def list_of_part(r: Resolver, parts: Value, span: Span) -> tuple[Property, Type] | None:
    """The list of keywords that parts have and that changes."""
    lists = [(name, of) for name, of in properties_of_keywords(r.ruleset) if of == parts.type.of]
    known = [use_of(r, ids.PropertyId(str(name), str(of))) for name, of in lists]
    able = [one for one in known if one is not None and one.layers is not None]
    if len(able) == 1:
        r.used.add(able[0].id.name)
        return Property(able[0].id, parts), able[0].type.one
    lists = "several lists" if able else "no list"
    text = f"{an(parts.type.of, True)} has {lists} of keywords that change."
    advice = Advice(f"Declare a property of {parts.type.of} that starts as its list of keywords.")
    r.problem("not-a-list", text, span, advice)
    return None


def sentences_given(r: Resolver, node: s.GrantStatement, scope: Scope) -> Value:
    """What is gained, each part of which a card can have."""
    what = keyword_filled(r, node, scope)
    for sentence in sentences_of(what):
        if can_gain(r, sentence, node.what.span):
            r.gained.setdefault(sentence)
    return what


def keyword_filled(r: Resolver, node: s.GrantStatement, scope: Scope) -> Value:
    """A keyword with what fills its slots, or what a slot of a phrase holds."""
    keyword = None
    if isinstance(node.what, e.Name) and scope.macro(node.what) is None:
        keyword = r.ruleset.find(d.KeywordDeclaration, str(node.what.word))
    if keyword is None:
        if node.fillers:
            text = f"`{words(node.what)}` is no keyword with slots that could be filled."
            r.problem("slots-unfilled", text, node.fillers[0].span)
        return resolve_set(r, node.what, scope, Type("keyword"))
    r.used.add(str(keyword.name))
    slots = keyword.parameters
    if len(slots) != len(node.fillers):
        known = " and ".join(str(slot.name) for slot in slots) or "none"
        text = f'"{keyword.name}" has slots: {known}; here {len(node.fillers)} are filled.'
        fix = Advice(f"Fill each slot behind `with`: {known}." if slots else "Leave `with` out.")
        r.problem("slots-unfilled", text, node.span, fix)
        return EMPTY
    filled: list[e.Slot] = []
    for slot, filler in zip(slots, node.fillers, strict=True):
        value = literal(r, slot, filler, scope)
        if value is None:
            return EMPTY
        filled.append(e.Slot(Word(slot.name), value, span=filler.span))
    value = keyword_value(r, e.Use(keyword.name, tuple(filled), span=node.what.span))
    return replace(value, form=Items((value,)), type=value.type.set)


def literal(
    r: Resolver, slot: d.Parameter, node: e.Expression, scope: Scope
) -> e.Expression | None:
    """What fills a slot, as a card prints it."""
    category = category_of(slot)
    wanted = type_of(r, slot.type) if is_plain(r, category) else None
    value = resolve(r, node, scope, wanted)
    if wanted is None or value.type.kind != wanted.kind or value.type.of != wanted.of:
        text = f"`{words(node)}` cannot fill the slot {slot.name}, which takes {an(category)}."
        r.refuse(value, "slots-unfilled", text, node.span)
        return None
    values = r.values_of(category)
    match value.form:
        case Text(text):
            return e.String(Word(text), span=node.span)
        case Constant(number) if values is not None:
            return e.Name(Word(str(values.items[number].name)), span=node.span)
        case Constant(number):
            return e.Number(number, span=node.span)
        case _:
            if scope.language != "open":
                text = (
                    "What a card gains is printed: a plain value, or what fills a slot of a card."
                )
                r.problem("not-a-constant", text, node.span)
            return None


def sentences_lost(r: Resolver, node: s.RevokeStatement, scope: Scope) -> Value:
    """What is lost: a keyword with whatever slots, or one sentence."""
    what = EMPTY
    for one in things_lost(r, node, scope):
        form = KeywordForms(ids.KeywordId(one)) if isinstance(one, str) else Keyword(one)
        more = Value(form, KEYWORDS if isinstance(one, str) else KEYWORDS.one)
        more = more if more.type.many else Value(Items((more,)), KEYWORDS)
        what = more if what == EMPTY else Value(Join(what, more), KEYWORDS)
    return what


def things_lost(r: Resolver, node: s.RevokeStatement, scope: Scope) -> tuple[Sentence | str, ...]:
    """The sentences and the keywords that are lost."""
    if isinstance(node.what, e.Name) and scope.macro(node.what) is None:
        found: list[Sentence | str] = [str(node.what.word)]
    else:
        said = sentences_of(resolve_set(r, node.what, scope, Type("keyword")))
        found = [keyword_or_sentence(r, sentence) for sentence in said]
    for one in found:
        r.used.add(one if isinstance(one, str) else str(one.effect.phrase))
        r.lost.setdefault(one, node.what.span)
    return tuple(found)


def keyword_or_sentence(r: Resolver, sentence: Sentence) -> Sentence | str:
    """What fills a slot: a keyword without labels is lost with whatever slots."""
    word = str(sentence.effect.phrase)
    return word if not sentence.labels and word in r.names("keyword") else sentence


def can_gain(r: Resolver, sentence: Sentence, span: Span) -> bool:
    """Whether a card that has not printed it can have a sentence."""
    ability, said = new_ability(r, sentence), words(sentence.effect)
    part = part_of_keyword(r, str(sentence.effect.phrase))
    if part:
        text = f"`{said}` is a keyword of {an(part)}; a card cannot have it."
        r.problem("wrong-bearer", text, span)
    elif ability.window:
        text = f'What is offered in the window "{ability.window}" stands on cards; none gains it.'
        r.problem("cannot-gain", text, span)
    elif is_run(ability):
        text = "Nothing would ever carry out what is gained here: it neither waits nor stands."
        r.problem("cannot-gain", text, span)
    else:
        return True
    return False
