"""Very many random decisions in each of the large formats: cards are kept, numbers stay in their
ranges, copies go their own way, what is saved is loaded, the same answers give the same game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import playing
from sampling import sampled

from playsheet.dsl.loading.kept import load_usable
from playsheet.dsl.loading.library import sources_of
from playsheet.interpreter.backend.layout import OPTIONS, SEAT, State
from playsheet.interpreter.runtime.match import Match
from playsheet.lab.exploration.games import CAP, Table, Tables
from playsheet.lab.exploration.invariants import (
    Violation,
    replayed_otherwise,
    shared_by_copy,
    unsound,
)

DECISIONS = sampled(300, 100_000)
SELDOM = 10  # decisions between two copies, and between two that are saved and loaded


def saved_otherwise(match: Match, state: State) -> Iterator[Violation]:
    """A position is the same behind JSON."""
    if not match.same(state, match.from_plain(json.loads(json.dumps(match.to_plain(state))))):
        yield Violation("replay-differs", "saved", "A saved position is another one when loaded.")


def wrong_in(table: Table) -> tuple[int, list[Violation]]:
    """How many decisions a game had, and what was wrong in it."""
    setup, chance, match = table.setup, table.chance, table.setup.match
    state, answers, found = setup.first_state(), list[int](), list[Violation]()
    while state[SEAT] >= 0 and not found:
        assert len(answers) < CAP, f"game {table.number} has no end"
        found += unsound(match, state)
        if len(answers) % SELDOM == 0:
            found += shared_by_copy(match, state, chance)
            found += saved_otherwise(match, state)
        answers.append(chance.randrange(len(state[OPTIONS])))
        match.apply(state, answers[-1])
    return len(answers), [*found, *unsound(match, state), *replayed_otherwise(setup, answers)]


@playing.OF_DIGIMON
def test_nothing_is_wrong_at_any_decision(name: str) -> None:
    tables = Tables(load_usable(sources_of(name), whole=True), 0)
    decisions = number = 0
    while decisions < DECISIONS:
        more, found = wrong_in(tables.table(number))
        assert not found, f"game {number}: {found}"
        decisions, number = decisions + more, number + 2  # every second one has legal decks
