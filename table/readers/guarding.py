"""Generated code that may be run for a reader: it stops where it looks at what is printed on a card
that he does not know or at a note that he may not read, and finds no card that he does not know
among those that bear a sentence.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from ...dsl.ir.names import OWNER
from ...interpreter.backend.compile import Code
from ...interpreter.backend.layout import STACK, State
from ...interpreter.knowledge.legible import Legible
from ...interpreter.questions.sight import Unseen
from ...interpreter.runtime.match import RECORDING, Engine, Match


class Guard:
    """Whose eyes it is that look: the cards that he does not know."""

    unknown: frozenset[int] = frozenset()


class Hidden:
    """The value of a note for somebody who may not read it: it can be kept, and nothing else."""

    def stop(self, *_: object) -> Any:
        raise Unseen

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = stop  # type: ignore[assignment]
    __bool__ = __int__ = __index__ = __len__ = __iter__ = __contains__ = __getitem__ = stop
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = stop
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __and__ = __rand__ = __or__ = __ror__ = stop
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = stop


HIDDEN = Hidden()


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

    def hide(self, state: State, unknown: frozenset[int], legible: Legible) -> None:
        """Takes what a reader does not know out of a state: what was printed on unknown cards, and
        notes that he may not read.
        """
        for slot in self.layout.fields.values():
            spec, cell = slot.spec, state[slot.index]
            if spec.printed and unknown:
                state[slot.index] = [
                    HIDDEN if card in unknown else value for card, value in enumerate(cell)
                ]
            elif spec.is_kept_secret and spec.per == "card":
                state[slot.index] = [
                    value if legible.may_read(spec, card) else HIDDEN
                    for card, value in enumerate(cell)
                ]
            elif spec.is_kept_secret:
                for owner in range(self.layout.seats) if spec.per == "player" else (0,):
                    if not legible.may_read(spec, owner if spec.per == "player" else -1):
                        state[slot.index + owner] = HIDDEN

    @cached_property
    def secretive(self) -> frozenset[str]:
        """The procedures that somebody chooses in secret in."""
        rows, sites = self.compiled(RECORDING).continuations, self.program.sites
        found = rows.values()
        return frozenset(row.procedure for row in found if row.site >= 0 and sites[row.site].secret)

    def is_secretive(self, state: State) -> bool:
        """Whether something is being carried out that may hold what somebody chose in secret."""
        rows = self.compiled(RECORDING).continuations
        return any(rows[int(frame[0])].procedure in self.secretive for frame in state[STACK])

    def _printed(self, code: Code) -> dict[str, Any]:
        names = super()._printed(code)
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
