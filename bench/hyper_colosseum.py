"""The baseline of Hyper Colosseum: the basic rules with 21 made-up cards, written by hand.

Decision by decision: legal_actions() / apply(action) / clone() / is_over(). Phases are a
state machine, card effects Python functions. A step in which one can only pass is no
decision (skipped).

Simplifications, all deliberate: 4 option slots; triggers at the start of a phase are
automatic; an option is sent to the dark area at the end of the turn in which it was used;
the card on the point gauge never moves; both players play the same 30 cards; a game ends
after 60 turns (then the tie-breakers: points, cards in the deck, level).
"""

from collections.abc import Callable
from dataclasses import dataclass

A, B, C = 0, 1, 2
SETUP, DISCARD, SWAP, EVOLVE, PREP_ACT, SET, QUICK, CARRY, EVO_ACT, BATTLE, POINT, POST = (
    range(12)
)
PASS = ("pass", 0)
PASS_ONLY = [PASS]
HAND, SLOTS, TURN_CAP = 6, 4, 60
PILES = ("ocean", "dark", "hand", "gauge", "box", "evo", "req", "support", "slots", "used")
COURSE = (
    *("first", "actor", "phase", "acted", "passes", "opened", "turn"),
    *("winner_of_battle", "winner", "legal"),
)


@dataclass(frozen=True, eq=False)
class Card:
    name: str
    level: int = 0  # 0: option card
    type: int = A
    attacks: tuple = ()  # by the opponent's battle type A, B, C
    loss: tuple = ()  # points lost when beaten by a level 3, 4, 5, 6
    evolves_from: tuple = ()
    req_deck: int = 0  # how many Os and Xs (cards from the top of the net ocean)
    req_named: str | None = None  # a named card from the hand
    timing: int = -1  # option: the phase in which it activates
    quick: bool = False  # option: may be activated in the turn it is set
    effect: Callable | None = None  # option
    support: Callable | None = None
    support_timing: int = -1
    ability: Callable | None = None
    ability_timing: int = -1
    ability_discard: bool = False  # the ability costs one card from the hand
    on_battle: Callable | None = None


# ---- effects
def power(n):
    def fx(g, p):
        g.add[p] += n

    return fx


def weaken(n):
    def fx(g, p):
        g.add[1 - p] -= n

    return fx


def times(k):
    def fx(g, p):
        if g.mult[p] == 1:  # only one multiplication may apply
            g.mult[p] = k

    return fx


def draw(n):
    def fx(g, p):
        g.draw(p, n)

    return fx


def gain(n):
    def fx(g, p):
        g.change_points(p, n)

    return fx


def damage(n):
    def fx(g, p):
        g.change_points(1 - p, -n)

    return fx


def shift_type(g, p):
    g.btype[p] = (g.battle_type(p) + 1) % 3


def underdog(g, p):
    if g.box[1 - p][-1].level > g.box[p][-1].level:
        g.add[p] += 150


def siphon(g, p):
    if g.winner_of_battle == p:
        g.change_points(p, 5)


