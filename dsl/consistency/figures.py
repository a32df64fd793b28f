"""Figures on cards that look like slips: two in each other's line, one that is not round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..nodes.base import Span, walk
from ..nodes.expressions import Number, Slot
from ..problems.problem import Advice, Problems
from ..ruleset.shapes import every_field
from ..typed.format import Format
from .deciding.terms import Terms

FEW = 10  # fewer figures than these show no habit
ROUND, HALF = 10, 5
Figures = dict[int, int]  # by the numbers of the cards that have one


def figures(format: Format, _: Terms, found: Problems) -> None:
    """Figures that stand in each other's lines, and the only ones that are not round."""
    fields = figures_printed(format)
    exchanged(format, fields, found)
    for name, own in fields.items():
        spans = [(figure, format.cards[number].name.span) for number, figure in own.items()]
        uneven(spans, f'under "{name}"', found)
    uneven([*figures_said(format)], "in texts", found)


def figures_printed(format: Format) -> dict[str, Figures]:
    """What is printed on cards in each field that is a number."""
    types = {str(x.name): x.type for _, part, x in every_field(format.ruleset) if part is None}
    names = [name for name, type in types.items() if getattr(type, "word", "") == "number"]
    columns = {one.field: one for one in format.columns if not one.part and not one.lists}
    return {
        name: {
            number: entry
            for number, entry in enumerate(columns[name].entries)
            if isinstance(entry, int) and entry >= 0
        }
        for name in names
        if name in columns
    }


def figures_said(format: Format) -> Iterator[tuple[int, Span]]:
    """The figures in the texts of cards, each with its place."""
    sentences = ((one.sentence, one.span) for one in format.abilities)
    uses = ((one.use, one.use.span) for one in format.records)
    for node, span in (*sentences, *uses):
        for part in walk(node):
            if isinstance(part, Slot) and part.given and isinstance(part.value, Number):
                yield abs(part.value.value), part.value.span if part.value.span.line else span


def exchanged(format: Format, fields: dict[str, Figures], found: Problems) -> None:
    """Cards of which two figures are like no other card's, or one is very far from those, and both
    would be like them if they changed places.
    """
    others = {name: Others(own) for name, own in fields.items()}
    for one, two in combinations(fields, 2):
        for number in fields[one].keys() & fields[two].keys():
            first, second = fields[one][number], fields[two][number]
            low, high = others[one].without(first), others[two].without(second)
            if first not in high or second not in low:
                continue
            strange = [x for x in ((one, low, first), (two, high, second)) if x[2] not in x[1]]
            if len(strange) < 2 and not any(is_far(known, figure) for _, known, figure in strange):
                continue
            card = format.cards[number].name
            text = (
                f'"{card}" has {one} {first} and {two} {second}; no other card has '
                f"{one} {inside(low, first)} or {two} {inside(high, second)}."
            )
            if len(strange) == 1:
                name, known, figure = strange[0]
                text = (
                    f'"{card}" has {one} {first} and {two} {second}; no other card has '
                    f"{name} {inside(known, figure)}."
                )
            fix = Advice("Let the two change places.")
            found.report("figures-exchanged", text, card.span, fix, severity="warning")


class Others:
    """What all cards but one have in a field."""

    def __init__(self, own: Figures) -> None:
        self.figures = sorted(own.values())

    def without(self, figure: int) -> range:
        """From the least to the most that others have than a card with this figure; empty where
        they are few.
        """
        known = self.figures
        if len(known) <= FEW:
            return range(0)
        least = known[1] if figure == known[0] else known[0]
        most = known[-2] if figure == known[-1] else known[-1]
        return range(least, most + 1)


def is_far(known: range, figure: int) -> bool:
    """Whether a figure is further from those that are known than these are from one another."""
    return max(known[0] - figure, figure - known[-1]) >= len(known)


def inside(known: range, figure: int) -> str:
    """How far a figure is from those that are known."""
    return f"below {known[0]}" if figure < known[0] else f"above {known[-1]}"


def uneven(figures: Sequence[tuple[int, Span]], where: str, found: Problems) -> None:
    """The only figure that is no multiple of five, where all the others are multiples of ten."""
    large = [(figure, span) for figure, span in figures if figure >= ROUND]
    odd = [(figure, span) for figure, span in large if figure % ROUND]
    if len(large) > FEW and len(odd) == 1 and odd[0][0] % HALF:
        figure, span = odd[0]
        text = f"{figure} is the only figure from {ROUND} up {where} that is no multiple of {ROUND}"
        text += f"; the others are {len(large) - 1}."
        fix = Advice("Look at the card again.")
        found.report("figure-uneven", text, span, fix, severity="warning")
