"""Hyper Colosseum written by hand: what the rules and the three decks are measured against.

No language, no interpreter: the turn is a row of stages, a card is an object, an effect is a
Python function. `legal_actions()` gives triples (verb, argument, card); `apply` takes one of
them. A choice with one answer is not asked. `todo` holds what an effect still has to do after
a question; `waiting` holds effects that were set off and wait until the action is over.
"""

from itertools import product

from playsheet.bench.hyper_colosseum_cards import PREPARATION, A, C
from playsheet.bench.hyper_colosseum_decks import DECKS
from playsheet.bench.hyper_colosseum_effects import ask, take_top
from playsheet.bench.hyper_colosseum_stages import (
    STAGES,
    activate,
    begin,
    declare,
    run_waiting,
    use_support,
)

MASK, GAMMA = (1 << 64) - 1, 0x9E3779B97F4A7C15

PILES = ("ocean", "dark", "gauge", "hand", "box", "beside", "prepared", "payment", "slots")
MARKS = (
    *("points", "more", "fixed", "times", "letter", "spared", "support", "swapping"),
    *("skips", "barred_evolution", "barred_supports", "barred_abilities"),
)
QUEUES = ("todo", "waiting", "declared")
COURSE = (
    *("chance", "first", "player", "actor", "mover", "stage", "turn", "keys", "may_appear"),
    *("rows", "picked", "places", "acted", "passes", "opening"),
    *("battle_winner", "ending", "winner", "legal"),
)


