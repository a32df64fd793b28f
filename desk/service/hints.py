"""What a text leaves unsaid, to be shown in its line: who chooses, whose something is, how long."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Span, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.shapes import per_of
from ...dsl.vocabulary.reading import plain_value
from ..explained import trees_of
from ..index.index import CARDS, RULES, FileIndex, Index
from ..index.text import Place


@dataclass(frozen=True, slots=True)
class Hint:
    """A text to show at a place; `why` says what it stands for."""

    place: Place
    text: str
    why: str


def hints(index: Index, file: FileIndex, first: int, last: int) -> list[Hint]:
    """What is unsaid in some lines, counted from 0."""
    found: list[Hint] = []
    if file.kind == RULES:
        for top in file.nodes:
            if top.span.line - 1 <= last and top.span.end_line - 1 >= first:
                for node in walk(top):
                    if first <= node.span.line - 1 <= last:
                        found += in_rules(index, node)
    elif file.kind == CARDS:
        for card in index.cards.get(file.name, ()):
            if card.span.line - 1 <= last and card.span.end_line - 1 >= first:
                found += (one for _, tree in trees_of(card) for one in on_card(tree))
    unique = {one: None for one in found if first <= one.place.line <= last}
    return sorted(unique, key=lambda one: one.place)


def in_rules(index: Index, node: Node) -> Iterator[Hint]:
    """What one node of the rules leaves unsaid."""
    match node:
        case s.ChooseStatement() | s.ChooseNumberStatement():
            if not any(isinstance(one, s.ByOption) for one in node.options):
                yield behind(node.name.span, " by player", "who chooses")
        case s.ChooseOneStatement() if node.player is None and node.options:
            line = node.span.line
            yield Hint(Place(line - 1, node.span.column + len("choose one") - 1), " by player",
                       "who chooses")  # fmt: skip
        case e.Name():
            declared = index.at_span.get(index.bound.get(node.word.span, Span()))
            is_owned = declared is not None and declared.kind in ("zone", "gauge", "note")
            if declared is not None and is_owned and per_of(declared.node) == "player":
                span = node.word.span
                place = Place(span.line - 1, span.column - 1)
                yield Hint(place, "player's ", "whose it is")
        case s.ChangeStatement() | s.SetStatement() if not node.tails:
            word = getattr(node.target, "word", None)
            span = getattr(word, "span", Span())
            declared = index.at_span.get(index.bound.get(span, Span()))
            if declared is not None and declared.kind in ("gauge", "note"):
                yield behind(node.span, " for good", "how long")
        case _:
            pass


def on_card(tree: Node) -> Iterator[Hint]:
    """What a text of a card leaves unsaid."""
    for node in walk(tree):
        if not isinstance(node, e.Use) or not node.span.line:
            continue
        for slot in node.slots:
            if not slot.given and not isinstance(slot.value, e.Use):
                text = f" {slot.name}: {plain_value(slot.value)}"
                yield behind(node.span, text, f"assumed in {node.phrase}")


def behind(span: Span, text: str, why: str) -> Hint:
    """A hint at the end of something."""
    return Hint(Place(span.end_line - 1, span.end_column - 1), text, why)
