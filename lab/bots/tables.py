"""Games dealt anew for a search: played down its tree and on to an end, in Python or in C alike.

Where there is a library of the format, whole iterations run in it; where it stops, and wherever
there is none, the same is done in Python. The playout behind the tree takes its chance from
`Quick`, which both have, and all else from the search: what comes of it is the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from random import Random

from ...dsl.ir.ir import Site
from ...dsl.ir.options import SHARES, unpacked
from ...interpreter.backend.layout import HEAD, OPTIONS, PICKED, RESULT, SEAT, SITE, State
from ...interpreter.knowledge.equivalence import equivalence_key
from ...interpreter.knowledge.record import Recorder, recorder_of
from ...interpreter.native.convert import Cells, TooLarge
from ...interpreter.native.engine import Library, NativeMatch
from ...interpreter.native.library import REASONS, library_there
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Engine, Match
from .choosing import pick_an_action, pick_any
from .quick import Quick
from .worth import Values, firsts, says_value, values_of

LOOK_AGAIN_S = 0.5  # for a library that was not there

Key = tuple[int, ...]
Queue = list[tuple[int, ...]]
# By seat whether it came first, or what the position is worth to it.
End = tuple[list[float] | None, list[int] | None]


class Libraries:
    """The library of the format of a search, once it is there; none if it is `forbidden`."""

    def __init__(self) -> None:
        self.forbidden = False
        self._found: tuple[object, Library] | None = None
        self._looked = -LOOK_AGAIN_S
        self._cells: dict[int, tuple[Cells, Cells]] = {}
        self._root: tuple[int, State, Cells] | None = None
        self._base: tuple[object, NativeMatch, list[int]] | None = None
        self._dealt: NativeMatch | None = None

    def of(self, setup: GameSetup) -> Library | None:
        """That for a game."""
        if self._found is not None and self._found[0] is setup.edition:
            return self._found[1]
        now = time.monotonic()
        if self.forbidden or now - self._looked < LOOK_AGAIN_S:
            return None
        self._looked = now
        try:
            found = library_there(setup.edition, len(setup.seats), len(setup.match.cards))
        except REASONS:
            self.forbidden = True
            return None
        if found is not None:
            self._found = (setup.edition, found)
            self._cells, self._base, self._root = {}, None, None
        return found

    def native(self, library: Library, match: Match) -> NativeMatch:
        """A dealt match in C. That of the first deal of a game is laid out, of others only which
        card lies where; only one of them is there at a time.
        """
        assert match.lies is not None
        if self._base is None or self._base[0] is not match.starts:
            places = sorted(range(len(match.lies)), key=match.lies.__getitem__)
            self._base, self._dealt = (match.starts, NativeMatch(library, match), places), None
        _, base, places = self._base
        lies = [places[card] for card in match.lies]
        self._dealt = base.dealt(match, lies, self._dealt)
        return self._dealt

    def root(self, native: NativeMatch, state: State) -> Cells:
        """The block of a state; only one of them is there at a time. Raises `TooLarge` and
        OverflowError.
        """
        before, self._root = self._root, None
        size = native.source.block.size
        if before is None or before[0] != size:
            cells = native.block_of(state)
        else:
            _, was, cells = before
            native.write(cells, state, was)
        self._root = size, state, cells
        return cells

    def blocks(self, native: NativeMatch) -> tuple[Cells, Cells]:
        """Two blocks to play in."""
        size = native.source.block.size
        if size not in self._cells:
            self._cells[size] = native.new_block(), native.new_block()
        return self._cells[size]


class Table:
    """A game dealt anew, to be played from where it stands as often as one likes."""

    def __init__(
        self, game: Game, seat: int, same: list[int] | None, libraries: Libraries, eager: float
    ) -> None:
        self.setup, self.state = game.live()
        self.match = self.setup.match
        self.sites: tuple[Site, ...] = self.match.program.sites
        self.seat, self.same, self.eager = seat, same or same_cards(self.setup, seat), eager
        printed = self.match.cards
        self.cards = [one if one >= 0 else -2 - printed[n][0] for n, one in enumerate(self.same)]
        self.says_worth, self.quick = says_value(self.match), Quick()
        self.native, self.root = self.in_c(libraries)
        if self.native is not None:
            self.blocks = libraries.blocks(self.native)

    def in_c(self, libraries: Libraries) -> tuple[NativeMatch | None, Cells | None]:
        """The match in C and the state as a block, where that is possible."""
        library = libraries.of(self.setup)
        if library is None or len(self.match.cards) > library.source.block.width:
            return None, None
        if self.says_worth and not library.source.says_worth:
            return None, None
        try:
            native = libraries.native(library, self.match)
            return native, libraries.root(native, self.state)
        except (TooLarge, OverflowError):
            return None, None

    @cached_property
    def engine(self) -> Engine:
        """What plays it in Python."""
        return self.setup.engine()

    @cached_property
    def values(self) -> Values | None:
        """What tells in Python what a position is worth, if the rules say it."""
        return values_of(self.match)

    def descent(self) -> Descent:
        """A way down from where it stands."""
        return InPython(self) if self.native is None else InC(self, self.native)

    def keys(self, number: int, options: list[int], queue: Callable[[], Queue]) -> list[Key]:
        """What each option of a site is to the seat: equal for those between which there is no
        difference.
        """
        site, cards = self.sites[number], self.cards
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
                trigger, source = queue()[option][:2]
                found.append((number, trigger, cards[source] if source >= 0 else -1))
            elif site.kind == "share:card":
                share, card = unpacked(option, SHARES)
                found.append((number, share, cards[card]))
            else:
                found.append((number, option))
        return found


class InPython:
    """A way down in generated Python."""

    def __init__(self, table: Table) -> None:
        self.table, self.state = table, table.engine.clone(table.state)

    @property
    def seat(self) -> int:
        """Who is asked; -1 at an end."""
        return self.state[SEAT]

    def is_secret(self) -> bool:
        """Whether others do not see what is chosen now."""
        number: int = self.state[SITE]
        return self.table.sites[number].secret

    def keys(self) -> list[Key]:
        """See `Table.keys`."""
        state, table = self.state, self.table
        queue = table.match.layout.queue
        return table.keys(state[SITE], state[OPTIONS], lambda: state[queue])

    def any_option(self, chance: Random) -> int:
        """One as likely as any other."""
        return pick_any(self.state, chance)

    def apply(self, index: int) -> None:
        """Takes an option. Raises `RuleFault` or `IndexError` where the deal cannot be."""
        self.table.engine.apply(self.state, index)

    def playout(self, seed: int, most: int) -> End:
        """Plays on; by seat whether it came first if the game ends, else what the position is
        worth to each, if the rules say that.
        """
        table, state = self.table, self.state
        chance, apply, eager = table.quick, table.engine.apply, table.eager
        chance.at = seed
        while state[SEAT] >= 0 and most:
            pick = pick_an_action if chance.random() < eager else pick_any
            apply(state, pick(state, chance))
            most -= 1
        if state[RESULT] is not None:
            return firsts(state[RESULT][0], table.match.program.seats), None
        return None, table.values(state) if table.values is not None else None


class InC:
    """The same in C; in Python from where that stops."""

    def __init__(self, table: Table, native: NativeMatch) -> None:
        assert table.root is not None
        self.table, self.native = table, native
        self.cells, self.scratch = table.blocks
        native.copy(self.cells, table.root)
        self.way: list[int] = []
        self.python: InPython | None = None

    @property
    def seat(self) -> int:
        """Who is asked; -1 at an end."""
        return self.cells[SEAT] if self.python is None else self.python.seat

    def is_secret(self) -> bool:
        """Whether others do not see what is chosen now."""
        if self.python is not None:
            return self.python.is_secret()
        return self.table.sites[self.cells[SITE]].secret

    def keys(self) -> list[Key]:
        """See `Table.keys`."""
        if self.python is not None:
            return self.python.keys()
        cells, native = self.cells, self.native
        return self.table.keys(
            cells[SITE], native.options_of(cells), lambda: native.queue_of(cells)
        )

    def any_option(self, chance: Random) -> int:
        """One as likely as any other."""
        if self.python is not None:
            return self.python.any_option(chance)
        offer: State = [None] * HEAD
        offer[OPTIONS] = self.native.options_of(self.cells)
        offer[PICKED] = self.native.picked_of(self.cells)
        return pick_any(offer, chance)

    def apply(self, index: int) -> None:
        """Takes an option. Raises `RuleFault` or `IndexError` where the deal cannot be."""
        self.way.append(index)
        if self.python is not None:
            self.python.apply(index)
        elif self.native.stops(self.cells, index):
            self.go_on_in_python()

    def go_on_in_python(self) -> InPython:
        """Comes to the same place in Python."""
        self.python = InPython(self.table)
        for index in self.way:
            self.python.apply(index)
        return self.python

    def playout(self, seed: int, most: int) -> End:
        """See `InPython.playout`."""
        if self.python is not None:
            return self.python.playout(seed, most)
        native, table = self.native, self.table
        worth = native.playout(self.scratch, self.cells, seed, table.eager, most)
        if worth is None:
            return self.go_on_in_python().playout(seed, most)
        result = native.result_of(self.scratch)
        if result is not None:
            return firsts(result[0], table.match.program.seats), None
        return None, worth if table.says_worth else None


Descent = InPython | InC


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
