"""The recorder of whole games: remembers besides the events what was known at each of them."""

from __future__ import annotations

from collections.abc import Sequence

from ..backend.layout import Layout, State
from ..backend.symbols import Symbols
from ..knowledge.record import Recorder
from ..runtime.match import RECORDING, Match

Page = tuple[int, tuple[int, ...]]
Target = tuple[int, tuple[str, int], int]


class Scribe(Recorder):
    """`knowledge` has (number of the first event it holds for, who knows which card); `targets`
    (number of the event, property and key of the modified thing, what the key stands for).
    """

    __slots__ = ("_knowledge", "_targets")

    def __init__(self, layout: Layout, symbols: Symbols, state: State, cards: int) -> None:
        super().__init__(layout, symbols, state, cards)
        self._knowledge: list[Page] = [(0, tuple(self._known))]
        self._targets: list[Target] = []

    def clone(self) -> Scribe:
        """An independent copy."""
        copy = object.__new__(Scribe)
        self.copy_into(copy)
        copy._knowledge = self._knowledge[:]
        copy._targets = self._targets[:]
        return copy

    @property
    def knowledge(self) -> list[Page]:
        """Who knew what, from the first event on."""
        self.read()
        return self._knowledge

    @property
    def targets(self) -> list[Target]:
        """What was modified, from the first event on."""
        self.read()
        return self._targets

    def _note(self) -> None:
        known = tuple(self._known)
        if known != self._knowledge[-1][1]:
            self._knowledge.append((len(self._events) - 1, known))

    def shuffled(self, index: int, members: Sequence[int], place: int) -> None:
        """List `index` has a new order."""
        super().shuffled(index, members, place)
        self._note()

    def moved(
        self,
        card: int,
        source: int,
        target: int,
        position: int,
        face: int,
        turned: int,
        place: int,
    ) -> None:
        """A card went from one list to another."""
        super().moved(card, source, target, position, face, turned, place)
        self._note()

    def faced(self, card: int, face: int, place: int) -> None:
        """A card was turned over."""
        super().faced(card, face, place)
        self._note()

    def revealed(self, cards: Sequence[int], seat: int, place: int) -> None:
        """Seats learn cards."""
        super().revealed(cards, seat, place)
        self._note()

    def modified(self, modifier: Sequence[int], target: int, place: int) -> None:
        """A running modifier was put on `target`."""
        super().modified(modifier, target, place)
        key = (self.symbols.properties[modifier[0]], modifier[1])
        self._targets.append((len(self._events) - 1, key, target))


def new_scribe(match: Match, state: State) -> Scribe:
    """A scribe that knows what the state shows now."""
    return Scribe(match.layout, match.compiled(RECORDING).symbols, state, len(match.cards))
