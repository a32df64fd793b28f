"""Things made of cards: which cards make one, what names it, and what is attached to it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from ...dsl.ir.ir import NONE
from ...dsl.ir.names import BEARER, PRINT
from ..backend.layout import Layout, State, alone


class HasLayout(Protocol):
    """What helpers may ask of the match."""

    @property
    def layout(self) -> Layout:
        """Where everything lies in its states."""
        ...


def object_key(state: State, match: HasLayout, card: int) -> int:
    """What names the object of a modifier: its entry number, or for a card in no object
    `alone(card)`.
    """
    entry = match.layout.entry
    return (state[entry][card] or alone(card)) if entry >= 0 else card


def list_of(state: State, match: HasLayout, card: int) -> list[int]:
    """The live list of the zone a card lies in."""
    cell = state[match.layout.place][card]
    return state[cell] if cell >= 0 else []


def object_cards(state: State, match: HasLayout, card: int) -> list[int]:
    """All cards that make one object with a card, bottom first; the card alone when it is
    no object.
    """
    if card < 0:
        return []
    entries = state[match.layout.entry]
    entry = entries[card]
    if not entry:
        return [card]
    cards = list_of(state, match, card)
    if card not in cards:
        return []
    first = end = cards.index(card)  # they lie side by side
    while first and entries[cards[first - 1]] == entry:
        first -= 1
    while end < len(cards) and entries[cards[end]] == entry:
        end += 1
    return cards[first:end]


def card_of_key(state: State, match: HasLayout, key: int) -> int:
    """The card on top of the object that a modifier hangs on; -1 when it is no more."""
    if key < NONE:
        return alone(key)
    entry = match.layout.entry
    if entry < 0:
        return key
    entries = state[entry]
    return object_cards(state, match, entries.index(key))[-1] if key in entries else NONE


def stack_tops(state: State, match: HasLayout, members: Sequence[int]) -> list[int]:
    """The top card of each object among the cards of a zone, in the order of the zone."""
    entries = state[match.layout.entry]
    tops = [
        card for card, on in pairwise(members) if entries[on] != entries[card] or not entries[card]
    ]
    tops += members[-1:]
    return tops


def lies_on_top(state: State, match: HasLayout, card: int) -> bool:
    """Whether a card that lies somewhere is the top card of its object, or in none."""
    if card < 0:
        return False
    layout = match.layout
    entries = state[layout.entry]
    entry = entries[card]
    if not entry:
        return True
    cards = state[state[layout.place][card]]
    return cards[-1] == card or entries[cards[cards.index(card) + 1]] != entry


def cards_under(state: State, match: HasLayout, card: int) -> Sequence[int]:
    """The cards beneath which all make one object with a card on top of them, bottom first."""
    layout = match.layout
    entries = state[layout.entry]
    entry = entries[card] if card >= 0 else 0
    if not entry:
        return ()
    cards = state[state[layout.place][card]]
    first = end = cards.index(card)
    if card != cards[-1] and entries[cards[end + 1]] == entry:
        return ()
    while first and entries[cards[first - 1]] == entry:
        first -= 1
    return cards[first:end]


def object_top(state: State, match: HasLayout, card: int) -> int:
    """The card on top of the object a card lies beneath in; -1 for one with nothing on it."""
    cards = object_cards(state, match, card)
    return cards[-1] if len(cards) > 1 and cards[-1] != card else NONE


def spot_beside(entries: Sequence[int], members: Sequence[int], card: int, under: int) -> int:
    """Where in a list a card lies that is laid on the object of another one, or under it."""
    spot, entry = members.index(card), entries[card]
    step = -1 if under else 1
    while entry and 0 <= spot + step < len(members) and entries[members[spot + step]] == entry:
        spot += step
    return spot if under else spot + 1


def print_of(state: State, match: HasLayout, card: int) -> int | None:
    """The number of the card that one is a copy of now; None for one that is itself."""
    layout = match.layout
    number = layout.properties.get(PRINT)
    key = object_key(state, match, card)
    rows = (row for row in state[layout.modifiers] if row[:2] == (number, key))
    newest = max(rows, key=lambda row: row[2], default=None)
    return None if newest is None else -2 - newest[4]


def cards_beneath(state: State, match: HasLayout, card: int) -> list[int]:
    """The cards that lie under a card of the same object, bottom first."""
    layout = match.layout
    entries = state[layout.entry]
    entry = entries[card] if card >= 0 else 0
    if not entry:
        return []
    cards = list_of(state, match, card)
    if card not in cards:
        return []
    first = end = cards.index(card)  # they lie side by side
    while first and entries[cards[first - 1]] == entry:
        first -= 1
    return cards[first:end]


# ---- what is attached


def cards_attached(state: State, match: HasLayout, card: int) -> list[int]:
    """All cards that are attached to the object of a card, zone by zone."""
    layout = match.layout
    if card < 0:
        return []
    key, bearers = object_key(state, match, card), state[layout.columns[BEARER]]
    return [one for cell in layout.may_bear for one in state[cell] if bearers[one] == key]


def attached_to(state: State, match: HasLayout, card: int, zone: int) -> list[int]:
    """Those of them that lie in a zone, whoever's it is."""
    zone_at, places = match.layout.zone_at, state[match.layout.place]
    name = [*match.layout.zones][zone]
    found = cards_attached(state, match, card)
    return [one for one in found if zone_at[places[one]][0] == name]


