"""Figures on cards: two in each other's lines, one that is not round; what is round is let be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import ROOT

from playsheet.dsl.loading.library import sources_of
from playsheet.lab.checking.worded import every_problem

TINY = ROOT / "tests" / "formats" / "tiny"
COINS = [(200 + 50 * n, 10 * n % 40) for n in range(12)]


def told(home: Path, cards: list[str], *fields: str) -> list[str]:
    """What is said of figures when the small duel has these cards too."""
    shutil.copytree(TINY, home / "tiny")
    rules, pool = home / "tiny" / "tiny.rules", home / "tiny" / "cards" / "tiny.cards"
    kind = "\n    ".join(['card Coin "Coin"', *fields, "says text optional"])
    rules.write_text(rules.read_text().replace("card Trick ", f"{kind}\ncard Trick "))
    more = [
        f'card "Coin {n}" Td-{n + 20}\n    kind Coin\n    {text}' for n, text in enumerate(cards)
    ]
    pool.write_text("\n".join([pool.read_text().rstrip(), *more, ""]))
    problems = every_problem(sources_of(home / "tiny"), keep=False)
    assert not [one.message for one in problems if one.severity == "error"]
    return [f"{one.code}: {one.message}" for one in problems if one.code.startswith("figure")]


def coins(pairs: list[tuple[int, int]]) -> list[str]:
    return [f"weight {weight}\n    price {price}" for weight, price in pairs]


EXCHANGED = (
    'figures-exchanged: "Coin 5" has weight 10 and price 450; '
    "no other card has weight below 200 or price above 30."
)


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        ({5: (10, 450)}, [EXCHANGED]),
        ({5: (10, 20)}, []),  # light, and as dear as others
        ({5: (190, 450)}, []),  # it would be too light either way
        ({5: (10, 450), 6: (10, 450)}, []),  # two alike are a sort of their own
    ],
)
def test_two_figures_in_each_others_lines(
    tmp_path: Path, changed: dict[int, tuple[int, int]], found: list[str]
) -> None:
    pairs = [changed.get(n, pair) for n, pair in enumerate(COINS)]
    assert told(tmp_path, coins(pairs), "weight number", "price number") == found


@pytest.mark.parametrize(
    ("weight", "price", "found"),
    [
        (
            13,
            6,
            [
                'figures-exchanged: "Coin 5" has weight 13 and price 6; '
                "no other card has weight above 7."
            ],
        ),
        (8, 6, []),  # the heaviest, and no more than that
        (13, 9, []),  # nor is any as heavy as it is dear
    ],
)
def test_one_figure_far_from_all_others(
    tmp_path: Path, weight: int, price: int, found: list[str]
) -> None:
    pairs = [(2 + n % 6, 3 + n) for n in range(12)]
    pairs[5] = weight, price
    assert told(tmp_path, coins(pairs), "weight number", "price number") == found


def test_few_cards_have_no_habit(tmp_path: Path) -> None:
    pairs = [*COINS[:8], (10, 450)]
    assert told(tmp_path, coins(pairs), "weight number", "price number") == []


@pytest.mark.parametrize(
    ("figures", "found"),
    [
        ([*range(10, 130, 10)], ""),
        ([*range(10, 120, 10), 41], "41"),
        ([*range(10, 120, 10), 45], ""),  # half a step is a figure, too
        ([*range(10, 120, 10), 41, 42], ""),
        ([*range(10, 80, 10), 41], ""),
        ([*range(10, 120, 10), 3], ""),  # a number of cards
    ],
)
@pytest.mark.parametrize("said", [True, False])
def test_the_only_figure_that_is_not_round(
    tmp_path: Path, figures: list[int], found: str, said: bool
) -> None:
    text = "says When it enters: gain {} points." if said else "price {}"
    cards = [text.format(n) for n in figures]
    messages = told(tmp_path, cards, *([] if said else ["price number"]))
    where = "in texts" if said else 'under "price"'
    assert len(messages) == bool(found)
    for one in messages:
        assert one.startswith(f"figure-uneven: {found} is the only figure from 10 up {where}")
