"""Games of a format that leaves open how many play, at every number of seats."""

from __future__ import annotations

from random import Random

import pytest
from places import ROOT

import playsheet.api as ps
from playsheet.dsl.loading.library import WrongUse
from playsheet.interpreter.backend.layout import OPTIONS, RECORDER, SEAT
from playsheet.interpreter.reference.walker import Walker
from playsheet.interpreter.runtime.faults import SaveMismatch

CIRCLE = ROOT / "tests" / "language" / "circle"
OUTLAST = ROOT / "tests" / "language" / "outlast"  # where players leave the game
NUMBERS = (2, 3, 4, 5)
GAMES = 6


@pytest.fixture(scope="module", params=(CIRCLE, OUTLAST), ids=lambda folder: folder.name)
def rules(request: pytest.FixtureRequest) -> ps.Rules:
    return ps.load(request.param)


def at_random(game: ps.Game, seed: int) -> list[ps.Game]:
    """The game at each of its choices."""
    chance, found = Random(seed), [game.clone()]
    while not game.is_over():
        game.apply(chance.randrange(len(game.legal_actions())))
        found.append(game.clone())
    return found


@pytest.mark.parametrize("seats", NUMBERS)
def test_a_game_is_replayed_and_goes_on_from_its_save(rules: ps.Rules, seats: int) -> None:
    asked = set[str]()
    for seed in range(GAMES):
        games = at_random(rules.new_game(seed, seats=seats), seed)
        last = games[-1]
        text = last.transcript()
        assert ps.replay(text, rules).transcript() == text
        middle = games[len(games) // 2]
        loaded = rules.game_from_json(middle.to_json())
        for index in last.answers[len(middle.answers) :]:
            loaded.apply(index)
        assert loaded.transcript() == text
        asked |= {game.choice.seat for game in games if game.choice is not None}
    assert asked == {*rules.new_game(seats=seats).seats}
    assert len(asked) == seats


@pytest.mark.parametrize("seats", NUMBERS)
def test_the_walker_plays_as_the_code_does(rules: ps.Rules, seats: int) -> None:
    edition = rules.edition
    program = edition.whole_program(seats)
    for seed in range(GAMES):
        match = rules.match_of(tuple(rules.deck(name) for name in rules.decks * seats), seats)
        state, chance = match.new_state(seed), Random(seed)
        walker = Walker(program, match.tables, match.cards, match.new_state(seed))
        walker.begin()
        match.begin(state)
        while state[SEAT] >= 0:
            assert walker.state[SEAT:RECORDER] == state[SEAT:RECORDER]
            index = chance.randrange(len(state[OPTIONS]))
            walker.apply(index)
            match.apply(state, index)
        assert walker.state[RECORDER + 1 :] == state[RECORDER + 1 :]


def test_who_is_out_is_asked_no_more_and_the_others_go_on() -> None:
    rules, went_on = ps.load(OUTLAST), 0
    for seed in range(GAMES * 3):
        for game in at_random(rules.new_game(seed, seats=5), seed):
            if game.choice is not None:
                players = game.view(game.choice.seat)["players"]
                assert not players[game.choice.seat]["out"]
                went_on += any(player["out"] for player in players.values())
    assert went_on


def test_everybody_is_told_who_is_out() -> None:
    game = at_random(ps.load(OUTLAST).new_game(3, seats=4), 3)[-1]
    for seat in game.seats:
        assert "bo is out of the game" in game.story(seat)
        assert game.view(seat)["players"]["bo"]["out"]


def test_places_of_the_program_are_the_same_for_all_numbers(rules: ps.Rules) -> None:
    """Coverage counts them together, and words name them by number."""
    programs = [rules.edition.whole_program(seats) for seats in NUMBERS]
    assert len({program.places for program in programs}) == 1
    assert len({program.ability_places for program in programs}) == 1


def test_as_many_sit_down_as_are_said(rules: ps.Rules) -> None:
    assert len(rules.new_game().seats) == 2
    assert rules.new_game(seats=4).seats == ("ana", "bo", "cleo", "dan")
    assert rules.new_game(seats=["x", "y", "z"]).seats == ("x", "y", "z")
    assert len(rules.new_game(decks=["plain"] * 5).seats) == 5
    assert rules.seat_numbers == range(2, 6)
    for wrong in (1, 6, ["x"]):
        with pytest.raises(WrongUse, match="There are 2 to 5 seats"):
            rules.new_game(seats=wrong)


def test_a_save_with_too_many_seats_is_refused(rules: ps.Rules) -> None:
    text = rules.new_game(seats=3).to_json()
    with pytest.raises(SaveMismatch, match="3 seats, the format 2"):
        ps.load(ROOT / "tests" / "formats" / "tiny").game_from_json(text)
