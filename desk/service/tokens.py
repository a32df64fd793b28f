"""What each word of a file is, for colours: names by what they name, phrases on cards."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes import expressions as e
from ...dsl.nodes.base import Node, Span, walk
from ...dsl.nodes.dataclass import dataclass
from ..explained import trees_of
from ..index.index import CARDS, FileIndex, Index
from ..index.things import (
    CARD,
    CATEGORY,
    FIELD,
    LOCAL,
    PART,
    PART_OF_VERB,
    PROPERTY,
    SLOT,
    STAND_IN,
    STEP,
    VALUE,
)

KINDS = (  # as the protocol calls them
    "variable", "property", "enumMember", "enum", "function", "class", "parameter", "macro",
    "event", "type", "string", "decorator",
)  # fmt: skip
MODIFIERS = ("declaration",)
OF_THINGS = {
    "zone": "variable", "gauge": "variable", "note": "variable", "option": "variable",
    "parameter": "variable", LOCAL: "variable", STAND_IN: "variable",
    PROPERTY: "property", FIELD: "property", PART: "property",
    VALUE: "enumMember", "values": "enum", "verb": "function",
    "action": "function", "check": "function", "card kind": "class", SLOT: "parameter",
    PART_OF_VERB: "parameter", "phrase": "macro", "keyword": "macro", "label": "decorator",
    STEP: "event", "window": "event", CATEGORY: "type", CARD: "string",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """Some letters of a line, counted from 0, and what they are."""

    line: int
    column: int
    length: int
    kind: str
    declares: bool = False


def tokens(index: Index, file: FileIndex) -> list[Token]:
    """The tokens of a file, in order, none over another."""
    found: dict[tuple[int, int], Token] = {}
    for thing in file.things:
        if thing.kind in OF_THINGS:
            add(found, thing.span, OF_THINGS[thing.kind], True)
    for mention in file.mentions:
        thing = index.thing_of(mention)
        if thing is not None and thing.kind in OF_THINGS:
            add(found, mention.span, OF_THINGS[thing.kind])
    for card in index.cards.get(file.name, ()) if file.kind == CARDS else ():
        for _, tree in trees_of(card):
            for span, kind in on_card(tree):
                add(found, without_blanks(file, span), kind)
    return [*apart(sorted(found.values(), key=lambda one: (one.line, one.column)))]


def add(found: dict[tuple[int, int], Token], span: Span, kind: str, declares: bool = False) -> None:
    """Adds a token unless something of the place is known."""
    if span.line and span.line == span.end_line and span.end_column > span.column:
        place = (span.line - 1, span.column - 1)
        length = span.end_column - span.column
        found.setdefault(place, Token(*place, length, kind, declares))


def on_card(tree: Node) -> Iterator[tuple[Span, str]]:
    """The phrases of a text, each without what fills its slots; labels, names and symbols."""
    for node in walk(tree):
        if isinstance(node, e.Sentence):
            yield from ((label.span, "decorator") for label in node.labels)
        elif isinstance(node, e.Use):
            yield from ((span, "macro") for span in around(node))
        elif isinstance(node, e.Name):
            yield node.word.span, "enumMember"
        elif isinstance(node, e.String):
            yield node.text.span, "string"


def around(use: e.Use) -> Iterator[Span]:
    """The parts of a phrase between what fills its slots."""
    whole, at = use.span, use.span.column
    inner = sorted(
        (s.value.span for s in use.slots if s.given and s.value.span.line == whole.line),
        key=lambda span: span.column,
    )
    for span in inner:
        if at < span.column <= whole.end_column:
            yield Span(whole.file, whole.line, at, whole.line, span.column)
        at = max(at, span.end_column)
    if at < whole.end_column:
        yield Span(whole.file, whole.line, at, whole.line, whole.end_column)


def without_blanks(file: FileIndex, span: Span) -> Span:
    """A part of a line without the blanks at its ends."""
    line = file.lines[span.line - 1] if 0 < span.line <= len(file.lines) else ""
    said = line[span.column - 1 : span.end_column - 1]
    start = span.column + len(said) - len(said.lstrip())
    end = max(start, span.end_column - len(said) + len(said.rstrip()))
    return Span(span.file, span.line, start, span.end_line, end)


def apart(found: list[Token]) -> Iterator[Token]:
    """Without those that begin inside the one before."""
    line, end = -1, 0
    for token in found:
        if token.line != line or token.column >= end:
            yield token
            line, end = token.line, token.column + token.length
