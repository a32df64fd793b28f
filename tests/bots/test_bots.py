"""Bots hold their seat's handle, play whole games, and search by nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from test_redeal import belief_of, exchanged, positions

import playsheet.api as ps
from playsheet.cli import main
from playsheet.interpreter.runtime.game import Seat
from playsheet.lab.bots.search import Search

HELD = {"apply", "choice", "is_asked", "is_over", "name", "number", "redeal", "view"}


def winner(name: str, bots: tuple[str, ...], seed: int) -> int:
    """The seat that wins a game between bots; -1 in a draw."""
    game = ps.load(name).new_game(seed, seats=len(bots))
    seats, chance = [game.at(seat) for seat in game.seats], Random(seed)
    players = [ps.bot(one) for one in bots]
    while not game.is_over():
        game.apply(players[game.asked](seats[game.asked], chance))
    assert game.result is not None
    return game.seats.index(game.result[1]) if game.result[0] == "win" else -1


def test_a_seat_offers_nothing_but_what_it_may_know() -> None:
    assert {name for name in dir(Seat) if not name.startswith("_")} == HELD


def test_search_beats_chance_from_either_seat() -> None:
    players = ("search:30", "random")
    won = [winner("goofspiel", players, seed) == 0 for seed in (1, 2)]
    won += [winner("goofspiel", players[::-1], seed) == 1 for seed in (3, 4)]
    assert sum(won) >= 3


@pytest.mark.parametrize("name", ["leduc_poker", "guilds", "hearts", "goofspiel"])
def test_search_does_the_same_where_cards_it_cannot_tell_apart_are_exchanged(name: str) -> None:
    tried = 0
    for game, seat in positions(name):
        belief, cards = belief_of(game, seat), game.whole()[0].match.cards
        pairs = [
            (one, other)
            for one in belief.hidden
            for other in belief.hidden
            if one < other
            and belief.may_be[one] == belief.may_be[other]
            and cards[one] != cards[other]
        ]
        for one, other in Random(2).sample(pairs, min(2, len(pairs))):
            twin = exchanged(game, one, other)
            if twin is None or twin.view(seat) != game.view(seat):
                continue
            found = {Search(24)(held.at(seat), Random(3)) for held in (game, twin)}
            assert len(found) == 1
            tried += 1
    assert tried


def test_a_bot_of_ones_own_comes_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class First:\n    def __call__(self, seat, chance):\n        return 0\nword = 3\n"
    )
    assert winner("goofspiel", (f"{file}:First", "random"), 1) in (-1, 0, 1)
    for wrong in (f"{file}:Second", f"{file}:word", f"{tmp_path}/none.py:First", "search:0", "bob"):
        with pytest.raises(ps.WrongUse):
            ps.bot(wrong)


def test_greedy_needs_to_be_told_what_a_position_is_worth() -> None:
    with pytest.raises(ps.WrongUse, match="value of player"):
        winner("leduc_poker", ("greedy", "random"), 1)


def test_bots_change_seats_from_game_to_game(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "goofspiel", "--games", "4", "--bots", "search:20,random", "--rotate"]
    with pytest.raises(SystemExit) as stopped:
        main(command)
    assert not stopped.value.code
    assert "bot search:20" in capsys.readouterr().out
