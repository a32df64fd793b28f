"""Sets that must fit together: only what leads to one is offered, and each is as likely."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random

import pytest

import playsheet.api as ps
from playsheet.dsl.ir.ir import ALIKE, DIFFERENT, IN_A_ROW, NO_NUMBER, TOTAL
from playsheet.interpreter.backend.layout import OPTIONS, PICKED, State
from playsheet.interpreter.runtime.faults import RuleFault
from playsheet.interpreter.runtime.fitting import most_that_fit, ways_to_fit
from playsheet.lab.bots.bots import playing
from playsheet.lab.bots.choosing import pick_any

RULES = """format "Fitting" seats 2 language en
zone deck "deck" per player pile face down seen by nobody
zone hand "hand" per player group seen by owner
zone bin "bin" per player pile face up
values suit = cups | swords
card Chip "Chip"
    cost number
    suit suit
    rank number optional
deck
    starts in deck
setup
    each player: shuffle deck
    each player: move deck to hand
turn
    phase main "main"
        step act for bottom of players
            choose {count} cards in hand as given {limits} asking "Give"
            move given to bin
            end game drawn
"""
# Name, cost, suit, rank.
CHIPS = (("A", 1, "cups", 1), ("B", 2, "cups", 2), ("C", 3, "swords", 3), ("D", 2, "swords", 2),
         ("E", 4, "cups", 3), ("F", 2, "swords", None))  # fmt: skip
WORTH = {name: rest for name, *rest in CHIPS}


def chips(folder: Path, count: str, limits: str) -> ps.Rules:
    """A game in which ana gives so many of six chips."""
    (folder / "fit.rules").write_text(RULES.format(count=count, limits=limits), encoding="utf-8")
    for part in ("cards", "decks"):
        (folder / part).mkdir()
    cards, deck = "", ""
    for name, cost, suit, rank in CHIPS:
        cards += f'card "{name}" CH-{name}\n    cost {cost}\n    suit {suit}\n'
        cards += "" if rank is None else f"    rank {rank}\n"
        deck += f"1 {name} CH-{name}\n"
    (folder / "cards" / "chips.cards").write_text(cards, encoding="utf-8")
    (folder / "decks" / "chips.deck").write_text(deck, encoding="utf-8")
    return ps.load(folder)


def shares(state: State) -> list[Fraction]:
    """How likely a bot takes each option."""
    options, picked = len(state[OPTIONS]), state[PICKED]
    if picked is None:
        return [Fraction(1, options)]
    assert len(picked) == 3 + options
    weights = picked[3:]
    chance = Random(1)
    taken = [pick_any(state, chance) for _ in range(20)]
    assert all(weights[index] for index in taken)
    return [Fraction(weight, sum(weights)) for weight in weights]


def ends(game: ps.Game, share: Fraction = Fraction(1)) -> Iterator[tuple[ps.Game, Fraction]]:
    """Every way a game can go, and how likely bots go it."""
    if game.is_over():
        yield game, share
        return
    for index, part in enumerate(shares(game._state)):
        after = game.clone()
        after.apply(index)
        yield from ends(after, share * part)


def in_a_row(ranks: list[int | None]) -> bool:
    numbers = sorted(rank for rank in ranks if rank is not None)
    row = [*range(numbers[0], numbers[0] + len(numbers))] if numbers else []
    return len(numbers) == len(ranks) and numbers == row


CASES = {
    "any number of|with total cost at most 5": lambda own: sum(one[0] for one in own) <= 5,
    "2|different in cost": lambda own: len(own) == 2 and len({one[0] for one in own}) == 2,
    "up to 3|alike in suit": lambda own: len(own) <= 3 and len({one[1] for one in own}) <= 1,
    "at least 2|alike in suit in a row by rank": lambda own: (
        len(own) >= 2 and len({one[1] for one in own}) == 1 and in_a_row([one[2] for one in own])
    ),
    "any number of|different in rank with total cost exactly 6": lambda own: (
        sum(one[0] for one in own) == 6
        and len({one[2] for one in own} - {None}) == len(own)
    ),
    "exactly 3|in a row by rank with total cost at least 6": lambda own: (
        len(own) == 3 and in_a_row([one[2] for one in own]) and sum(one[0] for one in own) >= 6
    ),
    "5|different in suit": lambda own: len(own) == 2 and len({one[1] for one in own}) == 2,
    "any number of|alike in suit with total cost at least 5 with total rank at most 4": lambda own: (  # noqa: E501
        len({one[1] for one in own}) == 1
        and sum(one[0] for one in own) >= 5
        and sum(one[2] or 0 for one in own) <= 4
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_every_set_that_fits_is_as_likely_as_any_other(tmp_path: Path, case: str) -> None:
    game = chips(tmp_path, *case.split("|")).new_game(seed=1)
    found: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    lying = game._setup.match.layout.zone_index("bin", 0)
    for end, share in ends(game):
        given = tuple(end._setup.wording().card(card) for card in end._state[lying])
        found[given] += share
    every = [one for size in range(7) for one in combinations(WORTH, size)]
    allowed = [one for one in every if CASES[case]([WORTH[name] for name in one])]
    assert allowed
    assert found == dict.fromkeys(allowed, Fraction(1, len(allowed)))


def test_what_must_be_taken_whole_is_taken_without_asking(tmp_path: Path) -> None:
    game = chips(tmp_path, "any number of", "with total cost exactly 14").new_game(seed=1)
    assert game.is_over()


def test_a_bot_at_the_table_plays_as_the_bots_of_a_simulation(tmp_path: Path) -> None:
    game = chips(tmp_path, "any number of", "with total cost at most 5").new_game(seed=1)
    for seed in range(50):
        assert playing("random", Random(seed))(game) == pick_any(game._state, Random(seed))


@pytest.mark.parametrize("seed", range(40))
def test_the_helpers_find_what_trying_all_sets_finds(seed: int) -> None:
    chance = Random(seed)
    count = chance.randrange(0, 8)
    spots = range(count)
    columns = [[chance.choice((1, 2, 3, 4, -2, NO_NUMBER)) for _ in spots] for _ in range(3)]
    low = chance.randrange(-3, 6)
    heads = [
        (chance.choice((ALIKE, DIFFERENT)), 0, 0),
        (chance.choice((DIFFERENT, IN_A_ROW)), 0, 0),
        (TOTAL, low, low + chance.randrange(0, 9)),
    ]
    least = chance.randrange(0, 3)
    bounds = least, least + chance.randrange(0, 4)
    used = sorted(chance.sample(range(3), chance.randrange(1, 4)))

    def fits(taken: tuple[int, ...]) -> bool:
        for k in used:
            own, (kind, lowest, highest) = [columns[k][spot] for spot in taken], heads[k]
            if NO_NUMBER in own:
                return False
            good = {
                ALIKE: len({*own}) < 2,
                DIFFERENT: len({*own}) == len(own),
                IN_A_ROW: in_a_row([*own]),
                TOTAL: lowest <= sum(own) <= highest,
            }
            if not good[kind]:
                return False
        return True

    every = [one for size in range(count + 1) for one in combinations(spots, size) if fits(one)]
    conditions = [part for k in used for part in (heads[k], columns[k])]
    members = [spot + 50 for spot in spots]
    sizes = {len(one) for one in every if bounds[0] <= len(one) <= bounds[1]}
    assert most_that_fit(0, 0, members, bounds, *conditions) == max(sizes, default=-1)
    legal = [one for one in every if bounds[0] <= len(one) <= bounds[1]]
    picked = chance.choice(legal or [()])[: chance.randrange(0, 3)]
    leading = [one for one in legal if {*picked} <= {*one}]
    given = [members[spot] for spot in picked]
    ways = ways_to_fit(0, 0, members, given, bounds, *conditions)
    wanted = [
        sum(
            Fraction(1, comb(len(one), len(picked)) * (len(one) - len(picked)))
            for one in leading
            if spot in one
        )
        if spot not in picked else Fraction(0) for spot in spots
    ]  # fmt: skip
    wanted.append(Fraction(sum(len(one) == len(picked) for one in leading)))
    if len(leading) == 1:
        first = next(spot for spot, weight in enumerate(wanted) if weight)
        wanted = [Fraction(spot == first) for spot in range(count + 1)]
    total = sum(wanted)
    assert [Fraction(way, max(sum(ways), 1)) for way in ways] == [
        one / (total or 1) for one in wanted
    ]


def test_too_many_begun_sets_are_a_fault() -> None:
    members = [*range(60)]
    chance = Random(1)
    columns = [[chance.randrange(10**6) for _ in members] for _ in range(2)]
    conditions = [part for column in columns for part in ((TOTAL, 0, 10**8), column)]
    with pytest.raises(RuleFault):
        most_that_fit(0, 0, members, (0, 30), *conditions)
