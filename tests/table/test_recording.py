"""A game as a page of its own: whole for everybody, or for one seat its own bytes alone."""

from __future__ import annotations

import base64
import gzip
import json
import re
from itertools import islice
from random import Random
from typing import Any

import playing
import pytest
from sampling import sampled
from serving import Plain, Serving
from tables import NAMES, SMALL, decisions, exchanged, new_playing, rules_of
from test_contract import never_known
from test_server import played

from playsheet.interpreter.runtime.faults import RuleFault
from playsheet.interpreter.transcript.replay import run_again
from playsheet.table.contract.messages import Recording
from playsheet.table.contract.views import View
from playsheet.table.page.shipped import page_text
from playsheet.table.readers.playing import Playing
from playsheet.table.readers.recording import codes_in, page_with, recording_of

EMBEDDED = re.compile(r'<script type="application/gzip" id="replay">(.*?)</script>', re.DOTALL)


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
def test_every_line_of_the_log_has_the_rules_behind_it(name: str) -> None:
    """Red if a line is another's, or one that a seat may not know is told."""
    game = game_of(name, 5, 25)
    for seat in (None, game.setup.seats[0]):
        found = recorded(name, game, seat)
        told = [
            event
            for frame in found["frames"]
            for beat in frame["beats"]
            for event in beat["events"]
        ]
        assert len(found["behind"]) == len(told)
        for event, behind in zip(told, found["behind"], strict=True):
            lines = [found["lines"][number] for number in behind]
            assert all(line["text"] for line in lines)
            own = lines[0]["clauses"] if lines else []
            assert {*event.get("clauses", ())} <= {*own} or not lines
        assert any(found["behind"])


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


def test_a_long_game_is_a_small_page() -> None:
    """Red if a game is not packed, or each line of the rules stands there for each event."""
    game = game_of("hyper_colosseum", 7, 400)
    assert len(game.answers) > 200
    page = page_with(page_text(), recorded("hyper_colosseum", game, None))
    assert len(page.encode()) < 400_000


def test_nothing_in_a_game_can_end_the_script_that_holds_it() -> None:
    """Hostile names stay text: red if the game stands there as it is."""
    name = "</script><script>alert(1)</script>&<!--"
    rules = playing.tiny()
    game = rules.new_game(seed=1, seats=[name[:38], "\u2028bo".strip()])
    playing.follow(game, [0, 1, 0])
    page = page_with(page_text(), recording_of(rules, game, "<x>&.game", None, None))
    (text,) = EMBEDDED.findall(page)
    assert re.fullmatch("[A-Za-z0-9+/=]+", text)
    found = json.loads(gzip.decompress(base64.b64decode(text)))
    assert found["file"] == "<x>&.game"
    assert found["frames"][0]["changed"]["seats"][0]["name"] == name[:38]
    assert page.count("</script>") == page_text().count("</script>") + 1


HIDING = ("dcg", "dbe", "digi_battle", "hyper_colosseum", "gear", "market", "tiny", "trade")


@pytest.mark.parametrize("name", HIDING)
def test_exchanged_cards_that_a_seat_never_knew_change_no_byte_of_its_page(name: str) -> None:
    """Random exchanges with which the game goes the same way: red if a page has a name, a line of
    rules, a number or an order that follows from a card of another hand or of a pile.
    """
    chance, pages, same = Random(name), page_text(), 0
    for seed in range(sampled(2 if name in SMALL else 1, 12)):
        playing = new_playing(name, seed)
        for _ in decisions(playing, chance.randrange(5, sampled(25, 120)), Random(seed)):
            pass
        for seat, who in enumerate(playing.setup.seats):
            pairs = never_known(playing, seat, chance)
            twins = (twin for pair in pairs if (twin := gone_the_same(playing, pair)))
            for twin in islice(twins, sampled(1, 6)):
                mine = page_of(name, playing, who, pages)
                assert page_of(name, twin, who, pages) == mine
                same += 1
    assert same


def gone_the_same(playing: Playing, pair: tuple[int, int]) -> Playing | None:
    """The game with two cards in each other's place, if the same happens in it."""
    found = Playing(exchanged(playing.setup, [pair]))
    try:
        for index in playing.answers:
            if index >= len(found.options()):
                return None
            found.apply(index)
    except RuleFault:
        return None
    return found if found.recorder.events == playing.recorder.events else None


def page_of(name: str, playing: Playing, who: str, pages: str) -> str:
    """The page of a seat, whole."""
    return page_with(pages, recording_of(rules_of(name), playing.game(), "x.game", who, None))


# ---- of a table


def asks(serving: Serving, opened: Plain, what: str, token: str = "", **headers: str) -> Any:
    """The answer to somebody who wants the game."""
    wanted = {"token": token, "language": "en"}
    path = f"/api/tables/{opened['table']}/{what}"
    return serving.client.post(path, json=wanted, headers=headers)


def test_until_the_end_a_player_has_what_he_was_told_and_nobody_else_anything(
    serving: Serving,
) -> None:
    """Red if a hand of another seat, or the file, can be had before the game is over."""
    opened = serving.open()
    pages = played(serving, opened, 7, Random(1))
    for page, seat in zip(pages, opened["seats"], strict=True):
        answer = asks(serving, opened, "recording", seat["token"])
        Recording.model_validate(answer.json())
        found = answer.json()
        assert not found["all_hands"] and found["steps"] == []
        view: Plain = {}
        for frame in found["frames"]:
            view |= frame["changed"]
        assert view["reader"] == "seat" and view["you"] == page.view["you"]
        beats = [beat for frame in found["frames"] for beat in frame["beats"]]
        stream = serving.tables.tables[opened["table"]].streams[page_reader(serving, opened, page)]
        assert json.dumps(beats) == json.dumps(stream.beats)
        assert asks(serving, opened, "game", seat["token"]).status_code == 400
    for what in ("recording", "game"):
        assert asks(serving, opened, what).status_code == 400
        assert asks(serving, opened, what, "x" * 32).status_code == 400


def page_reader(serving: Serving, opened: Plain, page: Any) -> Any:
    """By which the stream of a page is kept."""
    table = serving.tables.tables[opened["table"]]
    return next(key for key in table.streams if key[0].seat == page.reader_seat(table))


def test_when_it_is_over_everybody_has_all_of_it(serving: Serving) -> None:
    """Red if who watched, or who lost by giving up, has less; the file is one that replays."""
    opened = serving.open()
    pages = played(serving, opened, 4, Random(2))
    pages[0].send({"t": "concede"})
    pages[1].until(lambda one: one["t"] == "view" and one["view"]["over"] is not None)
    token = opened["seats"][0]["token"]
    found = [asks(serving, opened, "recording", one).json() for one in ("", token)]
    assert found[0] == found[1] and found[0]["all_hands"]
    last = [frame["changed"]["over"] for frame in found[0]["frames"] if "over" in frame["changed"]]
    assert last[-1]["conceded"] == pages[0].view["you"]
    text = asks(serving, opened, "game").text
    assert run_again(text, serving.tables.tables[opened["table"]].rules).game.is_over()
    assert found[0]["file"] == "tiny.game"
    assert asks(serving, {"table": "none"}, "game").status_code == 404
