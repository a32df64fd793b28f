"""The names in what cards print, or print in a scenario, and in what is chosen by its words."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.cards.cardfile import split_at
from ...dsl.cards.definition import CardDefinition
from ...dsl.cards.memo import Memo
from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Node, Word, walk
from ...dsl.nodes.expressions import String
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.ruleset.shapes import is_card_type
from ...dsl.vocabulary.titles import titles_in
from ...dsl.vocabulary.tokens import part_span
from ...lab.scenarios.cards import CardChanges
from ..explained import trees_of
from ..index.index import CARDS, SCENARIO, FileIndex, Index
from ..index.mentions import Mention, in_tree
from ..index.things import CARD
from .sharing import types_in


class Printed:
    """Finds what is named in texts of cards in which a word stands."""

    def __init__(self, index: Index) -> None:
        assert index.loaded.ruleset is not None and index.loaded.vocabulary is not None
        self.index, self.ruleset = index, index.loaded.ruleset
        self.memo = Memo(index.loaded.vocabulary)
        self.named: dict[str, CardDefinition] = {}
        for card in index.loaded.cards:
            for name in (card.name, card.code):
                self.named.setdefault(str(name), card)
        kinds = self.ruleset.all(d.CardDeclaration)
        words = dict.fromkeys(word for kind in kinds for word in types_in(kind))
        vocabulary = index.loaded.vocabulary
        self.names = {  # fields that hold names, those of cards or others
            str(one.name)
            for kind in kinds
            for one in kind.fields
            if isinstance(one, d.PlainField) and is_name(self.ruleset, one.type)
        }
        values = self.ruleset.all(d.ValuesDeclaration)
        self.parts = {
            str(name) for one in values for item in one.items for name in (item.name, *item.titles)
        }
        self.parts |= {
            one for own in titles_in(self.ruleset).values() for x in own.values() for one in x
        }
        self.categories = [word for word in words if vocabulary.is_category(word)]

    def mentions(self, file: FileIndex, name: str) -> Iterator[Mention]:
        """The names in such texts of a file; those of scenarios are read as what they may be."""
        if file.kind == CARDS:
            for card in self.index.cards.get(file.name, ()):
                yield from self.index.on_card(card)
            for top in file.nodes:
                for line in top.fields if isinstance(top, files.Card) else ():
                    if name in str(line.value) and str(line.name) in self.names:
                        yield from named_in(line)
        for top in file.nodes if file.kind == SCENARIO else ():
            if name.lower() in said_in(file, top):
                for node in walk(top):
                    for tree in self.trees(node, name.lower()):
                        yield from in_tree(tree, top.span)

    def trees(self, node: Node, name: str) -> Iterator[Node]:
        """What the texts of one node of a scenario say."""
        match node:
            case files.CardPiece() | files.Under() if str(node.name) in self.named:
                changes = CardChanges(self.ruleset, self.memo, self.named[str(node.name)], ())
                for given in node.fields:
                    if name in str(getattr(given.value, "text", "")).lower():
                        changes.change(given)
                known = {id(tree) for _, tree in trees_of(self.named[str(node.name)])}
                yield from (x for _, x in trees_of(changes.card) if id(x) not in known)
            case files.Picked():
                for text in (x.text for x in node.values if isinstance(x, files.StringValue)):
                    if name in text.lower() and (CARD, text) not in self.index.things:
                        yield from self.chosen(text, name)
            case _:
                pass

    def chosen(self, text: Word, name: str) -> Iterator[Node]:
        """What an option says: what a card does, or the name of a card with that of its part."""
        every = (self.memo.read(text, one) for one in ("", *self.categories))
        yield from (tree for tree in every if isinstance(tree, Node))
        if text.lower().startswith(f"{name} ") and text[len(name) + 1 :] in self.parts:
            yield String(Word(text[: len(name)], part_span(text, 0, len(name))))


def is_name(ruleset: Ruleset, type_: attrs.Type) -> bool:
    """Whether a field holds names, or cards."""
    return is_card_type(ruleset, type_) or str(getattr(type_, "word", "")) == "name"


def named_in(line: files.CardField) -> Iterator[Mention]:
    """The names in a field that holds such."""
    for part in split_at(line.value, ",", -1):
        yield Mention(str(part).strip('"'), part.span, (CARD,))


def said_in(file: FileIndex, top: Node) -> str:
    """The lines of a scenario in small letters."""
    return "\n".join(file.lines[top.span.line - 1 : top.span.end_line]).lower()