class Game:
    """A game; `winner` is None, a seat, or -1 for a draw."""

    __slots__ = (*PILES, *MARKS, *QUEUES, *COURSE)

    def __init__(self, decks, seed):
        one, two = decks
        self.ocean = [[*DECKS[one]], [*DECKS[two]]]
        for name in PILES[1:]:
            setattr(self, name, [[], []])
        self.points = [100, 100]
        self.skips = [False, False]
        self.may_appear = [any(card.appears for card in cards) for cards in self.ocean]
        self.swapping = [False, False]  # a level 3 lies face down on another
        self.todo, self.waiting = [], []
        self.chance = seed & MASK
        self.first = self.player = self.actor = self.mover = self.stage = self.keys = 0
        self.turn = 1
        self.rows, self.picked, self.places = [], (), ()
        self.ending = False
        self.passes, self.acted, self.opening = 0, False, False
        self.winner = None
        self.forget_turn()
        self.legal = self.level_3s(0)

    def forget_turn(self):
        """What lasts until the end of the turn ends."""
        self.more, self.spared = [0, 0], [0, 0]
        self.fixed, self.times, self.letter = [None, None], [None, None], [None, None]
        self.support = [None, None]
        self.barred_evolution = [False, False]
        self.barred_supports = [False, False]
        self.barred_abilities = [False, False]
        self.declared = []
        self.battle_winner = None

    # ---- playing

    def is_over(self):
        return self.winner is not None

    def legal_actions(self):
        return self.legal

    @property
    def result(self):
        """None, ("win", seat) or ("draw",)."""
        if self.winner is None:
            return None
        return ("draw",) if self.winner < 0 else ("win", self.winner)

    def apply(self, action):
        verb, argument, _ = action
        legal = verb(self, argument)
        todo, waiting, stages = self.todo, self.waiting, STAGES
        while legal is None:
            if todo:
                verb, argument = todo.pop()
                legal = verb(self, argument)
            elif self.ending:
                legal = self.finish()
            elif waiting:
                legal = self.next_effect()
            else:
                stage, self.player = stages[self.first][self.stage]
                legal = stage(self, self.player)
        self.legal = legal

    def clone(self):
        g = new(Game)
        for name in PILES:
            one, two = getattr(self, name)
            setattr(g, name, [one[:], two[:]])
        for name in LISTS:
            setattr(g, name, getattr(self, name)[:])
        for name in COURSE:
            setattr(g, name, getattr(self, name))
        return g

    def finish(self):
        """At least one has no points left."""
        if self.points[0] or self.points[1]:
            self.winner = 0 if self.points[0] else 1
        else:
            rank = [(len(self.ocean[p]), self.box[p][-1].level) for p in (0, 1)]
            self.winner = -1 if rank[0] == rank[1] else int(rank[1] > rank[0])
        return []

    # ---- chance (SplitMix64, as the interpreter's rng.py says)

    def below(self, count):
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

    def shuffle(self, p):
        """From the top down; a number that would not be fair is drawn again by `below`."""
        cards, state = self.ocean[p], self.chance
        for i in range(len(cards) - 1, 0, -1):
            state = (state + GAMMA) & MASK
            z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            product = (z ^ (z >> 31)) * (i + 1)
            if product & MASK > i:
                j = product >> 64
            else:
                self.chance = state - GAMMA
                j, state = self.below(i + 1), self.chance
            cards[i], cards[j] = cards[j], cards[i]
        self.chance = state

    # ---- what effects use

    def draw(self, p, n):
        take_top(self.ocean[p], self.hand[p], n)

    def mill(self, p, n):
        take_top(self.ocean[p], self.dark[p], n)

    def stack(self, p, n):
        take_top(self.ocean[p], self.gauge[p], n)

    def change_points(self, p, n):
        self.points[p] = points = max(0, min(100, self.points[p] + n))
        if not points:
            self.ending = True

    def put_form(self, p, card):
        """The card evolves what lies in the box."""
        self.box[p].append(card)
        if card.on_evolve:
            self.waiting.append((p, card.on_evolve, card))

    def abandon(self, p):
        """The next prepared evolution and its payment go to the dark area."""
        card, key = self.prepared[p].pop(0)
        self.dark[p] += [paid for paid, _ in self.pay_off(p, key)]
        self.dark[p].append(card)

    def pay_off(self, p, key):
        """What was paid for an evolution leaves the box."""
        found = [(card, turned) for card, turned, k in self.payment[p] if k == key]
        self.payment[p][:] = [row for row in self.payment[p] if row[2] != key]
        return found

    def power(self, p):
        me, rival = self.box[p][-1], self.box[1 - p][-1]
        mine, theirs = self.letter[p], self.letter[1 - p]
        mine = rival.type if mine is None else mine
        theirs = me.type if theirs is None else theirs
        value = me.attacks[mine]
        if mine == A and theirs == C and not me.fearless:
            value = 0
        if self.fixed[p] is not None:
            value = self.fixed[p]
        times = self.times[p]
        if times is not None:
            value = value * times if times > 0 else value // -times
        value += self.more[p] + rival.rival_power
        if me.own_power:
            value += me.own_power(self, p)
        for card, _, used in self.slots[p]:
            if used:
                value += card.force_power
        return max(0, value)

    # ---- effects that wait

    def next_effect(self):
        """The owner of several says which comes first; the first player's come before."""
        waiting = self.waiting
        if len(waiting) > 1:
            seats = {row[0] for row in waiting}
            seat = self.first if self.first in seats else 1 - self.first
            ready = [i for i, row in enumerate(waiting) if row[0] == seat]
            return ask(self, seat, [(run_waiting, i, waiting[i][2]) for i in ready])
        return run_waiting(self, 0)

    def set_off(self, p, effect, card):
        """What a card says of an event waits."""
        if effect:
            self.waiting.append((p, effect, card))

    # ---- what may be done

    def level_3s(self, p):
        return [(begin, i, c) for i, c in enumerate(self.ocean[p]) if c.level == 3]

    def ready_options(self, p, timing):
        actions = []
        for i, (card, laid, used) in enumerate(self.slots[p]):
            if card.timing == timing and not used:
                waits = timing == PREPARATION and laid == self.turn
                if not waits and (card.payable is None or card.payable(self, p)):
                    actions.append((activate, i, card))
        return actions

    def options_and_supports(self, p, timing):
        actions = self.ready_options(p, timing) if self.slots[p] else []
        if self.support[p] or self.barred_supports[p]:
            return actions
        if not self.box[1 - p][-1].bars_supports:
            for i, card in enumerate(self.hand[p]):
                if card.support:
                    actions.append((use_support, i, card))
        return actions

    def may_declare(self, p, card, ability):
        payable = ability[0]
        return (p, card) not in self.declared and (payable is None or payable(self, p))

    def add_ability(self, actions, p, ability):
        """What fights may declare this, if it has it."""
        card = self.box[p][-1]
        if ability and not self.barred_abilities[p] and self.may_declare(p, card, ability):
            actions.append((declare, (card, ability), card))

    def evolution_fits(self, p):
        """Whether the next prepared evolution can be carried out."""
        if self.barred_evolution[p] or self.is_hidden(p):
            return False
        card, key = self.prepared[p][0]
        payment = [(paid, turned) for paid, turned, k in self.payment[p] if k == key]
        ways = self.box[p][-1].routes.get(card, ())
        return any(way.met_by(payment) for way in ways)

    def is_hidden(self, p):
        """Whether what fights is a level 3 whose swap was not carried out."""
        return self.swapping[p] and len(self.box[p]) == 2

    def reduce(self, p):
        """Only the level 3 stays."""
        box = self.box[p]
        if len(box) > 1:
            self.dark[p] += [card for card in box if card.level != 3]
            box[:] = [card for card in box if card.level == 3]


new = object.__new__
LISTS = (*MARKS, *QUEUES)
PAIRS = tuple(product(DECKS, repeat=2))


def new_game(chance):
    """A game of any two decks; `chance` is a `random.Random`."""
    return Game(PAIRS[chance.randrange(len(PAIRS))], chance.randrange(1 << 30))
