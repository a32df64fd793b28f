"""Generated code that may be asked for a reader: it stops where it looks at what is printed on a
card that he does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any
from weakref import WeakKeyDictionary

from ...dsl.ir.names import OWNER
from ...interpreter.questions.sight import Unseen
from ...interpreter.runtime.match import Match


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


class GuardedMatch(Match):
    """The same match with such tables; `guard` is to be told who looks."""

    guard: Guard


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
