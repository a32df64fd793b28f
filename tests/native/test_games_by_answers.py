"""Games that are played in C an answer at a time are the same games, whatever is asked of them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from places import TINY
from playing import changed_format
from processes import IN_C
from sampling import is_full, sampled

import playsheet.api as ps
from playsheet.interpreter.native.game import NativeGame
from playsheet.interpreter.native.rules import NativeRules
from playsheet.interpreter.transcript.history import Forfeit

FORMATS = ps.formats() if is_full() else ("guilds", "kuhn_poker")
GAMES = sampled(2, 20)
LOOKS = 7  # decisions between two looks at all of a game
ROUND = "            raise round by 1\n"

pytestmark = IN_C


def both(name: str | Path, seed: int, which: int = 0) -> tuple[ps.Game, ps.Game]:
    """The same game in C and in Python."""
    found: list[ps.Game] = []
    for native in (True, False):
        rules = ps.load(name, native=native)
        lists = rules.deck_lists(rules.seat_numbers[0])
        found.append(rules.new_game(seed, lists[which % len(lists)]))
    return found[0], found[1]


def shown(game: ps.Game) -> dict[str, Any]:
    """What can be asked of a game, but for what its record tells."""
    choice = game.choice
    return {
        "asked": (game.asked, game.is_over(), game.legal_actions()),
        "choice": choice and (choice.seat, choice.prompt, choice.options, choice.details),
        "reasons": game.reasons,
        "end": (game.result, game.places, game.reason),
        "save": game.to_json(),
        "state": (hash(game), game.answers, repr(game)),
    }


@pytest.mark.parametrize("name", FORMATS)
def test_they_are_the_same_games(name: str) -> None:
    for seed in range(GAMES):
        (mine, its), chance = both(name, seed, seed), Random(seed)
        assert mine.is_native and not its.is_native
        while not its.is_over():
            index = chance.randrange(len(its.legal_actions()))
            mine.apply(index)
            its.apply(index)
            assert (mine.asked, mine.legal_actions()) == (its.asked, its.legal_actions())
            if len(its.answers) % LOOKS == 0:
                assert mine == its and shown(mine) == shown(its)
        assert mine == its and shown(mine) == shown(its) and mine.is_native
        assert mine.transcript() == its.transcript()
        assert mine.view(None) == its.view(None) and mine.turn == its.turn
        assert mine.why() == its.why()


@pytest.mark.parametrize("seed", [-1, -(2**63), 2**63, 2**64 + 5, 10**30 - 1, 1 - 10**30])
def test_every_seed_begins_the_same_game(seed: int) -> None:
    mine, its = both("guilds", seed)
    assert mine.is_native and mine == its and mine.seed == its.seed == seed


def test_copies_go_their_own_ways() -> None:
    (mine, its), chance = both("guilds", 5), Random(5)
    pairs = [(mine, its)]
    for number in range(200):
        mine, its = pairs[number % len(pairs)]
        if its.is_over():
            continue
        if number % 20 == 10:
            pairs.append((mine.clone(), its.clone()))
        index = chance.randrange(len(its.legal_actions()))
        mine.apply(index)
        its.apply(index)
        if number % 50 == 25:
            del pairs[0]  # the next copies take its block
    assert len(pairs) > 3
    for mine, its in pairs:
        assert mine.is_native and mine == its and shown(mine) == shown(its)


def test_it_goes_on_from_a_save_and_from_earlier() -> None:
    mine, its = both("guilds", 2)
    for _ in range(30):
        mine.apply(0)
        its.apply(0)
    rules = ps.load("guilds", native=True)
    found = {
        "save": (rules.game_from_json(mine.to_json()), rules.game_from_json(its.to_json())),
        "after": (mine.after(12), its.after(12)),
        "back": (mine.back_to(12), its.back_to(12)),
    }
    for one, other in found.values():
        assert one.is_native and one == other.clone()
        for game in (one, other):
            for _ in range(10):
                game.apply(len(game.legal_actions()) - 1)
        assert one.is_native and shown(one) == shown(other)
        assert one.transcript() == other.transcript()


def test_whoever_gives_up_has_lost() -> None:
    for game in both("guilds", 1):
        game.apply(0)
        game.history = game.history.forfeited(Forfeit("conceded", 0, 1))
        assert game.is_over() and game.result == ("win", "bo")


@pytest.mark.parametrize("action", [99, -1, "0", True, None])
def test_a_wrong_action_is_told_as_in_python(action: Any) -> None:
    told: list[str] = []
    for game in both("guilds", 1):
        with pytest.raises(ps.WrongUse) as found:
            game.apply(action)
        told.append(str(found.value))
        assert game.answers == ()
    assert told[0] == told[1]


def test_a_rule_that_goes_wrong_is_told_as_in_python(tmp_path: Path) -> None:
    """And leaves the game as it was, from where it can be played on otherwise."""
    wrong = "            raise round by 10 / (3 - round)\n"
    folder = changed_format(tmp_path, (ROUND, wrong))
    told: list[str] = []
    mine, its = both(folder, 3)
    with pytest.raises(ps.RuleFault) as found:
        while True:
            its.apply(0)
    told.append(str(found.value))
    with pytest.raises(ps.RuleFault) as found:
        while True:
            mine.apply(0)
    assert [str(found.value)] == told
    assert mine == its and shown(mine) == shown(its) and mine.answers
    assert not mine.is_native
    with pytest.raises(ps.RuleFault):
        mine.apply(0)
    assert mine == its
    copies = mine.clone(), its.clone()
    assert copies[0] == copies[1] and mine.after(3) == its.after(3)


def test_what_only_c_has_no_room_for_is_played_on_in_python() -> None:
    mine, its = both("guilds", 4)
    for number in range(60):
        if number == 20:
            assert isinstance(mine, NativeGame)
            mine._blocks.native._context.budget = 0  # pyright: ignore[reportPrivateUsage]
        index = number % len(its.legal_actions())
        mine.apply(index)
        its.apply(index)
        assert mine == its and mine.asked == its.asked
    assert not mine.is_native and shown(mine) == shown(its)
    assert mine.transcript() == its.transcript()


def test_an_interrupt_loses_nothing() -> None:
    mine, its = both("guilds", 4)
    for game in (mine, its):
        for _ in range(10):
            game.apply(0)
    assert isinstance(mine, NativeGame)
    step = mine._step  # pyright: ignore[reportPrivateUsage]

    def interrupted(index: int) -> int:
        step(index)
        raise KeyboardInterrupt

    mine._step = interrupted  # pyright: ignore[reportPrivateUsage, reportAttributeAccessIssue]
    with pytest.raises(KeyboardInterrupt):
        mine.apply(0)
    assert mine == its and shown(mine) == shown(its)
    mine.apply(0)
    its.apply(0)
    assert shown(mine) == shown(its)


def test_a_game_that_records_is_played_in_python() -> None:
    assert not ps.load("guilds", native=True).new_game(1, record=True).is_native


def test_without_a_compiler_all_is_played_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYSHEET_CC", "")
    rules = ps.load(TINY, native=True)
    assert isinstance(rules, NativeRules) and not rules.new_game(1).is_native
    assert rules.new_game(1) == ps.load(TINY).new_game(1)


def test_a_match_with_numbers_that_c_does_not_have_is_played_in_python() -> None:
    rules = ps.load("guilds", native=True)
    setup = rules.new_setup(1, None, None, None)
    table = next(name for name, column in setup.match.tables.items() if 0 in column)
    setup.match.set_fact(table, 0, 1 << 70)
    assert not rules.new_game(1).is_native


def test_blocks_of_games_that_are_over_are_used_again() -> None:
    rules = ps.load("guilds", native=True)
    first = rules.new_game(1)
    assert isinstance(first, NativeGame)
    cells = first._cells  # pyright: ignore[reportPrivateUsage]
    expected = shown(first)
    first.apply(0)
    del first
    again = rules.new_game(1)
    assert isinstance(again, NativeGame)
    assert again._cells is cells  # pyright: ignore[reportPrivateUsage]
    assert shown(again) == expected
