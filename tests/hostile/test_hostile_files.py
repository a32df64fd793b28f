"""Damaged files give a located problem or pass: no other exception, no hang.

HOSTILE_FILES=3000 runs that many mutants; HOSTILE_FIRST is the number of the first.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from places import CARDTEXT, RULESETS, TINY
from workshop import Workshop, mutated, quick_chain

FIRST = int(os.environ.get("HOSTILE_FIRST", "0"))
COUNT = int(os.environ.get("HOSTILE_FILES", "150"))
SMALL = 0.75 if COUNT > 1000 else 0.9
GROUPS = 10


@pytest.fixture(scope="module")
def workshops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Workshop]]:
    with quick_chain():
        folder = tmp_path_factory.mktemp("hostile")
        shops = [Workshop(TINY, None, folder / "tiny")]
        for found in sorted(RULESETS.iterdir()):
            cards = CARDTEXT / found.name
            if any(found.glob("*.rules")):
                own = cards if cards.is_dir() else None
                shops.append(Workshop(found, own, folder / found.name))
        yield shops


def shop_for(shops: list[Workshop], rng: random.Random) -> Workshop:
    """The small format most times: its mutants run ten times as fast."""
    return shops[0] if rng.random() < SMALL else rng.choice(shops[1:])


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_damaged_file_gives_a_located_problem_or_passes(
    workshops: list[Workshop], group: int
) -> None:
    wrong: list[str] = []
    for number in range(FIRST + group, FIRST + COUNT, GROUPS):
        rng = random.Random(number)
        shop = shop_for(workshops, rng)
        kind = rng.choice([".rules", ".rules", ".cards", ".deck", ".scenario", ".game"])
        path = rng.choice([path for path in shop.originals if path.suffix == kind])
        raw = mutated(shop.originals[path], rng)
        try:
            shop.mutant(path, raw, rng)
        except BaseException as error:  # whatever it is, it must not be
            if isinstance(error, KeyboardInterrupt):
                raise
            wrong.append(f"{number} {path.name}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)
