"""The types that declarations write."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes.base import Node, Word
from ...typed.types import (
    CARDS,
    NAME,
    NUMBER,
    ONE_CARD,
    PLAYER,
    TRUTH,
    UNKNOWN,
    Type,
    record,
    symbol,
)
from ..context import Resolver

SIMPLE: dict[str, Type] = {
    "number": NUMBER,
    "signed": NUMBER,
    "name": NAME,
    "word": NAME,
    "player": PLAYER,
    "card": ONE_CARD,
    "cards": CARDS,
    "text": Type("text"),
    "keyword": Type("keyword"),
    "condition": record("condition"),
    "truth": TRUTH,
}


def type_of(r: Resolver, node: attrs.Type | None) -> Type:
    """The type a declaration writes."""
    if node is None:
        return PLAYER
    if isinstance(node, attrs.TruthType):
        return TRUTH
    assert isinstance(node, (attrs.PlainType, attrs.ListType, attrs.MaybeType))
    base = type_named(r, node.word)
    if isinstance(node, attrs.ListType):
        return base.set
    return replace(base, maybe=True) if isinstance(node, attrs.MaybeType) else base


def type_named(r: Resolver, word: Word) -> Type:
    text = str(word)
    if text in SIMPLE:
        return SIMPLE[text]
    if r.values_of(text) is not None:
        r.used.add(text)
        return symbol(text)
    if text in r.names("card kind"):
        return Type("card", text)
    parts, known = r.parts, r.categories
    if text in parts:
        return Type("part", text)
    if text in known:
        return record(text)
    kinds = (*r.names("values"), *r.names("card kind"))
    r.unknown("unknown-type", "type", word, [*SIMPLE, *kinds, *parts, *known])
    return UNKNOWN


def type_of_gauge(r: Resolver, node: Node | None) -> Type:
    """The type of a gauge or note."""
    return type_of(r, node.type) if isinstance(node, d.NoteDeclaration) else NUMBER


def parameter_type(r: Resolver, parameter: d.VerbParameter) -> Type:
    """The type of what a verb is done with: what it says, else one player or one card."""
    if parameter.type is not None:
        return type_of(r, parameter.type)
    return PLAYER if parameter.name == "player" else ONE_CARD
