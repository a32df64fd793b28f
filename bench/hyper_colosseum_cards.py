"""The cards and decks of the hand-written Hyper Colosseum."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playsheet.bench import hyper_colosseum_effects as fx
from playsheet.bench.hyper_colosseum_effects import A, B, C

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


def hand_cost(n):
    return fx.has_cards(n), fx.discard(n)


def no_hand(g, p):
    return 0 if g.hand[p] else 60


def type_a_level_4(card):
    return card.type == A and card.level == 4


def vaccine_level_4(card):
    return card.attribute == "Vaccine" and card.level == 4


def kilnpup_or_behind(g, p):
    behind = g.points[1 - p] > g.points[p]
    return behind or any(card.name == "Kilnpup" for card in g.box[p])


def ocean_holds(n):
    return lambda g, p: len(g.ocean[p]) >= n


def dives(g, p):
    return g.box[p][-1].deep


def is_proud(g, p):
    return g.box[p][-1].proud


def goes_first(g, p):
    return g.first == p


def kunemon_in_hand(g, p):
    return any(card.name == "Kunemon" for card in g.hand[p])


def not_won(g, p):
    return g.battle_winner != p


FORTY_59 = option("St-59", FORTY, PREPARATION, fx.draw(1))
SIXTY_60 = option("St-60", SIXTY, PREPARATION, fx.sort_and_draw)

RED = [
    (3, basic("St-1", "Agumon", A, (360, 230, 160))),
    (2, basic("St-3", "Piyomon", A, (360, 240, 130))),
    (1, basic("St-64", "Hagurumon", C, (360, 240, 130), support=fx.double, on_swap=fx.draw(1))),
    (1, basic("Ps-1", "Kilnpup", A, (350, 230, 140), support=fx.bar_supports)),
    (3, form("St-2", "Greymon", 4, A, (440, 340, 200), Way("Agumon", "OO"))),
    (1, form("St-32", "Skull Greymon", 5, C, (500, 430, 150), Way("Greymon", "XX"), fearless=True, on_win=fx.points(-10))),
    (1, form("St-4", "Birdramon", 4, B, (410, 360, 200), Way("Piyomon", "OO"))),
    (1, form("St-84", "Revolmon", 4, A, (400, 310, 190), Way("Gottsumon", "X"), Way("Hagurumon", "XX"), support=fx.strike(B), fight=fx.free(fx.forty_or_card))),
    (1, form("Ps-2", "Hedge Sprinter", 4, B, (400, 370, 180), Way("Kilnpup", "OX"), appears=kilnpup_or_behind, on_appear=fx.power(60))),
    (1, form("Ps-4", "Choir of Jars", 0, C, (470, 430, 230), Way("Bakemon", "OX"), Way("Kilnpup", "XXX"), rival_power=-40)),
    (1, form("Bo-1", "MetalGreymon", 5, C, (490, 440, 170), Way("Greymon", named=FORTY), Way("Devimon", named=FORTY))),
    (1, form("St-29", "Triceramon", 5, B, (470, 430, 250), Way("Greymon", "OOX"), Way("Tortamon", named=FORTY), own_power=no_hand)),
    (1, form("Ps-6", "Soot Crier", 5, A, (490, 410, 210), Way("Hedge Sprinter", named=FORTY), Way(type_a_level_4, "OOXX"), on_evolve=fx.devolve_rival, on_loss=fx.both_hurt)),
    (1, form("St-61", "WarGreymon", 6, A, (570, 500, 320), Way("MetalGreymon", named=SIXTY), Way("Big Mamemon", named=SIXTY), on_evolve=fx.points(30))),
    (2, FORTY_59),
    (1, SIXTY_60),
    (1, option("St-53", "Just a Little Metal Enhancement", BATTLE, fx.power(50), hand_cost(1))),
    (1, option("St-49", "Offense Plug-In A", BATTLE, fx.strike(A))),
    (1, option("St-106", "An Unquestionably Strong Attack!", BATTLE, fx.double, hand_cost(2))),
    (1, option("St-55", "Transform to Level IV!", EVOLUTION, fx.evolve_to_level_4, hand_cost(1))),
    (1, option("St-216", "Jyureimon's Mist", PREPARATION, fx.weaken(40), quick=True)),
    (1, option("St-56", "Aim for the Strongest Evolution!", PREPARATION, fx.search_level_6, (ocean_holds(2), fx.mill_own(2)))),
    (1, option("Ps-30", "Winner's Share", BATTLE, on_win=fx.draw(2))),
    (1, option("Ps-25", "Toll Bridge", SCORING, fx.toll)),
]

GREEN = [
    (2, basic("St-7", "Tentomon", A, (320, 250, 120))),
    (1, basic("St-18", "Kunemon", C, (340, 240, 120), support=fx.mill(1), on_lifespan=fx.points(20))),
    (1, basic("St-63", "Kunemon", C, (330, 240, 130), support=fx.sideways, on_lifespan=fx.draw(2))),
    (1, basic("St-65", "Kokuwamon", B, (350, 260, 150), support=fx.per_option, on_swap=fx.look)),
    (1, basic("St-111", "Palmon", B, (350, 250, 150), support=fx.shuffle_back)),
    (1, basic("St-5", "Gabumon", B, (350, 240, 150))),
    (1, basic("St-62", "Gottsumon", B, (320, 260, 120), support=fx.if_(fx.rival_higher, fx.power(60)))),
    (2, form("St-8", "Kabuterimon", 4, A, (420, 340, 190), Way("Tentomon", "OO"), Way("Gabumon", "OO"))),
    (1, form("St-66", "Kabuterimon", 4, A, (440, 350, 190), Way("Tentomon", "OX"), Way("Kokuwamon", "OO"), support=fx.strike(C), on_evolve=fx.look)),
    (1, form("St-73", "Kuwagamon", 4, C, (430, 380, 170), Way("Kunemon", "OO"), Way("Kokuwamon", "XX"), on_rival_option=fx.power(20))),
    (1, form("St-19", "Dokugumon", 4, C, (420, 350, 170), Way("Kunemon", "XX"), support=fx.per_rival_card, on_evolve=fx.rival_discards)),
    (1, form("St-72", "Leomon", 4, A, (460, 400, 210), Way("Gabumon", "OO"), Way("Agumon", "OX"), proud=True, support=fx.if_(is_proud, fx.power(70)), on_start=fx.if_(goes_first, fx.power(30)))),
    (1, form("St-22", "Golemon", 4, C, (410, 300, 200), Way("Gottsumon", "OO"), support=fx.spare, guarded=True)),
    (1, form("St-28", "Atlur Kabuterimon", 5, A, (450, 340, 250), Way("Kabuterimon", named=FORTY), Way("Kuwagamon", "OOX"), on_evolve=fx.weaken(60))),
    (1, form("St-31", "Okuwamon", 5, C, (470, 380, 220), Way("Kuwagamon", named=FORTY), fight=(kunemon_in_hand, fx.kunemon_doubles))),
    (1, form("Ps-7", "Double Awning", 5, B, (480, 430, 240), Way("Kabuterimon", named="Kuwagamon"), Way("Togemon", named=FORTY), on_evolve=fx.points(10), after=fx.free(fx.if_(not_won, fx.points(10))))),
    (1, form("St-33", "Herakle Kabuterimon", 6, A, (520, 470, 290), Way("Atlur Kabuterimon", named=SIXTY), on_evolve=fx.clear_slot)),
    (2, FORTY_59),
    (1, SIXTY_60),
    (1, option("Ps-19", "Shut Gate", EVOLUTION, fx.bar_evolution)),
    (1, option("Ps-13", "Stubborn Habit", BATTLE, cost=hand_cost(1), limit=NEVER, force_power=20)),
    (1, option("Ps-21", "Hidden Ledger", PREPARATION, fx.stack_two)),
    (1, option("Ps-22", "Spent Reserve", PREPARATION, fx.take_gauge)),
    (1, option("St-109", "I Can't Lose Like This!", BATTLE, fx.if_(fx.rival_higher, fx.power(100)))),
    (1, option("Ps-23", "Bright Marker", SCORING, fx.stack_one)),
    (1, option("Ps-28", "Long Watch", PREPARATION, limit=NEVER, on_end=fx.draw(1))),
    (1, option("Ps-29", "Even Ground", BATTLE, on_draw=fx.hurt(20))),
]

BLUE = [
    (3, basic("St-11", "Gomamon", A, (360, 250, 110), deep=True, support=fx.draw(1))),
    (2, basic("St-24", "Otamamon", C, (300, 240, 120), deep=True, support=fx.both_discard)),
    (1, basic("St-42", "Pico Devimon", C, (310, 250, 120), support=fx.choose_for_rival)),
    (1, basic("St-23", "Gottsumon", B, (330, 250, 100), support=fx.fixed(380))),
    (2, form("St-12", "Ikkakumon", 4, A, (430, 360, 150), Way("Gomamon", "OO"), attribute="Vaccine", deep=True, support=fx.weaken(30), fight=fx.for_a_card(fx.power(40)))),
    (1, form("St-35", "Rukamon", 4, A, (400, 380, 180), Way("Gomamon", "OX"), attribute="Vaccine", deep=True, support=fx.take_back)),
    (1, form("St-36", "Coelamon", 4, B, (410, 350, 190), Way("Otamamon", "OO"), Way("Gomamon", "XX"), deep=True, support=fx.mill(2), on_evolve=fx.mill(2))),
    (1, form("Ps-8", "Reed Skipper", 4, C, (400, 340, 200), Way("Otamamon", anything=True), Way("Gomamon", "OX"), support=fx.if_(fx.rival_lower, fx.points(10)), on_evolve=fx.maybe_take_back, fight=fx.free(fx.if_weak))),
    (1, form("St-27", "Gekomon", 4, C, (450, 390, 200), Way("Otamamon", "OX"), deep=True, support=fx.both_draw, on_scoring=fx.both_draw)),
    (1, form("St-76", "Devimon", 4, C, (460, 390, 210), Way("Pico Devimon", "OX"), Way("Patamon", "XX"), on_evolve=fx.stop_rival)),
    (1, form("St-80", "Ice Devimon", 4, C, (470, 360, 200), Way("Pico Devimon", "OO"), on_evolve=fx.bar_abilities)),
    (1, form("St-38", "Zudomon", 5, A, (490, 390, 230), Way("Ikkakumon", named=FORTY), deep=True, on_evolve=fx.hurt(10))),
    (1, form("St-39", "Marin Devimon", 5, C, (470, 450, 220), Way("Devimon", named=FORTY), Way("Octmon", "OXX"), deep=True, bars_supports=True)),
    (1, form("Ps-5", "Hinge Keeper", 0, B, (480, 420, 240), Way(vaccine_level_4, "OOX"), column=4, on_evolve=fx.maybe_put_under, early=(ocean_holds(1), fx.mill_own(1)))),
    (1, form("St-40", "Pukumon", 6, C, (520, 480, 250), Way("Marin Devimon", named=SIXTY), Way("Zudomon", named=SIXTY), deep=True, fight=fx.free(fx.lose_at_random))),
    (2, option("St-101", FORTY, PREPARATION, fx.draw(1))),
    (1, option("St-102", SIXTY, PREPARATION, fx.sort_and_draw)),
    (1, option("St-110", "I'll Pull You Down to the Bottom of the Ocean!!", BATTLE, fx.if_(dives, fx.weaken(80)))),
    (1, option("St-52", "If I Lose I'm Taking You with Me!", BATTLE, limit=BATTLE_END, on_loss=fx.mill(3))),
    (1, option("Ps-11", "Late Tide", PREPARATION, fx.skip_rival)),
    (1, option("Ps-12", "Borrowed Shell", PREPARATION, fx.lie_beside, limit=NEVER, quick=True, fight=fx.for_a_card(fx.power(30)))),
    (1, option("Ps-17", "Open Drawer", PREPARATION, fx.clear_slot)),
    (1, option("Ps-18", "Backward Pull", EVOLUTION, fx.lose_requirement)),
    (1, option("Ps-15", "Level Pans", BATTLE, fx.halve)),
    (1, option("Ps-27", "Broken Cocoon", EVOLUTION, fx.break_evolution)),
]

DECKS = {
    name: [card for number, card in rows for _ in range(number)]
    for name, rows in (("blue", BLUE), ("green", GREEN), ("red", RED))
}


def find_routes():
    """Tells each card what it can evolve into, by which ways."""
    cards = {card for deck in DECKS.values() for card in deck}
    for base in cards:
        if base.is_option:
            continue
        for target in cards:
            ways = tuple(way for way in target.ways if way.fits(base))
            if ways:
                base.routes[target] = ways


find_routes()
