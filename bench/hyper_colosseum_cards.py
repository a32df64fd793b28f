"""What a card and a way to evolve are in the hand-written Hyper Colosseum."""

from collections.abc import Callable
from dataclasses import dataclass, field

A, B, C = 0, 1, 2  # types, and the letters of attacks

NEVER, BATTLE_END, TURN_END = range(3)  # limits of an option
PREPARATION, EVOLUTION, BATTLE, SCORING = range(4)  # timings of an option


@dataclass(eq=False, slots=True, kw_only=True)
class Card:
    """A printed card; an option has no level. Its texts are functions of (game, player)."""

    code: str
    name: str
    is_option: bool = False
    # a Digimon
    level: int = 0  # 0: none
    column: int = 3  # which loss counts if it wins and has no level
    type: int = A
    attribute: str | None = None
    attacks: tuple = ()  # by the letter it strikes with
    loss: tuple = ()  # by the level of the winner
    ways: tuple = ()
    routes: dict = field(default_factory=dict)  # what it can evolve into, by which ways
    fearless: bool = False  # C does not cancel its A
    deep: bool = False
    proud: bool = False
    appears: Callable | None = None  # whether it may appear
    support: Callable | None = None
    early: tuple | None = None  # abilities: (whether it can be paid, what it does)
    fight: tuple | None = None
    after: tuple | None = None
    own_power: Callable | None = None
    rival_power: int = 0
    guarded: bool = False  # a card may be discarded instead of losing points
    bars_supports: bool = False
    # an option
    timing: int = -1
    limit: int = TURN_END
    quick: bool = False  # may be used in the turn in which it was set
    payable: Callable | None = None
    cost: Callable | None = None
    effect: Callable | None = None
    force_power: int = 0
    # effects that are set off
    on_swap: Callable | None = None
    on_evolve: Callable | None = None
    on_appear: Callable | None = None
    on_start: Callable | None = None
    on_scoring: Callable | None = None
    on_lifespan: Callable | None = None
    on_win: Callable | None = None
    on_loss: Callable | None = None
    on_draw: Callable | None = None
    on_end: Callable | None = None
    on_rival_option: Callable | None = None

    def __repr__(self):
        return f"{self.name} {self.code}"


class Way:
    """A way to evolve: from which card, and for Os and Xs or a card from the hand."""

    def __init__(self, base, marks="", named=None, anything=False):
        self.fits = base if callable(base) else lambda card: card.name == base
        self.ups, self.marks = marks.count("O"), marks
        self.named, self.anything = named, anything

    def payable(self, game, player):
        """Whether the net ocean, or the hand without the form, can pay."""
        if self.marks:
            return len(game.ocean[player]) >= len(self.marks)
        if self.anything:
            return len(game.hand[player]) > 1
        return any(card.name == self.named for card in game.hand[player])

    def candidates(self, hand):
        """Which places of a hand without the form can pay."""
        return [i for i, c in enumerate(hand) if self.anything or c.name == self.named]

    def met_by(self, payment):
        """Whether (card, turned) pairs are what is asked for."""
        if self.marks:
            ups = sum(not turned for _, turned in payment)
            return len(payment) == len(self.marks) and ups == self.ups
        return len(payment) == 1 and (self.anything or payment[0][0].name == self.named)


def basic(code, name, type, attacks, **texts):
    """A level 3."""
    texts |= {"level": 3, "type": type, "attacks": attacks, "loss": L3}
    return Card(code=code, name=name, **texts)


def form(code, name, level, type, attacks, *ways, **texts):
    """What evolves."""
    texts |= {"level": level, "type": type, "attacks": attacks, "ways": ways}
    return Card(code=code, name=name, loss=LOSSES[level], **texts)


def option(code, name, timing, effect=None, cost=(None, None), **texts):
    """An option; its cost is whether it can be paid, and paying it."""
    texts |= {"timing": timing, "effect": effect, "payable": cost[0], "cost": cost[1]}
    return Card(code=code, name=name, is_option=True, **texts)


L3 = (10, 10, 10, 10)
LOSSES = {
    0: (20, 20, 10, 10),
    4: (20, 10, 10, 10),
    5: (30, 20, 10, 10),
    6: (40, 30, 20, 20),
}
FORTY, SIXTY = "Winning Percentage: 40%!", "Winning Percentage: 60%!"


def find_routes(cards):
    """Tells each card what it can evolve into, by which ways."""
    for base in cards:
        for target in cards:
            ways = tuple(way for way in target.ways if way.fits(base))
            if ways and not base.is_option:
                base.routes[target] = ways
