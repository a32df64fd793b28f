"""A search does the same whether its games are played in C, in Python, or partly in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from processes import IN_C
from sampling import is_full

import playsheet.api as ps
from playsheet.interpreter.native.engine import NativeMatch
from playsheet.interpreter.native.library import library_of
from playsheet.interpreter.runtime.game import Game
from playsheet.lab.bots.quick import Quick
from playsheet.lab.bots.search import Search
from playsheet.lab.bots.tables import Libraries

FORMATS = ps.formats() if is_full() else ("goofspiel", "guilds")
SEARCHES = 5  # of a game
Found = list[tuple[int, float, float]]


def searched(name: str, forbidden: bool) -> tuple[Found, bool]:
    """What a bot does on each seat of a game that goes on by chance, what is drawn behind it, what
    it has learnt of distances; and whether it has found a library.
    """
    game, chance, found = ps.load(name).new_game(3, record=True), Random(1), Found()
    bots = [Search(60) for _ in game.seats]
    for bot in bots:
        bot.libraries.forbidden = forbidden
    seats = [game.at(seat) for seat in game.seats]
    for number in range(200):
        if game.is_over() or len(found) == SEARCHES:
            break
        if number % 5 == 0:
            bot, drawn = bots[game.asked], Random(number)
            found.append((bot(seats[game.asked], drawn), drawn.random(), bot.scale))
        game.apply(chance.randrange(len(game.legal_actions())))
    return found, any(bot.libraries.of(setup_of(game)) for bot in bots)


def setup_of(game: Game) -> Any:
    return game.live()[0]


def build(name: str) -> None:
    setup = setup_of(ps.load(name).new_game(3))
    library_of(setup.edition, len(setup.seats), len(setup.match.cards))


@IN_C
@pytest.mark.parametrize("name", FORMATS)
def test_a_search_in_c_does_what_one_in_python_does(name: str) -> None:
    build(name)
    in_c, in_python = searched(name, False), searched(name, True)
    assert in_c[1] and not in_python[1]
    assert in_c[0] == in_python[0] and in_c[0]


@IN_C
@pytest.mark.parametrize("name", FORMATS)
def test_a_deal_in_the_place_of_another_is_laid_out_as_one_of_its_own(name: str) -> None:
    build(name)
    game, libraries, chance = ps.load(name).new_game(3, record=True), Libraries(), Random(1)
    library = libraries.of(setup_of(game))
    assert library is not None
    dealt = None
    for _ in range(12):
        dealt = game.at(game.seats[game.asked]).redeal(chance, instead_of=dealt)
        setup, state = dealt.live()
        native, alone = libraries.native(library, setup.match), NativeMatch(library, setup.match)
        assert (native.numbers, native.members) == (alone.numbers, alone.members)
        assert native.state_of(libraries.root(native, state)) == state
        game.apply(chance.randrange(len(game.legal_actions())))
        if game.is_over():
            break


def every_third(work: Callable[..., Any], stopped: Any) -> Callable[..., Any]:
    """Does some work, and every third time stops in the middle of it."""
    turns: Iterator[int] = iter(range(10**9))

    def done(*given: Any) -> Any:
        found = work(*given)
        return stopped if next(turns) % 3 == 2 else found

    return done


@IN_C
@pytest.mark.parametrize("where", ["stops", "playout"])
def test_where_c_stops_python_goes_on_from_the_same_place(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build("guilds")
    stopped = True if where == "stops" else None
    changed = every_third(getattr(NativeMatch, where), stopped)
    whole, _ = searched("guilds", False)
    monkeypatch.setattr(NativeMatch, where, changed)
    assert searched("guilds", False)[0] == whole


def test_without_a_compiler_a_search_plays_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYSHEET_CC", "")
    found, in_c = searched("goofspiel", False)
    assert found and not in_c


def test_quick_chance_draws_bits_as_its_words_say() -> None:
    """As C draws them: the low word first, of each the bits above."""
    chance, words = Quick(), Quick()
    for bits in (1, 31, 32, 33, 64, 90):
        drawn = [words.next64() >> 32 for _ in range(-(-bits // 32))]
        rest = bits % 32 or 32
        drawn[-1] >>= 32 - rest
        assert chance.getrandbits(bits) == sum(word << 32 * n for n, word in enumerate(drawn))
    chance.at = words.at = 7
    assert chance.random() == (words.next64() >> 11) / 2**53
