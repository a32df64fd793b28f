"""Damaged files give a located problem or pass: no other exception, no hang.

A sample of mutants; `pytest --full` tries 20,000.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from places import CARDTEXT, RULESETS, TINY
from printed_records import MAPPING, RECORDS
from sampling import is_full, sampled
from workshop import Workshop, mutated, quick_chain

import playsheet.api as ps

COUNT = sampled(200, 20_000)
SPECIAL = 0.05  # of the mutants are no files any more
KINDS = (
    *(".rules", ".rules", ".cards", ".deck", ".scenario", ".game", "clauses.yaml"),
    *(MAPPING, RECORDS),
)
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


def shop_of(shops: Shops, number: int) -> int:
    """The small format most times: its mutants run ten times as fast."""
    turn, rest = divmod(number, RARE)
    return 0 if rest else 1 + turn % (len(shops) - 1)


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_damaged_file_gives_a_located_problem_or_passes(workshops: Shops, group: int) -> None:
    wrong: list[str] = []
    numbers = range(group, COUNT, GROUPS)  # those of a format in a row: it is loaded once
    latest: Workshop | None = None
    for number in sorted(numbers, key=partial(shop_of, workshops)):
        rng = random.Random(number)
        shop = workshops[shop_of(workshops, number)]()
        if shop is not latest:
            latest = shop
            shop.rules()
        kind = rng.choice(KINDS)
        paths = [path for path in shop.originals if path.name.endswith(kind)]
        path = rng.choice(paths or [*shop.originals])
        try:
            if rng.random() < SPECIAL:
                shop.special(path, rng)
            else:
                shop.mutant(path, mutated(shop.originals[path], rng), rng)
        except BaseException as error:  # whatever it is, it must not be
            if isinstance(error, KeyboardInterrupt):
                raise
            wrong.append(f"{number} {path.name}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("cards/extra.card", "Call it extra.cards."),
        ("Cards.CARDS", "Call it Cards.cards."),
        ("more/other.rules", "Move it there."),
        ("clause.yaml", ""),
        ("scenarios/a.scenarios", "Call it a.scenario."),
        ("decks/green.dek", "Call it green.deck."),
        ("thing.xyz", ""),
    ],
)
def test_a_file_that_is_not_read_is_told(tmp_path: Path, name: str, advice: str) -> None:
    place = shutil.copytree(TINY, tmp_path / "tiny")
    (place / name).parent.mkdir(exist_ok=True)
    for quiet in ("README.md", "notes.txt", ".hidden.card", "picture.png", "x.game", "LICENSE"):
        (place / quiet).write_text("nobody's business", encoding="utf-8")
    assert ps.check(place) == []
    (place / name).write_text("whatever this says\n", encoding="utf-8")
    (problem,) = ps.check(place)
    assert (problem.code, problem.severity, problem.advice) == ("file-not-read", "warning", advice)
    assert problem.file == (place / name).as_posix()
