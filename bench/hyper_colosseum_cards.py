"""What a card and a way to evolve are in the hand-written Hyper Colosseum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# All are functions of (game, player); an effect gives what has to be asked, or None.
Effect = Callable[[Any, int], Any]
Condition = Callable[[Any, int], bool]
Ability = tuple[Condition | None, Effect]  # whether it can be paid, what it does

A, B, C = 0, 1, 2  # types, and the letters of attacks

NEVER, BATTLE_END, TURN_END = range(3)  # limits of an option
PREPARATION, EVOLUTION, BATTLE, SCORING = range(4)  # timings of an option


@dataclass(eq=False, slots=True, kw_only=True)
class Card:
    """A printed card; an option has no level."""

    code: str
    name: str
    number: int = 0  # which card of its deck it is
    is_option: bool = False
    # a Digimon
    level: int = 0  # 0: none
    column: int = 3  # which loss counts if it wins and has no level
    type: int = A
    attribute: str | None = None
    attacks: tuple[int, ...] = ()  # by the letter it strikes with
    loss: tuple[int, ...] = ()  # by the level of the winner
    ways: tuple[Way, ...] = ()
    routes: dict[Card, tuple[Way, ...]] = field(default_factory=dict["Card", "tuple[Way, ...]"])
    fearless: bool = False  # C does not cancel its A
    deep: bool = False
    proud: bool = False
    appears: Condition | None = None
    support: Effect | None = None
    early: Ability | None = None
    fight: Ability | None = None
    after: Ability | None = None
    own_power: Callable[[Any, int], int] | None = None
    rival_power: int = 0
    guarded: bool = False  # a card may be discarded instead of losing points
    bars_supports: bool = False
    # an option
    timing: int = -1
    limit: int = TURN_END
    quick: bool = False  # may be used in the turn in which it was set
    payable: Condition | None = None
    cost: Effect | None = None
    effect: Effect | None = None
    force_power: int = 0
    # effects that are set off
    on_swap: Effect | None = None
    on_evolve: Effect | None = None
    on_appear: Effect | None = None
    on_start: Effect | None = None
    on_scoring: Effect | None = None
    on_lifespan: Effect | None = None
    on_win: Effect | None = None
    on_loss: Effect | None = None
    on_draw: Effect | None = None
    on_end: Effect | None = None
    on_rival_option: Effect | None = None

    def __repr__(self) -> str:
        return f"{self.name} {self.code}"


class Way:
    """A way to evolve: from which card, and for Os and Xs or a card from the hand."""

    def __init__(self, base: str | Callable[[Card], bool], cost: str) -> None:
        self.base = base
        self.marks = cost if cost.strip("OX") == "" else ""
        self.ups, self.named, self.anything = self.marks.count("O"), cost, cost == ANY

    def fits(self, card: Card) -> bool:
        """Whether it begins with this card."""
        return card.name == self.base if isinstance(self.base, str) else self.base(card)

    def payable(self, game: Any, player: int) -> bool:
        """Whether the net ocean, or the hand without the form, can pay."""
        if self.marks:
            return len(game.ocean[player]) >= len(self.marks)
        if self.anything:
            return len(game.hand[player]) > 1
        return any(card.name == self.named for card in game.hand[player])

    def candidates(self, hand: list[Card]) -> list[int]:
        """Which places of a hand without the form can pay."""
        return [i for i, c in enumerate(hand) if self.anything or c.name == self.named]

    def met_by(self, payment: list[tuple[Card, bool]]) -> bool:
        """Whether (card, turned) pairs are what is asked for."""
        if self.marks:
            ups = sum(not turned for _, turned in payment)
            return len(payment) == len(self.marks) and ups == self.ups
        return len(payment) == 1 and (self.anything or payment[0][0].name == self.named)


class Traits:
    """What cards of a deck may do that most do not."""

    def __init__(self, cards: list[Card]) -> None:
        self.end_with_battle = any(card.limit == BATTLE_END for card in cards)
        self.force = any(card.force_power for card in cards)


LOSSES = {  # by level, of one that has no level the first
    0: (20, 20, 10, 10),
    3: (10, 10, 10, 10),
    4: (20, 10, 10, 10),
    5: (30, 20, 10, 10),
    6: (40, 30, 20, 20),
}
FORTY, SIXTY, ANY = "Winning Percentage: 40%!", "Winning Percentage: 60%!", "any card"


def find_routes(cards: list[Card]) -> None:
    """Tells each card what it can evolve into, by which ways."""
    for base in cards:
        for target in cards:
            ways = tuple(way for way in target.ways if way.fits(base))
            if ways and not base.is_option:
                base.routes[target] = ways
