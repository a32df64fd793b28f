"""Damaged files give a located problem or pass: no other exception, no hang.

A sample of mutants; `pytest --full` tries 3000.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest
from places import CARDTEXT, RULESETS, TINY
from sampling import is_full, sampled
from workshop import Workshop, mutated, quick_chain

COUNT = sampled(120, 3000)
RARE = sampled(20, 4)  # one of so many mutants is of a format that ships
GROUPS = 10
Shops = list[Callable[[], Workshop]]


@pytest.fixture(scope="module")
def workshops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shops]:
    """The small format, and behind it those that ship; each is made when it is needed."""
    folder = tmp_path_factory.mktemp("hostile")
    shops: Shops = [cache(partial(Workshop, TINY, None, folder / "tiny"))]
    for found in sorted(RULESETS.iterdir()):
        cards = CARDTEXT / found.name
        if any(found.glob("*.rules")):
            own = cards if cards.is_dir() else None
            place = folder / found.name
            shops.append(cache(partial(Workshop, found, own, place, plays=is_full())))
    with quick_chain():
        yield shops


def shop_for(shops: Shops, number: int) -> Workshop:
    """The small format most times: its mutants run ten times as fast."""
    turn, rest = divmod(number, RARE)
    return shops[0 if rest else 1 + turn % (len(shops) - 1)]()


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_damaged_file_gives_a_located_problem_or_passes(workshops: Shops, group: int) -> None:
    wrong: list[str] = []
    for number in range(group, COUNT, GROUPS):
        rng = random.Random(number)
        shop = shop_for(workshops, number)
        kind = rng.choice([".rules", ".rules", ".cards", ".deck", ".scenario", ".game"])
        paths = [path for path in shop.originals if path.suffix == kind]
        path = rng.choice(paths or [*shop.originals])
        raw = mutated(shop.originals[path], rng)
        try:
            shop.mutant(path, raw, rng)
        except BaseException as error:  # whatever it is, it must not be
            if isinstance(error, KeyboardInterrupt):
                raise
            wrong.append(f"{number} {path.name}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)
