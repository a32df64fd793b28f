"""Hyper Colosseum written by hand: what the rules and the three decks are measured against.

No language, no interpreter: the turn is a row of stages, a card is an object, an effect is a
Python function. `legal_actions()` gives triples (verb, argument, card); `apply` takes one of
them. A choice with one answer is not asked. `todo` holds what an effect still has to do after
a question; `waiting` holds effects that were set off and wait until the action is over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from random import Random

from .hyper_colosseum_cards import BATTLE_END, TURN_END
from .hyper_colosseum_decks import DECKS, TRAITS
from .hyper_colosseum_fighting import (
    after,
    appearing,
    calculate,
    carry_out,
    clear_payments,
    clear_up,
    close_battle,
    end_turn,
    fight,
    in_evolution,
    lose,
    open_fight,
    result,
    result_of_other,
    start_battle,
    start_scoring,
)
from .hyper_colosseum_preparing import HAND, adjust_hand, early, late, prepare, set_options, swap
from .hyper_colosseum_table import MASK, PILES, Action, Actions, Asked, Course, Stage, Table, ask
from .hyper_colosseum_windows import drop_options, go_on

FIRST, SECOND = 0, 1  # who goes first in a turn, and the other


class Game(Table):
    """A game; `winner` is None, a seat, or -1 for a draw."""

    __slots__ = ()

    def __init__(self, decks: tuple[str, str], seed: int) -> None:
        one, two = decks
        for name in PILES:
            setattr(self, name, [[], []])
        self.ocean = [[*DECKS[one]], [*DECKS[two]]]
        self.points = [100, 100]
        self.skips = [False, False]
        self.traits = (TRAITS[one], TRAITS[two])
        self.swapping = [False, False]
        self.todo, self.waiting = [], []
        self.chance = seed & MASK
        self.first = self.player = self.actor = self.mover = self.stage = self.keys = 0
        self.turn, self.courses = 1, COURSES[decks]
        self.course = self.courses[0]
        self.rows, self.picked, self.places = [], (), ()
        self.ending = False
        self.passes, self.acted, self.opening = 0, False, False
        self.winner = None
        forget_turn(self)
        self.legal = level_3s(self, 0)

    # ---- playing

    def is_over(self) -> bool:
        return self.winner is not None

    def legal_actions(self) -> Actions:
        return self.legal

    @property
    def result(self) -> tuple[str, int] | tuple[str] | None:
        """None, ("win", seat) or ("draw",)."""
        if self.winner is None:
            return None
        return ("draw",) if self.winner < 0 else ("win", self.winner)

    def apply(self, action: Action) -> None:
        legal = action[0](self, action[1])
        self.legal = self.run() if legal is None else legal

    def run(self) -> Actions:
        """Goes on until there is something to ask."""
        todo, waiting = self.todo, self.waiting
        while True:
            if todo:
                verb, argument = todo.pop()
                legal = verb(self, argument)
            elif self.ending:
                return finish(self)
            elif waiting:
                legal = next_effect(self)
            else:
                stage, self.player = self.course[self.stage]
                legal = stage(self, self.player)
            if legal is not None:
                return legal

    def clone(self) -> Game:
        return copied(self)


def copier() -> Callable[[Game], Game]:
    """What copies a game: piles of two players both, other lists once, all else is shared."""
    lines = ["def copied(game):", " g = new(Game)"]
    for field in fields(Table):
        name = field.name
        if field.type.startswith("list[list["):
            lines.append(f" one, two = game.{name}; g.{name} = [one[:], two[:]]")
        else:
            copy = "[:]" if field.type.startswith("list[") else ""
            lines.append(f" g.{name} = game.{name}{copy}")
    names = {"Game": Game, "new": object.__new__}
    exec("\n".join([*lines, " return g"]), names)
    return names["copied"]


copied = copier()

# ---- before the game


def level_3s(g: Table, p: int) -> Actions:
    return [(begin, i, c) for i, c in enumerate(g.ocean[p]) if c.level == 3]


def begin(g: Table, place: int) -> Asked:
    """Both choose the level 3 to begin with before anything happens."""
    g.picked = (*g.picked, place)
    if len(g.picked) == 1:
        g.actor = 1
        return level_3s(g, 1)
    for p in (0, 1):
        g.box[p].append(g.ocean[p].pop(g.picked[p]))
    g.picked = ()
    for p in (0, 1):
        g.shuffle(g.ocean[p])
        g.stack(p, 1)
        g.draw(p, HAND)
    g.first = g.below(2)
    g.course = g.courses[g.first]
    return None


# ---- effects that wait


def next_effect(g: Table) -> Asked:
    """The owner of several says which comes first; the first player's come before."""
    waiting = g.waiting
    if len(waiting) == 1:
        return run_waiting(g, 0)
    seats = {row[0] for row in waiting}
    seat = g.first if g.first in seats else 1 - g.first
    ready = [i for i, row in enumerate(waiting) if row[0] == seat]
    return ask(g, seat, [(run_waiting, i, waiting[i][2]) for i in ready])


