"""Hyper Colosseum written by hand: what the rules and the three decks are measured against.

No language, no interpreter: the turn is a row of stages, a card is an object, an effect is a
Python function. `legal_actions()` gives triples (verb, argument, card); `apply` takes one of
them. A choice with one answer is not asked. `todo` holds what an effect still has to do after
a question; `waiting` holds effects that were set off and wait until the action is over.
"""

from itertools import product

from playsheet.bench.hyper_colosseum_cards import (
    BATTLE,
    BATTLE_END,
    DECKS,
    EVOLUTION,
    PREPARATION,
    SCORING,
    TURN_END,
    A,
    C,
)
from playsheet.bench.hyper_colosseum_effects import ask, ask_cards, nothing, taken, throw

HAND, SLOTS = 6, 3
MASK, GAMMA = (1 << 64) - 1, 0x9E3779B97F4A7C15
PASS = (nothing, None, None)

PILES = ("ocean", "dark", "gauge", "hand", "box", "beside", "prepared", "payment", "slots")
MARKS = (
    *("points", "more", "fixed", "times", "letter", "spared", "support", "swapping"),
    *("skips", "barred_evolution", "barred_supports", "barred_abilities"),
)
QUEUES = ("todo", "waiting", "declared")
COURSE = (
    *("chance", "first", "player", "actor", "mover", "stage", "turn", "rows", "picked", "places", "acted", "passes", "opening"),
    *("battle_winner", "ending", "winner", "legal", "keys"),
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
        while legal is None:
            if self.todo:
                verb, argument = self.todo.pop()
                legal = verb(self, argument)
            elif self.ending:
                legal = self.finish()
            elif self.waiting:
                legal = self.next_effect()
            else:
                stage, self.player = STAGES[self.first][self.stage]
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
        if not (self.support[p] or self.barred_supports[p]):
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


def take_top(ocean, pile, n):
    """The top card goes first."""
    if n > 0 and ocean:
        pile += ocean[: -n - 1 : -1]
        del ocean[-n:]


new = object.__new__
LISTS = (*MARKS, *QUEUES)


# ---- before the game


def begin(g, place):
    """Both choose the level 3 to begin with before anything happens."""
    g.picked = (*g.picked, place)
    if len(g.picked) == 1:
        g.actor = 1
        return g.level_3s(1)
    for p in (0, 1):
        g.box[p].append(g.ocean[p].pop(g.picked[p]))
    g.picked = ()
    for p in (0, 1):
        g.shuffle(p)
        g.stack(p, 1)
        g.draw(p, HAND)
    g.first = g.below(2)
    return None


# ---- preparation


def adjust_hand(g, p):
    """Discards, one by one, in the order of the hand; then the slots; then draws."""
    g.stage += 1
    if g.skips[p]:
        g.skips[p] = False
        return None
    g.rows = [(unwanted, i, card) for i, card in enumerate(g.hand[p])]
    return more_unwanted(g, 0)


def unwanted(g, place):
    g.picked = (*g.picked, place)
    return more_unwanted(g, place + 1)


def more_unwanted(g, start):
    rows = g.rows
    missing = len(rows) - HAND - len(g.picked)
    if missing > 0:
        return ask(g, g.player, rows[start : len(rows) - missing + 1])
    actions = rows[start:]
    if not actions:
        return hand_done(g, None)
    g.actor = g.player
    actions.append(HAND_DONE)
    return actions


def hand_done(g, _):
    p = g.player
    g.places, g.picked = g.picked, ()
    g.rows = [(cleared, i, slot[0]) for i, slot in enumerate(g.slots[p])]
    return more_cleared(g, 0)


def cleared(g, place):
    g.picked = (*g.picked, place)
    return more_cleared(g, place + 1)


def more_cleared(g, start):
    actions = g.rows[start:]
    if not actions:
        return refill(g, None)
    g.actor = g.player
    actions.append(SLOTS_DONE)
    return actions


def refill(g, _):
    p = g.player
    hand = g.hand[p]
    if g.places:
        g.dark[p] += taken(hand, g.places)
    if g.picked:
        g.dark[p] += [slot[0] for slot in taken(g.slots[p], g.picked)]
    g.picked = ()
    take_top(g.ocean[p], hand, HAND - len(hand))


HAND_DONE, SLOTS_DONE = (hand_done, None, None), (refill, None, None)


def swap(g, p):
    g.stage += 1
    if len(g.box[p]) == 1:
        for card in g.hand[p]:
            if card.level == 3:
                g.actor = p
                return [(choose_newcomer, None, None), PASS]
    return None


def choose_newcomer(g, _):
    p = g.player
    level_3s = [(i, c) for i, c in enumerate(g.hand[p]) if c.level == 3]
    return ask(g, p, [(swap_in, i, card) for i, card in level_3s])


def swap_in(g, place):
    """Another thing fights: what was done to the one before is of no use to it."""
    p = g.player
    g.box[p].append(g.hand[p].pop(place))
    g.swapping[p] = True
    g.more[p] = g.spared[p] = 0
    g.fixed[p] = g.times[p] = g.letter[p] = None


def prepare(g, p):
    base = g.prepared[p][-1][0] if g.prepared[p] else g.box[p][-1]
    routes = base.routes
    actions = [
        (prepare_evolution, i, card)
        for i, card in enumerate(g.hand[p])
        if card in routes and any(way.payable(g, p) for way in routes[card])
    ]
    return or_pass(g, p, actions)


def or_pass(g, p, actions):
    """A window stays open as long as its player acts."""
    if actions:
        g.actor = p
        actions.append(CLOSE)
        return actions
    g.stage += 1
    stage, g.player = STAGES[g.first][g.stage]
    return stage(g, g.player)


def close(g, _):
    g.stage += 1


CLOSE = (close, None, None)


def prepare_evolution(g, place):
    p = g.player
    card = g.hand[p][place]
    base = g.prepared[p][-1][0] if g.prepared[p] else g.box[p][-1]
    ways = [way for way in base.routes[card] if way.payable(g, p)]
    g.hand[p].pop(place)
    g.keys += 1
    g.prepared[p].append((card, g.keys))
    return ask(g, p, [(pay, way, None) for way in ways])


def pay(g, way):
    p, hand = g.player, g.hand[g.player]
    if way.marks:
        for mark in way.marks:
            g.payment[p].append((g.ocean[p].pop(), mark == "X", g.keys))
        return None
    return ask(g, p, [(pay_card, i, hand[i]) for i in way.candidates(hand)])


def pay_card(g, place):
    p = g.player
    g.payment[p].append((g.hand[p].pop(place), False, g.keys))


def early(g, p):
    actions = g.options_and_supports(p, PREPARATION)
    card = g.box[p][-1]
    if card.early and not g.is_hidden(p):
        g.add_ability(actions, p, card.early)
    return or_pass(g, p, actions)


def set_options(g, p):
    """One by one, in the order of the hand, while there is room."""
    g.stage += 1
    if len(g.slots[p]) == SLOTS:
        return None
    places = [i for i, card in enumerate(g.hand[p]) if card.is_option]
    if not places:
        return None
    hand = g.hand[p]
    g.rows = [(lay, (row, i), hand[i]) for row, i in enumerate(places)]
    return more_laid(g, 0)


def lay(g, what):
    row, place = what
    g.picked = (*g.picked, place)
    if len(g.picked) + len(g.slots[g.player]) == SLOTS:
        return lay_all(g, None)
    return more_laid(g, row + 1)


def more_laid(g, start):
    actions = g.rows[start:]
    if not actions:
        return lay_all(g, None)
    g.actor = g.player
    actions.append(LAY)
    return actions


def lay_all(g, _):
    if g.picked:
        p, turn = g.player, g.turn
        g.slots[p] += [(card, turn, False) for card in taken(g.hand[p], g.picked)]
        g.picked = ()


LAY = (lay_all, None, None)


def late(g, p):
    slots = g.slots[p]
    if not slots:
        g.stage += 1
        return None
    actions = [
        (activate, i, card)
        for i, (card, laid, used) in enumerate(slots)
        if card.quick and laid == g.turn and not used
    ]
    return or_pass(g, p, actions)


# ---- things to do in windows


def activate(g, place):
    p = g.player
    g.acted = True
    card = g.slots[p][place][0]
    if card.cost:
        g.todo.append((carry_out_option, place))
        return card.cost(g, p)
    return carry_out_option(g, place)


def carry_out_option(g, place):
    p = g.player
    card, laid, _ = g.slots[p][place]
    g.slots[p][place] = (card, laid, True)
    g.todo.append((option_used, p))
    return card.effect(g, p) if card.effect else None


def option_used(g, p):
    card = g.box[1 - p][-1]
    g.set_off(1 - p, card.on_rival_option, card)


def use_support(g, place):
    p = g.player
    card = g.hand[p].pop(place)
    g.support[p] = card
    g.acted = True
    return card.support(g, p)


def declare(g, declared):
    p = g.player
    card, ability = declared
    g.acted = True
    g.declared.append((p, card))
    return ability[1](g, p)


# ---- evolution


def carry_out(g, p):
    actions = g.ready_options(p, EVOLUTION)
    hidden = g.is_hidden(p)
    if hidden:
        actions.append((carry_out_swap, None, g.box[p][-1]))
    if g.prepared[p]:
        card = g.prepared[p][0][0]
        fits = g.evolution_fits(p)
        if fits:
            actions.append((evolve, None, card))
        if p != g.first or not (hidden or fits):
            actions.append((give_up, None, card))
    elif not hidden:
        return or_pass(g, p, actions)
    return ask(g, p, actions)


def carry_out_swap(g, _):
    p, box = g.player, g.box[g.player]
    g.dark[p].append(box.pop(0))
    g.swapping[p] = False
    g.set_off(p, box[-1].on_swap, box[-1])


def evolve(g, _):
    p = g.player
    card, key = g.prepared[p].pop(0)
    g.dark[p] += [paid for paid, _ in g.pay_off(p, key)]
    g.put_form(p, card)


def give_up(g, _):
    g.abandon(g.player)


def clear_payments(g, _):
    for p in (0, 1):
        g.dark[p] += [card for card, _, _ in g.payment[p]]
        g.payment[p].clear()
    g.stage += 1


def in_evolution(g, p):
    return or_pass(g, p, g.options_and_supports(p, EVOLUTION))


# ---- battle


def appearing(g, p):
    actions = [
        (appear, i, card)
        for i, card in enumerate(g.hand[p])
        if card.appears and card.appears(g, p)
    ]
    return or_pass(g, p, actions)


def appear(g, place):
    p = g.player
    card = g.hand[p].pop(place)
    g.box[p].append(card)
    g.set_off(p, card.on_appear, card)


def start_battle(g, p):
    card = g.box[p][-1]
    g.set_off(p, card.on_start, card)
    g.stage += 1
    g.mover, g.opening, g.acted = 1 - g.first, True, False


def fight(g, _):
    """Until one does nothing; the second player's opening pass does not count."""
    p = g.player = g.mover
    actions = g.options_and_supports(p, BATTLE)
    card = g.box[p][-1]
    if card.fight:
        g.add_ability(actions, p, card.fight)
    for card in g.beside[p]:
        if g.may_declare(p, card, card.fight):
            actions.append((declare, (card, card.fight), card))
    if actions:
        g.actor = p
        actions.append(FIGHT_ON)
        return actions
    return fight_on(g, None)


def fight_on(g, _):
    if g.acted or g.opening:
        g.acted = g.opening = False
        g.mover = 1 - g.mover
    else:
        g.stage += 1


FIGHT_ON = (fight_on, None, None)


def result(g, first):
    one, two = g.power(first), g.power(1 - first)
    g.stage += 1
    if one == two:
        return drawn(g, first)
    g.battle_winner = p = first if one > two else 1 - first
    for card, _, used in g.slots[p]:
        if used:
            g.set_off(p, card.on_win, card)
    card = g.box[p][-1]
    g.set_off(p, card.on_win, card)
    return None


def drawn(g, p):
    for card, _, used in g.slots[p]:
        if used:
            g.set_off(p, card.on_draw, card)


def result_of_other(g, second):
    g.stage += 1
    if g.battle_winner is None:
        return drawn(g, second)
    p = 1 - g.battle_winner
    card = g.box[p][-1]
    g.set_off(p, card.on_loss, card)
    for card, _, used in g.slots[p]:
        if used:
            g.set_off(p, card.on_loss, card)
    return None


def close_battle(g, first):
    for p in (0, 1):
        if g.slots[p]:
            drop_options(g, p, (BATTLE_END,))
    start_scoring(g, first)


def drop_options(g, p, limits):
    """Used options whose limit is reached go to the dark area."""
    slots = g.slots[p]
    for slot in slots:
        if slot[2] and slot[0].limit in limits:
            break
    else:
        return
    gone = [slot for slot in slots if slot[2] and slot[0].limit in limits]
    g.dark[p] += [slot[0] for slot in gone]
    slots[:] = [slot for slot in slots if slot not in gone]


# ---- point calculation


def start_scoring(g, p):
    card = g.box[p][-1]
    g.set_off(p, card.on_scoring, card)
    g.stage += 1
    g.mover, g.passes, g.acted = g.first, 0, False


def calculate(g, _):
    """One thing each in turn, until both have passed."""
    if g.acted:
        g.acted, g.passes, g.mover = False, 0, 1 - g.mover
    p = g.player = g.mover
    actions = g.options_and_supports(p, SCORING)
    if actions:
        g.actor = p
        actions.append(HAND_ON)
        return actions
    return hand_on(g, None)


def hand_on(g, _):
    g.passes += 1
    g.mover = 1 - g.mover
    if g.passes == 2:
        g.stage += 1


HAND_ON = (hand_on, None, None)


def lose(g, _):
    g.stage += 1
    winner = g.battle_winner
    if winner is None:
        g.change_points(0, -10)
        g.change_points(1, -10)
        return None
    loser = 1 - winner
    card, by = g.box[loser][-1], g.box[winner][-1]
    lost = max(0, card.loss[(by.level or by.column) - 3] - g.spared[loser])
    if card.guarded and g.hand[loser]:
        g.actor = loser
        return [(discard_instead, loser, None), (lose_points, (loser, lost), None)]
    return g.change_points(loser, -lost)


def discard_instead(g, p):
    return ask_cards(g, p, g.hand[p], 1, (throw, p))


def lose_points(g, loss):
    g.change_points(loss[0], -loss[1])


def after(g, p):
    actions = []
    g.add_ability(actions, p, g.box[p][-1].after)
    return or_pass(g, p, actions)


def clear_up(g, first):
    """Forms and supports go; a used-up net ocean begins again."""
    g.stage += 1
    if g.battle_winner is not None:
        g.reduce(1 - g.battle_winner)
    for p in (0, 1):
        if g.support[p]:
            g.dark[p].append(g.support[p])
    for p in (first, 1 - first):
        if not g.ocean[p]:
            g.reduce(p)
            g.ocean[p] += g.dark[p]
            g.dark[p].clear()
            g.shuffle(p)
            g.set_off(p, g.box[p][-1].on_lifespan, g.box[p][-1])


def end_turn(g, p):
    for card, _, used in g.slots[p]:
        if used:
            g.set_off(p, card.on_end, card)
    g.stage += 1


def hand_over(g, _):
    for p in (0, 1):
        if g.slots[p]:
            drop_options(g, p, (BATTLE_END, TURN_END))
    if g.battle_winner is not None:
        g.first = g.battle_winner
    g.turn += 1
    g.forget_turn()
    g.stage = 0


def run_waiting(g, place):
    p, effect, _ = g.waiting.pop(place)
    return effect(g, p)


PREPARATIONS = (adjust_hand, swap, prepare, early, set_options, late)
ORDER = (  # what is done, by the player going first (0) or second (1)
    *((stage, 0) for stage in PREPARATIONS),
    *((stage, 1) for stage in PREPARATIONS),
    *((carry_out, 0), (carry_out, 1), (clear_payments, 0)),
    *((in_evolution, 0), (in_evolution, 1), (appearing, 1), (appearing, 0)),
    *((start_battle, 1), (start_battle, 0), (fight, 1)),
    *((result, 0), (result_of_other, 1), (close_battle, 0)),
    *((start_scoring, 1), (calculate, 0)),
    *((lose, 0), (after, 0), (after, 1), (clear_up, 0)),
    *((end_turn, 0), (end_turn, 1), (hand_over, 0)),
)
STAGES = tuple([(stage, first ^ place) for stage, place in ORDER] for first in (0, 1))
PAIRS = tuple(product(DECKS, repeat=2))


def new_game(chance):
    """A game of any two decks; `chance` is a `random.Random`."""
    return Game(PAIRS[chance.randrange(len(PAIRS))], chance.randrange(1 << 30))
