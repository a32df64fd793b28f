"""Typed truths that several topics put together: of what kind, how many, whether any."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ...typed.truths import CardIs, Compare, Exists, truth
from ...typed.types import NUMBER
from ...typed.values import Binding, Count, Value, Where, constant, local


def of_kind(cards: Value, kind: Value) -> Value:
    """Those cards of a set that are of a kind."""
    each = Binding("it", cards.type.one)
    test = truth(CardIs("kind", local(each), kind))
    return replace(cards, form=Where(each, cards, test))


def count_is(cards: Value, sign: Literal["==", ">", ">=", "<="], number: Value) -> Value:
    """How many members there are, compared with a number."""
    return truth(Compare(sign, Value(Count(cards), NUMBER), number))


def is_some(members: Value) -> Value:
    """There are members."""
    return count_is(members, ">", constant(0))


def is_none(members: Value) -> Value:
    return count_is(members, "==", constant(0))


def some_card_is(aspect: Literal["kind", "name"], cards: Value, value: Value) -> Value:
    each = Binding("it", cards.type.one)
    return truth(Exists(each, cards, truth(CardIs(aspect, local(each), value))))
