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
    *("chance", "first", "player", "actor", "stage", "turn", "picked", "acted", "passes", "opening"),
    *("battle_winner", "winner", "legal", "keys"),
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
        self.first = self.player = self.actor = self.stage = self.keys = 0
        self.turn = 1
        self.picked = ()
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
            elif 0 in self.points:
                self.finish()
                legal = []
            elif self.waiting:
                legal = self.next_effect()
            else:
                stage, place = STAGES[self.stage]
                if place is not None:
                    self.player = self.first ^ place
                self.actor = self.player
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
            return
        rank = [(len(self.ocean[p]), self.box[p][-1].level) for p in (0, 1)]
        self.winner = -1 if rank[0] == rank[1] else int(rank[1] > rank[0])

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
        cards = self.ocean[p]
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]

    # ---- what effects use

    def draw(self, p, n):
        ocean, hand = self.ocean[p], self.hand[p]
        for _ in range(min(n, len(ocean))):
            hand.append(ocean.pop())

    def mill(self, p, n):
        ocean, dark = self.ocean[p], self.dark[p]
        for _ in range(min(n, len(ocean))):
            dark.append(ocean.pop())

    def stack(self, p, n):
        ocean, gauge = self.ocean[p], self.gauge[p]
        for _ in range(min(n, len(ocean))):
            gauge.append(ocean.pop())

    def change_points(self, p, n):
        self.points[p] = max(0, min(100, self.points[p] + n))

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
        value += sum(card.force_power for card, _, used in self.slots[p] if used)
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

    def set_off(self, p, event):
        """What the card in the box says of an event waits."""
        card = self.box[p][-1]
        effect = getattr(card, event)
        if effect:
            self.waiting.append((p, effect, card))

    def set_off_options(self, p, event):
        """And what options in force say."""
        for card, _, used in self.slots[p]:
            effect = getattr(card, event)
            if used and effect:
                self.waiting.append((p, effect, card))

    # ---- what may be done

    def level_3s(self, p):
        return [(begin, i, c) for i, c in enumerate(self.ocean[p]) if c.level == 3]

    def ready_options(self, p, timing):
        turn = self.turn if timing == PREPARATION else None
        return [
            (activate, i, card)
            for i, (card, laid, used) in enumerate(self.slots[p])
            if not used
            and card.timing == timing
            and laid != turn
            and (card.payable is None or card.payable(self, p))
        ]

    def supports(self, p):
        barred = self.support[p] or self.barred_supports[p]
        if barred or self.box[1 - p][-1].bars_supports:
            return []
        return [(use_support, i, c) for i, c in enumerate(self.hand[p]) if c.support]

    def may_declare(self, p, card, ability):
        payable = ability[0]
        return (p, card) not in self.declared and (payable is None or payable(self, p))

    def abilities(self, p, window):
        """The ability of what fights, and of what lies beside it."""
        actions = []
        card = self.box[p][-1]
        ability = getattr(card, window)
        if ability and not self.barred_abilities[p] and self.may_declare(p, card, ability):
            actions.append((declare, (card, ability), card))
        if window == "fight":
            for card in self.beside[p]:
                if self.may_declare(p, card, card.fight):
                    actions.append((declare, (card, card.fight), card))
        return actions

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
    """Discards, one by one, in the order of the hand."""
    if g.skips[p]:
        g.skips[p] = False
        g.stage += 1
        return None
    return adjust(g, p, g.hand[p], len(g.hand[p]) - HAND, unwanted)


def adjust(g, p, cards, least, verb):
    start = g.picked[-1] + 1 if g.picked else 0
    left = least - len(g.picked)
    stop = len(cards) - (left - 1 if left > 1 else 0)
    actions = [(verb, i, cards[i]) for i in range(start, stop)]
    if left <= 0:
        if not actions:
            return verb(g, None)
        actions.append((verb, None, None))
    return ask(g, p, actions)


def unwanted(g, place):
    if place is not None:
        g.picked = (*g.picked, place)
    else:
        g.todo.append((throw_unwanted, g.picked))
        g.picked = ()
        g.stage += 1


def throw_unwanted(g, places):
    """The options that go are named before anything is discarded."""
    return adjust_slots(g, (places, ()))


def adjust_slots(g, chosen):
    places, cleared = chosen
    p, slots = g.player, g.slots[g.player]
    start = cleared[-1] + 1 if cleared else 0
    if start < len(slots):
        g.actor = p
        actions = [
            (adjust_slots, (places, (*cleared, i)), slots[i][0])
            for i in range(start, len(slots))
        ]
        actions.append((refill, chosen, None))
        return actions
    return refill(g, chosen)


def refill(g, chosen):
    places, cleared = chosen
    p = g.player
    if places:
        g.dark[p] += taken(g.hand[p], places)
    if cleared:
        g.dark[p] += [slot[0] for slot in taken(g.slots[p], cleared)]
    g.draw(p, HAND - len(g.hand[p]))


def swap(g, p):
    g.stage += 1
    if len(g.box[p]) == 1:
        for card in g.hand[p]:
            if card.level == 3:
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
    return or_pass(g, actions)


def or_pass(g, actions):
    """A window stays open as long as its player acts."""
    if actions:
        actions.append(CLOSE)
        return actions
    g.stage += 1
    return None


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
    actions = g.ready_options(p, PREPARATION) + g.supports(p)
    if g.box[p][-1].early and not g.is_hidden(p):
        actions += g.abilities(p, "early")
    return or_pass(g, actions)


