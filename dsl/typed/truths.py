"""Typed truths: comparisons, questions about cards and records, and how they are joined."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ..nodes.dataclass import dataclass
from . import ids
from .types import NUMBER, TRUTH
from .values import Binding, Constant, Count, Form, Value, Where, constant, local


@dataclass(frozen=True, slots=True)
class And(Form):
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Or(Form):
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Not(Form):
    value: Value


@dataclass(frozen=True, slots=True)
class Compare(Form):
    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class IsMissing(Form):
    value: Value


@dataclass(frozen=True, slots=True)
class CardIs(Form):
    """Whether a card is of a kind, has a name, lies face up, is turned so, has a role."""

    aspect: Literal["kind", "name", "face", "turned", "role"]
    card: Value
    value: Value


@dataclass(frozen=True, slots=True)
class SameMembers(Form):
    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Contains(Form):
    of: Value
    value: Value


@dataclass(frozen=True, slots=True)
class Exists(Form):
    each: Binding
    of: Value
    condition: Value


@dataclass(frozen=True, slots=True)
class HasKeyword(Form):
    """Whether a card has a keyword now: printed, from beneath, or gained."""

    card: Value
    keyword: ids.KeywordId


@dataclass(frozen=True, slots=True)
class KeywordForms(Form):
    """A keyword with whatever slots and labels, as something to lose."""

    keyword: ids.KeywordId


@dataclass(frozen=True, slots=True)
class IsKeyword(Form):
    """Whether an ability is a keyword, with whatever slots."""

    ability: Value
    keyword: int


@dataclass(frozen=True, slots=True)
class HasTag(Form):
    of: Value
    kind: Literal["sentence", "record"]
    tag: str


@dataclass(frozen=True, slots=True)
class IsAside(Form):
    """Whether a sentence is printed in brackets."""

    sentence: Value


@dataclass(frozen=True, slots=True)
class RecordHolds(Form):
    """A condition that is printed on a card."""

    record: Value
    player: Value
    this: Value


@dataclass(frozen=True, slots=True)
class Fits(Form):
    """Whether a card fits a filter that is printed on a card."""

    record: Value
    card: Value
    player: Value
    this: Value


@dataclass(frozen=True, slots=True)
class Laid(Form):
    """Whether cards lie there as terms demand."""

    terms: Value
    cards: Value
    player: Value
    this: Value


@dataclass(frozen=True, slots=True)
class Payable(Form):
    """Whether a player could pay terms that are printed on `origin`."""

    terms: Value
    player: Value
    origin: Value


@dataclass(frozen=True, slots=True)
class CanBeDone(Form):
    """Whether all that abilities demand up front is there; `abilities` is one or a set."""

    abilities: Value
    card: Value
    player: Value


@dataclass(frozen=True, slots=True)
class CanAct(Form):
    """Whether an action would be offered to a player now, with some element or this one."""

    action: ids.ActionId
    player: Value
    element: Value | None


@dataclass(frozen=True, slots=True)
class CanDo(Form):
    """Whether a verb could be done now: nothing forbids it, and what it demands is there."""

    verb: ids.VerbId
    arguments: tuple[Value, ...]


TRUE = Value(Constant(1), TRUTH)
FALSE = Value(Constant(0), TRUTH)


def is_true(value: Value) -> bool:
    """Whether a truth is known to hold."""
    return value.form == TRUE.form and value.type.kind == "truth"


def is_false(value: Value) -> bool:
    """Whether a truth is known not to hold."""
    return value.form == FALSE.form and value.type.kind == "truth"


def truth(form: Form) -> Value:
    """A condition of this form."""
    return Value(form, TRUTH)


def disjunction(left: Value, right: Value) -> Value:
    """Either of them; constants are folded."""
    if is_true(left) or is_true(right):
        return TRUE
    if is_false(left) or is_false(right):
        return right if is_false(left) else left
    return truth(Or(left, right))


def conjunction(*parts: Value) -> Value:
    """All of them; constants are folded."""
    result = TRUE
    for part in parts:
        if is_false(part):
            return FALSE
        if not is_true(part):
            result = part if is_true(result) else truth(And(result, part))
    return result


# ---- of several


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
    """Whether a set is empty."""
    return count_is(members, "==", constant(0))


def some_card_is(aspect: Literal["kind", "name"], cards: Value, value: Value) -> Value:
    """Whether one of some cards is of a kind, or has a name."""
    each = Binding("it", cards.type.one)
    return truth(Exists(each, cards, truth(CardIs(aspect, local(each), value))))


@dataclass(frozen=True, slots=True)
class InPrint(Form):
    """All cards of the format as they are printed, each once."""


@dataclass(frozen=True, slots=True)
class FittingNames(Form):
    """The names (or codes) of cards that fit a fragment; with `anywhere` names of any kind."""

    fragment: str
    codes: bool = False
    anywhere: bool = False
