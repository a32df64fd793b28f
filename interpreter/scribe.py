"""The recorder of whole games: remembers besides the events what was known at each of them."""

from __future__ import annotations

from collections.abc import Sequence

from .layout import Layout, State
from .match import RECORDING, Match
from .record import Recorder
from .symbols import Symbols


class Scribe(Recorder):
    """`knowledge` has (number of the first event it holds for, who knows which card); `targets`
    (number of the event, property and key of the modified thing, what the key stands for).
    """

    __slots__ = ("knowledge", "targets")
    knowledge: list[tuple[int, tuple[int, ...]]]
    targets: list[tuple[int, tuple[str, int], int]]

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        super().__init__(layout, symbols, state, cards)
        self.knowledge = [(0, tuple(self.known))]
        self.targets = []

    def clone(self) -> Scribe:
        """An independent copy."""
        copy = object.__new__(Scribe)
        for name in Recorder.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.events = self.events[:]
        copy.steps = self.steps[:]
        copy.known = self.known[:]
        copy.knowledge = self.knowledge[:]
        copy.targets = self.targets[:]
        return copy

    def _note(self) -> None:
        self.knowledge.append((len(self.events) - 1, tuple(self.known)))

    def shuffled(self, state: State, index: int, place: int) -> None:
        """List `index` has a new order."""
        super().shuffled(state, index, place)
        self._note()

    def moved(
        self, state: State, card: int, source: int, before: int, position: int, place: int
    ) -> None:
        """A card went from one list to another."""
        super().moved(state, card, source, before, position, place)
        self._note()

    def faced(self, state: State, card: int, place: int) -> None:
        """A card was turned over."""
        super().faced(state, card, place)
        self._note()

    def revealed(self, cards: Sequence[int], seat: int, place: int) -> None:
        """Seats learn cards."""
        super().revealed(cards, seat, place)
        self._note()

    def modified(self, modifier: Sequence[int], target: int, place: int) -> None:
        """A running modifier was put on `target`."""
        super().modified(modifier, target, place)
        key = (self.symbols.properties[modifier[0]], modifier[1])
        self.targets.append((len(self.events) - 1, key, target))


def new_scribe(match: Match, state: State) -> Scribe:
    """A scribe that knows what the state shows now."""
    return Scribe(match.layout, match.compiled(RECORDING).symbols, state, len(match.cards))
