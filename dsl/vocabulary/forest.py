"""Takes the readings out of a chart: each different tree once."""

from __future__ import annotations

from collections.abc import Hashable

from ..nodes.base import NOWHERE, Span, Word
from ..nodes.expressions import LABELLED, LIST, Expression, Name, Number, Slot, String, Use
from .chart import LETTERS, NAME, PRIMITIVE, STRIDE, Cell, Chart, Item, Make, Variant
from .lexicon import labels_at
from .tokens import is_quoted, keys_of, part_span

MOST_TREES = 16
KEPT = 64
DEEPEST = 100
INDEXES = tuple(Word(str(number)) for number in range(STRIDE))

# a tree, the phrase whose chained form it is or None, and a number that equal trees share
Tree = tuple[Expression, Word | None, int]
Row = tuple[Tree, ...]
EMPTY: list[Row] = [()]


def new_list(items: list[Expression], span: Span) -> Use:
    """Several things as one value: slots numbered from 0."""
    slots = [Slot(INDEXES[index], item, span=item.span) for index, item in enumerate(items)]
    return Use(LIST, tuple(slots), span=span)


def items_of(value: Expression) -> list[Expression]:
    """The members of a list."""
    return [slot.value for slot in value.slots] if isinstance(value, Use) else []


class Forest:
    """The trees of a chart; `too_deep` when one was left out for its depth."""

    def __init__(self, chart: Chart, text: str) -> None:
        self.chart = chart
        self.text = text
        self.placed = isinstance(text, Word) and text.span is not NOWHERE
        self.trees: dict[int, list[Tree]] = {}
        self.kept_rows: dict[int, list[Row]] = {}
        self.shapes: dict[Hashable, int] = {}
        self.members: dict[int, tuple[int, ...]] = {}  # the shapes in a list
        self.too_deep = False

    def whole(self, name: str, start: int) -> list[Expression]:
        """The different trees of a category from `start` to the end."""
        grammar, last = self.chart.grammar, len(self.chart.words)
        return [tree[0] for tree in self.grow(grammar.numbers[name], start, last, 0)]

    def grow(self, number: int, start: int, end: int, depth: int) -> list[Tree]:
        """The different trees of one category over one stretch of words."""
        key = (number * STRIDE + start) * STRIDE + end
        known = self.trees.get(key)
        if known is not None:
            return known
        if depth > DEEPEST:
            self.too_deep = True
            return []
        cell = self.chart.cells[number * STRIDE + start]
        accepts = self.chart.grammar.accepts
        found: dict[tuple[int, Word | None], Tree] = {}
        for node, item in cell.ends[end]:
            if node == PRIMITIVE:
                primitive = self.primitive(cell, end)
                found[primitive[2], None] = primitive
                continue
            rows = EMPTY if item is None else self.rows(item, depth + 1)
            for variant in accepts[node]:
                if variant.alone and self.explains(start):
                    continue
                if variant.make is Make.LABEL and not self.is_label(variant.word, start, item):
                    continue
                mark = variant.word if variant.chained else None
                for row in rows:
                    if mark is not None and row[0][1] == mark:
                        continue
                    shape = self.shape_of(variant, row)
                    if (shape, mark) not in found:
                        tree = self.make(variant, row, start, end)
                        found[shape, mark] = (tree, mark, shape)
            if len(found) >= KEPT:
                break
        self.trees[key] = list(found.values())[:KEPT]
        return self.trees[key]

    def explains(self, start: int) -> bool:
        """Whether brackets that open here belong to what stands in front of them; other brackets
        that stand alone end with one.
        """
        keys = self.chart.words.keys
        last = start - 1 - (start > 1 and keys[start - 1] == ".")
        if last < start - 1:
            return keys[last] != ")"
        return start > 0 and keys[last] in self.chart.grammar.finished

    def is_label(self, label: Word, start: int, item: Item | None) -> bool:
        """Whether it is the longest of the labels that begin here."""
        found = labels_at(self.chart.grammar, self.chart.words, start)
        behind = {first for _, _, first, _ in item.links} if item is not None else set[int]()
        return any(known == label and end in behind for known, end in found)

    def rows(self, item: Item, depth: int) -> list[Row]:
        """Every row of trees that fills the slots up to an item."""
        known = self.kept_rows.get(id(item))
        if known is not None:
            return known
        found: list[Row] = []
        for before, number, start, end in item.links:
            trees = self.grow(number, start, end, depth)
            for row in EMPTY if before is None else self.rows(before, depth):
                found += [(*row, tree) for tree in trees]
                if len(found) >= KEPT:
                    break
            if len(found) >= KEPT:
                break
        self.kept_rows[id(item)] = found
        return found

    def shape_of(self, variant: Variant, row: Row) -> int:
        """A number that two trees share when they are equal, wherever they stand."""
        make = variant.make
        if make is Make.SAME:
            return row[0][2]
        if make is Make.USE:
            fill = self.fixed_shape
            filled = (fill(f.default) if f.default else row[f.index][2] for f in variant.fillers)
            return self.shape((variant.word, *filled))
        if make is Make.SYMBOL:
            return self.shape(variant.word)
        if make is Make.LABEL:
            return self.shape((LABELLED, variant.word, row[0][2]))
        first = row[0][2]
        parts = self.members[first] if make in (Make.RUN, Make.RUN_MORE) else (first,)
        more = self.members[row[1][2]] if len(row) > 1 else ()
        return self.list_shape((*parts, *more))

    def fixed_shape(self, slot: Slot) -> int:
        """Of what a pattern fills in by itself: as if a card had printed it."""
        if not slot.given:
            return -1
        if isinstance(slot.value, Use):
            return self.shape((slot.value.phrase,))
        return self.shape(slot.value.word if isinstance(slot.value, Name) else slot.value)

    def shape(self, key: Hashable) -> int:
        return self.shapes.setdefault(key, len(self.shapes))

    def list_shape(self, parts: tuple[int, ...]) -> int:
        shape = self.shape((LIST, parts))
        self.members[shape] = parts
        return shape

    def span(self, start: int, end: int) -> Span:
        if not self.placed:
            return NOWHERE
        words = self.chart.words
        return part_span(self.text, words.starts[start], words.ends[end - 1])

    def make(self, variant: Variant, row: Row, start: int, end: int) -> Expression:
        """What a form makes of what fills its slots."""
        make = variant.make
        span = self.span(start, end)
        if make is Make.USE:
            slots: list[Slot] = []
            for filler in variant.fillers:
                if filler.default is not None:
                    slots.append(filler.default)
                else:
                    value = row[filler.index][0]
                    slots.append(Slot(filler.name, value, span=value.span))
            return Use(variant.word, tuple(slots), span=span)
        if make is Make.SYMBOL:
            return Name(Word(variant.word, span), span=span)
        if make is Make.SAME:
            return row[0][0]
        if make is Make.LABEL:
            label = Name(Word(variant.word, span), span=span)
            said = Slot(INDEXES[1], row[0][0], span=row[0][0].span)
            return Use(LABELLED, (Slot(INDEXES[0], label, span=span), said), span=span)
        first = row[0][0]
        head = items_of(first) if make in (Make.RUN, Make.RUN_MORE) else [first]
        if len(row) == 1:
            return new_list(head, span)
        return new_list([*head, *items_of(row[1][0])], span)

    def primitive(self, cell: Cell, end: int) -> Tree:
        """A number, a name or a run of letters."""
        words, grammar = self.chart.words, self.chart.grammar
        span = self.span(cell.start, end)
        kinds = grammar.kinds[cell.category]
        keys = words.keys[cell.start : end]
        if kinds & LETTERS:
            known = grammar.singles[cell.category]
            raw = words.raw(cell.start)
            parts = tuple(self.shape((known[letter],)) for letter in raw)
            tree = new_list([Use(known[letter], span=span) for letter in raw], span)
            return tree, None, self.list_shape(parts)
        if kinds & NAME:
            inner = keys_of(keys[0][1:-1]) if is_quoted(keys[0]) else tuple(keys)
            text = words.between(cell.start, end)
            plain = text[1:-1] if is_quoted(keys[0]) else text
            name = grammar.names.spelling.get(inner, plain)
            named = String(Word(name, span), span=span)
            return named, None, self.shape((NAME, str(name)))
        number = int(keys[-1]) * (-1 if keys[0] == "-" else 1)
        return Number(number, span=span), None, self.shape(number)
