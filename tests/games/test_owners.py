"""Cards that change hands, and decks that belong to the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import playing
import pytest

import playsheet.api as ps
from playsheet.dsl.ir.names import OWNED
from playsheet.dsl.problems.problem import RulesError
from playsheet.interpreter.backend.layout import OPTIONS, RECORDER, RESULT, SEAT
from playsheet.interpreter.knowledge.record import Recorder, recorder_of
from playsheet.interpreter.knowledge.view import View
from playsheet.interpreter.reference.walker import Walker

SEEDS = range(6)


def owners(game: ps.Game) -> list[int]:
    setup, state = game._setup, game._state
    return [setup.match.owner(state, card) for card in range(len(setup.match.cards))]


def test_the_transcript_says_who_a_card_came_to_belong_to() -> None:
    game = playing.play(playing.trade().new_game(seed=1, record=True), 1)
    given = [event for event in recorder_of(game._state, Recorder).events if event.kind == "give"]
    now = [owner for _, owner in game._setup.match.cards]
    for event in given:
        card, old, new = map(int, event.values)
        assert now[card] == old != new
        now[card] = new
    assert given and now == owners(game)
    lines = [line for line in game.transcript().splitlines() if " give #" in line]
    assert len(lines) == len(given)
    assert any("nobody -> ana" in line for line in lines)


def test_a_gift_is_told_to_those_who_know_the_card() -> None:
    game = playing.play(playing.trade().new_game(seed=1, record=True), 1)
    recorder = recorder_of(game._state, Recorder)
    seen = Counter(event.seen for event in recorder.events if event.kind == "give")
    assert seen[3] and (seen[1] or seen[2])  # from the row before all, from a hand to the two
    for seat in (0, 1):
        hidden = sum(n for mask, n in seen.items() if not mask >> seat & 1)
        told = [line for line in game.story(game.seats[seat]) if "now belongs to" in line]
        assert len(told) == sum(seen.values()) - hidden


@pytest.mark.parametrize("seed", SEEDS)
def test_whose_a_hidden_card_is_shows_to_nobody_who_does_not_see_it(seed: int) -> None:
    game, chance = playing.trade().new_game(seed=seed, record=True), Random(seed)
    tried = 0
    while not game.is_over():
        setup, state = game._setup, game._state
        known = recorder_of(state, Recorder).known
        for seat in range(2):
            hidden = [card for card, mask in enumerate(known) if not mask >> seat & 1]
            if not hidden:
                continue
            other = setup.engine().clone(state)
            for card in hidden:
                owner = chance.randrange(-1, 2)
                setup.match.set_field(other, OWNED, owner, card)
            assert View(setup, other, seat).whole() == View(setup, state, seat).whole()
            tried += other != state
        game.apply(chance.randrange(len(game.legal_actions())))
    assert tried > 10


@pytest.mark.parametrize("format", [playing.trade, playing.clans], ids=["trade", "clans"])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_walker_gives_as_the_code_does(seed: int, format: Callable[[], ps.Rules]) -> None:
    rules = format()
    setup, chance = rules.new_setup(seed, None, None, None), Random(seed)
    match, state = setup.match, setup.first_state()
    program = rules.edition.whole_program(len(rules.seats))
    walker = Walker(program, match.tables, match.cards, match.new_state(seed))
    walker.begin()
    while state[SEAT] >= 0:
        assert walker.state[SEAT:RECORDER] == state[SEAT:RECORDER]
        assert walker.state[RESULT:] == state[RESULT:]
        answer = chance.randrange(len(state[OPTIONS]))
        walker.apply(answer)
        match.apply(state, answer)
    assert walker.state[RESULT:] == state[RESULT:]


def test_equal_cards_of_one_owner_are_alike_whoever_brought_them() -> None:
    rules, met = playing.trade(), 0
    for seed in range(20):
        game, chance = rules.new_game(seed=seed), Random(seed)
        while not game.is_over():
            seat = game._state[SEAT]
            match, now = game._setup.match, owners(game)
            hand = [c for c in match.zone(game._state, "hand", seat) if now[c] == seat]
            brought = {match.cards[card] for card in hand}
            if len(brought) > len({number for number, _ in brought}) and len(hand) == len(
                match.zone(game._state, "hand", seat)
            ):
                assert game.choice is not None
                sold = [text for text in game.choice.options if text.startswith("Sell")]
                assert not any(text[-1].isdigit() for text in sold)
                met += len(sold) > 0
            game.apply(chance.randrange(len(game.legal_actions())))
    assert met


# ---- decks of the table


def test_a_deck_of_the_table_is_taken_when_nobody_names_one() -> None:
    game = playing.trade().new_game(seed=3)
    assert game.decks == ("purse", "purse", "market")
    assert Counter(owner for _, owner in game._setup.match.cards) == {0: 6, 1: 6, -1: 14}


def test_it_may_be_named_beside_those_of_players_or_listed() -> None:
    rules = playing.trade()
    named = rules.new_game(decks=["market", "purse"], seed=3)
    assert named.decks == ("purse", "purse", "market")
    listed = rules.new_game(decks=["purse", {"table": {"TR-5": 6}, "tokens": {"TR-9": 1}}])
    assert len(listed._setup.match.cards) == 19
    back = ps.replay(listed_transcript := playing.play(listed, 2).transcript(), rules)
    assert back.transcript() == listed_transcript


@pytest.mark.parametrize(
    ("decks", "message"),
    [
        (["market", "market"], "The table has one deck, and 2 are given."),
        (["purse", "purse", "purse"], "There are 2 seats, and 3 decks are given."),
    ],
)
def test_decks_that_nobody_can_play_with_are_refused(decks: list[str], message: str) -> None:
    with pytest.raises(ps.WrongUse, match=message):
        playing.trade().new_game(decks=decks)


def test_the_rules_for_the_table_hold_for_its_deck_alone() -> None:
    rules = playing.trade()
    with pytest.raises(RulesError, match="table: at least 6 Ware"):
        rules.new_game(decks=[{"table": {"TR-3": 2}}])
    with pytest.raises(RulesError, match="exactly 6 cards"):
        rules.new_game(decks=[{"TR-1": 2}])


def test_a_deck_of_the_table_and_of_a_player_at_once_is_none(tmp_path: Path) -> None:
    file = tmp_path / "both.deck"
    file.write_text("6 Penny TR-1\ntable:\n6 Rug TR-5\n", encoding="utf-8")
    with pytest.raises(RulesError, match='"both" has cards of the table and cards of a player'):
        playing.trade().new_game(decks=[file])


def test_players_without_decks_are_as_many_as_they_say() -> None:
    rules = ps.load("hearts")
    game = rules.new_game(seed=1, seats=["n", "e", "s", "w"], record=True)
    assert game.decks == ("pack",) and len(game.seats) == 4
    text = playing.play(game, 1).transcript()
    assert "seat n\n" in text and "\ntable deck pack " in text
    assert ps.replay(text, rules).transcript() == text
    assert rules.game_from_json(game.to_json()) == game
