"""What a text leaves unsaid, to be shown in its line: who chooses, whose something is, how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Span, walk
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.shapes import per_of
from ...dsl.vocabulary.lexicon import Lexicon
from ...dsl.vocabulary.reading import Reading, read_phrase
from ...dsl.vocabulary.writing import Manner, Writer, category_of
from ..explained import trees_of
from ..index.index import CARDS, RULES, FileIndex, Index
from ..index.text import Place, line_at


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
                for _, tree in trees_of(card):
                    found += on_card(index, file, tree)
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


def on_card(index: Index, file: FileIndex, tree: Node) -> Iterator[Hint]:
    """What a text of a card leaves unsaid, in words that cards print."""
    for node in walk(tree):
        if not isinstance(node, e.Use) or not node.span.line:
            continue
        if all(slot.given for slot in node.slots):
            continue
        text = said_whole(index, node, printed(file, node.span))
        if text:
            yield behind(node.span, f" = {text}", "what the text leaves unsaid")


def printed(file: FileIndex, span: Span) -> str:
    """What stands at a place of one line."""
    return line_at(file.lines, span.line - 1)[span.column - 1 : span.end_column - 1]


def said_whole(index: Index, use: e.Use, text: str) -> str:
    """A phrase that says all it means, in the language of its text; empty where no pattern of
    cards says that.
    """
    vocabulary = index.loaded.vocabulary
    if vocabulary is None:
        return ""
    lexicon = vocabulary.lexicon
    whole = replace(use, slots=tuple(replace(slot, given=True) for slot in use.slots))
    category = category_of(lexicon, use)
    for language in lexicon.languages:
        if isinstance(read_phrase(lexicon, text, category, language), Reading):
            found = Writer(lexicon, Manner(language, False, ", ", {})).whole(whole, "")
            if found and says_all(lexicon, found, use, language):
                return found
    return ""


def says_all(lexicon: Lexicon, text: str, use: e.Use, language: str) -> bool:
    """Whether a text is read as a phrase that has what was said, and leaves nothing unsaid."""
    found = read_phrase(lexicon, text, category_of(lexicon, use), language)
    if not isinstance(found, Reading) or len(found.trees) != 1:
        return False
    (tree,) = found.trees
    said = {slot for slot in use.slots if slot.given}
    own = {*tree.slots} if isinstance(tree, e.Use) and tree.phrase == use.phrase else set[e.Slot]()
    return len(own) == len(use.slots) and said <= own and all(slot.given for slot in own)


def behind(span: Span, text: str, why: str) -> Hint:
    """A hint at the end of something."""
    return Hint(Place(span.end_line - 1, span.end_column - 1), text, why)
