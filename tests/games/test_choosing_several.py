"""Several things are chosen in any order: nothing vanishes, and nothing tells the order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import cast

import pytest

import playsheet.api as ps
from playsheet.interpreter.backend.layout import OPTIONS, State
from playsheet.lab.bots.bots import playing
from playsheet.lab.bots.choosing import pick_any

NAMES = "ABCDE"
RULES = """format "Several" seats 2 language en
zone deck "deck" per player pile face down seen by nobody
zone hand "hand" per player group seen by owner
zone bin "bin" per player pile face up
card Chip "Chip"
    worth number
deck
    starts in deck
setup
    each player: shuffle deck
    each player: move deck to hand
turn
    phase main "main"
        step act for bottom of players
            choose {count} cards in hand as given asking "Give"
            move given to bin
            end game drawn
"""


def chips(folder: Path, count: str) -> ps.Rules:
    """A game in which ana gives so many of five chips."""
    (folder / "several.rules").write_text(RULES.format(count=count), encoding="utf-8")
    for part in ("cards", "decks"):
        (folder / part).mkdir()
    cards = "".join(f'card "{name}" CH-{name}\n    worth 1\n' for name in NAMES)
    deck = "".join(f"1 {name} CH-{name}\n" for name in NAMES)
    (folder / "cards" / "chips.cards").write_text(cards, encoding="utf-8")
    (folder / "decks" / "chips.deck").write_text(deck, encoding="utf-8")
    return ps.load(folder)


SPOTS = 60  # every number of options up to six divides it


class Fixed:
    """Chance that falls as it is told, and says among how many it was asked to fall."""

    below = 1

    def __init__(self, number: int, spot: int) -> None:
        self.number, self.spot = number, spot

    def random(self) -> float:
        return (self.spot + 0.5) / SPOTS

    def randrange(self, below: int) -> int:
        self.below = below
        return self.number


def shares(state: State) -> list[Fraction]:
    """How likely a bot takes each option: all ways in which chance can fall, counted."""
    falls, number, below = list[int](), 0, 1
    while number < below:
        for spot in range(SPOTS):
            chance = Fixed(number, spot)
            falls.append(pick_any(state, cast(Random, chance)))
            below = chance.below
        number += 1
    return [Fraction(falls.count(index), len(falls)) for index in range(len(state[OPTIONS]))]


def ends(game: ps.Game, share: Fraction = Fraction(1)) -> Iterator[tuple[ps.Game, Fraction]]:
    """Every way a game can go, and how likely bots go it."""
    if game.is_over():
        yield game, share
        return
    for index, part in enumerate(shares(game._state)):
        after = game.clone()
        after.apply(index)
        yield from ends(after, share * part)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        ("2", (2,)),
        ("exactly 4", (4,)),
        ("up to 2", (0, 1, 2)),
        ("at least 3", (3, 4, 5)),
        ("any number of", range(6)),
        ("7", (5,)),
    ],
)
def test_every_set_is_as_likely_as_any_other(
    tmp_path: Path, count: str, sizes: tuple[int, ...]
) -> None:
    game = chips(tmp_path, count).new_game(seed=1)
    found: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    lying = game._setup.match.layout.zone_index("bin", 0)
    for end, share in ends(game):
        given = tuple(end._setup.wording().card(card) for card in end._state[lying])
        assert [*given] == sorted(given), "in the order of their numbers, however they were picked"
        found[given] += share
    allowed = [one for size in sizes for one in combinations(NAMES, size)]
    assert found == dict.fromkeys(allowed, Fraction(1, len(allowed)))


def test_all_that_is_left_is_offered_and_which_pick_it_is(tmp_path: Path) -> None:
    game = chips(tmp_path, "3").new_game(seed=1)
    asked = list[tuple[str, tuple[str, ...]]]()
    while game.choice is not None:
        asked.append((game.choice.prompt, game.choice.options))
        game.apply(len(game.legal_actions()) - 1)
    assert asked == [
        ("main, act: Give (1 of 3)", ("A", "B", "C", "D", "E")),
        ("main, act: Give (2 of 3)", ("A", "B", "C", "D")),
        ("main, act: Give (3 of 3)", ("A", "B", "C")),
    ]


def test_both_orders_of_two_picks_lead_to_one_state(tmp_path: Path) -> None:
    game = chips(tmp_path, "up to 4").new_game(seed=1)
    one, other = game, game.clone()
    for index in (1, 2):  # B, then D
        one.apply(index)
    for index in (3, 1):  # D, then B
        other.apply(index)
    assert one == other and hash(one) == hash(other)
    assert one.choice is not None and one.choice.options == ("A", "C", "E", "done")
    assert one.choice.picked == (2, 0, 4)


def test_a_bot_at_the_table_plays_as_the_bots_of_a_simulation(tmp_path: Path) -> None:
    game = chips(tmp_path, "any number of").new_game(seed=1)
    for seed in range(50):
        assert playing("random", Random(seed))(game) == pick_any(game._state, Random(seed))


MODES = """            choose {count} of these
                option "One": raise sum by 1
                option "Two": raise sum by 2
                option "Four": raise sum by 4
                option "Never" when sum is 9: raise sum by 8
                option "Sixteen": raise sum by 16
