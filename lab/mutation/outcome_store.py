"""What is known about mutants from earlier runs, kept by the content it depends on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.library import FormatFiles
from ...dsl.nodes import files
from ...dsl.syntax.print_files import print_node

PART = "mutants"


def store_key(sources: FormatFiles) -> str:
    """A digest of the rules, cards and decks of a format, and of the code that plays them."""
    own = sorted(Path(__file__).parents[1].rglob("*.py"))
    return key_of(
        sources.name,
        [*sources.every_rules(), *sources.every_cards(), *sources.every_deck(), *own],
    )


def scenario_key(scenario: files.Scenario) -> str:
    """A digest of what a scenario says."""
    return hashlib.sha256(print_node(scenario).encode()).hexdigest()[:16]


class OutcomeStore:
    """Outcomes by mutant and scenario: None unknown, -1 refused, 0 not noticed, 1 noticed.
    Without sources they are forgotten in the end.
    """

    def __init__(self, sources: FormatFiles | None) -> None:
        self.cache = Cache(store_key(sources)) if sources is not None else None
        self.known: dict[str, int] = {}
        self.changed = False
        kept = self.cache.read(PART) if self.cache is not None else None
        try:
            found: object = json.loads(kept) if kept is not None else {}
        except ValueError:
            return
        if isinstance(found, dict):
            items = cast(Iterable[tuple[object, object]], found.items())
            self.known = {str(k): v for k, v in items if isinstance(v, int)}

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
            self.cache.write(PART, json.dumps(self.known).encode())
            self.changed = False
