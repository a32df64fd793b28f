"""Readings of printed texts, kept between runs: a text that stays as it was is not read again.

What is kept depends on the rules of the format and on the names of its cards alone, so a
change of one card asks for one reading. Trees are kept without places.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..loading.cache import Cache, key_of
from ..nodes.expressions import Text
from ..problems.problem import Problem

PART = "texts"
Known = Text | Problem


@dataclass(slots=True)
class Memo:
    """What is known of texts by their wording: a tree, or what is wrong."""

    cache: Cache | None = None
    known: dict[str, Known] = field(default_factory=dict[str, Known])
    used: set[str] = field(default_factory=set[str])
    grown: bool = False

    def get(self, text: str) -> Known | None:
        self.used.add(text)
        return self.known.get(text)

    def put(self, text: str, found: Known) -> None:
        self.known[text] = found
        self.grown = True

    def keep(self) -> None:
        """Keeps what this run asked for, if there was anything new."""
        if self.cache is not None and self.grown:
            known = {text: self.known[text] for text in self.known if text in self.used}
            self.cache.write(PART, pickle.dumps(known))


def memo_of(name: str, rules: list[Path], names: Iterable[str]) -> Memo:
    """The memo of a format with cards of these names."""
    cache = cache_of(name, PART, rules, names)
    kept = cache.read(PART)
    return Memo(cache, pickle.loads(kept) if kept is not None else {})


def cache_of(name: str, part: str, rules: list[Path], names: Iterable[str]) -> Cache:
    """Where a part is kept that depends on the rules and the names of cards alone."""
    digest = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()
    return Cache(key_of(f"{name} {part} {digest}", rules))
