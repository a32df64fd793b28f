"""Tables carried over to what was saved: as they were, up to the first answer that is no longer
offered, or not at all.
"""

from __future__ import annotations

from typing import Any

import pytest
from authoring import Desk
from test_changed_rules import Watching
from test_trying import offered, tries, with_lynx

from playsheet.table.server.table import Table
from playsheet.workbench.carrying import TRIES, play_again

LYNX = "cards/new.cards"


def saves(desk: Desk, old: str, new: str, file: str = LYNX) -> None:
    found = desk.get(file).json()
    assert old in found["text"]
    text = found["text"].replace(old, new)
    assert desk.put(file, text, found["mark"]).status_code == 200


def carries(desk: Desk, table: str, status: int = 200) -> Any:
    answer = desk.post("carry", table=table)
    assert answer.status_code == status, answer.text
    return answer.json()


def with_lynx_entered(desk: Desk) -> Table:
    with_lynx(desk)
    table = tries(desk, "Td-99")
    table.apply(offered(table, "Lynx"))
    return table


def test_a_table_stays_where_it_is_and_goes_on_by_the_new_rules(desk: Desk) -> None:
    table = with_lynx_entered(desk)
    tokens, answers = [one.token for one in table.chairs], [*table.playing.answers]
    before = table.playing.game().transcript()
    saves(desk, "gain 2", "gain 3")
    assert table.outdated
    told = carries(desk, table.id)
    assert (told["kept"], told["of"], told["last"]) == (len(answers), len(answers), None)
    assert told["first"]["how"] == "differs" and told["first"]["found"] != told["first"]["expected"]
    (change,) = told["changes"]
    assert change["place"]["name"] == LYNX and any("gain 3" in row for row in change["lines"])
    assert table.playing.answers == answers and [one.token for one in table.chairs] == tokens
    assert table.playing.game().transcript() != before
    now = table.now(Watching())
    count = len(answers)
    assert now["carried"] == {"number": 1, "kept": count, "of": count} and not now["outdated"]
    assert "gain 3" in desk.client.get(f"/api/tables/{table.id}/schema").text
    text = desk.post("scenario", table=table.id, title="Three").json()["text"]
    assert "points is 8" in text, "what is made of it is made by the rules of now"


def test_it_stands_at_the_first_answer_that_is_no_longer_offered(desk: Desk) -> None:
    """And the game of before is kept."""
    table = with_lynx_entered(desk)
    count = len(table.playing.answers)
    before = table.store.game(table.id).read_text(encoding="utf-8")
    saves(desk, "rank     1", "rank     3")
    told = carries(desk, table.id)
    assert told["kept"] < told["of"] == count
    assert told["last"]["how"] == "not offered" and "Lynx" in told["last"]["expected"]
    assert told["last"]["place"]["name"].endswith(".rules")
    assert len(table.playing.answers) == told["kept"]
    kept = table.store.game(f"{table.id}-1")
    assert kept.read_text(encoding="utf-8") == before
    assert table.now(Watching())["carried"]["kept"] == told["kept"]


def test_rules_with_mistakes_leave_the_table_as_it_was(desk: Desk) -> None:
    table = with_lynx_entered(desk)
    rules, playing = table.rules, table.playing
    saves(desk, "gain 2 points", "gain 2 pionts")
    assert "pionts" in carries(desk, table.id)["error"]
    assert (table.rules, table.playing) == (rules, playing) and table.outdated
    saves(desk, "gain 2 pionts", "gain 4 points")
    assert carries(desk, table.id)["of"] == len(table.playing.answers) and not table.outdated


def test_where_nothing_changed_nothing_is_done(desk: Desk) -> None:
    table = with_lynx_entered(desk)
    playing, era = table.playing, table.era
    told = carries(desk, table.id)
    assert told["kept"] == told["of"] == len(playing.answers) and told["first"] is None
    assert table.playing is playing and table.era == era and table.carried is None
    assert carries(desk, "") == {}
    carries(desk, "nobody", 404)


def test_what_another_program_writes_counts_too(desk: Desk) -> None:
    """Red if only what the page itself saves makes the rules be looked at anew."""
    table = with_lynx_entered(desk)
    path = desk.home / LYNX
    path.write_text(path.read_text("utf-8").replace("gain 2", "gain 3"), "utf-8")
    assert carries(desk, table.id)["first"] is not None
    path.write_text(path.read_text("utf-8").replace("Td-99", "Td-98"), "utf-8")
    assert desk.post("try", card="Td-98").status_code == 201