"""
SPLIT = """            distribute {count} among cards in hand as one with share{bounds}
                raise one's got by share
"""
CHOICE = """            choose {count} cards in hand as given asking "Give"
            move given to bin
"""


def altered(folder: Path, choice: str, more: str) -> ps.Game:
    """A game with another choice in its place, and with more declared."""
    chips(folder, "1")
    path = folder / "several.rules"
    text = path.read_text(encoding="utf-8")
    old = CHOICE.format(count="1")
    assert old in text
    path.write_text(text.replace(old, choice).replace("card Chip", f"{more}\ncard Chip"))
    return ps.load(folder).new_game(seed=1)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [("2", (2,)), ("up to 3", range(4)), ("at least 3", (3, 4)), ("exactly 4", (4,))],
)
def test_every_set_of_options_is_as_likely_as_any_other(
    tmp_path: Path, count: str, sizes: tuple[int, ...]
) -> None:
    game = altered(tmp_path, MODES.format(count=count), "gauge sum shared 0..99")
    found: dict[int, Fraction] = defaultdict(Fraction)
    for end, share in ends(game):
        found[end._setup.match.field(end._state, "sum", -1)] += share
    allowed = [sum(one) for size in sizes for one in combinations((1, 2, 4, 16), size)]
    assert found == dict.fromkeys(allowed, Fraction(1, len(allowed)))


@pytest.mark.parametrize(
    ("count", "bounds", "least", "most"),
    [
        (3, "", 0, 3),
        (7, " at least 1 each", 1, 7),
        (4, " at most 1 each", 0, 1),
        (6, " at most 2 each", 0, 2),
    ],
)
def test_every_split_is_as_likely_as_any_other(
    tmp_path: Path, count: int, bounds: str, least: int, most: int
) -> None:
    choice = SPLIT.format(count=count, bounds=bounds)
    game = altered(tmp_path, choice, 'note got "got": number per card')
    found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for end, share in ends(game):
        hand = sorted(range(5))
        found[tuple(end._setup.match.field(end._state, "got", card) for card in hand)] += share
    every = product(range(least, most + 1), repeat=5)
    allowed = [one for one in every if sum(one) == count]
    assert found == dict.fromkeys(allowed, Fraction(1, len(allowed)))
    assert playing("random", Random(3))(game) == pick_any(game._state, Random(3))


@pytest.mark.parametrize("count", ["2", "up to 2"])
def test_who_looks_on_reads_picks_in_no_order_and_when_all_are_made(
    tmp_path: Path, count: str
) -> None:
    text = RULES.replace("group seen by owner", "group face up")
    rules = chips(tmp_path, count)
    (tmp_path / "several.rules").write_text(text.format(count=count), encoding="utf-8")
    rules = ps.load(tmp_path)
    read: list[tuple[object, ...]] = []
    for picks in ("AB", "BA"):
        game = rules.new_game(seed=1, record=True)
        for name in picks:
            before = game.story("bo")
            assert not any("Give" in line for line in before)
            options = game.choice.options if game.choice is not None else ()
            game.apply(next(i for i, one in enumerate(options) if name in one.split('"')))
        assert game.is_over()
        assert sum("Give" in line for line in game.story("bo")) == len(picks)
        read.append((*game.story("bo"), game.transcript("bo"), game.transcript("bo", compact=True)))
    assert read[0] == read[1]
