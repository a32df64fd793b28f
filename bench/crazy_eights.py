"""Crazy eights written by hand, for three players: what its rules are measured against.

`legal_actions()` gives numbers: a card of the pack, to draw, to pass, a suit to name. A choice with
one answer is not asked.
"""

from __future__ import annotations

import json
from random import Random

MASK, GAMMA = (1 << 64) - 1, 0x9E3779B97F4A7C15

SEATS, DEALT, MOST_DRAWS = 3, 5, 5
PACK, EIGHT = 52, 7
DRAW, PASS, NAME = 52, 53, 54  # to name a suit is `NAME` and its number
NAMING = [54, 55, 56, 57]
SUIT = [card // 13 for card in range(PACK)]
RANK = [card % 13 for card in range(PACK)]  # from the ace
POINTS = [50 if rank == EIGHT else min(rank + 1, 10) for rank in RANK]


class Game:
    """A game; `winners` is None, or the seats that came first."""

    __slots__ = (
        *("chance", "discards", "draws", "hands", "legal", "naming", "passes"),
        *("seat", "stock", "wanted", "winners"),
    )

    def __init__(self, seed: int) -> None:
        self.chance = seed & MASK
        self.seat = self.below(SEATS)
        self.stock = [*range(PACK)]
        self.shuffle(self.stock)
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]
        for _ in range(DEALT):
            for step in range(SEATS):
                self.hands[(self.seat + step) % SEATS].append(self.stock.pop())
        self.discards = [self.stock.pop()]
        while RANK[self.discards[-1]] == EIGHT:
            self.stock.append(self.discards.pop())
            self.shuffle(self.stock)
            self.discards.append(self.stock.pop())
        self.wanted = SUIT[self.discards[-1]]
        self.draws = self.passes = 0
        self.naming = False
        self.winners: tuple[int, ...] | None = None
        self.legal: list[int] = []
        self.run()

    # ---- playing

    def is_over(self) -> bool:
        return self.winners is not None

    def legal_actions(self) -> list[int]:
        return self.legal

    def apply(self, action: int) -> None:
        self.do(action)
        self.run()

    def run(self) -> None:
        """Goes on until there is a choice."""
        while self.winners is None:
            legal = NAMING if self.naming else self.offers()
            if len(legal) > 1:
                self.legal = legal
                return
            self.do(legal[0])
        self.legal = []

    def offers(self) -> list[int]:
        """What the player whose turn it is may do."""
        wanted, rank, suits, ranks = self.wanted, RANK[self.discards[-1]], SUIT, RANK
        found = [
            card
            for card in self.hands[self.seat]
            if suits[card] == wanted or ranks[card] == rank or ranks[card] == EIGHT
        ]
        found.append(DRAW if self.stock and self.draws < MOST_DRAWS else PASS)
        return found

    def do(self, action: int) -> None:
        """Carries an action out."""
        if action < PACK:
            hand = self.hands[self.seat]
            hand.remove(action)
            self.discards.append(action)
            self.wanted = SUIT[action]
            self.passes = 0
            if not hand:
                self.winners = (self.seat,)
            elif RANK[action] == EIGHT:
                self.naming = True
            else:
                self.next_turn()
        elif action == DRAW:
            self.hands[self.seat].append(self.stock.pop())
            self.draws += 1
        elif action == PASS:
            self.passes += not self.stock
            if self.passes > SEATS:
                self.winners = self.fewest_points()
            self.next_turn()
        else:
            self.wanted = action - NAME
            self.naming = False
            self.next_turn()

    def next_turn(self) -> None:
        self.draws = 0
        self.seat = (self.seat + 1) % SEATS

    def fewest_points(self) -> tuple[int, ...]:
        """The seats that win where nobody can go on."""
        counts = [sum(POINTS[card] for card in hand) for hand in self.hands]
        return tuple(seat for seat, count in enumerate(counts) if count == min(counts))

    # ---- copies

    def clone(self) -> Game:
        found: Game = object.__new__(Game)
        found.chance, found.seat, found.wanted = self.chance, self.seat, self.wanted
        found.draws, found.passes, found.naming = self.draws, self.passes, self.naming
        found.winners, found.legal = self.winners, self.legal
        one, two, three = self.hands
        found.hands = [one[:], two[:], three[:]]
        found.stock, found.discards = self.stock[:], self.discards[:]
        return found

    def to_json(self) -> str:
        """A save that `from_json` loads again."""
        return json.dumps({name: getattr(self, name) for name in Game.__slots__})

    # ---- chance (SplitMix64, as the interpreter's rng.py says)

    def below(self, count: int) -> int:
        while True:
            self.chance = state = (self.chance + GAMMA) & MASK
            z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            product = (z ^ (z >> 31)) * count
            low = product & MASK
            if low >= count or low >= (1 << 64) % count:
                return product >> 64

    def shuffle(self, cards: list[int]) -> None:
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]


def from_json(text: str) -> Game:
    """The game of a save."""
    found: Game = object.__new__(Game)
    for name, value in json.loads(text).items():
        setattr(found, name, tuple(value) if name == "winners" and value is not None else value)
    return found


def new_game(chance: Random) -> Game:
    """A game of any seed."""
    return Game(chance.randrange(1 << 30))
