"""The cards and decks of the hand-written Hyper Colosseum."""

from playsheet.bench import hyper_colosseum_effects as fx
from playsheet.bench.hyper_colosseum_effects import A, B, C

NEVER, BATTLE_END, TURN_END = range(3)  # limits of an option
PREPARATION, EVOLUTION, BATTLE, SCORING = range(4)  # timings of an option

class Card:
    """A printed card; an option has no level. Its texts are functions of (game, player)."""

    level = 0  # 0: none
    is_option = fearless = quick = False
    column = 3  # which loss counts if it wins and has no level
    attribute = None
    ways = ()
    cost = effect = payable = None  # of an option
    limit = TURN_END
    support = appears = own_power = None
    rival_power = force_power = 0
    early = fight = after = None  # abilities to declare: (whether it can be paid, what it does)
    on_swap = on_evolve = on_appear = on_start = on_scoring = on_lifespan = None
    on_win = on_loss = on_draw = on_end = on_rival_option = None
    guarded = bars_supports = False

    def __init__(self, code, name, **texts):
        self.code, self.name = code, name
        self.__dict__.update(texts)
        self.routes = {}  # what it can evolve into, by which ways

    def __repr__(self):
        return f"{self.name} {self.code}"


class Way:
    """A way to evolve: from which card, and for Os and Xs or a card from the hand."""

    def __init__(self, base, marks="", named=None, anything=False):
        self.fits = base if callable(base) else lambda card: card.name == base
        self.ups, self.marks = marks.count("O"), marks
        self.named, self.anything = named, anything

    def payable(self, game, player, card):
        """Whether the hand without the card, or the net ocean, can pay."""
        if self.marks:
            return len(game.ocean[player]) >= len(self.marks)
        return bool(self.candidates(game.hand[player], card))

    def candidates(self, hand, card=None):
        """Which places of a hand can pay."""
        named = self.named
        return [
            i
            for i, c in enumerate(hand)
            if c is not card and (self.anything or c.name == named)
        ]

    def met_by(self, payment):
        """Whether (card, turned) pairs are what is asked for."""
        if self.marks:
            ups = sum(not turned for _, turned in payment)
            return len(payment) == len(self.marks) and ups == self.ups
        return len(payment) == 1 and (self.anything or payment[0][0].name == self.named)


def basic(code, name, kind, attacks, **texts):
    """A level 3."""
    return Card(code, name, level=3, type=kind, attacks=attacks, loss=L3, **texts)


def form(code, name, level, kind, attacks, *ways, **texts):
    """What evolves."""
    loss = LOSSES[level]
    return Card(
        code, name, level=level, type=kind, attacks=attacks, loss=loss, ways=ways, **texts
    )


def option(code, name, timing, effect=None, cost=(None, None), **texts):
    """An option; its cost is whether it can be paid, and paying it."""
    payable, cost = cost
    texts |= {"timing": timing, "effect": effect, "payable": payable, "cost": cost}
    return Card(code, name, is_option=True, **texts)


L3 = (10, 10, 10, 10)
LOSSES = {
    0: (20, 20, 10, 10),
    4: (20, 10, 10, 10),
    5: (30, 20, 10, 10),
    6: (40, 30, 20, 20),
}
FORTY, SIXTY = "Winning Percentage: 40%!", "Winning Percentage: 60%!"


def hand_cost(n):
    return fx.has_cards(n), fx.discard(n)


# ---- the red deck


def no_hand(g, p):
    return 0 if g.hand[p] else 60


def type_a_level_4(card):
    return card.type == A and card.level == 4


def kilnpup_or_behind(g, p):
    behind = g.points[1 - p] > g.points[p]
    return behind or any(c.name == "Kilnpup" for c in g.box[p])


def two_in_ocean(g, p):
    return len(g.ocean[p]) >= 2


def one_in_ocean(g, p):
    return bool(g.ocean[p])


RED = [
    (3, basic("St-1", "Agumon", A, (360, 230, 160))),
    (2, basic("St-3", "Piyomon", A, (360, 240, 130))),
    (
        1,
        basic(
            *("St-64", "Hagurumon", C, (360, 240, 130)),
            support=fx.double,
            on_swap=fx.draw(1),
        ),
    ),
    (1, basic("Ps-1", "Kilnpup", A, (350, 230, 140), support=fx.bar_supports)),
    (3, form("St-2", "Greymon", 4, A, (440, 340, 200), Way("Agumon", "OO"))),
