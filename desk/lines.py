"""Lines of cards: which cards one leads on from, where a field of it asks for others."""

from __future__ import annotations

from ..dsl.consistency.pool import ANY, Wanted, uses_in
from ..dsl.nodes.dataclass import dataclass
from ..dsl.nodes.expressions import Use
from ..dsl.typed.format import Format

SHARE = 4  # a field that asks for more than one card of so many leads on from none

Names = dict[str, list[str]]  # by the name of a card, those of others, in the order of the pool


@dataclass(frozen=True, slots=True)
class CardLines:
    """What one field of cards asks for. `before`: the cards that may be what a card asks for;
    `after`: the cards that ask for it.
    """

    field: str
    before: Names
    after: Names


def lines_of_cards(format: Format) -> list[CardLines]:
    """The lines of each field in which cards ask for others; fields without any are left out."""
    wanted = Wanted(format)
    order = {str(card.name): number for number, card in enumerate(format.cards)}
    found: list[CardLines] = []
    for column in format.columns:
        lines = CardLines(column.field, {}, {})
        for number, uses in uses_in(column):
            name = str(format.cards[number].name)
            asked = asked_by(uses, wanted) - {name}
            if asked and len(asked) * SHARE <= len(order):
                known = {*lines.before.get(name, ()), *asked}  # two cards may have one name
                lines.before[name] = sorted(known, key=order.__getitem__)
        for name in sorted(lines.before, key=order.__getitem__):
            for other in lines.before[name]:
                lines.after.setdefault(other, []).append(name)
        if lines.before:
            found.append(lines)
    return found


def asked_by(uses: list[Use], wanted: Wanted) -> set[str]:
    """The names of the cards that may be what a card asks for by some phrases."""
    found: set[str] = set()
    for use in uses:
        meaning = wanted.meanings.get(use)
        if meaning is not None and meaning.fits is not None:
            found |= wanted.names_for(use)
    return found - {ANY}
