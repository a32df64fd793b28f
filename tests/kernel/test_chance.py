"""Chance is the same everywhere, fair, and wholly in one number."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playsheet.interpreter.runtime.rng import GAMMA, below, shuffle, start


def test_the_generator_is_splitmix_64() -> None:
    """Against the first outputs of the published generator for seed 1234567."""
    state, outputs = start(1234567), []
    for _ in range(3):
        value, state = below(state, 1 << 64)
        outputs.append(value)
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_shuffle_never_changes_between_versions() -> None:
    cards = list(range(10))
    state = shuffle(cards, start(7))
    assert cards == [9, 5, 8, 6, 1, 2, 4, 7, 0, 3]
    assert state == 10372713005361028292


@given(st.integers(0, 200), st.integers(), st.integers(0, 200))
def test_a_shuffle_draws_a_number_for_each_card(count: int, seed: int, passed: int) -> None:
    """An output of 0, so many steps ahead, has to be thrown away for many numbers of cards."""
    for state in (start(seed), start(-passed * GAMMA)):
        cards, plain, ahead = [*range(count)], [*range(count)], state
        for spot in range(count - 1, 0, -1):
            other, ahead = below(ahead, spot + 1)
            plain[spot], plain[other] = plain[other], plain[spot]
        assert shuffle(cards, state) == ahead
        assert cards == plain


@given(st.integers(), st.integers(1, 1000))
def test_a_number_is_below_its_bound(seed: int, count: int) -> None:
    value, state = below(start(seed), count)
    assert 0 <= value < count
    assert 0 <= state < 1 << 64


def test_a_choice_among_one_draws_nothing() -> None:
    assert below(start(5), 1) == (0, start(5))


@pytest.mark.parametrize("count", [2, 3, 6])
def test_numbers_are_equally_likely(count: int) -> None:
    state, seen = start(1), Counter[int]()
    for _ in range(6000):
        value, state = below(state, count)
        seen[value] += 1
    assert all(abs(n - 6000 / count) < 200 for n in seen.values())


def test_orders_are_equally_likely() -> None:
    state, seen = start(2), Counter[tuple[int, ...]]()
    for _ in range(6000):
        cards = [0, 1, 2]
        state = shuffle(cards, state)
        seen[tuple(cards)] += 1
    assert len(seen) == 6
    assert all(abs(n - 1000) < 150 for n in seen.values())