def run_waiting(g: Table, place: int) -> Asked:
    p, effect, _ = g.waiting.pop(place)
    return effect(g, p)


# ---- the end of a turn, and of the game


def hand_over(g: Table, _: object) -> Asked:
    for p in (0, 1):
        if g.slots[p]:
            drop_options(g, p, (BATTLE_END, TURN_END))
    if g.battle_winner is not None:
        g.first = g.battle_winner
        g.course = g.courses[g.first]
    g.turn += 1
    forget_turn(g)
    g.stage = -1
    return go_on(g, None)


def forget_turn(g: Table) -> None:
    """What lasts until the end of the turn ends."""
    g.more, g.spared = [0, 0], [0, 0]
    g.fixed, g.times, g.letter = [None, None], [None, None], [None, None]
    g.altered = False
    g.support = [None, None]
    g.barred_evolution = [False, False]
    g.barred_supports = [False, False]
    g.barred_abilities = [False, False]
    g.declared = []
    g.battle_winner = None


def finish(g: Table) -> Actions:
    """At least one has no points left."""
    if g.points[0] or g.points[1]:
        g.winner = 0 if g.points[0] else 1
    else:
        rank = [(len(g.ocean[p]), g.box[p][-1].level) for p in (0, 1)]
        g.winner = -1 if rank[0] == rank[1] else int(rank[1] > rank[0])
    return []


# ---- the turn


PREPARING = (
    *((adjust_hand, ""), (swap, ""), (prepare, ""), (early, "")),
    *((set_options, ""), (late, "quick")),
)
ORDER: list[tuple[Stage, int, str]] = [  # by whom; what a card of theirs must have
    *((stage, FIRST, need) for stage, need in PREPARING),
    *((stage, SECOND, need) for stage, need in PREPARING),
    *((carry_out, FIRST, ""), (carry_out, SECOND, ""), (clear_payments, FIRST, "")),
    *((in_evolution, FIRST, ""), (in_evolution, SECOND, "")),
    *((appearing, SECOND, "appears"), (appearing, FIRST, "appears")),
    *((start_battle, SECOND, "on_start"), (start_battle, FIRST, "on_start")),
    *((open_fight, SECOND, ""), (fight, SECOND, "")),
    *((result, FIRST, ""), (result_of_other, SECOND, ""), (close_battle, FIRST, "")),
    *((start_scoring, FIRST, "on_scoring"), (start_scoring, SECOND, "on_scoring")),
    *((calculate, FIRST, ""), (lose, FIRST, "")),
    *((after, FIRST, "after"), (after, SECOND, "after"), (clear_up, FIRST, "")),
    *((end_turn, FIRST, "on_end"), (end_turn, SECOND, "on_end"), (hand_over, FIRST, "")),
]


def course_of(decks: tuple[str, str], first: int) -> Course:
    """The turn without what no card of the decks does."""
    steps = [(stage, first ^ place, need) for stage, place, need in ORDER]
    return [
        (stage, p)
        for stage, p, need in steps
        if not need or any(getattr(card, need) for card in DECKS[decks[p]])
    ]


PAIRS = [(one, two) for one in DECKS for two in DECKS]
COURSES = {decks: (course_of(decks, 0), course_of(decks, 1)) for decks in PAIRS}


def new_game(chance: Random) -> Game:
    """A game of any two decks."""
    return Game(PAIRS[chance.randrange(len(PAIRS))], chance.randrange(1 << 30))
