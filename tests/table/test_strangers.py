"""Strangers at the door of a server: pages from elsewhere, and whatever a socket may carry."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sampling import sampled
from serving import BASE, SOCKET, Page, Serving
from starlette.websockets import WebSocketDisconnect

from playsheet.table.server import guards
from playsheet.table.server.guards import (
    LONGEST_BODY,
    LONGEST_MESSAGE,
    Bucket,
    allowed_hosts,
    policy_of,
)

ELSEWHERE = ("evil.example", "evil.example:8321", "localhost:9999", "localhost.evil.example:8321")


@pytest.mark.parametrize("host", [*ELSEWHERE, "", "10.0.0.1:8321"])
@pytest.mark.parametrize("path", ["/", "/api/lobby"])
def test_a_name_that_points_here_is_not_answered(serving: Serving, host: str, path: str) -> None:
    """DNS rebinding: red if the host is not looked at."""
    answer = serving.client.get(path, headers={"host": host})
    assert answer.status_code == 403 and "formats" not in answer.text


@pytest.mark.parametrize("origin", [f"http://{one}" for one in ELSEWHERE] + ["null", "file://"])
def test_a_page_from_elsewhere_opens_no_table_and_no_socket(serving: Serving, origin: str) -> None:
    headers = {"origin": origin}
    wanted = {"format": serving.names[0], "seats": [{}, {}]}
    assert serving.client.post("/api/tables", json=wanted, headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        serving.client.websocket_connect(f"{SOCKET}/api/socket", headers=headers),
    ):
        pass
    assert serving.tables.tables == {}


def test_a_socket_to_another_host_is_refused(serving: Serving) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        serving.client.websocket_connect("ws://evil.example:8321/api/socket"),
    ):
        pass


def test_the_own_page_may_speak(serving: Serving) -> None:
    wanted = {"format": serving.names[0], "seats": [{}, {}]}
    answer = serving.client.post("/api/tables", json=wanted, headers={"origin": BASE})
    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/lobby", "/none", "/api/tables/x/schema"])
def test_every_answer_says_what_a_page_may_do(serving: Serving, path: str) -> None:
    found = serving.client.get(path).headers
    policy = found["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
    assert found["x-content-type-options"] == "nosniff"
    assert found["referrer-policy"] == "no-referrer"


def test_only_the_scripts_of_the_page_may_run() -> None:
    one = policy_of("<script type=module>let a = 1</script>")
    assert "'sha256-" in one and one != policy_of("<script type=module>let a = 2</script>")
    assert "script-src 'none'" in policy_of("<p>nothing</p>")


def test_a_bucket_is_empty_at_some_time() -> None:
    bucket = Bucket(0.0, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def state_of(serving: Serving, table: str) -> object:
    """All that a message may not change."""
    found = serving.tables.tables[table]
    return [*found.playing.answers], found.facts(), [*found.requests], [*found.yields.kept]


def messages(chance: Random, known: list[str]) -> list[str]:
    """Wrong, stale, huge and foreign messages, of all kinds."""
    anything: list[Any] = [
        *(None, True, -1, 0, 1.5, 10**30, "", "x" * 50, [], {}, [[]], "\ud800", "c1", "🂡"),
        *known,
    ]
    kinds = [
        *("answer", "undo_", "agree", "yield", "unyield", "why_not", "hint", "log", "past"),
        *("join", "view", "beats", "", "__class__", "answer\x00"),
    ]
    fields = ["choice", "i", "picks", "request", "yes", "id", "text", "beat", "before", "table"]
    kind = chance.choice(kinds)
    found: dict[str, Any] = {"t": kind}
    for field in chance.sample(fields, chance.randrange(4)):
        found[field] = chance.choice(anything)
    text = json.dumps(found)
    match chance.randrange(9):
        case 0:
            text = text[: chance.randrange(len(text))]
        case 1:
            text = "[" * chance.choice((10, 5_000))
        case 2:
            text = json.dumps({**found, "text": "y" * chance.choice((400, LONGEST_MESSAGE))})
        case 3:
            text = chance.choice(("null", "1", '""', "NaN", "{}", '{"t":{}}', "\u0000"))
        case 4:
            text = json.dumps({"t": "answer", "choice": chance.choice(known), "i": 0})
        case 5:
            text = json.dumps({"t": "answer", "choice": "0.0.0", "picks": [0] * 300})
        case _:
            pass
    return [text]


def test_no_message_of_a_stranger_changes_anything(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red if a message is obeyed that names no choice that is open."""
    monkeypatch.setattr(guards, "MESSAGES", (1e9, 10**9))
    monkeypatch.setattr("playsheet.table.server.socket.MESSAGES", (1e9, 10**9))
    opened = serving.open("human", "human", seed=3)
    pages = [serving.sit(opened, 0), serving.sit(opened, 1), serving.watch(opened)]
    for page in pages:
        page.until_kind("view")
    chance = Random(1)
    asked = next(page for page in pages if page.view["choice"])
    asked.answer(chance)
    before = state_of(serving, opened["table"])
    tokens = [seat["token"] for seat in opened["seats"]]
    stale = ["0.0.0", "0.1.999", "-1", opened["table"], *tokens]
    waiting = next(page for page in pages if not page.view["choice"])
    for number in range(sampled(250, 10_000)):
        page = pages[2] if number % 2 else waiting
        for text in messages(chance, stale):
            page.socket.send_text(text)
        if number % 25 == 24:
            settle(pages[2])
            settle(waiting)
            assert state_of(serving, opened["table"]) == before
    for page in pages:
        sent = json.dumps(page.received)
        assert not any(token in sent for token in tokens)
    assert all(one["t"] != "view" or one["view"]["choice"] is None for one in pages[2].received)
    next(page for page in pages if page.view["choice"]).answer(chance)


