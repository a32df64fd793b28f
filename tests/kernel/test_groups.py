"""The best groups against all ways of parting, tried one after the other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from playsheet.dsl.ir.ir import NO_NUMBER
from playsheet.interpreter.runtime.faults import RuleFault
from playsheet.interpreter.runtime.fitting import best_groups

ANY = 1 << 20


def is_group(spots, shape) -> bool:
    (least, most), alike, different, row = shape
    if not least <= len(spots) <= most:
        return False
    keys = [
        [column[spot] for spot in spots] if column else [] for column in (alike, different, row)
    ]
    if any(NO_NUMBER in found for found in keys):
        return False
    same, other, numbers = keys
    if (alike and len({*same}) > 1) or (different and len({*other}) < len(other)):
        return False
    return not row or sorted(numbers) == [*range(min(numbers), min(numbers) + len(numbers))]


def most_of(left, worth, shapes) -> int:
    """The highest worth by looking at every part of what is left that has its first card."""
    if not left:
        return 0
    first, rest = left[0], left[1:]
    best = most_of(rest, worth, shapes)
    for size in range(len(rest) + 1):
        for others in combinations(rest, size):
            group = (first, *others)
            if any(is_group(group, shape) for shape in shapes):
                further = [spot for spot in rest if spot not in others]
                value = sum(worth[spot] for spot in group) + most_of(further, worth, shapes)
                best = max(best, value)
    return best


@pytest.mark.parametrize("seed", range(60))
def test_no_way_of_parting_is_worth_more(seed: int) -> None:
    chance = Random(seed)
    count = chance.randint(0, 8)
    cards = chance.sample(range(50), count)
    ranks = [chance.choice((1, 2, 3, 4, NO_NUMBER)) for _ in cards]
    suits = [chance.randint(0, 1) for _ in cards]
    worth = [chance.randint(0, 9) for _ in cards]
    shapes = [((2, 3), ranks, (), ()), ((2, ANY), suits, (), ranks), ((2, 2), suits, ranks, ())]
    shapes = chance.sample(shapes, chance.randint(1, 3))
    found = best_groups(cards, worth, shapes)
    value = dict(zip(cards, worth, strict=True))
    assert sum(value[card] for card in found) == most_of([*range(count)], worth, shapes)
    assert found == [card for card in cards if card in found]
    order = sorted(range(count), key=lambda spot: chance.random())
    mixed = [([*size], *([column[k] for k in order] if column else () for column in columns))
             for size, *columns in shapes]  # fmt: skip
    again = best_groups([cards[k] for k in order], [worth[k] for k in order], mixed)
    assert {*again} == {*found}


def test_too_many_ways_are_a_fault() -> None:
    cards = [*range(30)]
    with pytest.raises(RuleFault):
        best_groups(cards, cards, [((3, 9), [1] * 30, (), ())])
