"""Which cards of one name can replace each other in a choice, for those who see them."""

from __future__ import annotations

from ...dsl.ir.names import BEARER, ENTRY, FACE, PLACE, TURNED
from ..backend.layout import State, alone
from ..runtime.match import Match
from ..runtime.objects import bearer_of, cards_attached

OPEN = ("all", "inner")  # notes that nobody has to guess


def equivalence_key(match: Match, state: State, card: int) -> tuple[object, ...]:
    """Equal for cards in one zone, turned alike, with the same notes, changes, cards in their
    object and attached to it, and the same bearer. Their order in the zone does not count.
    """
    layout, columns = match.layout, match.layout.columns
    lying = [columns[name] for name in (PLACE, FACE, TURNED) if name in columns]
    notes = [
        slot.index
        for slot in layout.fields.values()
        if slot.spec.per == "card" and (slot.spec.secret in OPEN or slot.spec.printed)
    ]
    lies = tuple(state[index][card] for index in (*lying, *notes))
    around = _object(match, state, card), _changes(match, state, card)
    if BEARER in columns:
        around += _attached(match, state, card)
    whose = match.cards[card][0], match.owner(state, card)
    return (whose, lies, *around)


def _entry(match: Match, state: State, card: int) -> int:
    column = match.layout.columns.get(ENTRY)
    return 0 if column is None else state[column][card]


def _object(match: Match, state: State, card: int) -> tuple[int, ...]:
    """What the cards of its object are, bottom first, and which of them it is."""
    entry = _entry(match, state, card)
    if not entry:
        return ()
    cards: list[int] = state[state[match.layout.columns[PLACE]][card]]
    mine = [one for one in cards if _entry(match, state, one) == entry]
    return (*(match.cards[one][0] for one in mine), mine.index(card))


def _attached(match: Match, state: State, card: int) -> tuple[int, tuple[str, ...]]:
    """The bearer, and what is attached to the card."""
    borne = (equivalence_key(match, state, one)[:2] for one in cards_attached(state, match, card))
    return bearer_of(state, match, card), tuple(sorted(map(str, borne)))


def _changes(match: Match, state: State, card: int) -> tuple[tuple[int, ...], ...]:
    """The changes of properties that hang on it."""
    key = _entry(match, state, card) or alone(card)
    of_cards = {
        match.layout.properties[name]
        for name, spec in match.program.properties.items()
        if spec.of == "card"
    }
    rows = state[match.layout.modifiers]
    return tuple((row[0], *row[3:]) for row in rows if row[0] in of_cards and row[1] == key)
