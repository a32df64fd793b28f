"""Expressions: one register in rules, phrase meanings and scenarios."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Node, Word


class Expression(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Name(Expression):
    word: Word


@dataclass(frozen=True, slots=True)
class Number(Expression):
    value: int


@dataclass(frozen=True, slots=True)
class String(Expression):
    text: Word


@dataclass(frozen=True, slots=True)
class Bracket(Expression):
    inner: Expression


@dataclass(frozen=True, slots=True)
class Of(Expression):
    """`owner's word`"""

    owner: Expression
    word: Word


@dataclass(frozen=True, slots=True)
class Its(Expression):
    """`its word`: a field or property of the candidate of a `where`."""

    word: Word


@dataclass(frozen=True, slots=True)
class Index(Expression):
    table: Expression
    key: Expression


@dataclass(frozen=True, slots=True)
class Where(Expression):
    of: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Within(Expression):
    """`kind in place`"""

    kind: Expression
    place: Expression


@dataclass(frozen=True, slots=True)
class Count(Expression):
    of: Expression


@dataclass(frozen=True, slots=True)
class Total(Expression):
    word: Word
    of: Expression


@dataclass(frozen=True, slots=True)
class Highest(Expression):
    word: Word
    of: Expression


@dataclass(frozen=True, slots=True)
class Lowest(Expression):
    word: Word
    of: Expression


@dataclass(frozen=True, slots=True)
class Top(Expression):
    amount: Expression | None
    of: Expression


@dataclass(frozen=True, slots=True)
class Bottom(Expression):
    amount: Expression | None
    of: Expression


@dataclass(frozen=True, slots=True)
class Exists(Expression):
    no: bool
    of: Expression
    condition: Expression | None


class Operation(Expression):
    """Two sides."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class OrExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class AndExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class NotExpression(Expression):
    value: Expression


@dataclass(frozen=True, slots=True)
class IsExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class IsNotExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class AtLeastExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class AtMostExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class MoreExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class LessExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class OneOfExpression(Expression):
    left: Expression
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class HasExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class HasNoExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class FitsExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class MatchesExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class ContainsExpression(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class SharesExpression(Expression):
    left: Expression
    word: Word
    right: Expression


@dataclass(frozen=True, slots=True)
class CanExpression(Expression):
    left: Expression
    word: Word


@dataclass(frozen=True, slots=True)
class Add(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Subtract(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Times(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Divide(Operation):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Negative(Expression):
    value: Expression


@dataclass(frozen=True, slots=True)
class Use(Expression):
    """A phrase of the format as a card uses it: its id, and what fills its slots, by name."""

    phrase: Word
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot(Node):
    """What fills a slot: a literal of the slot's type or another phrase; `given` is False
    for a default.
    """

    name: Word
    value: Expression
    given: bool = True