# ---- cards
L3, L4, L5, L6 = (10, 20, 30, 40), (10, 10, 20, 30), (20, 10, 10, 20), (30, 20, 10, 10)
AGU = Card("Agu", 3, A, (280, 200, 150), L3, support=power(100), support_timing=BATTLE)
GABU = Card("Gabu", 3, B, (240, 260, 120), L3, support=draw(1), support_timing=PREP_ACT)
PATA = Card("Pata", 3, C, (200, 220, 200), L3, on_battle=underdog)
TENTO = Card("Tento", 3, A, (260, 180, 180), L3, support=gain(5), support_timing=POINT)
GREY = Card(
    "Grey",
    4,
    A,
    (480, 380, 250),
    L4,
    ("Agu", "Tento"),
    1,
    ability=power(150),
    ability_timing=BATTLE,
    ability_discard=True,
)
GARU = Card(
    "Garu",
    4,
    B,
    (400, 460, 220),
    L4,
    ("Gabu",),
    1,
    support=weaken(100),
    support_timing=BATTLE,
)
ANGE = Card(
    "Ange",
    4,
    C,
    (360, 380, 340),
    L4,
    ("Pata", "Gabu"),
    2,
    ability=gain(5),
    ability_timing=POST,
)
KABU = Card(
    "Kabu",
    4,
    A,
    (460, 320, 300),
    L4,
    ("Tento", "Agu", "Pata"),
    1,
    support=times(2),
    support_timing=BATTLE,
)
METAL = Card(
    "MetalGrey",
    5,
    A,
    (760, 600, 380),
    L5,
    ("Grey", "Kabu"),
    1,
    "Data Disk",
    ability=damage(5),
    ability_timing=POST,
)
WERE = Card(
    "WereGaru",
    5,
    B,
    (640, 720, 360),
    L5,
    ("Garu", "Grey"),
    2,
    ability=siphon,
    ability_timing=POST,
)
MAGNA = Card(
    "MagnaAnge",
    5,
    C,
    (600, 620, 480),
    L5,
    ("Ange",),
    2,
    ability=draw(1),
    ability_timing=EVO_ACT,
)
WAR = Card(
    "WarGrey",
    6,
    A,
    (1050, 860, 500),
    L6,
    ("MetalGrey",),
    2,
    ability=power(200),
    ability_timing=BATTLE,
    ability_discard=True,
)
SERAPHI = Card(
    "Seraphi",
    6,
    C,
    (880, 900, 640),
    L6,
    ("MagnaAnge", "WereGaru"),
    3,
    ability=gain(10),
    ability_timing=POST,
)
CHIP = Card("Power Chip", timing=BATTLE, effect=power(200))
PLUGIN = Card("Attack Plug-in", timing=BATTLE, effect=times(2))
WIRE = Card("Virus Wire", timing=BATTLE, effect=weaken(200))
DATA = Card("Data Disk", timing=PREP_ACT, effect=draw(2))
QDATA = Card("Quick Disk", timing=PREP_ACT, quick=True, effect=draw(1))
RESTORE = Card("Restore Disk", timing=POINT, effect=gain(10))
BOMB = Card("Point Bomb", timing=POINT, effect=damage(10))
SHIFT = Card("Type Shift", timing=EVO_ACT, effect=shift_type)

DECK = (
    [AGU, GABU, PATA, TENTO] * 2
    + [GREY, GARU, ANGE, KABU] * 2
    + [METAL, WERE, MAGNA, WAR, SERAPHI]
    + [CHIP, PLUGIN, WIRE, DATA, DATA, QDATA, RESTORE, BOMB, SHIFT]
)
assert len(DECK) == 30 and len(set(DECK)) == 21


