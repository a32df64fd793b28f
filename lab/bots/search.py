"""Search in games dealt anew: information-set Monte Carlo tree search for one observer.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012). Each iteration plays in
a game that the seat could be in, down one tree that all of them share: a branch is what is chosen,
as the seat may tell it from others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from ...interpreter.knowledge.redeal import NoDeal
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game import Game, Seat
from .tables import Key, Libraries, Table
from .worth import leads

EXPLORATION = 1.4  # by the deviation of what playouts bring: 0.5 where as many win as lose
FEW = 10  # playouts that show no deviation yet
LEAST = 1e-4  # that deviations are taken to be, squared
DEALS = 40  # of one search; each of them is played several times
SHORT = 12  # decisions of a playout where the rules say what a position is worth
LONG = 400  # and where they do not
LATELY = 0.02  # of the distances between players that a playout brings, how much it counts
EAGER = 0.8  # how often a playout does something rather than pass


class Branch:
    """What came of a choice: how often it was taken, what that brought to who took it, and how
    often it could have been.
    """

    __slots__ = ("below", "offered", "squares", "taken", "total")

    def __init__(self) -> None:
        self.taken, self.offered, self.total, self.squares = 0, 0, 0.0, 0.0
        self.below: dict[Key, Branch] = {}

    def chosen(self, keys: Sequence[Key], spread: float, chance: Random) -> tuple[int, bool]:
        """Which of some options is to be looked at, and whether it is a new one."""
        below = self.below
        fresh = [number for number, key in enumerate(keys) if key not in below]
        index = fresh[int(chance.random() * len(fresh))] if fresh else -1
        if fresh:
            below[keys[index]] = Branch()
        for key in {*keys}:
            if key in below:
                below[key].offered += 1
        if fresh:
            return index, True
        return max(range(len(keys)), key=lambda number: below[keys[number]].bound(spread)), False

    def note(self, reward: float) -> None:
        """It was taken once more, and brought that."""
        self.taken, self.total = self.taken + 1, self.total + reward
        self.squares += reward * reward

    def deviation(self) -> float:
        """The standard deviation of what it brought; a half as long as that is not known."""
        if self.taken < FEW:
            return 0.5
        mean = self.total / self.taken
        return sqrt(max(self.squares / self.taken - mean * mean, LEAST))

    def is_decided(self, left: int) -> bool:
        """Whether so many more iterations cannot change which branch is taken most."""
        first, *others = sorted((branch.taken for branch in self.below.values()), reverse=True)
        return first - (others[0] if others else 0) > left

    def bound(self, spread: float) -> float:
        """The upper confidence bound of what it is worth."""
        return self.total / self.taken + spread * sqrt(log(self.offered) / self.taken)


class Search:
    """A bot that searches: `iterations` playouts a choice; fewer where no more deals are found, and
    without one it takes any option.
    """

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations
        self.game: Game | None = None
        self.libraries = Libraries()
        self.weighed: list[tuple[int, float]] = []  # by option: how often taken, what it brought
        self.scale = 0.0  # the mean distance between players in playouts that were cut

    def __call__(self, seat: Seat, chance: Random) -> int:
        choice = seat.choice
        assert choice is not None
        self.weighed = []
        if len(choice.actions) < 2:
            return 0
        root, same, table, number = Branch(), None, None, seat.number
        keys = list[Key]()
        for iteration in range(self.iterations):
            if table is None or iteration % max(1, self.iterations // DEALS) == 0:
                try:
                    self.game = seat.redeal(chance, instead_of=self.game)
                except NoDeal:
                    break
                table = Table(self.game, number, same, self.libraries, EAGER)
                same, keys = table.same, table.descent().keys()
                if iteration == 0 and len({*keys}) < 2:
                    return 0
            self.play(table, root, chance)
            if root.is_decided(self.iterations - iteration - 1):
                break
        if not keys:
            return chance.randrange(len(choice.actions))
        taken = {key: branch.taken for key, branch in root.below.items()}
        means = {key: one.total / max(one.taken, 1) for key, one in root.below.items()}
        self.weighed = [(taken.get(key, 0), means.get(key, 0.5)) for key in keys]
        return max(choice.actions, key=lambda index: taken.get(keys[index], 0))

    def play(self, table: Table, root: Branch, chance: Random) -> None:
        """One iteration: down the tree, one branch more, on to an end, and back."""
        descent, branch, way = table.descent(), root, list[tuple[Branch, int]]()
        spread = EXPLORATION * root.deviation()
        most = SHORT if table.says_worth else LONG
        try:
            while (seat := descent.seat) >= 0:
                if seat != table.seat and descent.is_secret():
                    descent.apply(descent.any_option(chance))  # who chooses so, knows no way
                    continue
                keys = descent.keys()
                index, is_new = branch.chosen(keys, spread, chance)
                branch = branch.below[keys[index]]
                way.append((branch, seat))
                descent.apply(index)
                if is_new:
                    break
            found = self.worth(*descent.playout(chance.getrandbits(64), most))
        except (RuleFault, IndexError):  # where the deal is none that play could come to
            found = None
        root.note(0.5 if found is None else found[table.seat])
        for branch, seat in way:
            branch.note(0.5 if found is None else found[seat])

    def worth(self, ended: list[float] | None, values: list[int] | None) -> list[float] | None:
        """What a playout brings each seat."""
        if ended is not None or values is None:
            return ended
        ahead = leads(values)
        far = max(map(abs, ahead))
        self.scale += (far - self.scale) * (LATELY if self.scale else 1)
        return [0.5 + 0.4 * one / (abs(one) + self.scale + 1e-9) for one in ahead]
