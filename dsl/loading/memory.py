"""What a process found out about a format, kept for the next one: there, too, an edit asks only for
what it changed. All of it is one value, so that its parts go on sharing what they are made of.
"""

from __future__ import annotations

from typing import Any, Protocol

from ..resolve.context import Resolved
from ..ruleset.ruleset import Ruleset
from .cache import Cache, key_of

PART = "memory"


class Room(Protocol):
    """A place where a process remembers something of formats."""

    def kept(self, ruleset: Ruleset) -> object:
        """What is remembered of a format, as a value that can be pickled; None: nothing."""
        ...

    def take(self, ruleset: Ruleset, value: Any) -> None:
        """Remembers what another process kept of these rules, which were kept with it."""
        ...


class Memory:
    """What is remembered of formats, by their names."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.looked_for: dict[str, bool] = {}  # whether something was kept
        self.others: dict[str, dict[str, object]] = {}  # of rooms that this process does not have

    def recall(self, name: str) -> Ruleset | None:
        """The rules of a format that another process kept, with what it knew of them: for the
        first who asks.
        """
        if name in self.looked_for:
            return None
        found: tuple[Ruleset, Resolved, dict[str, object]] | None = cache_of(name).read(PART)
        self.looked_for[name] = found is not None
        if found is None:
            return None
        ruleset, ruleset.known[Resolved], values = found
        for key, value in values.items():
            if key in self.rooms:
                self.rooms[key].take(ruleset, value)
            else:
                self.others.setdefault(name, {})[key] = value
        return ruleset

    def has_kept(self, name: str) -> bool:
        """Whether another process kept something of a format that was asked for."""
        return self.looked_for.get(name, False)

    def keep(self, name: str, ruleset: Ruleset) -> None:
        """Keeps what is remembered of the rules of a format."""
        found = {key: room.kept(ruleset) for key, room in self.rooms.items()}
        known = {key: value for key, value in found.items() if value is not None}
        resolved = ruleset.known.get(Resolved)
        if resolved is not None:
            cache_of(name).write(PART, (ruleset, resolved, self.others.get(name, {}) | known))


def cache_of(name: str) -> Cache:
    return Cache(key_of(f"{PART} of {name}", ()))


MEMORY = Memory()
