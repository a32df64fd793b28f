"""Idle scenarios: those that no small mistake in the rules turns red."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .baseline import Trial
    from .mutants import Mutant
    from .outcome import Judge

TRIES = 200  # mutants, the likeliest first, before a scenario is called idle


def is_idle(judge: Judge, scenario: int) -> bool:
    """Whether none of the mutants that most likely matter to a scenario turns it red."""
    for mutant in likeliest(judge.trial, scenario)[:TRIES]:
        if judge.first_red(mutant, [scenario]).killed:
            return False
    return True


def likeliest(trial: Trial, scenario: int) -> Sequence[Mutant]:
    """Mutants of lines that the scenario names clauses of, then of those it ran; of lines that few
    run first, and what is left out before what is changed.
    """
    named, ran = {*trial.results[scenario].covers}, trial.ran[scenario]

    def late(mutant: Mutant) -> tuple[bool, bool, int, bool]:
        names = not named.isdisjoint(trial.clauses_of(mutant))
        runs = not ran.isdisjoint(mutant.lines)
        often = sum(trial.often[line] for line in mutant.lines)
        return not names, not runs, often, not mutant.change.startswith("left out")

    return sorted(trial.mutants, key=late)
