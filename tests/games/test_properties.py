"""What holds for every game, however it is played: in some games, with `pytest --full` in more."""

from __future__ import annotations

import json
from typing import Any

import playing
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampling import sampled

import playsheet.api as ps

PICKS = st.lists(st.integers(0, 10**6), max_size=60)
SEEDS = st.integers(-(2**70), 2**70)
SOME = settings(max_examples=sampled(10, 25), suppress_health_check=[HealthCheck.too_slow])
FEW = settings(SOME, max_examples=sampled(5, 12))


def whole(game: ps.Game) -> tuple[Any, ...]:
    """All that can be seen of a game from outside."""
    choice = game.choice
    asked = (choice.seat, choice.prompt, choice.options) if choice is not None else None
    return game.to_json(), game.result, asked, hash(game)


@playing.IN_EVERY_FORMAT
@SOME
@given(seed=SEEDS, picks=PICKS, more=PICKS)
def test_a_clone_and_its_original_never_meet_again(
    rules: ps.Rules, seed: int, picks: list[int], more: list[int]
) -> None:
    game = playing.follow(rules.new_game(seed=seed), picks)
    before = whole(game)
    copy = game.clone()
    assert whole(copy) == before and copy == game
    playing.follow(copy, more)
    assert whole(game) == before
    after = whole(copy)
    playing.follow(game, more)
    assert whole(game) == after and copy == game
    playing.follow(game, [1, 2, 3])
    assert whole(copy) == after


@playing.IN_EVERY_FORMAT
@SOME
@given(seed=SEEDS, picks=PICKS, more=PICKS)
def test_a_save_gives_an_equal_game_with_an_equal_future(
    rules: ps.Rules, seed: int, picks: list[int], more: list[int]
) -> None:
    game = playing.follow(rules.new_game(seed=seed), picks)
    back = rules.game_from_json(game.to_json())
    assert back == game and whole(back) == whole(game)
    assert whole(playing.follow(back, more)) == whole(playing.follow(game, more))


@playing.IN_EVERY_FORMAT
@SOME
@given(seed=SEEDS, picks=PICKS)
def test_no_card_is_ever_lost_or_doubled(rules: ps.Rules, seed: int, picks: list[int]) -> None:
    game = rules.new_game(seed=seed)
    count = len(game._setup.match.cards)
    for pick in picks:
        zones = json.loads(game.to_json())["state"]["zones"]
        lists = [
            members
            for found in zones.values()
            for members in (found if found and isinstance(found[0], list) else [found])
        ]
        assert sorted(card for members in lists for card in members) == [*range(count)]
        if game.is_over():
            break
        game.apply(pick % len(game.legal_actions()))


@playing.IN_EVERY_FORMAT
@SOME
@given(seed=SEEDS, picks=PICKS)
def test_every_choice_has_several_options_with_texts(
    rules: ps.Rules, seed: int, picks: list[int]
) -> None:
    game = rules.new_game(seed=seed)
    for pick in picks:
        choice = game.choice
        if choice is None:
            break
        assert len(choice.options) == len(game.legal_actions()) > 1
        assert all(choice.options) and choice.prompt
        assert choice.may_pass == any(option.passes for option in choice.details)
        game.apply(pick % len(game.legal_actions()))


def seen_by(game: ps.Game, seat: str) -> str:
    """What a seat sees, whatever the order of the cards in a zone and of what it may do."""
    view = game.view(seat)
    if view["choice"] is not None and "options" in view["choice"]:
        view["choice"]["options"].sort()
    for zone in view["zones"]:
        zone["cards"] = sorted(map(str, zone["cards"]))
    return json.dumps(view, sort_keys=True, default=str)


@playing.IN_EVERY_FORMAT
@FEW
@given(seed=SEEDS, picks=PICKS)
def test_options_of_one_text_come_to_the_same(rules: ps.Rules, seed: int, picks: list[int]) -> None:
    game = rules.new_game(seed=seed)
    for pick in picks:
        if game.choice is None:
            break
        seat, first = game.choice.seat, dict[str, str]()
        for action, text in enumerate(game.choice.options):
            if game.choice.options.count(text) > 1:
                other = game.clone()
                other.apply(action)
                found = seen_by(other, seat)
                assert first.setdefault(text, found) == found
        game.apply(pick % len(game.legal_actions()))


@playing.IN_EVERY_FORMAT
@FEW
@given(seed=SEEDS, picks=PICKS)
def test_a_transcript_of_any_game_runs_again(rules: ps.Rules, seed: int, picks: list[int]) -> None:
    game = playing.follow(rules.new_game(seed=seed), picks)
    text = game.transcript()
    again = ps.replay(text, rules)
    assert again == game and again.answers == game.answers
    assert again.transcript() == text


@playing.IN_EVERY_FORMAT
@SOME
@given(seed=SEEDS, picks=PICKS)
def test_recorded_and_plain_games_show_the_same(
    rules: ps.Rules, seed: int, picks: list[int]
) -> None:
    plain = playing.follow(rules.new_game(seed=seed), picks)
    recorded = playing.follow(rules.new_game(seed=seed, record=True), picks)
    assert plain == recorded and hash(plain) == hash(recorded)
    for seat in plain.seats:
        assert plain.view(seat) == recorded.view(seat)


@SOME
@given(text=st.text(max_size=200))
def test_no_text_brings_down_the_doors(text: str) -> None:
    """Whatever is handed in is refused in our own words."""
    rules = playing.tiny()
    with pytest.raises((ps.RulesError, ps.ReplayDiverged, ps.WrongUse)):
        ps.replay(text, rules)
    with pytest.raises(ps.SaveMismatch):
        rules.game_from_json(text)
    assert rules.read(text).status in ("read", "ambiguous", "unread")


@SOME
@given(spot=st.floats(0, 1), other=st.text(max_size=3))
def test_no_changed_save_is_taken(spot: float, other: str) -> None:
    rules = playing.tiny()
    text = playing.play(rules.new_game(seed=2), 2, 12).to_json()
    at = int(spot * (len(text) - 1))
    wrong = text[:at] + other + text[at + 1 :]
    try:
        same = json.loads(wrong) == json.loads(text)
    except ValueError:
        same = False
    if not same:
        with pytest.raises(ps.SaveMismatch):
            rules.game_from_json(wrong)
