"""What the sums of a run say: intervals, the sequential test, what cards did in a game."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from playsheet.dsl.loading.library import sources_of
from playsheet.interpreter.runtime.edition import Edition
from playsheet.interpreter.runtime.rules import Rules
from playsheet.lab.bots.choosing import pick_any
from playsheet.lab.simulation.ahead import MOST_LOOKS, Positions, Valued, leader
from playsheet.lab.simulation.balance import card_rows, deck_share, leader_shares, settled_by, tests
from playsheet.lab.simulation.carried import Work
from playsheet.lab.simulation.intervals import Share, difference, is_better
from playsheet.lab.simulation.lines import line_of, outcome_in
from playsheet.lab.simulation.playing import Plan, Series
from playsheet.lab.simulation.tally import TENTHS, Outcome, Seen, Tally

tests.__test__ = False  # pyright: ignore  # the name of a function of the product


def series(name: str, games: int = 200, bots: str = "random") -> Series:
    """Observed games of a format."""
    rules = Rules(Edition(sources_of(name)))
    seats = rules.seat_numbers[0]
    lists = rules.deck_lists(seats)
    plan = Plan(games, 0, (bots,) * seats, lists, native=False, observed=True)
    work = Work(rules, (), {}, seats, plan)
    return Series(plan, work.opened)


def test_an_interval_is_wilsons() -> None:
    low, high = Share(8, 10).span
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)  # as tables of it have it
    assert Share(0, 0).span == (0.0, 1.0)
    low, high = Share(0, 20).span
    assert low == 0 and 0.1 < high < 0.2


def test_intervals_hold_the_true_share_as_often_as_they_say() -> None:
    chance = random.Random(5)
    hits = 0
    for _ in range(600):
        low, high = Share(sum(chance.random() < 0.3 for _ in range(120)), 120).span
        hits += low <= 0.3 <= high
    assert 0.92 < hits / 600 < 0.98


def test_a_difference_is_taken_inside_each_stratum() -> None:
    """Simpson's case: better in both decks, though worse in the sum."""
    strata = [(Share(81, 87), Share(234, 270)), (Share(192, 263), Share(55, 80))]
    found = difference(strata)
    assert found is not None and found.value > 0 and found.low < found.value < found.high
    assert Share(81 + 192, 350).value < Share(234 + 55, 350).value
    assert difference([(Share(1, 2), Share(0, 0))]) is None
    sure = difference([(Share(800, 1000), Share(500, 1000))])
    assert sure is not None and sure.is_sure and abs(sure.value - 0.3) < 1e-9


def run_test(p: float, chance: random.Random) -> tuple[str, int]:
    games = won = 0
    while True:
        games, won = games + 1, won + (chance.random() < p)
        found = is_better(games, games, won).found
        if found:
            return found, games


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    chance = random.Random(3)
    level = Counter(run_test(0.5, chance)[0] for _ in range(300))
    better = Counter(run_test(0.57, chance)[0] for _ in range(300))
    assert level["level"] > 0.88 * 300
    assert better["better"] > 0.95 * 300 and not better["worse"]


def test_the_test_says_how_many_games_are_needed() -> None:
    chance = random.Random(8)
    early = is_better(100, 100, 60)
    assert early.found == "" and early.needed is not None
    rest = [run_test(0.6, chance)[1] for _ in range(200)]
    assert 0.5 < (100 + early.needed) / (sum(rest) / len(rest)) < 2
    assert is_better(0, 0, 0).needed is None
    half = is_better(200, 100, 60)  # every second game is decided
    assert half.needed is not None and abs(half.needed - 2 * early.needed) <= 1
    assert is_better(300, 300, 40).found == "worse" and is_better(9999, 9999, 5000).found == "level"


def test_sums_of_parts_are_the_sums_of_all() -> None:
    played = series("guilds")
    outcomes = [played.play(number) for number in range(40)]
    whole, shuffled = Tally(), [*outcomes]
    for one in outcomes:
        whole.add(one)
    random.Random(1).shuffle(shuffled)
    found = Tally()
    for first in range(0, 40, 7):
        piece = Tally()
        for one in shuffled[first : first + 7]:
            piece.add(outcome_in(line_of(one).encode()))  # as read from a file
        found.merge(piece)
    for name in (*Tally.SUMS, *Tally.COUNTERS):
        assert getattr(found, name) == getattr(whole, name), name
    report = {**found.as_json("x", 1), "decisions_per_s": 0}
    assert report == {**whole.as_json("x", 1), "decisions_per_s": 0}


def test_every_card_of_hearts_is_drawn_and_played_once() -> None:
    """The pack of 52 is dealt out, some cards are passed on, and all are played."""
    played = series("hearts")
    for number in range(5):
        seen = played.play(number).seen
        assert seen is not None
        owners = Counter(code for codes in seen.played for code in codes)
        assert len(owners) == 52 and set(owners.values()) == {1}
        assert {code for codes in seen.drawn for code in codes} == {*owners}
        for drawn, used in zip(seen.drawn, seen.played, strict=True):
            assert {*used} <= {*drawn} and len(used) == 13
    assert seen.leads == ()  # its rules say no value of a position, and this game is not tried


