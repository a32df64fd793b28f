"""Whole games of every pair of decks of every shipped format, as their compact transcripts.

The digest at the end of the full transcript stands below each: no event can change unnoticed.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import playing
import pytest
from syrupy.assertion import SnapshotAssertion

import playsheet.api as ps

PAIRS = [
    (name, pair)
    for name in ps.formats()
    for pair in combinations_with_replacement(ps.load(name).decks, 2)
]


@pytest.mark.parametrize(
    ("name", "decks"),
    PAIRS,
    ids=lambda given: given if isinstance(given, str) else "-".join(given),
)
def test_a_whole_game(
    name: str, decks: tuple[str, str], snapshot: SnapshotAssertion
) -> None:
    game = playing.play(ps.load(name).new_game(seed=11, decks=decks), 11)
    assert game.is_over()
    digest = game.transcript().splitlines()[-1]
    assert f"{game.transcript(compact=True)}{digest}\n" == snapshot