def set_options(g, p):
    """One by one, in the order of the hand, while there is room."""
    picked, hand = g.picked, g.hand[p]
    if len(picked) + len(g.slots[p]) < SLOTS:
        start = picked[-1] + 1 if picked else 0
        actions = [
            (lay, i, hand[i]) for i in range(start, len(hand)) if hand[i].is_option
        ]
        if actions:
            actions.append(LAY)
            return actions
    return lay_all(g, p)


def lay(g, place):
    g.picked = (*g.picked, place)


def lay_all(g, _):
    if g.picked:
        p = g.player
        g.slots[p] += [(card, g.turn, False) for card in taken(g.hand[p], g.picked)]
        g.picked = ()
    g.stage += 1


LAY = (lay_all, None, None)


def late(g, p):
    return or_pass(
        g,
        [
            (activate, i, card)
            for i, (card, laid, used) in enumerate(g.slots[p])
            if card.quick and laid == g.turn and not used
        ],
    )


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
    g.set_off(1 - p, "on_rival_option")


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
        return or_pass(g, actions)
    return ask(g, p, actions)


def carry_out_swap(g, _):
    p, box = g.player, g.box[g.player]
    g.dark[p].append(box.pop(0))
    g.swapping[p] = False
    g.set_off(p, "on_swap")


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
    return or_pass(g, g.ready_options(p, EVOLUTION) + g.supports(p))


# ---- battle


def appearing(g, p):
    actions = [
        (appear, i, card)
        for i, card in enumerate(g.hand[p])
        if card.appears and card.appears(g, p)
    ]
    return or_pass(g, actions)


def appear(g, place):
    p = g.player
    card = g.hand[p].pop(place)
    g.box[p].append(card)
    g.set_off(p, "on_appear")


def start_battle(g, p):
    g.set_off(p, "on_start")
    g.stage += 1


def open_battle(g, p):
    g.opening, g.acted = True, False
    g.stage += 1


def fight(g, p):
    """Until one does nothing; the second player's opening pass does not count."""
    actions = g.ready_options(p, BATTLE) + g.supports(p) + g.abilities(p, "fight")
    if actions:
        actions.append(FIGHT_ON)
        return actions
    return fight_on(g, None)


def fight_on(g, _):
    if g.acted or g.opening:
        g.acted = g.opening = False
        g.player = 1 - g.player
    else:
        g.stage += 1


FIGHT_ON = (fight_on, None, None)


def result(g, first):
    one, two = g.power(first), g.power(1 - first)
    g.stage += 1
    if one == two:
        g.set_off_options(first, "on_draw")
        return
    g.battle_winner = winner = first if one > two else 1 - first
    g.set_off_options(winner, "on_win")
    g.set_off(winner, "on_win")


def result_of_other(g, second):
    g.stage += 1
    if g.battle_winner is None:
        g.set_off_options(second, "on_draw")
    else:
        loser = 1 - g.battle_winner
        g.set_off(loser, "on_loss")
        g.set_off_options(loser, "on_loss")


def close_battle(g, _):
    g.stage += 1
    for p in (0, 1):
        drop_options(g, p, (BATTLE_END,))


def drop_options(g, p, limits):
    """Used options whose limit is reached go to the dark area."""
    slots = g.slots[p]
    gone = [slot for slot in slots if slot[2] and slot[0].limit in limits]
    if gone:
        g.dark[p] += [slot[0] for slot in gone]
        slots[:] = [slot for slot in slots if not (slot[2] and slot[0].limit in limits)]


# ---- point calculation


def start_scoring(g, p):
    g.set_off(p, "on_scoring")
    g.stage += 1


def open_scoring(g, p):
    g.passes, g.acted = 0, False
    g.stage += 1


def calculate(g, p):
    """One thing each in turn, until both have passed."""
    if g.acted:
        g.acted, g.passes = False, 0
        p = g.player = g.actor = 1 - p
    actions = g.ready_options(p, SCORING) + g.supports(p)
    if actions:
        actions.append(HAND_ON)
        return actions
    return hand_on(g, None)


def hand_on(g, _):
    g.passes += 1
    g.player = 1 - g.player
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
    return or_pass(g, g.abilities(p, "after"))


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
            g.set_off(p, "on_lifespan")


def end_turn(g, p):
    g.set_off_options(p, "on_end")
    g.stage += 1


def hand_over(g, _):
    for p in (0, 1):
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
STAGES = (  # what is done, by the player going first (0), second (1) or whose turn it is
    *((stage, 0) for stage in PREPARATIONS),
    *((stage, 1) for stage in PREPARATIONS),
    *((carry_out, 0), (carry_out, 1), (clear_payments, 0)),
    *((in_evolution, 0), (in_evolution, 1), (appearing, 1), (appearing, 0)),
    *((start_battle, 1), (start_battle, 0), (open_battle, 1), (fight, None)),
    *((result, 0), (result_of_other, 1), (close_battle, 0)),
    *((start_scoring, 0), (start_scoring, 1), (open_scoring, 0), (calculate, None)),
    *((lose, 0), (after, 0), (after, 1), (clear_up, 0)),
    *((end_turn, 0), (end_turn, 1), (hand_over, 0)),
)
PAIRS = tuple(product(DECKS, repeat=2))


def new_game(chance):
    """A game of any two decks; `chance` is a `random.Random`."""
    return Game(PAIRS[chance.randrange(len(PAIRS))], chance.randrange(1 << 30))
