"""Edits of a parent format tried one by one: what happens to the child without each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .baseline import Trial
from .mutants import EDIT, Mutant
from .outcome import Judge

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class EditVerdict:
    """What shows that an edit is needed: a scenario that turns red without it, or `check`,
    which refuses what is left. Neither: nothing would notice if it were missing.
    """

    mutant: Mutant
    refused: bool
    killed_by: str = ""

    @property
    def needed(self) -> bool:
        return self.refused or bool(self.killed_by)


def edit_mutants(trial: Trial) -> list[Mutant]:
    """The rules of a format without one of its edits, each in turn."""
    return [mutant for mutant in trial.mutants if mutant.declaration == EDIT]


def try_edits(
    trial: Trial,
    mutants: Sequence[Mutant] | None = None,
    progress: Progress | None = None,
) -> list[EditVerdict]:
    """What shows of each edit that it is needed."""
    judge, found = Judge(trial), list[EditVerdict]()
    tried = edit_mutants(trial) if mutants is None else mutants
    for done, mutant in enumerate(tried, 1):
        verdict = judge.verdict(mutant, trial.witnesses(mutant))
        name = "" if verdict.killed_by is None else trial.results[verdict.killed_by].name
        found.append(EditVerdict(mutant, not verdict.valid, name))
        if progress is not None:
            progress(done, len(tried))
    return found
