"""Whole games of every pair of decks of every shipped format, as their compact transcripts.

The digest at the end of the full transcript stands below each: no event can change unnoticed.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, cycle

import playing
import pytest
from syrupy.assertion import SnapshotAssertion

import playsheet.api as ps
from playsheet.dsl.loading.library import sources_of


def decks_of(name: str) -> list[str]:
    """A format's own decks by their files; nothing is loaded to list the tests."""
    return [source.path.stem for source in sources_of(name).decks]


def brought_in(name: str) -> list[str]:
    """The same without lists for the table beside those of players."""
    sources = sources_of(name).decks
    return [source.path.stem for source in sources if not source.text.startswith("table:")]


PAIRS = [
    (name, pair)
    for name in ps.formats()
    for pair in combinations_with_replacement(brought_in(name), 2)
]


def test_every_deck_is_in_a_pair() -> None:
    for name in ps.formats():
        own = decks_of(name)
        assert own == [*ps.load(name).decks][: len(own)]


@pytest.mark.parametrize(
    ("name", "decks"), PAIRS, ids=lambda given: given if isinstance(given, str) else "-".join(given)
)
def test_a_whole_game(name: str, decks: tuple[str, str], snapshot: SnapshotAssertion) -> None:
    rules = ps.load(name)
    brings = bool(rules.decks_of(False))
    lists = [deck for deck, _ in zip(cycle(decks), rules.seats, strict=False)]
    lists = lists if brings else [decks[0]]
    game = playing.play(rules.new_game(seed=11, decks=lists), 11)
    assert game.is_over()
    digest = game.transcript().splitlines()[-1]
    assert f"{game.transcript(compact=True)}{digest}\n" == snapshot
