"""Attributes behind a declaration's name, and the types it may write."""

from __future__ import annotations

from .base import Node, Word, node
from .expressions import Expression
from .statements import Moment


class Attribute(Node):
    __slots__ = ()


@node("{words|, }")
class Words(Node):
    words: tuple[Word, ...]


# ---- attributes


@node("seats {number}", "format_attribute")
class SeatsAttribute(Attribute):
    number: int


@node("seats {low..high:RANGE}", "format_attribute")
class SeatRangeAttribute(Attribute):
    """`seats 2..5`; a high of None is `any`, which no table has."""

    low: int
    high: int | None


@node("language {words}", "format_attribute")
class LanguageAttribute(Attribute):
    words: Words


@node("version {text:STRING}", "format_attribute")
class VersionAttribute(Attribute):
    text: Word


@node("per {word}", "zone_attribute", "gauge_attribute", "note_attribute")
class PerAttribute(Attribute):
    word: Word


@node("face {word=up/down}", "zone_attribute")
class FaceAttribute(Attribute):
    word: Word


@node("seen by {word=nobody/owner/others/all/knowers}", "zone_attribute", "note_attribute")
class SeenAttribute(Attribute):
    word: Word


@node("counted by {word=owner/all}", "zone_attribute")
class CountedAttribute(Attribute):
    word: Word


@node("holds {kind} [up to {limit:sum}] [where {condition}]", "zone_attribute")
class HoldsAttribute(Attribute):
    kind: Word
    limit: Expression | None
    condition: Expression | None


@node("turned {words||}", "zone_attribute")
class TurnedAttribute(Attribute):
    words: tuple[Word, ...]


@node("attached to {zones|, } [falls to {falls}]", "zone_attribute")
class AttachedAttribute(Attribute):
    """`attached to field, bench falls to compost`: where bearers lie, and where cards go without
    one.
    """

    zones: tuple[Word, ...]
    falls: Word | None = None


@node("{cards=cards} speak for {word=owner/keeper}", "format_attribute", "zone_attribute")
class SpeakAttribute(Attribute):
    """For whom cards speak: who owns them, or in whose zone they lie."""

    cards: Word
    word: Word


@node("{word} [of {of}]", "zone_attribute")
class KindAttribute(Attribute):
    """A bare word: pile stack group queue slots shared optional changeable, or a parameter behind
    `slots`.
    """

    word: Word
    of: Word | None = None


@node("{number}", "zone_attribute")
class SizeAttribute(Attribute):
    number: int


@node("{low..high:RANGE}", "gauge_attribute")
class RangeAttribute(Attribute):
    """`low..high`; a high of None is `any`."""

    low: int
    high: int | None


@node("starts {value:unary}")
class StartsAttribute(Attribute):
    value: Expression


@node("seen from {word}", "gauge_attribute")
class SeenFromAttribute(Attribute):
    word: Word


@node("until {moment}", "gauge_attribute", "note_attribute")
class UntilAttribute(Attribute):
    moment: Moment


# ---- attributes of a window


@node("alone", "window_attribute")
class AloneAttribute(Attribute): ...


@node("begins with {player:inset}", "window_attribute")
class BeginsAttribute(Attribute):
    player: Expression


@node("one action each", "window_attribute")
class OneEachAttribute(Attribute): ...


@node("many actions each", "window_attribute")
class ManyEachAttribute(Attribute): ...


@node("ends when all pass in turn{first_free:, the first pass not counted}", "window_attribute")
class AllPassAttribute(Attribute):
    first_free: bool


@node("ends when somebody passes{first_free:, the first pass not counted}", "window_attribute")
class SomebodyPassesAttribute(Attribute):
    first_free: bool


@node("who passes is out", "window_attribute")
class PassesOutAttribute(Attribute): ...


@node("ends when {condition}", "window_attribute")
class EndsWhenAttribute(Attribute):
    condition: Expression


# ---- types


class Type(Node):
    __slots__ = ()


@node("{word}")
class PlainType(Type):
    word: Word


@node("list of {word}")
class ListType(Type):
    word: Word


@node("{word} or none")
class MaybeType(Type):
    word: Word


@node("yes or no")
class TruthType(Type): ...
