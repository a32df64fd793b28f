"""What was worked out before, for a process that stays and asks for it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
K = TypeVar("K")


class Recent(Generic[T]):
    """The last values of a kind by their key, for a process that stays and asks for them again."""

    def __init__(self, most: int = 4) -> None:
        self.most = most
        self.found: dict[str, T] = {}

    def get(self, key: str, work: Callable[[], T]) -> T:
        """The value of a key, worked out unless it is remembered."""
        return self.put(key, self.found[key] if key in self.found else work())

    def put(self, key: str, value: T) -> T:
        """Remembers the value of a key as the last one."""
        self.found.pop(key, None)
        self.found[key] = value
        if len(self.found) > self.most:
            del self.found[next(iter(self.found))]
        return value


class Remembered(Generic[T]):
    """What was worked out of things that never change, by the thing itself: what an edit leaves
    alone is the same object as before. What was not asked for between two times that it is renewed
    is let go of.
    """

    def __init__(self) -> None:
        self.now: dict[int, tuple[object, T]] = {}
        self.before: dict[int, tuple[object, T]] = {}

    def of(self, thing: K, work: Callable[[K], T]) -> T:
        """What comes of a thing, worked out once."""
        found = self.find(thing)
        return self.put(thing, work(thing)) if found is None else found

    def find(self, thing: object) -> T | None:
        """What is remembered of a thing."""
        found = self.now.get(id(thing)) or self.before.pop(id(thing), None)
        if found is None:
            return None
        self.now[id(thing)] = found
        return found[1]

    def put(self, thing: object, value: T) -> T:
        """Remembers what came of a thing."""
        self.now[id(thing)] = thing, value
        return value

    def renew(self) -> None:
        """Begins to look for what is not asked for any more."""
        self.before, self.now = self.now, {}
