"""Nodes of what a grammar reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from typing import Any

from ..nodes.base import Node, Span, Word
from ..nodes.dataclass import dataclass
from ..nodes.declarations import PhraseDeclaration, Say
from ..nodes.expressions import Name, Of
from ..nodes.files import CardField, CardHead, CardRow, CardTable
from ..nodes.statements import Block, Cites
from .grammar import classes_of
from .reader import Token

Maker = Callable[[list[Any], Span], Any]


class Several(list[Any]):
    """What one rule gives to two fields."""


@dataclass(slots=True, eq=False)
class Built:
    """What was made of a rule, the last token in it that is part of that, and how deep it nests."""

    value: Any
    last: Token | None
    depth: int


class Builder:
    """Builds one block of one file; line numbers are shifted by `first_line`. `written`: where a
    column of a line of the block, from 0, stands in the file.
    """

    def __init__(
        self,
        file: str,
        first_line: int,
        kind: str,
        written: Callable[[int, int], int] | None = None,
    ) -> None:
        self.file = file
        self.written = written
        self.shift = first_line - 1
        self.makers = makers_of(kind)

    def build(
        self, name: str, children: list[Any], first: Token | None, end: Token | None
    ) -> Built:
        """The node of a rule. A rule x_word gives a word, one without a class a tuple."""
        values: list[Any] = []
        last, depth = None, 0
        for child in children:
            if child is None:
                values.append(None)
                continue
            if type(child) is Token:
                last, value = child, self.value(child)
            else:
                last, value = child.last or last, child.value
                depth = max(depth, child.depth)
            if type(value) is Several:
                values += value
            else:
                values.append(value)
        maker = self.makers.get(name)
        if maker is not None:
            found = maker(values, self.span(first, last or end))
        else:
            found = self.word(children[0]) if name.endswith("_word") else tuple(values)
        return Built(found, last, depth + 1)

    def span(self, first: Token | None, last: Token | None) -> Span:
        """Where a rule stands, up to the end of its last token."""
        shift = self.shift
        if first is None or last is None:
            return Span(self.file, shift + 1, 1, shift + 1, 1)
        lines = first.line + shift, last.end_line + shift
        columns = first.column, last.end_column
        if self.written is not None:
            start = self.written(first.line, first.column - 1)
            columns = start + 1, self.written(last.end_line, last.end_column - 1) + 1
        return Span(self.file, lines[0], columns[0], lines[1], columns[1])

    def value(self, token: Token) -> Any:
        if token.kind == "NUMBER":
            return int(token.text)
        return range_of(token.text) if token.kind == "RANGE" else self.word(token)

    def word(self, token: Token) -> Word:
        text = token.text
        if token.kind == "STRING":
            text = text[1:-1]
        elif token.kind in ("VALUE", "CELL"):
            text = text.strip()
        span = self.span(token, token)
        if token.kind == "CALLED":
            text = text.split()[1]
            span = replace(span, column=span.end_column - len(text))
        return Word(text, span)


@cache
def makers_of(kind: str) -> dict[str, Maker]:
    """What makes something of the values of a rule, for each rule of a kind of file."""
    return {name: maker_of(made) for name, made in classes_of(kind).items()} | MAKERS


def maker_of(kind: type[Node]) -> Maker:
    """Puts the values of a rule into the fields of a class: they come in the same order, and
    an only tuple takes what the others leave.
    """
    parts = [part for part in fields(kind) if part.name != "span"]
    tuples = [k for k, part in enumerate(parts) if str(part.type).startswith("tuple")]
    flags = [k for k, part in enumerate(parts) if str(part.type) == "bool"]
    others = len(parts) - 1

    def make(values: list[Any], span: Span) -> Node:
        if len(tuples) == 1:
            start, end = tuples[0], tuples[0] + len(values) - others
            taken = values[start:end]
            if len(taken) != 1 or not isinstance(taken[0], tuple):
                taken = [tuple([value for value in taken if value is not None])]
            values[start:end] = taken
        elif tuples:
            for place in tuples:
                values[place] = values[place] or ()
        for place in flags:
            values[place] = values[place] is not None and values[place] is not False
        return kind(*values, span=span)

    return make


# ---- rules whose shape is not that of a class


def signed(values: list[Any], span: Span) -> int:
    return -values[1] if len(values) == 2 else values[0]


def range_of(text: str) -> Several:
    low, _, high = text.partition("..")
    return Several([int(low), None if high == "any" else int(high)])


def inline_block(values: list[Any], span: Span) -> Block:
    return Block(tuple(values[:-1]), True, values[-1], span=span)


def action_block(values: list[Any], span: Span) -> Several:
    """What is paid, and the body."""
    return Several([values[0], Block(tuple(values[1:]), span=span)])


def value_items(values: list[Any], span: Span) -> Several:
    """The items, and whether they are ordered."""
    items = tuple(value for value in values if isinstance(value, Node))
    return Several([items, "<" in values])


def yours(values: list[Any], span: Span) -> Of:
    """`your hand`"""
    you = replace(span, end_line=span.line, end_column=span.column + len("your"))
    return Of(Name(Word("you", you), span=you), values[0], span=span)


def own_card(values: list[Any], span: Span) -> Name:
    """`this card's ..`"""
    return Name(Word("this", span), span=span)


def card_field(values: list[Any], span: Span) -> CardField:
    """`attack[circle]  420`: the key is part of the name's token."""
    head, *rest = values
    value = rest[0] if rest else Word("", head.span)
    return CardField(*name_and_key(head), value, span=span)


def card_head(values: list[Any], span: Span) -> CardHead:
    return CardHead(*name_and_key(values[0]), span=span)


def name_and_key(head: Word) -> tuple[Word, Word | None]:
    name, bracket, key = head.partition("[")
    return Word(name, head.span), Word(key[:-1], head.span) if bracket else None


def without_first(kind: type[Node]) -> Maker:
    """Makes a node whose first field is left out."""
    make = maker_of(kind)
    return lambda values, span: make([None, *values], span)


MAKERS: dict[str, Maker] = {
    "start": lambda values, span: values,
    "signed": signed,
    "nested_block": lambda values, span: Block(tuple(values), span=span),
    "inline_block": inline_block,
    "no_block": lambda values, span: None,
    "inline_action": lambda values, span: Several([None, inline_block(values, span)]),
    "action_block": action_block,
    "yours": yours,
    "own_card": own_card,
    "unnamed_phrase": without_first(PhraseDeclaration),
    "own_say": without_first(Say),
    "value_items": value_items,
    "further_items": value_items,
    "covers": lambda values, span: Cites(tuple(values), span=span),
    "card_field": card_field,
    "card_head": card_head,
    "card_row": lambda values, span: CardRow(*values, span=span),
    "card_table": lambda values, span: CardTable(*values, span=span),
}
