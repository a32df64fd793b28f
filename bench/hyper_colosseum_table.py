"""The table of the hand-written Hyper Colosseum: what lies on it, chance, questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from .hyper_colosseum_cards import A, C, Card, Effect, Traits

Action = tuple[Callable[[Any, Any], Any], Any, Card | None]  # verb, argument, card
Actions = list[Action]
Asked = Actions | None  # None: there is nothing to ask
Stage = Callable[[Any, int], Asked]
Course = list[tuple[Stage, int]]  # what is done in a turn, and by whom
Slot = tuple[Card, int, bool]  # an option, the turn in which it was laid, whether it is used
Paid = tuple[Card, bool, int]  # a card, whether it is turned, for which evolution

T = TypeVar("T")

MASK, GAMMA = (1 << 64) - 1, 0x9E3779B97F4A7C15

PILES = ("ocean", "dark", "gauge", "hand", "box", "beside", "prepared", "payment", "slots")


@dataclass(init=False, repr=False, eq=False, slots=True)
class Table:
    """What a game consists of. Everything of two players is a list of two, by seat."""

    ocean: list[list[Card]]  # a pile's top is its end
    dark: list[list[Card]]
    gauge: list[list[Card]]
    hand: list[list[Card]]
    box: list[list[Card]]
    beside: list[list[Card]]
    prepared: list[list[tuple[Card, int]]]
    payment: list[list[Paid]]
    slots: list[list[Slot]]

    points: list[int]
    more: list[int]  # power, until the end of the turn
    fixed: list[int | None]
    times: list[int | None]  # below 0: what it is divided by
    letter: list[int | None]
    spared: list[int]  # points the next loss is smaller by
    support: list[Card | None]
    swapping: list[bool]  # a level 3 lies face down on another
    skips: list[bool]
    barred_evolution: list[bool]
    barred_supports: list[bool]  # also by the one that was used
    barred_abilities: list[bool]

    todo: list[tuple[Callable[[Any, Any], Asked], Any]]
    waiting: list[tuple[int, Effect, Card]]
    declared: list[tuple[int, Card]]

    chance: int
    first: int  # who goes first this turn
    player: int  # whose stage it is
    actor: int  # who is asked
    mover: int  # whose turn it is in a window of both
    stage: int
    course: Course
    courses: tuple[Course, Course]  # by who goes first
    turn: int
    keys: int  # evolutions prepared so far
    rows: Actions  # what a row of picks chooses from
    picked: tuple[int, ...]
    places: tuple[int, ...]
    acted: bool
    passes: int
    opening: bool
    traits: tuple[Traits, Traits]
    altered: bool  # whether a power, a factor or a letter was set
    battle_winner: int | None
    ending: bool
    winner: int | None
    legal: Actions

    # ---- chance (SplitMix64, as the interpreter's rng.py says)

    def below(self, count: int) -> int:
        if count <= 1:
            return 0
        while True:
            self.chance = state = (self.chance + GAMMA) & MASK
            z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            product = (z ^ (z >> 31)) * count
            low = product & MASK
            if low >= count or low >= (1 << 64) % count:
                return product >> 64

    def shuffle(self, cards: list[Any]) -> None:
        """As `below` draws, without its test: it would show once in 10**17 shuffles."""
        state = self.chance
        for i in range(len(cards) - 1, 0, -1):
            state = state + 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
            z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & 0xFFFFFFFFFFFFFFFF
            z = (z ^ z >> 27) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
            j = (z ^ z >> 31) * (i + 1) >> 64
            cards[i], cards[j] = cards[j], cards[i]
        self.chance = state

    # ---- what effects use

    def draw(self, p: int, n: int) -> None:
        take_top(self.ocean[p], self.hand[p], n)

    def mill(self, p: int, n: int) -> None:
        take_top(self.ocean[p], self.dark[p], n)

    def stack(self, p: int, n: int) -> None:
        take_top(self.ocean[p], self.gauge[p], n)

    def change_points(self, p: int, n: int) -> None:
        self.points[p] = points = max(0, min(100, self.points[p] + n))
        if not points:
            self.ending = True

    def set_off(self, p: int, effect: Effect | None, card: Card) -> None:
        """What a card says of an event waits."""
        if effect:
            self.waiting.append((p, effect, card))

    def put_form(self, p: int, card: Card) -> None:
        """The card evolves what lies in the box."""
        self.box[p].append(card)
        if card.on_evolve:
            self.waiting.append((p, card.on_evolve, card))

    def abandon(self, p: int) -> None:
        """The next prepared evolution and its payment go to the dark area."""
        card, key = self.prepared[p].pop(0)
        self.pay_off(p, key)
        self.dark[p].append(card)

    def pay_off(self, p: int, key: int) -> None:
        """What was paid for an evolution goes to the dark area."""
        self.dark[p] += [card for card, _, k in self.payment[p] if k == key]
        self.payment[p] = [row for row in self.payment[p] if row[2] != key]

    def reduce(self, p: int) -> None:
        """Only the level 3 stays."""
        box = self.box[p]
        if len(box) > 1:
            self.dark[p] += [card for card in box if card.level != 3]
            self.box[p] = [card for card in box if card.level == 3]

    def is_hidden(self, p: int) -> bool:
        """Whether what fights is a level 3 whose swap was not carried out."""
        return self.swapping[p] and len(self.box[p]) == 2

    # ---- power

    def power(self, p: int) -> int:
        me, rival = self.box[p][-1], self.box[1 - p][-1]
        if self.altered:
            value = self.altered_power(p, me, rival)
        elif rival.type == A and me.type == C and not me.fearless:
            value = 0
        else:
            value = me.attacks[rival.type]
        value += self.more[p] + rival.rival_power
        if me.own_power:
            value += me.own_power(self, p)
        if self.traits[p].force:
            for card, _, used in self.slots[p]:
                if used:
                    value += card.force_power
        return value if value > 0 else 0

    def altered_power(self, p: int, me: Card, rival: Card) -> int:
        """Before what is added, where a letter or the power was set, or multiplied."""
        mine, theirs = self.letter[p], self.letter[1 - p]
        mine = rival.type if mine is None else mine
        theirs = me.type if theirs is None else theirs
        value = 0 if mine == A and theirs == C and not me.fearless else me.attacks[mine]
        fixed, times = self.fixed[p], self.times[p]
        if fixed is not None:
            value = fixed
        if times is not None:
            value = value * times if times > 0 else value // -times
        return value


# ---- questions


def ask(g: Table, player: int, actions: Actions) -> Asked:
    """Asks, unless there is only one answer or none."""
    if len(actions) > 1:
        g.actor = player
        return actions
    if actions:
        verb, argument, _ = actions[0]
        return verb(g, argument)
    return None


Then = tuple[Callable[[Any, Any, tuple[int, ...]], Asked], Any]  # what follows, and whose
Rows = tuple[tuple[int, Card], ...]  # cards with their places
Picks = tuple[int, Rows, int, Then, tuple[int, ...]]  # of what is left, and what was picked


def ask_cards(g: Table, player: int, cards: Sequence[Card], count: int, then: Then) -> Asked:
    """Asks for so many of the cards, all that are left each time; `then` gets (owner, places)."""
    if count == 1:
        return ask(g, player, [(picked, (then, i), card) for i, card in enumerate(cards)])
    return pick(g, (player, tuple(enumerate(cards)), min(count, len(cards)), then, ()))


def ask_hand(g: Table, player: int, count: int, then: Then) -> Asked:
    """The same of a hand: neither what is offered nor what is done shows its order."""
    hand = g.hand[player]
    return pick(g, (player, by_number(hand), min(count, len(hand)), then, ()))


def by_number(cards: Sequence[Card]) -> Rows:
    """Cards with their places, in the order of their numbers."""
    return tuple(sorted(enumerate(cards), key=number_of))


def number_of(row: tuple[int, Card]) -> int:
    return row[1].number


def mixed(g: Table, cards: Sequence[Card], places: tuple[int, ...]) -> tuple[int, ...]:
    """Some places of a hand, in an order of chance."""
    found = [i for i, _ in sorted(((i, cards[i]) for i in places), key=number_of)]
    g.shuffle(found)
    return tuple(found)


def picked(g: Table, what: tuple[Then, int]) -> Asked:
    (then, owner), place = what
    return then(g, owner, (place,))


def pick(g: Table, so_far: Picks) -> Asked:
    player, rows, count, then, places = so_far
    if len(rows) + len(places) == count:
        places, rows = (*places, *(i for i, _ in rows)), ()
    if len(places) == count:
        return then[0](g, then[1], tuple(sorted(places))) if places else None
    actions: Actions = []
    for row in rows:
        left = tuple(other for other in rows if other is not row)
        actions.append((pick, (player, left, count, then, (*places, row[0])), row[1]))
    return ask(g, player, actions)


# ---- piles


def taken(pile: list[T], places: tuple[int, ...]) -> list[T]:
    """The cards at these places, which leave the pile."""
    if len(places) == 1:
        return [pile.pop(places[0])]
    found = [pile[i] for i in places]
    for i in sorted(places, reverse=True):
        del pile[i]
    return found


def take_top(ocean: list[Card], pile: list[Card], n: int) -> None:
    """Cards go from the top of a net ocean to a pile, the top card first."""
    if n > 0 and ocean:
        pile += ocean[: -n - 1 : -1]
        del ocean[-n:]
