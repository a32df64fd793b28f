"""Declarations: what a format is made of, and edits of a parent format."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import (
    AttachedAttribute,
    Attribute,
    CountedAttribute,
    FaceAttribute,
    HoldsAttribute,
    KindAttribute,
    LanguageAttribute,
    ListType,
    MaybeType,
    Path,
    PerAttribute,
    PlainType,
    RangeAttribute,
    SeatsAttribute,
    SeenAttribute,
    SeenFromAttribute,
    SizeAttribute,
    StartsAttribute,
    TruthType,
    TurnedAttribute,
    Type,
    UntilAttribute,
    VersionAttribute,
    Words,
)
from .base import Node, Word
from .expressions import Expression
from .statements import (
    AtLeastCount,
    AtMostCount,
    Block,
    Cites,
    ExactlyCount,
    Manner,
    Moment,
    Titles,
)


class Declaration(Node):
    __slots__ = ()


# ---- things


@dataclass(frozen=True, slots=True)
class FormatDeclaration(Declaration):
    title: Word
    parent: Word | None
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class ZoneDeclaration(Declaration):
    name: Word
    titles: Titles | None
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class GaugeDeclaration(Declaration):
    name: Word
    titles: Titles | None
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class NoteDeclaration(Declaration):
    name: Word
    titles: Titles | None
    type: Type
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ValueItem(Node):
    """One symbol; `titles` are its printed names, the first the main one."""

    name: Word
    titles: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class ValuesDeclaration(Declaration):
    name: Word
    items: tuple[ValueItem, ...]
    ordered: bool
    cites: Cites | None


class Field(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class PlainField(Field):
    name: Word
    type: Type
    per: Word | None
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class PartField(Field):
    name: Word
    per: Word
    cites: Cites | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class CardDeclaration(Declaration):
    name: Word
    titles: Titles | None
    cites: Cites | None
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class MeansBody(Node):
    value: Expression
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class StartsLine(Node):
    value: Expression
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class CaseLine(Node):
    condition: Expression
    value: Expression
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class OperationItem(Node):
    """An operation (set raise multiply) or a tag; `last` keeps only the latest of it."""

    word: Word
    last: bool


@dataclass(frozen=True, slots=True)
class Layer(Node):
    operations: tuple[OperationItem, ...]


@dataclass(frozen=True, slots=True)
class OrderLine(Node):
    layers: tuple[Layer, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class RoundsLine(Node):
    word: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class FloorLine(Node):
    number: int
    cites: Cites | None


PropertyLine = StartsLine | CaseLine | OrderLine | RoundsLine | FloorLine


@dataclass(frozen=True, slots=True)
class PipelineBody(Node):
    cites: Cites | None
    lines: tuple[PropertyLine, ...]


@dataclass(frozen=True, slots=True)
class PropertyDeclaration(Declaration):
    name: Word
    of: Word
    body: MeansBody | PipelineBody


@dataclass(frozen=True, slots=True)
class SwitchValue(Node):
    word: Word


@dataclass(frozen=True, slots=True)
class NumberValue(Node):
    number: int
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class OptionDeclaration(Declaration):
    name: Word
    title: Word | None
    value: SwitchValue | NumberValue
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ParameterDeclaration(Declaration):
    name: Word
    value: Word | int
    cites: Cites | None


# ---- deck, set-up, ranking, triggers


@dataclass(frozen=True, slots=True)
class CountLine(Node):
    count: ExactlyCount | AtLeastCount | AtMostCount
    number: Expression
    kind: Word
    per: Word | None
    where: Expression | None
    condition: Expression | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class OnlyLine(Node):
    of: Expression
    condition: Expression | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class StartsInLine(Node):
    zone: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class BringsLine(Node):
    """`brings its FIELD to ZONE`: the card that the field names comes along."""

    field: Word
    zone: Word
    cites: Cites | None


DeckLine = CountLine | OnlyLine | StartsInLine | BringsLine


@dataclass(frozen=True, slots=True)
class DeckDeclaration(Declaration):
    name: Word | None
    cites: Cites | None
    lines: tuple[DeckLine, ...]


@dataclass(frozen=True, slots=True)
class SetupDeclaration(Declaration):
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class TurnDeclaration(Declaration):
    title: Word | None
    cites: Cites | None
    body: Block


@dataclass(frozen=True, slots=True)
class RankingLine(Node):
    """`wins` is higher or lower."""

    value: Expression
    missing: int | None
    wins: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class RankingDeclaration(Declaration):
    name: Word
    cites: Cites | None
    lines: tuple[RankingLine, ...]


@dataclass(frozen=True, slots=True)
class SettleLine(Node):
    word: Word
    cites: Cites | None


class Ordering(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FirstOrdering(Ordering):
    player: Expression


@dataclass(frozen=True, slots=True)
class ChooserOrdering(Ordering):
    word: Word


@dataclass(frozen=True, slots=True)
class OldestOrdering(Ordering):
    pass


@dataclass(frozen=True, slots=True)
class NewestOrdering(Ordering):
    pass


@dataclass(frozen=True, slots=True)
class AskedOrdering(Ordering):
    player: Expression


@dataclass(frozen=True, slots=True)
class TriggerOrderLine(Node):
    orderings: tuple[Ordering, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class TriggersDeclaration(Declaration):
    cites: Cites | None
    lines: tuple[SettleLine | TriggerOrderLine, ...]


@dataclass(frozen=True, slots=True)
class PrecedenceDeclaration(Declaration):
    words: tuple[Word, ...]
    cites: Cites | None


# ---- windows, actions, verbs


@dataclass(frozen=True, slots=True)
class AloneAttribute(Attribute):
    pass


@dataclass(frozen=True, slots=True)
class BeginsAttribute(Attribute):
    player: Expression


@dataclass(frozen=True, slots=True)
class OneEachAttribute(Attribute):
    pass


@dataclass(frozen=True, slots=True)
class ManyEachAttribute(Attribute):
    pass


@dataclass(frozen=True, slots=True)
class EmptyTurnsAttribute(Attribute):
    number: int
    except_opening: bool


@dataclass(frozen=True, slots=True)
class AllPassedAttribute(Attribute):
    pass


@dataclass(frozen=True, slots=True)
class EndsWhenAttribute(Attribute):
    condition: Expression


@dataclass(frozen=True, slots=True)
class WindowDeclaration(Declaration):
    name: Word
    title: Word | None
    attributes: tuple[Attribute, ...]
    offers: Words | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ActionDeclaration(Declaration):
    name: Word
    label: Word | None
    offers: Expression | None
    element: Word | None
    needs: Expression | None
    cites: Cites | None
    pays: Block | None
    body: Block


@dataclass(frozen=True, slots=True)
class VerbParameter(Node):
    preposition: Word
    name: Word
    type: Type | None


@dataclass(frozen=True, slots=True)
class VerbDeclaration(Declaration):
    name: Word
    parameters: tuple[VerbParameter, ...]
    cites: Cites | None
    body: Block | None


@dataclass(frozen=True, slots=True)
class CheckDeclaration(Declaration):
    name: Word
    each: Expression | None
    element: Word | None
    condition: Expression
    cites: Cites | None
    body: Block


# ---- what cards say


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    name: Word
    type: Type
    default: Expression | None


@dataclass(frozen=True, slots=True)
class FixedSlot(Node):
    """What a slot is filled with wherever a pattern is printed: `where n is 1`."""

    name: Word
    value: Word | int


@dataclass(frozen=True, slots=True)
class Say(Node):
    """A printed pattern, in the format's first language or the one named."""

    language: Word | None
    pattern: Word
    fixed: tuple[FixedSlot, ...] = ()


