"""Declarations: what a format is made of, and edits of a parent format."""

from __future__ import annotations

from .attributes import Attribute, Type, Words
from .base import Node, Word, name_from_pattern, node
from .expressions import Expression
from .modes import LabelMode
from .statements import (
    PREPOSITION,
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


@node("format {title:STRING} [extends {parent}] {attributes:format_attribute}\n")
class FormatDeclaration(Declaration):
    title: Word
    parent: Word | None
    attributes: tuple[Attribute, ...]


@node("zone {name} {titles} {attributes:zone_attribute} {cites}\n")
class ZoneDeclaration(Declaration):
    name: Word
    titles: Titles | None
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@node("gauge {name} {titles} {attributes:gauge_attribute} {cites}\n")
class GaugeDeclaration(Declaration):
    name: Word
    titles: Titles | None
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@node("note {name} {titles}: {type} {attributes:note_attribute} {cites}\n")
class NoteDeclaration(Declaration):
    name: Word
    titles: Titles | None
    type: Type
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@node("{name:value_word} [{titles:STRING| also }]")
class ValueItem(Node):
    """One symbol; `titles` are its printed names, the first the main one."""

    name: Word
    titles: tuple[Word, ...]


@node("values {name} = {items..ordered:value_items} {cites}\n")
class ValuesDeclaration(Declaration):
    name: Word
    items: tuple[ValueItem, ...]
    ordered: bool
    cites: Cites | None


class Field(Node):
    __slots__ = ()


@node("{name} {type} [per {per}] {attributes:field_attribute} {cites}\n")
class PlainField(Field):
    name: Word
    type: Type
    per: Word | None
    attributes: tuple[Attribute, ...]
    cites: Cites | None


@node("part {name} per {per} {cites}\n{fields}")
class PartField(Field):
    name: Word
    per: Word
    cites: Cites | None
    fields: tuple[Field, ...]


@node("card {name} {titles} {cites}\n{fields}")
class CardDeclaration(Declaration):
    name: Word
    titles: Titles | None
    cites: Cites | None
    fields: tuple[Field, ...]


@node("means {value:set} {cites}\n", "property_body", "phrase_body")
class MeansBody(Node):
    value: Expression
    cites: Cites | None


@node("starts as {value:set} {cites}\n", "property_line")
class StartsLine(Node):
    value: Expression
    cites: Cites | None


@node("if {condition}: starts as {value:set} {cites}\n", "property_line")
class CaseLine(Node):
    condition: Expression
    value: Expression
    cites: Cites | None


@node("{word:WORD/set/multiply/divide/raise/lower} {last:LAST only}")
class OperationItem(Node):
    """An operation (set raise multiply) or a tag; `last` keeps only the latest of it."""

    word: Word
    last: bool


@node("{operations| and }")
class Layer(Node):
    operations: tuple[OperationItem, ...]


@node("order {layers|, } {cites}\n", "property_line")
class OrderLine(Node):
    layers: tuple[Layer, ...]
    cites: Cites | None


@node("rounds {word=up/down} {cites}\n", "property_line")
class RoundsLine(Node):
    word: Word
    cites: Cites | None


@node("never below {number:signed} {cites}\n", "property_line")
class FloorLine(Node):
    number: int
    cites: Cites | None


PropertyLine = StartsLine | CaseLine | OrderLine | RoundsLine | FloorLine


@node("{cites}\n{lines}", "property_body")
class PipelineBody(Node):
    cites: Cites | None
    lines: tuple[PropertyLine, ...]


@node("property {name} of {of} {body:property_body}")
class PropertyDeclaration(Declaration):
    name: Word
    of: Word
    body: MeansBody | PipelineBody

    @property
    def is_for_bots(self) -> bool:
        """Whether it says what a position is worth."""
        return self.name == "value" and self.of == "player"


@node("properties of {of}\n")
class PropertiesDeclaration(Declaration):
    """The head of properties, each of which stands below without saying of what it is."""

    of: Word


@node("{word=on/off}", "option_value")
class SwitchValue(Node):
    word: Word


@node("{number} {low..high:RANGE}", "option_value")
class NumberValue(Node):
    number: int
    low: int
    high: int | None


@node("option {name} [{title:STRING}] {value:option_value} {cites}\n")
class OptionDeclaration(Declaration):
    name: Word
    title: Word | None
    value: SwitchValue | NumberValue
    cites: Cites | None


@node("parameter {name} = {value} {cites}\n")
class ParameterDeclaration(Declaration):
    name: Word
    value: Word | int
    cites: Cites | None


# ---- deck, set-up, ranking, triggers


@node(
    "{count:deck_count} {number:atom} {kind} [per {per}] [where {where}] [if {condition}]"
    " {cites}\n",
    "deck_line",
)
class CountLine(Node):
    count: ExactlyCount | AtLeastCount | AtMostCount
    number: Expression
    kind: Word
    per: Word | None
    where: Expression | None
    condition: Expression | None
    cites: Cites | None


@node("only {of:set} [if {condition}] {cites}\n", "deck_line")
class OnlyLine(Node):
    of: Expression
    condition: Expression | None
    cites: Cites | None


@node("starts in {zone} {cites}\n", "deck_line")
class StartsInLine(Node):
    zone: Word
    cites: Cites | None


@node("brings its {field} to {zone} {cites}\n", "deck_line")
class BringsLine(Node):
    """`brings its FIELD to ZONE`: the card that the field names comes along."""

    field: Word
    zone: Word
    cites: Cites | None


DeckLine = CountLine | OnlyLine | StartsInLine | BringsLine


@node("deck {name} [of {table=table}] {cites}\n{lines}")
class DeckDeclaration(Declaration):
    name: Word | None
    table: Word | None
    cites: Cites | None
    lines: tuple[DeckLine, ...]


@node("setup {cites} {body}")
class SetupDeclaration(Declaration):
    cites: Cites | None
    body: Block


@node("turn [{title:STRING}] {cites} {body}")
class TurnDeclaration(Declaration):
    title: Word | None
    cites: Cites | None
    body: Block


@node("by {value:sum} [missing counts {missing:signed}] {wins=higher/lower} wins {cites}\n")
class RankingLine(Node):
    value: Expression
    missing: int | None
    wins: Word
    cites: Cites | None


@node("ranking {name} {cites}\n{lines}")
class RankingDeclaration(Declaration):
    name: Word
    cites: Cites | None
    lines: tuple[RankingLine, ...]


# ---- windows, actions, verbs


@node("window {name} [{title:STRING}] {attributes:window_attribute+} [offers {offers}] {cites}\n")
class WindowDeclaration(Declaration):
    name: Word
    title: Word | None
    attributes: tuple[Attribute, ...]
    offers: Words | None
    cites: Cites | None


@node(
    "action {name} [{label:STRING}] [offers {offers:set} as {element}] [needs {needs}] {cites}"
    " {pays..body:action_body}"
)
class ActionDeclaration(Declaration):
    name: Word
    label: Word | None
    offers: Expression | None
    element: Word | None
    needs: Expression | None
    cites: Cites | None
    pays: Block | None
    body: Block


@node(PREPOSITION + " {name}[: {type}]")
class VerbParameter(Node):
    preposition: Word
    name: Word
    type: Type | None


@node("to {name} {parameters} {cites} {body:verb_body}")
class VerbDeclaration(Declaration):
    name: Word
    parameters: tuple[VerbParameter, ...]
    cites: Cites | None
    body: Block | None


@node("check {name} [each {each:set} as {element}] when {condition} {cites} {body}")
class CheckDeclaration(Declaration):
    name: Word
    each: Expression | None
    element: Word | None
    condition: Expression
    cites: Cites | None
    body: Block


# ---- what cards say


@node("{name}: {type} {is_given:GIVEN} [= {default:atom}]")
class Parameter(Node):
    """A slot of a phrase; `is_given`: no card says it, it is known where the phrase is used."""

    name: Word
    type: Type
    is_given: bool
    default: Expression | None


@node("{name} is {value}")
class FixedSlot(Node):
    name: Word
    value: Word | int


@node("[{language}] {pattern:STRING} [as {category}] [where {fixed| and }]")
class Say(Node):
    """A printed pattern; `category`: what it makes of the phrase, if that is another."""

    language: Word | None
    pattern: Word
    category: Word | None = None
    fixed: tuple[FixedSlot, ...] = ()


@node("reminder [({parameters|, })] {says|, }")
class Reminders(Node):
    """What cards may print in brackets behind a phrase; `parameters` are slots of its own."""

    parameters: tuple[Parameter, ...]
    says: tuple[Say, ...]


@node(
    "keyword {name} [({parameters|, })] [on {on}] {says|, } {reminders} {cites} {body:keyword_body}"
)
class KeywordDeclaration(Declaration):
    name: Word
    parameters: tuple[Parameter, ...]
    on: Word | None
    says: tuple[Say, ...]
    reminders: Reminders | None
    cites: Cites | None
    body: Block | None


@node("limits {number} per {per}")
class Limit(Node):
    number: int
    per: Word


@node("label {name} [tagged {tag}] {says|, } {mode} {limit} {cites}\n")
class LabelDeclaration(Declaration):
    name: Word
    tag: Word | None
    says: tuple[Say, ...]
    mode: LabelMode | None
    limit: Limit | None
    cites: Cites | None


@node("blank where {condition} {cites}\n")
class BlankDeclaration(Declaration):
    """Sentences of cards that do nothing by themselves while this holds of them."""

    condition: Expression
    cites: Cites | None


@node("audited {says|, } {cites}\n")
class AuditedDeclaration(Declaration):
    """Words of cards that must leave a trace in what a text means."""

    says: tuple[Say, ...]
    cites: Cites | None


@node("takes {amount:name_or_number} {of:set} {manners} {cites}\n", "phrase_body")
class TakesBody(Node):
    amount: Expression
    of: Expression
    manners: tuple[Manner, ...]
    cites: Cites | None


@node("until {moment} {cites}\n", "phrase_body")
class UntilBody(Node):
    moment: Moment
    cites: Cites | None


@node("{cites} {body}", "phrase_body")
class EffectBody(Node):
    cites: Cites | None
    body: Block


PhraseBody = MeansBody | TakesBody | UntilBody | EffectBody


@node(
    "phrase {called} {category} [({parameters|, })] [tagged {tag}] [{says|, }] {reminders}"
    " {body:phrase_body}"
)
class PhraseDeclaration(Declaration):
    """One without a pattern is printed on no card; other phrases run it. `called`: the name it is
    given; one without goes by the words of its first pattern.
    """

    called: Word | None
    category: Word
    parameters: tuple[Parameter, ...]
    tag: Word | None
    says: tuple[Say, ...]
    reminders: Reminders | None
    body: PhraseBody

    @property
    def name(self) -> Word:
        if self.called is not None:
            return self.called
        first = self.says[0].pattern if self.says else self.category
        return Word(name_from_pattern(first) or str(self.category), first.span)


@node("phrases {name} [include {included|, }] {cites}\n")
class CategoryDeclaration(Declaration):
    """What is of one of these categories is also of this one. Phrases of it may stand below, each
    as a phrase that does not say its category again.
    """

    name: Word
    included: tuple[Word, ...]
    cites: Cites | None


@node("phrases {name} are {how=paid} {cites}\n")
class PaidDeclaration(Declaration):
    """To carry out a phrase of this category is to pay for what hangs on it."""

    name: Word
    how: Word
    cites: Cites | None
