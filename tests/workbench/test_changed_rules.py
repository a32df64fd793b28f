"""What becomes of tables, the lobby and editors while an author writes."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest
from authoring import SOCKET, TOKEN, Desk
from starlette.websockets import WebSocketDisconnect

from playsheet.workbench.server import MOST_EDITORS

CARDS = "cards/tiny.cards"


def opened(desk: Desk) -> Any:
    wanted = {"format": str(desk.home), "seats": [{}, {"plays": "random"}], "seed": 3}
    return desk.client.post("/api/tables", json=wanted).json()


def saves(desk: Desk, old: str, new: str) -> None:
    found = desk.get(CARDS).json()
    assert old in found["text"]
    text = found["text"].replace(old, new)
    assert desk.put(CARDS, text, found["mark"]).status_code == 200


def test_a_game_of_rules_that_have_changed_stops_and_a_new_one_has_them(desk: Desk) -> None:
    before = desk.tables.table(opened(desk)["table"])
    over = desk.tables.table(opened(desk)["table"])
    over.concede(0)
    saves(desk, "enters: gain 2", "enters: gain 3")
    assert before.paused is not None and "rules have changed" in before.paused
    assert over.paused is None, "nothing is left to be played there"
    after = desk.tables.table(opened(desk)["table"])
    assert after.paused is None
    texts = [str([card.lines for card in table.rules.cards]) for table in (before, after)]
    assert "gain 2 points" in texts[0] and "gain 3 points" in texts[1]
    schema = desk.client.get(f"/api/tables/{after.id}/schema").text
    assert "gain 3 points" in schema and "gain 2 points" not in schema


def test_other_processes_have_the_new_rules(desk: Desk) -> None:
    """Red if a worker keeps the format it has loaded."""
    assert desk.post("try", card="Td-1").status_code == 201
    assert desk.post("try", card="Td-41").status_code == 400
    fields = "    kind     Fighter\n    colour   red\n    rank     1\n    strikes  red 1, blue 1\n"
    saves(desk, 'card "Cub"', f'card "Kit" Td-41\n{fields}card "Cub"')
    assert desk.post("try", card="Td-41").status_code == 201


def test_the_lobby_goes_on_without_a_format_that_is_broken(desk: Desk) -> None:
    """Its author mends it in the editor, and it is there again."""

    def titles() -> list[str]:
        answer = desk.client.get("/api/lobby")
        assert answer.status_code == 200
        return [row["title"] for row in answer.json()["formats"]]

    assert titles() == ["Tiny Duel"]
    saves(desk, "gain 2 points", "gain 2 pionts")
    assert titles() == []
    wanted = {"format": str(desk.home), "seats": [{}, {}]}
    answer = desk.client.post("/api/tables", json=wanted)
    assert answer.status_code == 400 and "pionts" in answer.json()["error"]
    saves(desk, "gain 2 pionts", "gain 2 points")
    assert titles() == ["Tiny Duel"] and opened(desk)["table"]


def test_there_are_so_many_editors_and_no_more(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def echo(socket: Any, _: object) -> None:  # a language server takes a second to start
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            pass

    monkeypatch.setattr("playsheet.workbench.server.speak", echo)
    assert MOST_EDITORS == 4

    def speaks(stack: ExitStack) -> Any:
        socket = stack.enter_context(desk.client.websocket_connect(SOCKET))
        socket.send_text(TOKEN)
        socket.send_text("hello")
        assert socket.receive_text() == "hello"
        return socket

    with ExitStack() as stack:
        first, *_ = [speaks(stack) for _ in range(MOST_EDITORS)]
        with desk.client.websocket_connect(SOCKET) as one_more:
            one_more.send_text(TOKEN)
            with pytest.raises(WebSocketDisconnect) as refused:
                one_more.receive_text()
            assert refused.value.code == 1013 and "too many editors" in refused.value.reason
        first.close()
        speaks(stack)
