"""What is known about mutants from earlier runs, kept by the content it depends on."""

from __future__ import annotations

import hashlib

from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.library import FormatFiles
from ...dsl.nodes import files
from ...dsl.syntax.print_files import print_node

PART = "mutants"


def store_key(sources: FormatFiles) -> str:
    """A digest of all that decides how a format is played, and of the code that plays it."""
    return key_of(sources.name, sources.played())


def scenario_key(scenario: files.Scenario) -> str:
    """A digest of what a scenario says."""
    return hashlib.sha256(print_node(scenario).encode()).hexdigest()[:16]


class OutcomeStore:
    """Outcomes by mutant and scenario: None unknown, -1 refused, 0 not noticed, 1 noticed.
    Without sources they are forgotten in the end.
    """

    def __init__(self, sources: FormatFiles | None) -> None:
        self.cache = Cache(store_key(sources)) if sources is not None else None
        kept = self.cache.read(PART) if self.cache is not None else None
        self.known: dict[str, int] = kept or {}
        self.changed = False

    def get(self, mutant: int, scenario: str) -> int | None:
        """What is known of a scenario under a mutant."""
        if self.known.get(str(mutant)) == -1:
            return -1
        return self.known.get(f"{mutant} {scenario}")

    def refuse(self, mutant: int) -> None:
        """The mutant is none: `check` refuses it, or it changes nothing."""
        self.known[str(mutant)] = -1
        self.changed = True

    def put(self, mutant: int, scenario: str, noticed: bool) -> None:
        """Whether a scenario failed."""
        self.known[f"{mutant} {scenario}"] = int(noticed)
        self.changed = True

    def save(self) -> None:
        """Keeps what is new."""
        if self.changed and self.cache is not None:
            self.cache.write(PART, self.known)
            self.changed = False