@dataclass(frozen=True, slots=True)
class Reminders(Node):
    """What cards may print in brackets behind a phrase to say again what it does."""

    says: tuple[Say, ...]


@dataclass(frozen=True, slots=True)
class KeywordDeclaration(Declaration):
    name: Word
    parameters: tuple[Parameter, ...]
    on: Word | None
    says: tuple[Say, ...]
    reminders: Reminders | None
    cites: Cites | None
    body: Block | None


class LabelMode(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WhenMode(LabelMode):
    event: Word
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class WhileMode(LabelMode):
    condition: Expression


@dataclass(frozen=True, slots=True)
class WindowMode(LabelMode):
    """Offered in a window; `told`: run as well when the rules run its field."""

    window: Word
    condition: Expression | None
    told: bool = False


@dataclass(frozen=True, slots=True)
class ToldMode(LabelMode):
    pass


@dataclass(frozen=True, slots=True)
class Limit(Node):
    number: int
    per: Word


@dataclass(frozen=True, slots=True)
class LabelDeclaration(Declaration):
    name: Word
    says: tuple[Say, ...]
    mode: LabelMode | None
    limit: Limit | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class AuditedDeclaration(Declaration):
    """Words of cards that must leave a trace in what a text means."""

    says: tuple[Say, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class TakesBody(Node):
    amount: Expression
    of: Expression
    manners: tuple[Manner, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class UntilBody(Node):
    moment: Moment
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class EffectBody(Node):
    cites: Cites | None
    body: Block


PhraseBody = MeansBody | TakesBody | UntilBody | EffectBody


@dataclass(frozen=True, slots=True)
class PhraseDeclaration(Declaration):
    name: Word
    category: Word
    parameters: tuple[Parameter, ...]
    tag: Word | None
    says: tuple[Say, ...]
    reminders: Reminders | None
    body: PhraseBody


@dataclass(frozen=True, slots=True)
class RulesFile(Node):
    declarations: tuple[Node, ...]


# fmt: off
__all__ = [
    "ActionDeclaration", "AllPassedAttribute", "AloneAttribute", "AskedOrdering",
    "AttachedAttribute", "Attribute", "BeginsAttribute", "BringsLine",
    "CardDeclaration", "CaseLine",
    "CheckDeclaration", "ChooserOrdering", "CountLine", "CountedAttribute",
    "DeckDeclaration", "DeckLine", "Declaration", "EffectBody", "EmptyTurnsAttribute",
    "EndsWhenAttribute", "FaceAttribute", "Field", "FirstOrdering", "FloorLine",
    "FormatDeclaration", "GaugeDeclaration", "HoldsAttribute", "KeywordDeclaration",
    "KindAttribute", "LabelDeclaration", "LabelMode", "LanguageAttribute", "Layer", "Limit",
    "ListType", "ManyEachAttribute", "MaybeType", "MeansBody", "NewestOrdering",
    "NoteDeclaration", "NumberValue", "OldestOrdering", "OneEachAttribute", "OnlyLine",
    "OperationItem", "OptionDeclaration", "OrderLine", "Ordering", "Parameter",
    "ParameterDeclaration", "PartField", "Path", "PerAttribute", "PhraseBody",
    "PhraseDeclaration", "PipelineBody", "PlainField", "PlainType", "PrecedenceDeclaration",
    "PropertyDeclaration", "PropertyLine", "RangeAttribute", "RankingDeclaration",
    "RankingLine", "RoundsLine", "RulesFile", "Say", "SeatsAttribute", "SeenAttribute",
    "SeenFromAttribute", "SettleLine", "SetupDeclaration", "SizeAttribute",
    "StartsAttribute", "StartsInLine", "StartsLine", "SwitchValue", "TakesBody", "ToldMode",
    "TriggerOrderLine", "TriggersDeclaration", "TruthType", "TurnDeclaration",
    "TurnedAttribute", "Type", "UntilAttribute", "UntilBody", "ValueItem",
    "ValuesDeclaration", "VerbDeclaration", "VerbParameter", "VersionAttribute", "WhenMode",
    "WhileMode", "WindowDeclaration", "WindowMode", "Words", "ZoneDeclaration",
]
# fmt: on
