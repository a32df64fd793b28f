"""Whose a card is: its owner, in whose zone it lies, for whom it speaks."""

from __future__ import annotations

from ...nodes import declarations as d
from ...nodes import statements as s
from ...typed.types import PLAYER, Type
from ...typed.values import CardKeeper, CardOwner, CardSpeaker, Value
from ..context import Resolver, asked

SOMEBODY = Type("player", maybe=True)


def owner_of(r: Resolver, card: Value) -> Value:
    """To whom a card belongs; none for one of the table."""
    return Value(CardOwner(card), SOMEBODY if may_be_nobodys(r) else PLAYER)


def keeper_of(r: Resolver, card: Value) -> Value:
    """In whose zone a card lies; none where the zone is shared."""
    zone = r.zones.get(card.zone)
    known = zone is not None and zone.per_player
    return Value(CardKeeper(card), PLAYER if known else SOMEBODY)


def speaker_of(r: Resolver, card: Value) -> Value:
    """For whom a card speaks."""
    owner = owner_of(r, card)
    follows = any(zone.speak for zone in r.zones.values())
    return Value(CardSpeaker(card), owner.type) if follows else owner


@asked
def may_be_nobodys(r: Resolver) -> bool:
    """Whether some card may have no owner."""
    decks = r.ruleset.all(d.DeckDeclaration)
    return changes_hands(r) or any(deck.table is not None for deck in decks)


@asked
def changes_hands(r: Resolver) -> bool:
    """Whether rules give cards to players, so that it shows nowhere whose a hidden one is."""
    return bool(r.ruleset.inside(s.GiveStatement))