def test_who_takes_an_action_with_a_card_plays_it_though_it_goes_to_a_pile() -> None:
    """In crazy eights a card that is played goes to the discard pile."""
    played = series("crazy_eights")
    look = played.play(0).seen
    assert look is not None
    rules = Rules(Edition(sources_of("crazy_eights")))
    game = rules.new_game(0, record=True)
    chance = random.Random(0)
    hands: list[set[str]] = [set() for _ in game.seats]
    while not game.is_over():
        _, state = game.live()
        choice, index = game.choice, pick_any(state, chance)
        assert choice is not None
        if choice.options[index].startswith("Play"):
            hands[game.seats.index(choice.seat)].add(choice.options[index])
        game.apply(index)
    assert [len(hand) for hand in hands] == [len(codes) for codes in look.played]


@pytest.mark.parametrize("name", ["goofspiel", "blackjack", "hanabi"])
def test_where_no_hand_is_hidden_the_first_zone_of_players_is_the_hand(name: str) -> None:
    seen = series(name).play(1).seen
    assert seen is not None
    if name == "goofspiel":  # all begin with their cards, and bid each once
        assert [len(codes) for codes in seen.played] == [13, 13] and not any(seen.drawn)
    else:
        assert all(seen.drawn)


def test_positions_are_looked_at_evenly_however_long_a_game_is() -> None:
    for length in (1, 7, MOST_LOOKS, 5_000):
        positions = Valued(lambda state: [2 * state[0], 101])
        for decision in range(length):
            positions.look([100 * decision // length], decision)
        assert len(positions.course.noted) <= MOST_LOOKS
        leads = positions.leads(length)
        assert len(leads) == TENTHS and leads == tuple(sorted(leads, reverse=True))
        if length > TENTHS:
            assert leads[4] == 1 and leads[6] == 0
    assert Positions().leads(5) == Valued(lambda state: []).leads(5) == ()
    assert (leader([3, 3]), leader([1, 4, 2]), leader(None)) == (-1, 1, -1)


def test_where_rules_say_no_value_it_is_tried_who_wins() -> None:
    """In some games, the same ones in any run; near the end the winner is known."""
    played, ahead = series("hearts"), 0
    assert [bool(played.play(number).seen.leads) for number in (0, 1, 19, 20)] == [  # pyright: ignore
        *(True, False, False, True)
    ]
    for number in range(0, 400, 20):
        one = played.play(number)
        assert one.seen is not None and one.seen == series("hearts").play(number).seen
        ahead += one.seen.leads[-1] in one.winners
    assert ahead > 12


def outcome(number: int, winner: int, **more: object) -> Outcome:
    given = {
        "decks": ("a", "b"),
        "owners": (0, 1),
        "bots": ("x", "y"),
        "winners": (winner,),
        **more,
    }
    return Outcome(number, number, **given)  # pyright: ignore


def test_a_card_adds_what_who_had_it_won_more() -> None:
    tally = Tally()
    for number in range(200):
        has = number % 2 == 0
        winner = 0 if (number % 10 < 8) == has else 1
        drawn = (("C-1",) if has else (), ("C-2",))
        seen = Seen(drawn, (("C-1",) if number % 4 == 0 else (), ()), ())
        tally.add(outcome(number, winner, seen=seen))
    rows = {row.code: row for row in card_rows(tally, {"a": {"C-1", "C-3"}, "b": {"C-2"}})}
    assert [rows[code].adds is None for code in ("C-1", "C-2", "C-3")] == [False, True, True]
    adds = rows["C-1"].adds
    assert adds is not None and abs(adds.value - 0.6) < 0.01 and adds.is_sure
    assert (rows["C-1"].drawn.of, rows["C-1"].played.of, rows["C-3"].played.of) == (100, 50, 0)
    assert rows["C-1"].in_deck == deck_share(tally, "a")


def test_who_is_ahead_and_from_when_on() -> None:
    tally = Tally()
    tally.add(outcome(0, 0, seen=Seen(leads=(-1, 0, 1, *[0] * 7))))
    tally.add(outcome(1, 1, seen=Seen(leads=(*[0] * 9, 1))))
    assert [share.of for share in leader_shares(tally)] == [1, *[2] * 9]
    assert [leader_shares(tally)[tenth].won for tenth in (2, 5, 9)] == [0, 1, 2]
    assert settled_by(tally) == [0, 0, 0, *[0.5] * 6, 1, 1]


def test_a_pair_counts_once_a_game_however_many_seats_it_has() -> None:
    tally = Tally()
    three = {"decks": ("t",), "owners": (-1,), "bots": ("x", "y", "y")}
    for number in range(60):
        tally.add(outcome(number, number % 3, **three))
    (one, other, test), *more = tests(tally, "bot")
    assert not more and (one, other, test.games) == ("x", "y", 60)
    assert test.won == 20 and 35 < test.decided < 45
    assert tests(tally, "deck") == []