def bearer_of(state: State, match: HasLayout, card: int) -> int:
    """The card on top of the object that a card is attached to; -1 if it is to none."""
    column = match.layout.columns.get(BEARER, -1)
    key = state[column][card] if card >= 0 <= column else 0
    if key <= 0:
        return alone(key) if key else NONE
    entries = state[match.layout.entry]
    return object_cards(state, match, entries.index(key))[-1]


def attach(state: State, match: HasLayout, card: int, bearer: int) -> bool:
    """A card is attached to the object of another one, if each lies where that may be."""
    layout, places = match.layout, state[match.layout.place]
    if card < 0 or bearer < 0 or places[bearer] not in layout.may_bear.get(places[card], ()):
        return False
    bearers = state[layout.columns[BEARER]].copy()
    bearers[card] = object_key(state, match, bearer)
    state[layout.columns[BEARER]] = bearers
    return True


def tie_of(state: State, match: HasLayout, card: int) -> tuple[int, bool] | None:
    """What cards are attached to the object of a card by, before it moves, and whether they follow
    it, as it is on top; None where nothing is attached.
    """
    key = object_key(state, match, card)
    if key not in state[match.layout.columns[BEARER]]:
        return None
    return key, object_cards(state, match, card)[-1] == card


def loosened(state: State, match: HasLayout, card: int, tie: tuple[int, bool] | None) -> list[int]:
    """The cards that are attached to nothing any more behind a move of `card`. The others follow
    it, if it was and is on top, or stay with what is left of the object.
    """
    if tie is None:
        return []
    layout, (key, follows) = match.layout, tie
    places = state[layout.place]
    left = [one for one, entry in enumerate(state[layout.entry][:-1]) if entry == key]
    follows = follows and object_cards(state, match, card)[-1] == card
    new, bearer = (object_key(state, match, card), card) if follows else (key, [*left, NONE][0])
    bearers, loose = state[layout.columns[BEARER]].copy(), list[int]()
    for one, old in enumerate(bearers[:-1]):
        if old != key:
            continue
        cells = layout.may_bear.get(places[one], ())
        bearers[one] = 0
        for thing, at in ((new, bearer), (key, [*left, NONE][0])):
            if not bearers[one] and at >= 0 and places[at] in cells:
                bearers[one] = thing
        loose += [] if bearers[one] else [one]
    state[layout.columns[BEARER]] = bearers
    return loose
