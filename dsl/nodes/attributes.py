"""Attributes behind a declaration's name, and the types it may write."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Node, Word
from .expressions import Expression
from .statements import Moment


class Attribute(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Words(Node):
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Path(Node):
    words: tuple[Word, ...]

    def __str__(self) -> str:
        return ".".join(self.words)


# ---- attributes


@dataclass(frozen=True, slots=True)
class SeatsAttribute(Attribute):
    number: int


@dataclass(frozen=True, slots=True)
class LanguageAttribute(Attribute):
    words: Words


@dataclass(frozen=True, slots=True)
class VersionAttribute(Attribute):
    text: Word


@dataclass(frozen=True, slots=True)
class PerAttribute(Attribute):
    word: Word


@dataclass(frozen=True, slots=True)
class FaceAttribute(Attribute):
    word: Word


@dataclass(frozen=True, slots=True)
class SeenAttribute(Attribute):
    word: Word


@dataclass(frozen=True, slots=True)
class CountedAttribute(Attribute):
    word: Word


@dataclass(frozen=True, slots=True)
class HoldsAttribute(Attribute):
    kind: Word
    limit: Expression | None
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class TurnedAttribute(Attribute):
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class AttachedAttribute(Attribute):
    word: Word


@dataclass(frozen=True, slots=True)
class KindAttribute(Attribute):
    """A bare word: pile stack group queue slots shared optional kept, or a parameter behind
    `slots`.
    """

    word: Word
    of: Word | None = None


@dataclass(frozen=True, slots=True)
class SizeAttribute(Attribute):
    number: int


@dataclass(frozen=True, slots=True)
class RangeAttribute(Attribute):
    """`low..high`; a high of None is `any`."""

    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class StartsAttribute(Attribute):
    value: Expression


@dataclass(frozen=True, slots=True)
class SeenFromAttribute(Attribute):
    word: Word


@dataclass(frozen=True, slots=True)
class UntilAttribute(Attribute):
    moment: Moment


# ---- types


class Type(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PlainType(Type):
    word: Word


@dataclass(frozen=True, slots=True)
class ListType(Type):
    word: Word


@dataclass(frozen=True, slots=True)
class MaybeType(Type):
    word: Word


@dataclass(frozen=True, slots=True)
class TruthType(Type):
    pass