class HyperColosseum:
    __slots__ = (*PILES, *COURSE, "rng", "points", "mult", "add", "btype", "ability_used")

    def __init__(self, rng=None, deck=DECK):
        if rng is None:
            return
        self.rng = rng
        self.ocean = (list(deck), list(deck))
        rng.shuffle(self.ocean[0])
        rng.shuffle(self.ocean[1])
        self.dark, self.hand, self.gauge, self.box = ([], []), ([], []), ([], []), ([], [])
        self.evo, self.req, self.support = ([], []), ([], []), ([], [])
        self.slots = ([], [])  # (card, turn in which it was set)
        self.used = ([], [])  # options used this turn
        self.points = [100, 100]
        self.mult, self.add, self.btype = [1, 1], [0, 0], [None, None]
        self.ability_used = [False, False]
        self.first = int(rng.random() * 2)
        self.actor, self.phase, self.turn = 0, SETUP, 0
        self.acted = self.opened = False
        self.passes = 0
        self.winner_of_battle = self.winner = None
        self.legal = self._legal()

    # ---- the public interface
    def is_over(self):
        return self.winner is not None

    def current_player(self):
        return self.actor

    def legal_actions(self):
        return self.legal

    def apply(self, action):
        self._do(action)
        while self.winner is None:
            self.legal = legal = self._legal()
            if legal is not PASS_ONLY:
                return
            self._do(PASS)

    def clone(self):
        g = HyperColosseum()
        g.rng = self.rng
        for name in PILES:
            x, y = getattr(self, name)
            setattr(g, name, (x[:], y[:]))
        g.points, g.mult, g.add = self.points[:], self.mult[:], self.add[:]
        g.btype, g.ability_used = self.btype[:], self.ability_used[:]
        g.first, g.actor, g.phase, g.acted, g.passes = (
            self.first,
            self.actor,
            self.phase,
            self.acted,
            self.passes,
        )
        g.opened, g.turn = self.opened, self.turn
        g.winner_of_battle, g.winner, g.legal = (
            self.winner_of_battle,
            self.winner,
            self.legal,
        )
        return g

    # ---- helpers used by effects
    def draw(self, p, n):
        ocean = self.ocean[p]
        for _ in range(min(n, len(ocean))):
            self.hand[p].append(ocean.pop())

    def change_points(self, p, n):
        self.points[p] = max(0, min(100, self.points[p] + n))
        if self.points[p] == 0:
            self._finish()

    def battle_type(self, p):
        t = self.btype[p]
        return self.box[p][-1].type if t is None else t

    # ---- what may be done
    def _legal(self):
        p, phase, hand = self.actor, self.phase, self.hand[self.actor]
        if phase == SETUP:
            return [("start", i) for i, c in enumerate(self.ocean[p]) if c.level == 3]
        if phase == DISCARD:
            acts = [("discard", i) for i in range(len(hand))]
            acts += [("trash", i) for i in range(len(self.slots[p]))]
            if not acts:
                return PASS_ONLY
            if len(hand) <= HAND:
                acts.append(PASS)
            return acts
        if phase == SWAP:
            acts = (
                [("swap", i) for i, c in enumerate(hand) if c.level == 3]
                if len(self.box[p]) == 1
                else []
            )
        elif phase == EVOLVE:
            top = self.evo[p][-1] if self.evo[p] else self.box[p][-1]
            acts = []
            for i, c in enumerate(hand):
                if top.name in c.evolves_from and len(self.ocean[p]) >= c.req_deck:
                    acts += [("evolve", i)] * self._holds(hand, c.req_named)
        elif phase == SET:
            acts = (
                [("set", i) for i, c in enumerate(hand) if not c.level]
                if len(self.slots[p]) < SLOTS
                else []
            )
        elif phase == QUICK:
            acts = [
                ("option", i)
                for i, (c, t) in enumerate(self.slots[p])
                if c.quick and t == self.turn and c.timing == PREP_ACT
            ]
        elif phase == CARRY:
            acts = [
                ("option", i)
                for i, (c, t) in enumerate(self.slots[p])
                if c.timing == EVO_ACT and t < self.turn
            ]
            if self.evo[p]:
                acts.append(("carry", 0))
                if p != self.first:
                    acts.append(("cancel", 0))
                return acts
        elif phase == POST:
            acts = self._ability_actions(p, POST)
        else:  # PREP_ACT, EVO_ACT, BATTLE, POINT
            acts = [
                ("option", i)
                for i, (c, t) in enumerate(self.slots[p])
                if c.timing == phase and (t < self.turn or phase != PREP_ACT)
            ]
            if not self.support[p]:
                acts += [
                    ("support", i) for i, c in enumerate(hand) if c.support_timing == phase
                ]
            acts += self._ability_actions(p, phase)
        if not acts:
            return PASS_ONLY
        acts.append(PASS)
        return acts

    def _holds(self, hand, name):
        return name is None or any(card.name == name for card in hand)

    def _ability_actions(self, p, phase):
        c = self.box[p][-1]
        if c.ability_timing != phase or self.ability_used[p]:
            return []
        if c.ability_discard:
            return [("ability", i) for i in range(len(self.hand[p]))]
        return [("ability", 0)]

    # ---- doing it
    def _do(self, action):
        verb, i = action
        p = self.actor
        hand = self.hand[p]
        if verb == "pass":
            return self._pass()
        if verb == "discard":
            self.dark[p].append(hand.pop(i))
        elif verb == "trash":
            self.dark[p].append(self.slots[p].pop(i)[0])
        elif verb == "option":
            card = self.slots[p].pop(i)[0]
            self.used[p].append(card)
            self.acted = True
            card.effect(self, p)
            if self.phase == POINT:
                self._next_in_points()
        elif verb == "support":
            card = hand.pop(i)
            self.support[p].append(card)
            self.acted = True
            card.support(self, p)
            if self.phase == POINT:
                self._next_in_points()
        elif verb == "ability":
            card = self.box[p][-1]
            if card.ability_discard:
                self.dark[p].append(hand.pop(i))
            self.ability_used[p] = self.acted = True
            card.ability(self, p)
        elif verb == "set":
            self.slots[p].append((hand.pop(i), self.turn))
        elif verb == "evolve":
            card = hand.pop(i)
            self.evo[p].append(card)
            if card.req_named is not None:
                for j, d in enumerate(hand):
                    if d.name == card.req_named:
                        self.req[p].append(hand.pop(j))
                        break
            for _ in range(card.req_deck):
                self.req[p].append(self.ocean[p].pop())
        elif verb == "swap":
            self.evo[p].append(hand.pop(i))
            self.phase = EVOLVE
        elif verb == "carry":
            self.box[p].extend(self.evo[p])
            self._clear_evolution(p)
        elif verb == "cancel":
            self.dark[p].extend(self.evo[p])
            self._clear_evolution(p)
        elif verb == "start":
            self._start(p, i)

    def _start(self, p, i):
        ocean = self.ocean[p]
        self.box[p].append(ocean.pop(i))
        self.gauge[p].append(ocean.pop())
        self.draw(p, HAND)
        if p == 0:
            self.actor = 1
        else:
            self._begin_turn()

    def _begin_turn(self):
        self.turn += 1
        self.actor, self.phase = self.first, DISCARD

    def _clear_evolution(self, p):
        self.evo[p].clear()
        self.dark[p].extend(self.req[p])
        self.req[p].clear()

    def _pass(self):
        phase = self.phase
        if phase == DISCARD:
            self.draw(self.actor, HAND - len(self.hand[self.actor]))
            self.phase = SWAP
        elif phase < QUICK:
            self.phase = phase + 1
        elif phase == QUICK:  # this player's preparation is over
            self._both(DISCARD, CARRY)
        elif phase == CARRY:
            self._both(CARRY, EVO_ACT)
        elif phase == EVO_ACT:
            self._both(EVO_ACT, BATTLE)
            if self.phase == BATTLE:
                self._start_battle()
        elif phase == BATTLE:
            self._pass_battle()
        elif phase == POINT:
            self.passes += 1
            self._next_in_points(passed=True)
        elif phase == POST:
            self._both(POST, -1)
            if self.phase == -1:
                self._end_turn()

    def _both(self, again, then):
        """The first player has finished a step: the other does it; then the next phase."""
        if self.actor == self.first:
            self.actor, self.phase = 1 - self.first, again
        else:
            self.actor, self.phase = self.first, then

    def _start_battle(self):
        for p in (1 - self.first, self.first):
            fx = self.box[p][-1].on_battle
            if fx is not None:
                fx(self, p)
        self.actor, self.acted, self.opened = 1 - self.first, False, False

    def _pass_battle(self):
        """In turn, the second first, until one passes without having done anything.

        The very first pass of the second player does not count.
        """
        if self.actor != self.first and not self.opened:
            self.opened = True
        elif not self.acted:
            return self._resolve()
        self.actor, self.acted = 1 - self.actor, False

    def _resolve(self):
        x, y = self.battle_type(0), self.battle_type(1)
        base = [self.box[0][-1].attacks[y], self.box[1][-1].attacks[x]]
        if (
            y == C and x == A
        ):  # player 0 uses its C attack, player 1 its A attack: C cancels A
            base[1] = 0
        elif x == C and y == A:
            base[0] = 0
        s, t = (max(0, int(base[p] * self.mult[p]) + self.add[p]) for p in (0, 1))
        self.winner_of_battle = 0 if s > t else 1 if t > s else None
        self.actor, self.phase, self.passes = self.first, POINT, 0

    def _next_in_points(self, passed=False):
        """One card at a time, alternating, until both pass."""
        if not passed:
            self.passes = 0
        if self.passes == 2:
            self._lose_points()
        else:
            self.actor = 1 - self.actor

    def _lose_points(self):
        w = self.winner_of_battle
        if w is None:
            self.points = [max(0, x - 10) for x in self.points]
        else:
            lost = self.box[1 - w][-1].loss[self.box[w][-1].level - 3]
            self.points[1 - w] = max(0, self.points[1 - w] - lost)
        if 0 in self.points:
            return self._finish()
        self.actor, self.phase = self.first, POST

    def _back_to_level_3(self, p):
        box = self.box[p]
        if len(box) > 1:
            keep = max(i for i, c in enumerate(box) if c.level == 3)
            self.dark[p].extend(c for i, c in enumerate(box) if i != keep)
            box[:] = [box[keep]]

    def _end_turn(self):
        w = self.winner_of_battle
        if w is not None:
            self._back_to_level_3(1 - w)
            self.first = w
        for p in (0, 1):
            self.dark[p].extend(self.support[p])
            self.support[p].clear()
            self.dark[p].extend(self.used[p])
            self.used[p].clear()
            if not self.ocean[p]:
                self._back_to_level_3(p)
                self.rng.shuffle(self.dark[p])
                self.ocean[p].extend(self.dark[p])
                self.dark[p].clear()
        self.mult, self.add, self.btype = [1, 1], [0, 0], [None, None]
        self.ability_used = [False, False]
        self.winner_of_battle = None
        if self.turn >= TURN_CAP:
            self._finish()
        else:
            self._begin_turn()

    def _finish(self):
        if self.winner is not None:
            return
        rank = [(self.points[p], len(self.ocean[p]), self.box[p][-1].level) for p in (0, 1)]
        self.winner = 0 if rank[0] > rank[1] else 1 if rank[1] > rank[0] else -1


def new_game(rng):
    """A game before its first decision; `rng` is a `random.Random`."""
    return HyperColosseum(rng)
