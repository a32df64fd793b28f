"""People and bots at tables: they play, watch, leave, come back, take back and begin again."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from serving import BASE, FORMATS, Page, Serving

from playsheet.table.contract.formats import Schema
from playsheet.table.contract.messages import Lobby, Opened


def played(serving: Serving, opened: dict[str, Any], most: int, chance: Random) -> list[Page]:
    """Two people play so many answers."""
    pages = [serving.sit(opened, 0), serving.sit(opened, 1)]
    for page in pages:
        page.until_kind("view")
    for _ in range(most):
        names = [one["seat"] for one in pages[0].view["asked"]]
        if not names:
            break
        asked = next(page for page in pages if page.view["you"] == names[0])
        other = pages[1 - pages.index(asked)]
        asked.answer(chance)
        catch_up(other, asked)
    return pages


def catch_up(other: Page, asked: Page) -> None:
    """The other one hears of it too, unless he can tell no difference."""
    while is_asked(other) != is_asked(asked):
        other.next()


def is_asked(page: Page) -> object:
    """Who is asked, as far as all see it; and the turn."""
    return page.view["turn"], [(one["seat"], one["prompt"]) for one in page.view["asked"]]


def test_the_lobby_says_what_can_be_played(serving: Serving) -> None:
    found = Lobby.model_validate(serving.client.get("/api/lobby").json())
    assert found.formats[0].seats == (2, 2)
    assert len(found.formats) == 3 and "random" in found.bots


def test_a_new_table_has_a_link_for_each_person_that_nobody_can_guess(serving: Serving) -> None:
    opened = serving.open("human", "random")
    Opened.model_validate(opened)
    (seat,) = opened["seats"]
    assert len(seat["token"]) >= 32
    assert seat["link"].startswith(f"{BASE}/#") and "?" not in seat["link"]
    assert seat["token"] not in opened["watch"]
    other = serving.open("human", "random")
    assert other["seats"][0]["token"] != seat["token"] and other["table"] != opened["table"]


def test_a_table_tells_what_its_format_is(serving: Serving) -> None:
    opened = serving.open()
    answer = serving.client.get(f"/api/tables/{opened['table']}/schema")
    schema = Schema.model_validate(answer.json())
    assert {"hand", "ring"} <= {*schema.zones}
    assert serving.client.get("/api/tables/none/schema").status_code == 404


def test_a_table_has_the_options_that_were_agreed_on(serving: Serving) -> None:
    """Red if the lobby does not say them, a table has others, or a rematch or a restart forgets."""
    row = serving.client.get("/api/lobby").json()["formats"][0]["options"]
    kind = {"title": "Play for 9 points", "value": False, "low": None, "high": None}
    assert row == {"long_game": kind}
    opened = serving.open("human", "random", options={"long_game": True})
    answer = serving.client.get(f"/api/tables/{opened['table']}/schema")
    assert answer.json()["options"] == row
    page = serving.sit(opened, 0)
    page.until_kind("view")
    assert page.view["options"] == {"long_game": True}
    page.send({"t": "concede"})
    page.until(lambda _: page.view["over"] is not None)
    page.send({"t": "rematch"})
    page.until(lambda _: page.view["over"] is None)
    assert page.view["options"] == {"long_game": True}
    serving.restart()
    again = serving.sit(opened, 0)
    again.until_kind("view")
    assert again.view["options"] == {"long_game": True}


@pytest.mark.parametrize("options", [{"longer": True}, {"long_game": 2}, {"long_game": "x" * 99}])
def test_an_option_that_is_not_there_opens_no_table(
    serving: Serving, options: dict[str, Any]
) -> None:
    seats = [{"plays": "human"}, {"plays": "human"}]
    wanted = {"format": serving.names[0], "seats": seats, "options": options}
    answer = serving.client.post("/api/tables", json=wanted)
    assert answer.status_code == 400 and answer.json()["error"]
    assert not serving.tables.tables


def test_two_people_play_a_whole_game_and_one_watches(serving: Serving) -> None:
    opened = serving.open()
    watcher = serving.watch(opened)
    watcher.until_kind("view")
    chance = Random(1)
    pages = played(serving, opened, 400, chance)
    over = pages[0].view["over"]
    assert over and over["winners"] and over["clauses"] is not None
    while watcher.view["over"] is None:
        watcher.next()
    assert watcher.view["choice"] is None and watcher.view["reader"] == "public"
    assert watcher.view["over"] == over == pages[1].view["over"]


def test_a_person_plays_a_bot(serving: Serving) -> None:
    opened = serving.open("human", "eager")
    page = serving.sit(opened, 0)
    chance = Random(2)
    for _ in range(400):
        if not page.until_asked():
            break
        page.answer(chance)
    assert page.view["over"] is not None


def test_a_lost_socket_comes_back_to_the_same_choice(serving: Serving) -> None:
    opened = serving.open()
    pages = played(serving, opened, 5, Random(3))
    asked = next(page for page in pages if page.view["choice"])
    before = asked.view
    asked.close()
    back = serving.sit(opened, pages.index(asked))
    back.until_kind("view")
    for name in ("choice", "zones", "values", "seats"):
        assert back.view[name] == before[name]


def test_a_table_survives_a_restart(serving: Serving) -> None:
    """Red if an answer is told before it is kept."""
    opened = serving.open()
    pages = played(serving, opened, 9, Random(4))
    asked = next(number for number, page in enumerate(pages) if page.view["choice"])
    before = pages[asked].view
    serving.restart()
    assert serving.lost == []
    back = serving.sit(opened, asked)
    back.until_kind("view")
    assert back.view["zones"] == before["zones"]
    assert back.view["choice"]["options"] == before["choice"]["options"]
    old = before["choice"]["id"]
    back.send({"t": "answer", "choice": old, "i": 0})
    assert back.until(lambda one: one["t"] in ("stale", "beats"))["t"] == "stale"
    back.answer(Random(1))


def test_an_answer_to_another_choice_is_told_to_be_stale(serving: Serving) -> None:
    opened = serving.open()
    pages = played(serving, opened, 2, Random(5))
    asked = next(page for page in pages if page.view["choice"])
    other = pages[1 - pages.index(asked)]
    before = asked.view["choice"]["id"]
    other.send({"t": "answer", "choice": before, "i": 0})
    assert other.until(lambda one: one["t"] != "table")["t"] == "stale"
    asked.send({"t": "answer", "choice": "0.0.0", "i": 0})
    assert asked.until_kind("stale")["at"] == asked.view["at"]
    assert asked.until_kind("view")["view"]["choice"]["id"] == before


def test_several_things_are_picked_at_once(serving: Serving) -> None:
    opened = serving.open()
    pages = played(serving, opened, 0, Random(6))
    chance = Random(6)
    for _ in range(40):
        asked = next((page for page in pages if page.view["choice"]), None)
        if asked is None:
            break
        choice = asked.view["choice"]
        several = choice.get("picks")
        if several and len(choice["options"]) > 2:
            picks = [one["i"] for one in choice["options"] if not one.get("passes")]
            picks = picks[: several["most"]]
            asked.send({"t": "answer", "choice": choice["id"], "picks": [picks[0], picks[0]]})
            assert asked.until(lambda one: one["t"] == "refused")["code"] == "wrong"
            asked.send({"t": "answer", "choice": choice["id"], "picks": picks})
            found = asked.until(lambda one: one["t"] in ("beats", "stale"))
            if found["t"] == "stale":
                found = asked.until_kind("view")
                choice = asked.view["choice"]
                asked.send({"t": "answer", "choice": choice["id"], "picks": picks})
                found = asked.until_kind("beats")
            asks = [e for beat in found["beats"] for e in beat["events"] if e["kind"] == "choice"]
            assert len(asks) >= len(picks)
            return
        asked.answer(chance)
        catch_up(pages[1 - pages.index(asked)], asked)
    raise AssertionError("nothing was chosen of several")


def test_what_nobody_has_seen_is_taken_back_freely_and_else_the_other_is_asked(
    serving: Serving,
) -> None:
    opened = serving.open(seed=11)
    pages = played(serving, opened, 0, Random(7))
    chance, free = Random(7), 0
    for _ in range(14):
        asked = next(page for page in pages if page.view["choice"])
        other = pages[1 - pages.index(asked)]
        if asked.view["choice"]["back"] and free < 2:
            asked.send({"t": "undo"})
            found = asked.until_kind("view")
            assert found["undone"] == asked.view["you"]
            assert found["view"]["at"]["era"] > 0
            other.until_kind("view")
            free += 1
        asked.answer(chance)
        catch_up(other, asked)
    me = next(page for page in pages if page.view["choice"] is None)
    you = pages[1 - pages.index(me)]
    me.send({"t": "undo"})
    request = me.until(lambda one: one["t"] == "table" and one["requests"])["requests"][0]
    assert request["waits"] == [you.view["you"]]
    you.send({"t": "agree", "request": request["id"], "yes": True})
    assert me.until_kind("view")["undone"] == me.view["you"]
    assert me.view["choice"] is not None
    text = serving.tables.store.game(opened["table"]).read_text()
    assert free == 2 and text.count("\nundone ") == 3


def test_who_gives_up_has_lost_and_may_play_again(serving: Serving) -> None:
    opened = serving.open()
    pages = played(serving, opened, 3, Random(8))
    pages[0].send({"t": "concede"})
    for page in pages:
        page.until(lambda one: one["t"] == "view" and one["view"]["over"] is not None)
        assert page.view["over"]["winners"] == [pages[1].view["you"]]
        assert page.view["choice"] is None
    pages[1].send({"t": "rematch"})
    pages[0].until(lambda one: one["t"] == "table" and bool(one["requests"]))
    pages[0].send({"t": "rematch"})
    for page in pages:
        page.until(lambda one: one["t"] == "view" and one["view"]["over"] is None)
    assert any(page.view["choice"] for page in pages)


def test_who_watches_can_do_nothing(serving: Serving) -> None:
    opened = serving.open()
    watcher = serving.watch(opened)
    watcher.until_kind("view")
    for message in ({"t": "concede"}, {"t": "undo"}, {"t": "hint", "choice": "0.0.0"}):
        watcher.send(message)
        assert watcher.until_kind("refused")["code"] == "watching"


def test_a_seat_asks_why_and_why_not_and_for_a_hint(serving: Serving) -> None:
    opened = serving.open("human", "random")
    page = serving.sit(opened, 0)
    choice = page.until_asked()
    page.send({"t": "why"})
    assert page.until_kind("why")["answer"]["children"]
    page.send({"t": "why", "event": 1})
    assert page.until(lambda one: one["t"] in ("why", "refused"))["t"] == "why"
    page.send({"t": "why_not", "text": "Enter the ring: Wolf"})
    assert page.until_kind("why_not")["answer"]["text"]
    page.send({"t": "hint", "choice": choice["id"]})
    hint = page.until_kind("hint")
    assert hint["i"] in [one["i"] for one in choice["options"]]
    assert sum(one["tried"] for one in hint["weighed"]) > 99
    page.send({"t": "hint", "choice": "9.9.9"})
    assert page.until_kind("stale")


def test_the_table_as_it_was(serving: Serving) -> None:
    opened = serving.open()
    pages = played(serving, opened, 8, Random(9))
    views = {
        one["view"]["at"]["beat"]: one["view"]
        for one in pages[0].received
        if one["t"] in ("view", "beats")
    }
    beat = sorted(views)[2]
    pages[0].send({"t": "past", "beat": beat})
    found = pages[0].until_kind("past")["view"]
    for name in ("zones", "values", "seats", "turn"):
        assert json.dumps(found[name]) == json.dumps(views[beat][name])
    pages[0].send({"t": "log", "before": 3})
    log = pages[0].until_kind("log")
    assert log["first"] and [one["n"] for one in log["beats"]] == [0, 1, 2]


def test_wrong_tables_are_told_what_is_wrong(serving: Serving) -> None:
    good = {"format": str(FORMATS / "tiny"), "seats": [{}, {}]}
    wrong: list[dict[str, Any]] = [
        {**good, "format": "/etc"},
        {**good, "seats": []},
        {**good, "seats": [{}]},
        {**good, "seats": [{"plays": "/tmp/evil.py:Bot"}, {}]},
        {**good, "seats": [{"deck": "/etc/passwd.deck"}, {}]},
        {**good, "seats": [{"name": "a\nb"}, {}]},
        {**good, "more": 1},
    ]
    for one in wrong:
        answer = serving.client.post("/api/tables", json=one)
        assert answer.status_code == 400 and answer.json()["error"]
    assert serving.client.post("/api/tables", content=b"x" * 40_000).status_code == 400
    assert serving.tables.tables == {}
