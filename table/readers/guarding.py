"""Generated code that may be run for a reader: it stops where it looks at what is printed on a card
that he does not know, and finds none of those among the cards that bear a sentence.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import Any
from weakref import WeakKeyDictionary

from ...dsl.ir.ir import NONE
from ...dsl.ir.names import OWNER
from ...interpreter.backend.compile import Code
from ...interpreter.backend.layout import State
from ...interpreter.questions.sight import Unseen
from ...interpreter.runtime.match import RECORDING, Engine, Match


class Guard:
    """Whose eyes it is that look: the cards that he does not know."""

    unknown: frozenset[int] = frozenset()


class Guarded(list[Any]):
    """A table by card that cannot be read for unknown cards."""

    def __init__(self, values: Iterable[Any], guard: Guard) -> None:
        super().__init__(values)
        self.guard = guard

    def __getitem__(self, index: Any) -> Any:
        if index in self.guard.unknown:
            raise Unseen
        return super().__getitem__(index)


class Bearers(tuple[int, ...]):
    """Cards that bear a sentence, as far as they are known."""

    guard: Guard

    def __iter__(self) -> Iterator[int]:
        unknown = self.guard.unknown
        return (card for card in super().__iter__() if card not in unknown)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Bearing(frozenset[int]):
    """The same, to ask one card."""

    guard: Guard

    def __contains__(self, card: object) -> bool:
        return card not in self.guard.unknown and super().__contains__(card)


class GuardedMatch(Match):
    """The same match with such tables."""

    guard: Guard

    @contextmanager
    def looking(self, unknown: frozenset[int]) -> Generator[Engine]:
        """The engine for somebody who does not know some cards; who looks at one gets `Unseen`."""
        self.guard.unknown = unknown
        try:
            yield self.engine(RECORDING)
        finally:
            self.guard.unknown = frozenset()

    def hide(self, state: State, unknown: frozenset[int]) -> None:
        """Takes what was printed on unknown cards out of a state that keeps it."""
        for slot in self.layout.fields.values():
            if slot.spec.printed and unknown:
                cell = state[slot.index]
                state[slot.index] = [
                    NONE if card in unknown else value for card, value in enumerate(cell)
                ]

    def _printed(self, compiled: Code) -> dict[str, Any]:
        names = super()._printed(compiled)
        for i, cards in enumerate(self.bearers):
            names[f"b{i}"], names[f"s{i}"] = Bearers(cards), Bearing(cards)
            names[f"b{i}"].guard = names[f"s{i}"].guard = self.guard
        return names


def guarded(tables: Mapping[str, list[Any]], guard: Guard) -> dict[str, list[Any]]:
    """Tables that are guarded, but for whose a card is, which all know."""
    return {
        name: values if name == OWNER else Guarded(values, guard) for name, values in tables.items()
    }


KNOWN: WeakKeyDictionary[Match, GuardedMatch] = WeakKeyDictionary()


def guarded_match(match: Match) -> GuardedMatch:
    """The guarded match of a match, made when first asked for."""
    if match not in KNOWN:
        found = copy(match)
        found.__class__ = GuardedMatch
        assert isinstance(found, GuardedMatch)
        found.guard = Guard()
        found.without_engines()
        found.__dict__["tables"] = guarded(match.tables, found.guard)
        found.__dict__["entries"] = guarded(match.entries, found.guard)
        KNOWN[match] = found
    return KNOWN[match]
