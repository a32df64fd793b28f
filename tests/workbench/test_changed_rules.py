"""What becomes of tables, the lobby and editors while an author writes."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from authoring import SOCKET, TOKEN, Desk
from starlette.websockets import WebSocketDisconnect

from playsheet.table.readers.reader import Reader
from playsheet.table.server.refusals import Refusal
from playsheet.table.server.tables import Tables
from playsheet.table.server.work import OtherRules, because, chosen, new_game
from playsheet.workbench.server import MOST_EDITORS

CARDS = "cards/tiny.cards"


class Watching:
    """Somebody who is there."""

    reader, language = Reader("public", -1, -1), "en"

    def send(self, message: dict[str, Any]) -> None:
        pass


def opened(desk: Desk) -> Any:
    wanted = {"format": str(desk.home), "seats": [{}, {"plays": "random"}], "seed": 3}
    return desk.client.post("/api/tables", json=wanted).json()


def saves(desk: Desk, old: str, new: str) -> None:
    found = desk.get(CARDS).json()
    assert old in found["text"]
    text = found["text"].replace(old, new)
    assert desk.put(CARDS, text, found["mark"]).status_code == 200


def test_a_game_goes_on_with_the_rules_it_began_with_and_a_new_one_has_the_others(
    desk: Desk,
) -> None:
    """Red if it is stopped, told nothing, or shown or played on by the rules of now."""
    before = desk.tables.table(opened(desk)["table"])
    over = desk.tables.table(opened(desk)["table"])
    over.concede(0)
    saves(desk, "enters: gain 2", "enters: gain 3")
    told = [table.now(Watching())["outdated"] for table in (before, over)]
    assert told == [True, False], "nothing is left to be played there"
    after = desk.tables.table(opened(desk)["table"])
    assert before.paused is None and not after.outdated
    texts = [str([card.lines for card in table.rules.cards]) for table in (before, after)]
    assert "gain 2 points" in texts[0] and "gain 3 points" in texts[1]
    for table, mine, other in ((before, "gain 2", "gain 3"), (after, "gain 3", "gain 2")):
        schema = desk.client.get(f"/api/tables/{table.id}/schema").text
        assert f"{mine} points" in schema and f"{other} points" not in schema


def test_bots_and_questions_go_by_the_rules_that_the_game_began_with(desk: Desk) -> None:
    """Red if a worker that loads the format later plays by other rules than the table."""
    table = desk.tables.table(opened(desk)["table"])
    saves(desk, "enters: gain 2", "enters: gain 3")
    with pytest.raises(OtherRules):
        new_game(table.spec())
    desk.tables.pool = ThreadPoolExecutor(1)
    seat = table.playing.asked
    index = asyncio.run(desk.tables.play(table, chosen, [], seat, "random"))
    assert 0 <= index < len(table.playing.options())
    answer = asyncio.run(desk.tables.play(table, because, [], seat, "en", "why", None))
    assert answer["text"]


def test_a_table_of_before_whose_rules_are_others_says_so(desk: Desk) -> None:
    name = opened(desk)["table"]
    saves(desk, "enters: gain 2", "enters: gain 3")
    again = Tables(desk.tables.names, desk.tables.store)
    assert again.resume() == [name]
    with pytest.raises(Refusal, match=f"rules have changed .* kept in {name}.game"):
        again.table(name)


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
