"""Sentences and keywords that cards gain: which they are, who may have them."""

from __future__ import annotations

from ...cards.part_checks import properties_of_keywords
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Span
from ...nodes.expressions import Sentence
from ...ruleset.shapes import target_word
from ...typed.types import Type
from ...typed.values import Value
from ..context import GAINED, Resolver, Scope
from ..sentences import is_run, new_ability, part_of_keyword
from ..values.coercions import resolve_set, words
from ..values.phrases import sentences_of


def gives_sentences(r: Resolver, node: s.GrantStatement, scope: Scope) -> bool:
    """Whether cards gain something here; else a list does."""
    listed = {str(name) for name, _ in properties_of_keywords(r.ruleset)}
    if target_word(node.to) in listed:
        return False
    macro = scope.macro(node.what)
    if macro is not None:
        return macro.category in GAINED
    return isinstance(node.what, e.Name) and str(node.what.word) in r.names("keyword")


def gainers(r: Resolver, node: s.GrantStatement, scope: Scope) -> Value | None:
    """The cards that gain it."""
    cards = resolve_set(r, node.to, scope)
    if cards.type.kind == "card":
        return cards
    text = f"`{words(node.to)}` is a {cards.type.one}; cards gain keywords and sentences."
    is_property = target_word(node.to) in r.ruleset.properties()
    r.refuse(cards, "not-a-list" if is_property else "not-cards", text, node.to.span)
    return None


def sentences_given(r: Resolver, node: s.GrantStatement, scope: Scope) -> Value:
    """What is gained, each part of which a card can have."""
    what = resolve_set(r, node.what, scope, Type("keyword"))
    for sentence in sentences_of(what):
        if can_gain(r, sentence, node.what.span):
            r.gained.setdefault(sentence)
    return what


def can_gain(r: Resolver, sentence: Sentence, span: Span) -> bool:
    """Whether a card that has not printed it can have a sentence."""
    ability, said = new_ability(r, sentence), words(sentence.effect)
    part = part_of_keyword(r, str(sentence.effect.phrase))
    if part:
        text = f"`{said}` is a keyword of a {part}; a card cannot have it."
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
