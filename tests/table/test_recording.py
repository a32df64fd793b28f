"""A game as a page of its own: whole for everybody, or for one seat its own bytes alone."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import playing
import pytest
from tables import NAMES, decisions, new_playing, rules_of

from playsheet.table.contract.messages import Recording
from playsheet.table.contract.views import View
from playsheet.table.page.shipped import page_text
from playsheet.table.readers.playing import Playing
from playsheet.table.readers.recording import codes_in, page_with, recording_of

EMBEDDED = re.compile(r'<script type="application/json" id="replay">(.*?)</script>', re.DOTALL)


def game_of(name: str, seed: int, most: int = 40) -> Playing:
    """A random game."""
    found = new_playing(name, seed)
    for _ in decisions(found, most, Random(seed)):
        pass
    return found


def recorded(name: str, game: Playing, seat: str | None) -> dict[str, Any]:
    """The game as it is embedded."""
    return recording_of(rules_of(name), game.game(), "x.game", seat, None)


@pytest.mark.parametrize("name", NAMES)
def test_every_frame_gives_the_view_as_it_was(name: str) -> None:
    game = game_of(name, 3, 25)
    seat = game.setup.seats[0]
    found = json.loads(json.dumps(recorded(name, game, seat)))
    Recording.model_validate(found)
    view: dict[str, Any] = {}
    for frame in found["frames"]:
        zones = {(zone["id"], zone["of"]): zone for zone in view.get("zones", ())}
        zones |= {(zone["id"], zone["of"]): zone for zone in frame["changed"].get("zones", ())}
        view = {**view, **frame["changed"], "zones": [*zones.values()]}
        View.model_validate(view)
    assert view["you"] == seat and not found["all_hands"]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_for_one_seat_names_no_card_that_it_never_knew(name: str) -> None:
    """Red if the page is made for everybody, and shows less."""
    game = game_of(name, 4, 25)
    words = game.setup.words.cards
    for seat, who in enumerate(game.setup.seats):
        known = {
            words[game.setup.match.cards[card][0]].code
            for masks in game.recorder.knowledge
            for card, mask in enumerate(masks)
            if mask >> seat & 1
        }
        found = recorded(name, game, who)
        known |= {*re.findall('"copy_of": "([^"]+)"', json.dumps(found["frames"]))}
        assert codes_in(found["frames"]) <= known
        assert {*found["schema"]["cards"]} <= known


def test_nothing_in_a_game_can_end_the_script_that_holds_it() -> None:
    """Hostile names stay text: red if a sign is left as it is."""
    name = "</script><script>alert(1)</script>&<!--"
    rules = playing.tiny()
    game = rules.new_game(seed=1, seats=[name[:38], "\u2028bo".strip()])
    playing.follow(game, [0, 1, 0])
    page = page_with(page_text(), recording_of(rules, game, "<x>&.game", None, None))
    (text,) = EMBEDDED.findall(page)
    assert "<" not in text and ">" not in text and "&" not in text
    found = json.loads(text)
    assert found["file"] == "<x>&.game"
    assert found["frames"][0]["changed"]["seats"][0]["name"] == name[:38]
    assert page.count("</script>") == page_text().count("</script>") + 1
