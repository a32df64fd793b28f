"""What a process found out about a format, kept for the next one: there, too, an edit asks only for
what it changed. All of it is one value, so that its parts go on sharing what they are made of.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple, Protocol

from ..problems.problem import Problem
from ..resolve.context import Resolved
from ..ruleset.ruleset import Ruleset
from .cache import Cache, key_of

PART = "memory"
WORTH = 100  # new meanings, at which the next process is spared more than it costs to keep them


class Room(Protocol):
    """A place where a process remembers something of formats."""

    def kept(self, ruleset: Ruleset) -> object:
        """What is remembered of a format, as a value that can be pickled; None: nothing."""
        ...

    def take(self, ruleset: Ruleset, value: Any) -> None:
        """Remembers what another process kept of these rules, which were kept with it."""
        ...

    def news(self, ruleset: Ruleset) -> int:
        """How much of what is remembered of a format is neither taken nor kept, in meanings that
        cost as much.
        """
        ...


class Recalled(NamedTuple):
    """The rules of a format, what was wrong with them by themselves, and the key of the bytes that
    they are read from.
    """

    ruleset: Ruleset
    problems: list[Problem]
    key: str


UNREAD: tuple[list[Problem], str] = ([], "")  # of rules that did not come from files here


class Memory:
    """What is remembered of formats, by their names."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.looked_for: dict[str, bool] = {}  # whether something was kept
        self.others: dict[str, dict[str, object]] = {}  # of rooms that this process does not have
        self.meant: dict[str, Mapping[Hashable, object]] = {}  # as kept

    def recall(self, name: str) -> Recalled | None:
        """The rules of a format that another process kept, with what it knew of them: for the
        first who asks.
        """
        if name in self.looked_for:
            return None
        found: tuple[Recalled, Resolved, dict[str, object]] | None = cache_of(name).read(PART)
        self.looked_for[name] = found is not None
        if found is None:
            return None
        recalled, resolved, values = found
        ruleset = recalled.ruleset
        ruleset.known[Resolved], self.meant[name] = resolved, {**resolved.units}
        for key, value in values.items():
            if key in self.rooms:
                self.rooms[key].take(ruleset, value)
            else:
                self.others.setdefault(name, {})[key] = value
        return recalled

    def has_kept(self, name: str) -> bool:
        """Whether another process kept something of a format that was asked for."""
        return self.looked_for.get(name, False)

    def keep(self, name: str, ruleset: Ruleset) -> None:
        """Keeps what is remembered of the rules of a format, if much of it is new."""
        resolved, known = ruleset.known.get(Resolved), self.meant.get(name)
        if resolved is None or (known is not None and self.news(ruleset, resolved, known) < WORTH):
            return
        self.meant[name] = {**resolved.units}
        found = {key: room.kept(ruleset) for key, room in self.rooms.items()}
        values = {key: value for key, value in found.items() if value is not None}
        recalled = Recalled(ruleset, *ruleset.known.get(Recalled, UNREAD))
        cache_of(name).write(PART, (recalled, resolved, self.others.get(name, {}) | values))

    def news(self, ruleset: Ruleset, resolved: Resolved, known: Mapping[Hashable, object]) -> int:
        """How much is neither taken nor kept."""
        new = sum(known.get(key) is not unit for key, unit in resolved.units.items())
        return new + sum(room.news(ruleset) for room in self.rooms.values())


def cache_of(name: str) -> Cache:
    return Cache(key_of(f"{PART} of {name}", ()))


MEMORY = Memory()
