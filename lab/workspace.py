"""A format at hand in a process that stays, such as an editor's: files are looked at each time, and
only what their bytes changed is worked out again.
"""

from __future__ import annotations

from pathlib import Path

from ..dsl.loading.garbage import values_kept
from ..dsl.loading.kept import loaded_of
from ..dsl.loading.library import FormatFiles, sources_of
from ..dsl.problems.problem import Problem
from .checking.worded import every_problem
from .scenarios.scenario import Result, run_scenarios


class Workspace:
    """A format by its name or folder, with further cards and decks. With `keep` what it means is
    also written to the cache, for other processes.
    """

    def __init__(
        self,
        name_or_path: str | Path,
        keep: bool = False,
        cards: str | None = None,
        decks: str | None = None,
    ) -> None:
        self.name = name_or_path
        self.keep = keep
        self.cards = cards
        self.decks = decks

    @property
    def files(self) -> FormatFiles:
        """The files as they are now."""
        return sources_of(self.name, self.cards, self.decks)

    @values_kept()
    def check(self) -> list[Problem]:
        """Every problem of the format, sorted by place."""
        return every_problem(self.files, self.keep)

    @values_kept()
    def run(self, file: str | Path, keyword: str = "") -> list[Result]:
        """Plays the scenarios of a file whose title, clauses or file has `keyword`; raises
        `RulesError` for a format that cannot be used.
        """
        return run_scenarios(loaded_of(self.files, keep=self.keep), [Path(file)], keyword)
