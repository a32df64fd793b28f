"""Search in games dealt anew: information-set Monte Carlo tree search for one observer.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012). Each iteration plays in
a game that the seat could be in, down one tree that all of them share: a branch is what is chosen,
as the seat may tell it from others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from ...dsl.ir.ir import Site
from ...dsl.ir.options import SHARES, unpacked
from ...interpreter.backend.layout import OPTIONS, SEAT, SITE, State
from ...interpreter.knowledge.equivalence import equivalence_key
from ...interpreter.knowledge.record import Recorder, recorder_of
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game import Game, Seat
from ...interpreter.runtime.game_setup import GameSetup
from .choosing import pick_an_action, pick_any
from .worth import leads, rewards, values_of

EXPLORATION = 1.4  # by the deviation of what playouts bring: 0.5 where as many win as lose
FEW = 10  # playouts that show no deviation yet
LEAST = 1e-4  # that deviations are taken to be, squared
DEALS = 40  # of one search; each of them is played several times
SHORT = 12  # decisions of a playout where the rules say what a position is worth
LONG = 400  # and where they do not
LATELY = 0.02  # of the distances between players that a playout brings, how much it counts
EAGER = 0.8  # how often a playout does something rather than pass

Key = tuple[int, ...]


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


class Table:
    """A game dealt anew, to be played from where it stands as often as one likes."""

    def __init__(self, game: Game, seat: int, same: list[int] | None) -> None:
        self.setup, self.state = game.live()
        engine, self.match = self.setup.engine(), self.setup.match
        self.apply, self.clone = engine.apply, engine.clone
        self.sites: tuple[Site, ...] = self.match.program.sites
        self.queue = self.match.layout.queue
        self.seat, self.same = seat, same or same_cards(self.setup, seat)
        printed = self.match.cards
        self.cards = [one if one >= 0 else -2 - printed[n][0] for n, one in enumerate(self.same)]
        self.values = values_of(self.match)

    def is_secret(self, state: State) -> bool:
        """Whether others do not see what is chosen now."""
        number: int = state[SITE]
        return self.sites[number].secret

    def keys(self, state: State) -> list[Key]:
        """What each option is to the seat: equal for those between which there is no difference."""
        number: int = state[SITE]
        options: list[int] = state[OPTIONS]
        site, cards, queue = self.sites[number], self.cards, state[self.queue]
        found: list[Key] = []
        for option in options:
            if option < 0:
                found.append((number, -1))
            elif site.element_kinds:
                group, element = unpacked(option, len(site.element_kinds))
                is_card = element >= 0 and site.element_kinds[group] == "card"
                found.append((number, group, cards[element] if is_card else element))
            elif site.kind == "card":
                found.append((number, cards[option]))
            elif site.kind == "trigger":
                source = int(queue[option][1])
                found.append((number, queue[option][0], cards[source] if source >= 0 else -1))
            elif site.kind == "share:card":
                share, card = unpacked(option, SHARES)
                found.append((number, share, cards[card]))
            else:
                found.append((number, option))
        return found


def same_cards(setup: GameSetup, seat: int) -> list[int]:
    """By card the first of those that are the same to a seat; -1 for those it does not know."""
    base = setup.base
    assert base is not None
    known, firsts = recorder_of(base, Recorder).known, dict[object, int]()
    found: list[int] = []
    for card in range(len(setup.match.cards)):
        if (known[card] | setup.audience(base, card)) >> seat & 1:
            key = equivalence_key(setup.match, base, card), setup.match.lies_in(base, card)
            found.append(firsts.setdefault(key, card))
        else:
            found.append(-1)
    return found


class Search:
    """A bot that searches: `iterations` playouts a choice."""

    def __init__(self, iterations: int) -> None:
        self.iterations = iterations
        self.game: Game | None = None
        self.scale = 0.0  # the mean distance between players in playouts that were cut

    def __call__(self, seat: Seat, chance: Random) -> int:
        choice = seat.choice
        assert choice is not None
        if len(choice.actions) < 2:
            return 0
        root, same, table, number = Branch(), None, None, seat.number
        for iteration in range(self.iterations):
            if table is None or iteration % max(1, self.iterations // DEALS) == 0:
                self.game = seat.redeal(chance, instead_of=self.game)
                table = Table(self.game, number, same)
                same = table.same
                if iteration == 0 and len(set(table.keys(table.state))) < 2:
                    return 0
            self.play(table, root, chance)
            if root.is_decided(self.iterations - iteration - 1):
                break
        assert table is not None
        keys = table.keys(table.state)
        taken = {key: branch.taken for key, branch in root.below.items()}
        return max(choice.actions, key=lambda index: taken.get(keys[index], 0))

    def play(self, table: Table, root: Branch, chance: Random) -> None:
        """One iteration: down the tree, one branch more, on to an end, and back."""
        state, branch, way = table.clone(table.state), root, list[tuple[Branch, int]]()
        apply, spread = table.apply, EXPLORATION * root.deviation()
        try:
            while state[SEAT] >= 0:
                if state[SEAT] != table.seat and table.is_secret(state):
                    apply(state, pick_any(state, chance))  # who chooses so, does not know the way
                    continue
                keys = table.keys(state)
                index, is_new = branch.chosen(keys, spread, chance)
                branch = branch.below[keys[index]]
                way.append((branch, state[SEAT]))
                apply(state, index)
                if is_new:
                    break
            found = self.playout(table, state, chance)
        except (RuleFault, IndexError):  # where the deal is none that play could come to
            found = None
        root.note(0.5 if found is None else found[table.seat])
        for branch, seat in way:
            branch.note(0.5 if found is None else found[seat])

    def playout(self, table: Table, state: State, chance: Random) -> list[float] | None:
        """Plays on by chance; what it brings each seat."""
        apply, values = table.apply, table.values
        left = LONG if values is None else SHORT
        while state[SEAT] >= 0 and left:
            pick = pick_an_action if chance.random() < EAGER else pick_any
            apply(state, pick(state, chance))
            left -= 1
        found = rewards(state, table.match.program.seats)
        if found is not None or values is None:
            return found
        worth = values(state)
        if worth is None:
            return None
        ahead = leads(worth)
        far = max(map(abs, ahead))
        self.scale += (far - self.scale) * (LATELY if self.scale else 1)
        return [0.5 + 0.4 * one / (abs(one) + self.scale + 1e-9) for one in ahead]
