"""A seat's game dealt anew: what the seat knows stays, and nothing else shows through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from sampling import is_full

import playsheet.api as ps
from playsheet.interpreter.backend.layout import RESULT
from playsheet.interpreter.knowledge import redeal
from playsheet.interpreter.knowledge.belief import Belief, Trail
from playsheet.interpreter.knowledge.record import GameRecorder, recorder_of
from playsheet.interpreter.knowledge.redeal import Redealing
from playsheet.interpreter.runtime.game import Game
from playsheet.interpreter.runtime.game_setup import GameSetup
from playsheet.interpreter.runtime.match import Match

FORMATS = ps.formats()
SLOW = ("dbe", "dcg", "gin_rummy", "hipercoliseo", "hyper_colosseum")
TRIED = [name for name in FORMATS if is_full() or name not in SLOW]
SHIPPED = pytest.mark.parametrize("name", TRIED)
MOMENTS = (0, 5, 25, 45)  # decisions of a random game, behind which one is dealt anew


@cache
def positions(name: str) -> tuple[tuple[Game, str], ...]:
    """Some choices of random games, and who is asked; of short games the choices of several."""
    rules, found = ps.load(name), list[tuple[Game, str]]()
    for seed in range(9):
        game, chance = rules.new_game(seed=seed, record=True), Random(seed)
        for number in range(MOMENTS[-1] + 1):
            if game.is_over() or len(found) == len(MOMENTS):
                break
            assert game.choice is not None
            if number in MOMENTS or seed:
                found.append((game.clone(), game.choice.seat))
            game.apply(chance.randrange(len(game.legal_actions())))
    return tuple(found)


def belief_of(game: Game, seat: str) -> Belief:
    """What a seat knows of the cards of a game."""
    setup, state = game.whole()
    trail = Trail(setup, game.number_of(seat))
    trail.read(recorder_of(state, GameRecorder), game.answers)
    return Belief(trail, state)


@SHIPPED
def test_what_a_seat_saw_stays_so_and_all_else_comes_by_chance(name: str) -> None:
    different = 0
    for game, seat in positions(name):
        handle, chance = game.at(seat), Random(1)
        dealt = handle.redeal(chance)
        assert dealt.view(seat) == handle.view() == game.view(seat)
        deals = {dealt.live()[0].match.cards}
        for _ in range(4):
            dealt = handle.redeal(chance, instead_of=dealt)
            deals.add(dealt.live()[0].match.cards)
        assert dealt.view(seat) == handle.view()
        dealt.apply(chance.randrange(len(dealt.legal_actions())))
        different += len(deals) > 1
    assert different


def exchanged(game: Game, one: int, other: int) -> Game | None:
    """The game in which two cards lay in each other's place from the start; None if nobody could
    have answered so, or it stands elsewhere.
    """
    setup, state = game.whole()
    lies = [*range(len(setup.match.cards))]
    lies[one], lies[other] = other, one
    old = setup.match
    cards = tuple(old.cards[card] for card in lies)
    match = Match(old.program, cards, old.starts, compile=setup.edition.compiled)
    parts = (setup.seats, setup.decks, setup.options, setup.seed)
    twin = GameSetup(setup.edition, match, *parts)
    found = Game(twin, twin.first_state(True))
    try:
        for answer in game.answers:
            found.apply(answer)
    except (ps.RuleFault, ps.WrongUse, IndexError):
        return None
    return found if found.live()[1][RESULT:] == state[RESULT:] else None


@SHIPPED
def test_exchanging_what_it_cannot_tell_apart_gives_the_same_deals(name: str) -> None:
    """Two cards that a seat could not tell apart change places: the same view, the same deals."""
    tried = 0
    for game, seat in positions(name):
        belief, cards = belief_of(game, seat), game.whole()[0].match.cards
        may_be = belief.may_be
        pairs = [
            (one, other)
            for one in belief.hidden
            for other in belief.hidden
            if one < other and may_be[one] == may_be[other] and cards[one] != cards[other]
        ]
        for one, other in Random(1).sample(pairs, min(2, len(pairs))):
            twin = exchanged(game, one, other)
            if twin is None or twin.view(seat) != game.view(seat):
                continue
            deals = [held.at(seat).redeal(Random(5)).live()[0].match.cards for held in (game, twin)]
            assert deals[0] == deals[1]
            tried += 1
    assert tried or name in ("blackjack", "kuhn_poker", "leduc_poker", "hanabi")


@SHIPPED
def test_a_trail_that_goes_on_tells_what_one_from_the_start_tells(name: str) -> None:
    game, chance = ps.load(name).new_game(seed=3, record=True), Random(3)
    seat, taken_back = game.seats[0], game.clone()
    trail = Trail(game.live()[0], 0)
    for number in range(60):
        if game.is_over():
            break
        if number % 6 == 0:
            state = game.whole()[1]
            trail.read(recorder_of(state, GameRecorder), game.answers)
            mine, its = Belief(trail, state), belief_of(game, seat)
            assert (mine.may_be, mine.known, mine.hidden) == (its.may_be, its.known, its.hidden)
        game.apply(chance.randrange(len(game.legal_actions())))
    state = taken_back.whole()[1]
    trail.read(recorder_of(state, GameRecorder), taken_back.answers)
    assert Belief(trail, state).may_be == belief_of(taken_back, seat).may_be


def test_a_trail_that_was_interrupted_is_read_from_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = next(game for game, _ in positions("guilds")[1:] if not game.is_over())
    state, move = game.whole()[1], Trail.move
    its = belief_of(game, game.seats[0]).may_be
    for when in range(16):
        trail, moves = Trail(game.live()[0], 0), iter(range(when))

        def interrupted(self: Trail, event: Any, moves: Iterator[int] = moves) -> None:
            move(self, event)
            if next(moves, None) is None:
                raise KeyboardInterrupt

        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(Trail, "move", interrupted)
            trail.read(recorder_of(state, GameRecorder), game.answers)
        trail.read(recorder_of(state, GameRecorder), game.answers)
        assert Belief(trail, state).may_be == its


def secret_position() -> Game:
    """Ana has bid, and Bo may not know what."""
    game = ps.load("goofspiel").new_game(seed=1)
    game.apply(4)
    return game


def test_a_secret_choice_that_waits_is_made_again() -> None:
    game = secret_position()
    handle, chance, waiting = game.at("bo"), Random(1), set[object]()
    assert handle.is_asked()
    for _ in range(40):
        setup, state = handle.redeal(chance).live()
        waiting.add(str([pause.values for pause in setup.match.why(state)]))
    assert len(waiting) > 9  # of 13


def test_a_card_chosen_unseen_is_one_that_could_be_chosen() -> None:
    """Who begins with which level 3 is hidden until both have chosen."""
    game = ps.load("digi_battle").new_game(seed=1)
    game.apply(0)
    handle, chance = game.at("bo"), Random(1)
    for _ in range(8):
        dealt = handle.redeal(chance)
        while not dealt.is_over() and len(dealt.answers) < 20:
            dealt.apply(chance.randrange(len(dealt.legal_actions())))
        for zone in dealt.view(None)["zones"]:
            if zone["zone"] == "duel_zone":
                assert all(card["kind"] == "Digimon" for card in zone["cards"])


def test_what_is_dealt_anew_is_neither_saved_nor_told() -> None:
    game = ps.load("goofspiel").new_game(seed=1)
    dealt = game.at("ana").redeal(Random(1))
    for wrong in (dealt.to_json, dealt.transcript, lambda: game.at("bo").redeal(Random(1))):
        with pytest.raises(ps.WrongUse):
            wrong()
    with pytest.raises(ps.WrongUse):
        game.at("ana").redeal(Random(1), instead_of=game)


def test_a_deal_is_found_also_where_few_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others have chosen in secret, most deals may be such that they were asked otherwise."""
    again, tried = Redealing.choose_again, list[int]()

    def rarely(self: Redealing, *given: Any) -> bool:
        tried.append(len(tried))
        return len(tried) % 500 == 0 and again(self, *given)

    monkeypatch.setattr(Redealing, "choose_again", rarely)
    seat = secret_position().at("bo")
    assert seat.redeal(Random(1)).view("bo") == seat.view() and len(tried) >= 500


@pytest.mark.parametrize("name", ["search:40", "greedy"])
def test_a_bot_for_which_no_deal_is_found_still_chooses(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(redeal, "TRIES", 0)
    game = secret_position()
    with pytest.raises(ps.WrongUse, match="No game was found that this seat could be in"):
        game.at("bo").redeal(Random(1))
    found = {ps.bot(name)(game.at("bo"), Random(seed)) for seed in range(20)}
    assert len(found) > 1 and found <= {*game.legal_actions()}
