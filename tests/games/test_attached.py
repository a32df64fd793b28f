"""What is attached to what: in views, on the table, and for those who do not see the cards."""

from __future__ import annotations

from typing import Any

import playing

import playsheet.api as ps
from playsheet.cli.terminal.tabletop import Tabletop
from playsheet.dsl.ir.names import BEARER
from playsheet.interpreter.runtime.objects import bearer_of


def games() -> list[ps.Game]:
    return [playing.play(playing.gear().new_game(seed=seed), seed, 50) for seed in range(12)]


def lying(view: Any, zone: str, owner: str) -> Any:
    return next(z for z in view["zones"] if (z["zone"], z["owner"]) == (zone, owner))


def test_a_view_says_where_each_bearer_lies() -> None:
    told = hidden = 0
    for game in games():
        match, state = game._setup.match, game._state
        for seat in game.seats:
            view = game.view(seat)
            for zone in ("tools", "charms", "gems"):
                for number, owner in enumerate(game.seats):
                    cards, found = match.zone(state, zone, number), lying(view, zone, owner)
                    assert len(found["bearers"]) == len(found["cards"]) == len(cards)
                    for card, seen, bearer in zip(
                        cards, found["cards"], found["bearers"], strict=True
                    ):
                        borne = bearer_of(state, match, card)
                        assert (bearer is None) == (borne < 0)
                        if bearer is None:
                            continue
                        where = match.zone(state, bearer["zone"], game.seats.index(bearer["owner"]))
                        assert where[bearer["place"]] == borne
                        told, hidden = told + 1, hidden + (seen is None)
    assert told > 20 and hidden > 2


def test_a_tie_never_dangles_and_each_card_lies_once() -> None:
    for game in games():
        match, state = game._setup.match, game._state
        places = [card for cell in match.layout.zone_at for card in state[cell]]
        assert sorted(places) == [*range(len(match.cards))]
        for card, key in enumerate(state[match.layout.columns[BEARER]][:-1]):
            bearer = bearer_of(state, match, card) if key else -1
            assert (key != 0) == (bearer >= 0)
            if key:
                zone, of = (match.lies_in(state, one)[0] for one in (card, bearer))
                assert of in match.program.zones[zone].attached


def test_the_table_shows_it() -> None:
    texts = [Tabletop(game.view("ana")).cards(lying(game.view("ana"), "tools", seat))
             for game in games() for seat in game.seats]  # fmt: skip
    assert any(" on Bear" in text or " on Lynx" in text for text in texts)
