"""Takes the readings out of a chart: each different tree once."""

from __future__ import annotations

from .chart import LETTERS, NAME, PRIMITIVE, STRIDE, Cell, Chart, Item, Make, Variant
from .nodes.base import NOWHERE, Span, Word, word_at
from .nodes.expressions import Expression, Name, Number, Slot, String, Use
from .tokens import is_quoted, keys_of, part_span

MOST_TREES = 16
KEPT = 64
DEEPEST = 60
LIST = Word("list")
INDEXES = tuple(Word(str(number)) for number in range(STRIDE))

# a tree, and the phrase whose chained form it is, else None
Tree = tuple[Expression, Word | None]
Row = tuple[Tree, ...]


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
        self.depths: dict[int, int] = {}
        self.too_deep = False

    def whole(self, name: str, start: int) -> list[Expression]:
        """The different trees of a category from `start` to the end."""
        grammar, last = self.chart.grammar, len(self.chart.words)
        root = key_of(grammar.numbers[name], start, last)
        stack = [root]
        while stack:
            key = stack[-1]
            if key in self.trees:
                stack.pop()
                continue
            needed = [inner for inner in self.needs(key) if inner not in self.trees]
            if needed:
                stack.extend(needed)
            else:
                stack.pop()
                self.trees[key] = self.grow(key)
        return [tree for tree, _ in self.trees[root]]

    def cell_of(self, key: int) -> tuple[Cell, int]:
        return self.chart.cells[key // STRIDE], key % STRIDE

    def needs(self, key: int) -> list[int]:
        """What the trees of a place are made of; also finds how deep they are."""
        cell, end = self.cell_of(key)
        needed: dict[int, None] = {}
        seen: set[int] = set()
        waiting = [item for _, item in cell.ends[end] if item is not None]
        while waiting:
            item = waiting.pop()
            if id(item) in seen:
                continue
            seen.add(id(item))
            for before, number, start, stop in item.links:
                needed[key_of(number, start, stop)] = None
                if before is not None:
                    waiting.append(before)
        self.depths[key] = 1 + max(
            (self.depths.get(inner, 0) for inner in needed), default=0
        )
        return list(needed)

    def grow(self, key: int) -> list[Tree]:
        """The different trees of one category over one stretch of words."""
        cell, end = self.cell_of(key)
        if self.depths[key] > DEEPEST:
            self.too_deep = True
            return []
        found: list[Tree] = []
        for node, item in cell.ends[end]:
            if node == PRIMITIVE:
                found.append((self.primitive(cell, end), None))
                continue
            rows = self.rows(item)
            for variant in self.chart.grammar.accepts[node]:
                for row in rows:
                    if variant.chained and row[0][1] == variant.word:
                        continue
                    tree = self.make(variant, row, cell.start, end)
                    found.append((tree, variant.word if variant.chained else None))
        if len(found) > 1:
            found = list(dict.fromkeys(found))
        return found[:KEPT]

    def rows(self, item: Item | None) -> list[Row]:
        """Every row of trees that fills the slots up to an item."""
        if item is None:
            return [()]
        found = [
            (*row, tree)
            for before, number, start, end in item.links
            for tree in self.trees[key_of(number, start, end)]
            for row in self.rows(before)
        ]
        return found[:KEPT]

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
            return Name(word_at(variant.word, span), span=span)
        if make is Make.SAME:
            return row[0][0]
        first = row[0][0]
        head = items_of(first) if make in (Make.RUN, Make.RUN_MORE) else [first]
        if len(row) == 1:
            return new_list(head, span)
        return new_list([*head, *items_of(row[1][0])], span)

    def primitive(self, cell: Cell, end: int) -> Expression:
        """A number, a name or a run of letters."""
        words, grammar = self.chart.words, self.chart.grammar
        span = self.span(cell.start, end)
        kinds = grammar.kinds[cell.category]
        keys = words.keys[cell.start : end]
        if kinds & LETTERS:
            known = grammar.singles[cell.category]
            raw = words.raw(cell.start)
            return new_list([Use(known[letter], span=span) for letter in raw], span)
        if kinds & NAME:
            inner = keys_of(keys[0][1:-1]) if is_quoted(keys[0]) else tuple(keys)
            text = words.between(cell.start, end)
            plain = text[1:-1] if is_quoted(keys[0]) else text
            name = grammar.names.spelling.get(inner, plain)
            return String(word_at(name, span), span=span)
        sign = -1 if keys[0] == "-" else 1
        return Number(sign * int(keys[-1]), span=span)


def key_of(number: int, start: int, end: int) -> int:
    return (number * STRIDE + start) * STRIDE + end