def test_a_page_hears_that_the_rules_are_others_before_it_sees_the_table(desk: Desk) -> None:
    """Else it would draw cards that it has no description of."""
    table = with_lynx_entered(desk)
    saves(desk, "gain 2", "gain 3")
    with desk.client.websocket_connect("ws://localhost:8321/api/socket") as socket:
        token = next(one.token for one in table.chairs if one.token)
        socket.send_json({"t": "join", "table": table.id, "token": token})
        while socket.receive_json()["t"] != "view":
            pass
        carries(desk, table.id)
        heard: list[Any] = []
        while not heard or heard[-1]["t"] != "view":
            heard.append(socket.receive_json())
        carried = [one["carried"] for one in heard if one["t"] == "table"]
        assert carried[-1] is not None and carried[-1]["number"] == 1


def test_a_table_of_the_lobby_and_one_that_was_given_up_are_carried_too(desk: Desk) -> None:
    wanted = {"format": str(desk.home), "seats": [{}, {}], "seed": 3}
    table = desk.tables.table(desk.client.post("/api/tables", json=wanted).json()["table"])
    table.apply(0)
    table.concede(1)
    saves(desk, "enters: gain 2", "enters: gain 3", "cards/tiny.cards")
    assert carries(desk, table.id)["last"] is None
    assert table.is_over and table.playing.forfeit is not None and table.playing.forfeit.seat == 1
    assert "\nconceded bo\n" in table.store.game(table.id).read_text("utf-8")


def test_whoever_plays_on_meanwhile_loses_no_answer(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red if a game is put in place that was played again from fewer answers."""
    table = with_lynx_entered(desk)
    saves(desk, "gain 2", "gain 3")

    def slow(*given: Any) -> Any:
        if len(played) < busy:
            played.append(0)
            table.apply(0)
        return play_again(*given)

    monkeypatch.setattr("playsheet.workbench.carrying.play_again", slow)
    for busy, status in ((2, 200), (100, 409)):
        played: list[int] = []
        saves(desk, "strikes ", "strikes  ")
        carries(desk, table.id, status)
        assert len(played) == min(busy, TRIES)


def test_another_deck_leaves_the_table_as_it_was(desk: Desk) -> None:
    wanted = {"format": str(desk.home), "seats": [{}, {}], "seed": 3}
    table = desk.tables.table(desk.client.post("/api/tables", json=wanted).json()["table"])
    path = sorted(desk.home.rglob("*.deck"))[0]
    path.write_text(path.read_text("utf-8").replace("2 Bear", "1 Wolf Td-4\n1 Bear"), "utf-8")
    before = table.rules
    assert "stays with the rules of before" in carries(desk, table.id, 409)["error"]
    assert table.rules is before and table.outdated


def test_a_branch_can_be_looked_at_although_it_calls_its_format_as_the_folder_is(
    desk: Desk,
) -> None:
    """Red if only the whole path is the format: then no saved branch is a recording."""
    table = with_lynx_entered(desk)
    name = desk.post("branches/keep", table=table.id, title="It enters").json()["name"]
    text = (desk.home / "branches" / f"{name}.game").read_text("utf-8")
    assert text.startswith("game tiny\n")
    kind = {"content-type": "text/plain"}
    answer = desk.client.post("/api/replay", content=text, headers=kind)
    assert answer.status_code == 200 and answer.json()["all_hands"], answer.text[:300]
    other = desk.client.post(
        "/api/replay", content=text.replace("game tiny", "game dcg", 1), headers=kind
    )
    assert other.status_code == 400


def test_a_table_that_lost_answers_of_the_position_it_was_opened_at_is_a_scenario_still(
    desk: Desk,
) -> None:
    """Red if what was done last is looked for behind the end of the game."""
    table = with_lynx_entered(desk)
    saves(desk, '"Enter the ring"', '"Step in"', "tiny.rules")
    told = carries(desk, table.id)
    assert told["kept"] < told["of"]
    answer = desk.post("scenario", table=table.id, title="Here")
    assert answer.status_code == 200, answer.text
