"""Where a file names something: each word with the kinds of thing that it may be there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import NOWHERE, Node, Span, Word, part_names, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.edits import ExtendSaysEdit, RedefineEdit
from ...dsl.nodes.libraries import ForEveryDeclaration
from ...dsl.ruleset.clauses import cited
from ...dsl.syntax.blocks import is_grouped
from ...dsl.vocabulary.tokens import part_span
from ..index.things import (
    CARD,
    CATEGORY,
    CLAUSE,
    FIELD,
    INNER,
    LIBRARY_ROLE,
    PART,
    PHRASE,
    PROPERTY,
    ROLE,
    SLOT,
    STAND_IN,
    STEP,
    TAG,
    TURNED,
    VALUE,
)  # fmt: skip

WORD = re.compile(r"[A-Za-z_]\w*")
SLOT_MARK = re.compile(r"(?<!\\)\{[ \t]*(\w+)[ \t]*\}")
SLOT_OF = "slot of what is given"
QUOTED = "word of a quoted rule"
ANY = (
    *INNER, "zone", "gauge", "note", PROPERTY, "option", "parameter", "values", "card kind", VALUE,
    STEP, "keyword", "window", "verb", "action", ROLE, TURNED, PHRASE, "groups", "renamed",
)  # fmt: skip
MEMBER = (
    PROPERTY, "gauge", "note", "zone", FIELD, PART, "keyword", SLOT_OF, STEP, "values", "renamed",
    STAND_IN,
)  # fmt: skip
TYPE = ("values", "card kind", PART, CATEGORY, STAND_IN)
EVENT = ("verb", "action", SLOT, "window", "renamed")
DRAWN = ("zone", "gauge", "note", PROPERTY)
MANNER = (ROLE, TURNED, *INNER)
KINDS: dict[str, tuple[str, ...]] = {
    "Name.word": ANY, "Of.word": MEMBER, "Its.word": MEMBER, "Place.words": ANY,
    "Total.word": MEMBER, "Highest.word": MEMBER, "Lowest.word": MEMBER,
    "SharesExpression.word": MEMBER, "BestGroups.name": ("groups",), "BestGroups.worth": MEMBER,
    "CanExpression.word": ("action", "verb"), "WasDoneExpression.slot": (SLOT,),
    "WasNotDoneExpression.slot": (SLOT,),
    "PlainType.word": TYPE, "ListType.word": TYPE, "MaybeType.word": TYPE,
    "PlainField.per": ("values",), "PartField.per": ("values",),
    "HoldsAttribute.kind": ("card kind",), "AttachedAttribute.zones": ("zone", *INNER),
    "AttachedAttribute.falls": ("zone",), "SeenFromAttribute.word": ("note",),
    "KindAttribute.word": ("parameter",), "PropertyDeclaration.of": ("card kind", PART),
    "PropertiesDeclaration.of": ("card kind", PART),
    "ExtendPropertyEdit.name": (PROPERTY,), "ExtendPropertyEdit.of": ("card kind", PART),
    "ExtendCardEdit.name": ("card kind",), "ExtendWindowEdit.name": ("window",),
    "ExtendValuesEdit.name": ("values",), "SetParameterEdit.name": ("parameter", "option"),
    "SetParameterEdit.value": ("parameter",), "ParameterDeclaration.value": ("parameter",),
    "AliasEdit.word": ANY, "RenameEdit.old": ANY,
    "ExtendSaysEdit.name": (PHRASE, "keyword", "label"),
    "Words.words": ("action", "window"), "CountLine.kind": ("card kind",),
    "CountLine.per": (FIELD,), "StartsInLine.zone": ("zone",), "BringsLine.field": (FIELD,),
    "BringsLine.zone": ("zone",), "RankedEnd.word": ("ranking",),
    "KeywordDeclaration.on": (PART,), "Limit.per": (STEP,), "Path.words": (*ANY, "check", "label"),
    "PhraseDeclaration.category": (CATEGORY,), "PhraseDeclaration.tag": (TAG,),
    "CategoryDeclaration.included": (CATEGORY,), "PaidDeclaration.name": (CATEGORY,),
    "FixedSlot.name": (SLOT,),
    "FixedSlot.value": (PHRASE, *ANY), "WindowMode.window": ("window",),
    "WhenMode.event": EVENT, "WhenRule.event": EVENT, "BeforeRule.event": EVENT,
    "InsteadRule.event": EVENT, "ForbidRule.event": EVENT, "AllowRule.event": EVENT,
    "EventMoment.event": EVENT, "DoStatement.verb": ("verb",), "AnnounceStatement.verb": ("verb",),
    "OpenStatement.window": ("window",), "LeaveStatement.word": (STEP,),
    "RoleManner.word": (*MANNER,), "TurnedManner.word": (*MANNER,), "RoleBinding.name": ANY,
    "RoleBinding.role": (LIBRARY_ROLE,),
    "GroupLine.alike": (FIELD, PROPERTY), "GroupLine.row": (FIELD, PROPERTY),
    "EachMember.name": INNER,
    "PhaseFact.path": (STEP,), "RunsDeed.path": (STEP,), "StopsDeed.path": (STEP,),
    "SkipStatement.path": (STEP,), "OptionFact.name": ("option",),
    "WithField.field": (FIELD, PART, *MEMBER), "WithField.key": (VALUE,),
    "WordValue.word": ANY, "Facing.word": (TURNED,), "DrawsFact.zone": ("zone",),
    "CardPiece.name": (CARD,), "Under.name": (CARD,), "OnCard.name": (CARD,),
    "DrawsFact.cards": (CARD,), "SeesClaim.card": (CARD,), "NotSeesClaim.card": (CARD,),
    "Happening.card": (CARD,), "String.text": (CARD,), "StringValue.text": (CARD,),
    "DeckLine.name": (CARD,), "DeckLine.code": (CARD,),
    "CardHead.name": (FIELD, PART), "CardHead.key": (VALUE,),
    "LooksPlace.name": DRAWN, "HideLooks.names": DRAWN, "FaceLooks.kind": ("card kind",),
    "FacePart.names": (FIELD, PROPERTY, PART), "ColourItem.value": (VALUE,),
    "SymbolItem.value": (VALUE,),
}  # fmt: skip
EVENTS = (  # what is said behind an event's name may name what it is done with
    "WhenRule", "BeforeRule", "InsteadRule", "ForbidRule", "AllowRule", "WhenMode", "EventMoment",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mention:
    """A word that names something; `home`: the declaration around it; `event`: what happens
    around it, the phrase that gets further patterns, or the rule that is quoted; `more`: further
    clauses that a range names.
    """

    text: str
    span: Span
    kinds: tuple[str, ...]
    home: Span = NOWHERE
    event: str = ""
    more: tuple[str, ...] = ()


def mentions_in(tops: tuple[Node, ...]) -> Iterator[Mention]:
    """Every name in the nodes of a file."""
    for top in tops:
        if isinstance(top, files.Card):
            yield from on_card(top)
            continue
        parts = top.phrases if isinstance(top, ForEveryDeclaration) else (top,)
        for part in parts:  # phrases `for every` thing have slots of their own
            yield from in_declaration(part)


def in_declaration(top: Node) -> Iterator[Mention]:
    """Every name in a declaration."""
    around = str(top.name) if isinstance(top, ExtendSaysEdit) else ""
    events = dict(events_around(top, around))
    home = top.declaration.span if isinstance(top, RedefineEdit) else top.span
    for node in walk(top):
        yield from of_node(node, home, events.get(id(node), ""))


def events_around(node: Node, event: str) -> Iterator[tuple[int, str]]:
    """For each node the event whose rule it stands in."""
    ahead = [(node, event)]
    while ahead:
        one, around = ahead.pop()
        if type(one).__name__ in EVENTS:
            around = str(getattr(one, "event", around))
        if around:
            yield id(one), around
        for inner in parts_in(one):
            ahead.append((inner, around))


def parts_in(node: Node) -> Iterator[Node]:
    for name in part_names(type(node)):
        value: object = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):  # pyright: ignore[reportUnknownVariableType]
            if isinstance(part, Node):
                yield part


def of_node(node: Node, home: Span, event: str) -> Iterator[Mention]:
    """The names in one node."""
    kind = type(node).__name__
    if isinstance(node, s.Cites):
        for word, _, found in cited(node):
            first, *more = found or [str(word)]
            yield Mention(first, word.span, (CLAUSE,), home, more=tuple(more))
        return
    for field in part_names(type(node)):
        kinds = KINDS.get(f"{kind}.{field}")
        if field in ("category", "of") and is_grouped(node):
            continue  # the head of its group names it
        value: object = getattr(node, field)
        words = value if isinstance(value, tuple) else (value,)  # pyright: ignore[reportUnknownVariableType]
        for word in words:  # pyright: ignore[reportUnknownVariableType]
            if isinstance(word, Word) and kinds:
                yield Mention(str(word), word.span, kinds, home, event)
    if isinstance(node, files.BreaksClaim):
        yield from words_in(node.text, home)
    if isinstance(node, d.Say):
        yield from slots_in(node.pattern, home, event)


def words_in(text: Word, home: Span) -> Iterator[Mention]:
    """The names in a text that is written as rules are."""
    for found in WORD.finditer(str(text)):
        place = part_span(text, *found.span())
        yield Mention(found[0], place, (QUOTED,), home, str(text))


def slots_in(pattern: Word, home: Span, phrase: str) -> Iterator[Mention]:
    """The slots in a printed pattern, each at its place; `phrase`: of which it is, if that is
    declared elsewhere.
    """
    for found in SLOT_MARK.finditer(str(pattern)):
        place = part_span(pattern, *found.span(1))
        yield Mention(found[1], place, (SLOT, STAND_IN, LIBRARY_ROLE), home, phrase)


def on_card(card: files.Card) -> Iterator[Mention]:
    """The fields of a card; what its texts name is known by those who read them."""
    for line in card.fields:
        yield Mention(str(line.name), line.name.span, (FIELD, PART), card.span)
        if line.key is not None:
            yield Mention(str(line.key), line.key.span, (VALUE,), card.span)


def in_tree(tree: Node, home: Span) -> Iterator[Mention]:
    """What a text of a card says: its phrases, keywords, symbols, and cards it names."""
    for node in walk(tree):
        if isinstance(node, e.Use) and node.span is not NOWHERE:
            yield Mention(str(node.phrase), node.span, (PHRASE, "keyword"), home)
        elif isinstance(node, e.Sentence):
            yield from (Mention(str(one), one.span, ("label",), home) for one in node.labels)
        elif isinstance(node, e.String) and node.text.span is not NOWHERE:
            yield Mention(str(node.text), node.text.span, (CARD,), home)
        elif isinstance(node, e.Name) and node.word.span is not NOWHERE:
            yield Mention(str(node.word), node.word.span, (VALUE, "zone", STEP, "card kind"), home)
