"""What cards did in a game, and who was ahead when: from events and zones, in any format.

A hand is a zone of a player in which cards lie as in a hand for those who do not see them, and into
which a card came from a pile in that game; where a format has no such zones, its first zone of
players that is a group or a queue. A card is drawn by whose hand it comes into. It is played by the
player from whose hand it goes to a zone that is no hand and no pile (unless it goes on from there
to another player's hand), or who takes an action with it while it lies in his hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.ir.ir import Program
from ...dsl.ir.options import unpacked
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.knowledge.record import Event
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Match
from ..bots.worth import Values, values_of
from .tally import Seen


@dataclass(frozen=True, slots=True)
class Observed:
    """What is looked at in the games of one match: the zones that may be hands, whether they are,
    the piles, and what a position is worth.
    """

    match: Match
    held: frozenset[str]
    are_hands: bool
    piles: frozenset[str]
    values: Values | None

    def hands(self, events: Sequence[Event]) -> frozenset[str]:
        """The zones that are hands in a game of these events."""
        if self.are_hands:
            return self.held
        moves = (event.values for event in events if event.kind == "move")
        return frozenset(
            str(values[3]) for values in moves if values[1] in self.piles and values[3] in self.held
        )


def observed(match: Match) -> Observed:
    """The same for a match."""
    zones = [zone for zone in match.program.zones.values() if zone.per_player]
    held = [zone.name for zone in zones if zone.held]
    open_ones = [zone.name for zone in zones if zone.kind in ("group", "queue")]
    piles = frozenset(zone.name for zone in match.program.zones.values() if zone.kind == "pile")
    return Observed(match, frozenset(held or open_ones[:1]), not held, piles, values_of(match))


def seen_in(
    setup: GameSetup, look: Observed, events: Sequence[Event], leads: tuple[int, ...]
) -> Seen:
    """What the events of a game say of its cards."""
    program, hands = setup.match.program, look.hands(events)
    off_table = hands | look.piles
    lies = {
        card: place for place, members in setup.match.starts.items() for card in members
    }  # the zone, and whose it is
    drawn: list[set[int]] = [set() for _ in range(program.seats)]
    played: list[set[int]] = [set() for _ in range(program.seats)]
    put: dict[int, int] = {}  # cards that were played by their last move, and by whom
    for event in events:
        if event.kind == "move":
            card, zone, owner, to_zone, to_owner = event.values[:5]
            card, owner, to_owner = int(card), int(owner), int(to_owner)
            player = put.pop(card, to_owner)
            if to_zone in hands and player != to_owner:
                played[player].discard(card)  # it was passed on
            if to_zone in hands and to_owner >= 0 and (zone, owner) != (to_zone, to_owner):
                drawn[to_owner].add(card)
            elif zone in hands and owner >= 0 and to_zone not in off_table:
                if card not in played[owner]:
                    put[card] = owner
                played[owner].add(card)
            lies[card] = (str(to_zone), to_owner)
        elif event.kind == "ask":
            seat, card = int(event.values[0]), acted_with(program, event)
            if seat >= 0 and lies.get(card, ("", -1))[0] in hands and lies[card][1] == seat:
                played[seat].add(card)
    return Seen(named(setup, drawn), named(setup, played), leads)


def acted_with(program: Program, event: Event) -> int:
    """The card with which an action was taken, -1 where none was."""
    site, option = program.sites[int(event.values[1])], int(event.values[2])
    if site.kind != "action" or option < 0:
        return -1
    group, element = unpacked(option, len(site.element_kinds))
    return element if site.element_kinds[group] == "card" else -1


def named(setup: GameSetup, seats: Sequence[set[int]]) -> tuple[tuple[str, ...], ...]:
    """Cards by their codes, each code once."""
    cards, words = setup.match.cards, setup.words.cards
    return tuple(tuple(sorted({words[cards[card][0]].code for card in found})) for found in seats)
