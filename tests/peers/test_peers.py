"""Games nobody here designed, in lockstep with the implementations of OpenSpiel."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from sampling import sampled

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install playsheet[peers]")

from exchange import compare_looks
from lockstep import lockstep
from peer import Peer

FILES = {file.stem: file for file in sorted(Path(__file__).parent.glob("*.yaml"))}
EACH = pytest.mark.parametrize("name", FILES)


@cache
def peer_of(name: str) -> Peer:
    return Peer(FILES[name])


@EACH
def test_both_are_the_same_game(name: str) -> None:
    """The same things may be done at every decision, and the outcome is worth the same."""
    peer = peer_of(name)
    for seed in range(sampled(20, 300)):
        for _ in lockstep(peer, peer.play(Random(seed))):
            pass


@EACH
def test_players_know_the_same(name: str) -> None:
    """What a seat cannot tell apart there it cannot tell apart here, and the other way."""
    peer = peer_of(name)
    found = Counter[bool]()
    for seed in range(sampled(10, 150)):
        chance = Random(seed)
        found += compare_looks(peer, peer.play(chance), chance)
    assert found[False] and found[True]