def settle(page: Page) -> None:
    """Until all that was sent has been answered."""
    page.send({"t": "log", "before": 0})
    page.until(lambda one: one["t"] == "log" and one["beats"] == [], 2_000)


def test_a_wrong_token_sits_nowhere(serving: Serving) -> None:
    opened = serving.open()
    for token in ("x", opened["table"], opened["seats"][0]["token"][:-1]):
        page = Page(serving, opened["table"], token)
        assert page.until_kind("refused")["code"] == "token"
        assert page.view == {}


def test_too_much_at_once_is_refused(serving: Serving) -> None:
    opened = serving.open()
    page = serving.watch(opened)
    for _ in range(90):
        page.send({"t": "log", "before": 1})
    assert page.until(lambda one: one["t"] == "refused")["code"] == "slowly"


def test_there_is_an_end_to_tables(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """One at which nobody sits makes room; where somebody sits at all, no other is opened."""
    monkeypatch.setattr("playsheet.table.server.tables.MOST_TABLES", 2)
    first, second = serving.open(), serving.open()
    serving.sit(first, 0).until_kind("view")
    third = serving.open()
    assert {*serving.tables.tables} == {first["table"], third["table"]}
    assert second["table"] not in serving.tables.tables
    serving.sit(third, 0).until_kind("view")
    wanted = {"format": serving.names[0], "seats": [{}, {}]}
    assert serving.client.post("/api/tables", json=wanted).status_code == 429


def test_a_damaged_state_folder_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "empty.json").write_text("{}", encoding="utf-8")
    (tmp_path / "empty.game").write_text("", encoding="utf-8")
    with Serving(tmp_path) as serving:
        opened = serving.open()
        serving.sit(opened, 0).until_kind("view")
        game = serving.tables.store.game(opened["table"])
        game.write_text(game.read_text(encoding="utf-8").replace("rules ", "rules 0"), "utf-8")
        serving.restart()
        assert serving.lost == [opened["table"]]


def test_links_go_to_the_host_that_the_page_was_reached_by(serving: Serving) -> None:
    """Red if they name the host that the server listens at, which may be none that answers."""
    wanted = {"format": serving.names[0], "seats": [{}, {}]}
    for host in ("127.0.0.1:8321", "[::1]:8321", "localhost:8321"):
        headers = {"host": host, "origin": f"http://{host}"}
        for given in (headers, {"host": host}):
            opened = serving.client.post("/api/tables", json=wanted, headers=given).json()
            assert opened["watch"] == f"http://{host}/#table={opened['table']}"
            assert all(one["link"].startswith(opened["watch"]) for one in opened["seats"])
    behind = {"host": "localhost:8321", "origin": "https://localhost:8321"}
    opened = serving.client.post("/api/tables", json=wanted, headers=behind).json()
    assert opened["watch"].startswith("https://localhost:8321/#")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_one_that_listens_everywhere_answers_for_the_addresses_of_its_machine(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red if nobody but who sits at the machine reaches it, or any name is answered."""
    monkeypatch.setattr(guards, "own_addresses", lambda: ["192.168.1.7", "[fd00::7]"])
    found = allowed_hosts(host, 8321)
    assert {"192.168.1.7:8321", "[fd00::7]:8321", "localhost:8321"} <= {*found}
    assert not {"0.0.0.0:8321", ":8321", "[::]:8321", "evil.example:8321"} & {*found}
    assert "192.168.1.7:8321" not in allowed_hosts("127.0.0.1", 8321)
    assert "[fe80::1]:8321" in allowed_hosts("fe80::1", 8321)


@pytest.mark.parametrize("what", ["recording", "game"])
def test_what_is_no_question_of_the_contract_is_refused(serving: Serving, what: str) -> None:
    """And what is too long, of another kind, or too often."""
    opened = serving.open()
    path = f"/api/tables/{opened['table']}/{what}"
    kind = {"content-type": "application/json"}
    for body in (b"", b"[]", b"{", b'{"token": 1}', b'{"more": 1}', b"[" * 9_000, b"\xff"):
        answer = serving.client.post(path, content=body, headers=kind)
        assert answer.status_code == 400 and answer.json()["error"]
    longest = b'{"token": "' + b"x" * LONGEST_BODY + b'"}'
    assert serving.client.post(path, content=longest, headers=kind).json()["error"]
    assert serving.client.post(path, content=b"{}").status_code == 400
    assert serving.client.get(path).status_code == 405
    elsewhere = {"origin": "http://evil.example"}
    assert serving.client.post(path, json={}, headers=elsewhere).status_code == 403
    assert {serving.client.post(path, json={}).status_code for _ in range(200)} == {400, 429}
