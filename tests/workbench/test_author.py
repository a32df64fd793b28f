"""The author's files over HTTP and the language server over a socket; who may not."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from authoring import BASE, ENTERS, SOCKET, TOKEN, Desk
from starlette.websockets import WebSocketDisconnect

from playsheet.dsl.loading.library import RULES, root, shipped_formats
from playsheet.workbench import folder as files
from playsheet.workbench.language import is_at_home


def a_file(desk: Desk, ending: str) -> str:
    names = [one["name"] for one in desk.get().json()["files"]]
    return next(name for name in names if name.endswith(ending))


def test_the_author_reads_and_writes(desk: Desk) -> None:
    name = a_file(desk, ".rules")
    found = desk.get(name).json()
    assert found["text"] == (desk.home / name).read_text("utf-8")
    saved = desk.put(name, found["text"] + "\n# mine\n", found["mark"])
    assert saved.status_code == 200 and desk.written == [name]
    assert (desk.home / name).read_text("utf-8").endswith("# mine\n")
    assert saved.json()["mark"] == desk.get(name).json()["mark"] != found["mark"]
    assert desk.put("more/new.cards", "").status_code == 200
    assert "more/new.cards" in [one["name"] for one in desk.get().json()["files"]]


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": ""},
        {"authorization": "Bearer "},
        {"authorization": f"Bearer {TOKEN}x"},
        {"authorization": f"Basic {TOKEN}"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"host": "evil.example"},
    ],
)
def test_strangers_read_and_write_nothing(desk: Desk, headers: dict[str, str]) -> None:
    """Without the token, and with it from another origin."""
    name, before = a_file(desk, ".rules"), desk.texts()
    mark = desk.get(name).json()["mark"]
    assert desk.put(name, "stolen", mark, **headers).status_code in (401, 403)
    assert desk.put("new.cards", "stolen", **headers).status_code in (401, 403)
    for place in ("", f"/{name}"):
        answer = desk.client.get(f"/api/author/files{place}", headers={**ENTERS, **headers})
        assert answer.status_code in (401, 403) and {*answer.json()} == {"error"}
    assert desk.texts() == before and desk.written == []


@pytest.mark.parametrize(
    "name",
    [
        *("..%2Fout.rules", "a/..%2F..%2Fout.rules", "%2Ftmp%2Fout.rules", "..%5Cout.rules"),
        *(".hidden.rules", ".git/x.rules", "x.py", "x.rules%00.py", "C:x.rules", "x.html"),
        *("linked/out.rules", "link.rules"),
    ],
)
def test_no_name_leads_out_of_the_folder(desk: Desk, name: str) -> None:
    outside = desk.home.parent
    (outside / "out.rules").write_text("secret", encoding="utf-8")
    os.symlink(outside, desk.home / "linked")
    os.symlink(outside / "out.rules", desk.home / "link.rules")
    before = desk.texts()
    mark = files.mark_of(b"secret")
    assert desk.put(name, "stolen", "").status_code in (400, 404, 405)
    assert desk.put(name, "stolen", mark).status_code in (400, 404, 405)
    assert "secret" not in desk.get(name).text
    assert desk.texts() == before
    assert not any("link" in one["name"] for one in desk.get().json()["files"])


def test_a_file_that_has_changed_is_not_overwritten(desk: Desk) -> None:
    name = a_file(desk, ".cards")
    mark = desk.get(name).json()["mark"]
    (desk.home / name).write_text("another's", encoding="utf-8")
    assert desk.put(name, "mine", mark).status_code == 409
    assert desk.put(name, "mine", "").status_code == 409
    assert (desk.home / name).read_text("utf-8") == "another's"


def test_a_file_gets_another_name_or_goes(desk: Desk) -> None:
    """Red if it is left where it was, lies over another one, or goes though it has changed."""
    name, other = a_file(desk, ".cards"), a_file(desk, ".deck")
    found, before = desk.get(name).json(), desk.texts()
    for to, mark, code in (
        *((other, found["mark"], 409), ("new/a.cards", "", 409), ("", "f" * 24, 409)),
        *(("../a.cards", found["mark"], 400), ("a.py", found["mark"], 400)),
    ):
        assert desk.post(f"files/{name}", to=to, mark=mark).status_code == code
    assert desk.post("files/none.cards", to="", mark="").status_code == 404
    assert desk.texts() == before and not desk.written
    answer = desk.post(f"files/{name}", to="new/a.cards", mark=found["mark"])
    assert answer.json()["uri"] == (desk.home / "new" / "a.cards").as_uri()
    assert desk.get("new/a.cards").json() == found and desk.get(name).status_code == 404
    assert desk.written == [name, "new/a.cards"]
    assert desk.post("files/new/a.cards", to="", mark=found["mark"]).json() == {"uri": ""}
    assert desk.get("new/a.cards").status_code == 404


def test_a_file_is_saved_whole_or_not(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    name = a_file(desk, ".cards")
    found, before = desk.get(name).json(), desk.texts()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    answer = desk.put(name, "half", found["mark"])
    assert answer.status_code == 400 and "No space" in answer.json()["error"]
    monkeypatch.undo()
    assert desk.texts() == before


def test_there_is_a_limit(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST_FILE", 100)
    assert desk.put("a.cards", "x" * 100).status_code == 200
    assert desk.put("b.cards", "x" * 101).status_code == 413
    monkeypatch.setattr("playsheet.workbench.server.LONGEST_BODY", 50)
    assert desk.put("c.cards", "x" * 60).status_code == 413


@pytest.mark.parametrize("sent", ["", "null", "[]", '{"text": 1, "mark": ""}', "[" * 5_000])
def test_what_is_no_file_is_refused(desk: Desk, sent: str) -> None:
    headers = {**ENTERS, "content-type": "application/json"}
    answer = desk.client.put("/api/author/files/a.cards", content=sent, headers=headers)
    assert answer.status_code == 400
    plain = {**ENTERS, "content-type": "text/plain"}
    answer = desk.client.put("/api/author/files/a.cards", content="{}", headers=plain)
    assert answer.status_code == 400


def test_a_format_that_ships_is_read_only(tmp_path: Path) -> None:
    home = root() / RULES / shipped_formats()[0]
    desk = Desk(home, tmp_path)
    name = a_file(desk, ".rules")
    found = desk.get(name).json()
    assert desk.get().json()["writes"] is False
    assert desk.put(name, found["text"], found["mark"]).status_code == 403
    assert desk.put("new.rules", "").status_code == 403 and not (home / "new.rules").exists()
    assert desk.post(f"files/{name}", to="", mark=found["mark"]).status_code == 403
    assert (home / name).is_file()


# ---- the language server


def message(method: str, params: object, id: int | None = None) -> str:
    found = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(found if id is None else {**found, "id": id})


def until(socket: Any, holds: str, value: object) -> Any:
    for _ in range(50):
        found = json.loads(socket.receive_text())
        if found.get(holds) == value:
            return found
    raise AssertionError("no such message came")


def test_a_mistake_is_told_over_the_socket(desk: Desk) -> None:
    """The answers of `playsheet lsp`, for a text that is not on the disk."""
    name = a_file(desk, ".rules")
    uri, text = (desk.home / name).as_uri(), desk.get(name).json()["text"]
    with desk.client.websocket_connect(SOCKET, headers={"origin": BASE}) as socket:
        socket.send_text(TOKEN)
        start = {"processId": None, "rootUri": desk.home.as_uri(), "capabilities": {}}
        socket.send_text(message("initialize", start, 1))
        assert until(socket, "id", 1)["result"]["capabilities"]["hoverProvider"]
        socket.send_text(message("initialized", {}))
        document = {"uri": uri, "languageId": "rules", "version": 1, "text": f"{text}\nnonsense\n"}
        socket.send_text(message("textDocument/didOpen", {"textDocument": document}))
        told = until(socket, "method", "textDocument/publishDiagnostics")["params"]
        assert told["uri"] == uri
        lines = [one["range"]["start"]["line"] for one in told["diagnostics"]]
        assert len(text.splitlines()) + 1 in lines


@pytest.mark.parametrize("first", ["", "wrong", json.dumps({"token": TOKEN}), f"{TOKEN} "])
def test_no_token_no_language(desk: Desk, first: str) -> None:
    with desk.client.websocket_connect(SOCKET) as socket:
        socket.send_text(first)
        socket.send_text(message("initialize", {}, 1))
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def test_another_origin_speaks_to_no_language_server(desk: Desk) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        desk.client.websocket_connect(SOCKET, headers={"origin": "http://evil.example"}),
    ):
        pass


def test_messages_speak_of_the_folder_alone(tmp_path: Path) -> None:
    home = tmp_path.resolve() / "home"
    home.mkdir()
    os.symlink(tmp_path, home / "out")
    inside, outside = (home / "a.rules").as_uri(), (tmp_path / "a.rules").as_uri()

    def says(uri: str) -> list[str]:
        arguments = {"command": "x", "arguments": [[[uri, "title"]]]}
        return [
            message("a", {"textDocument": {"uri": uri, "text": outside}}),
            message("a", {"uri": uri, "table": [[outside, "/etc/hosts"]]}),
            message("b", {"rootUri": uri}),
            message("c", arguments),
        ]

    assert all(is_at_home(one, home) for one in says(inside))
    elsewhere = (outside, (home / "out" / "a.rules").as_uri(), f"{home.as_uri()}/../a.rules")
    for uri in (*elsewhere, f"{home.as_uri()}/%2e%2e/a.rules", "file://else/x", "/etc/hosts"):
        assert not any(is_at_home(one, home) for one in says(uri)), uri
    assert not is_at_home("[]", home) and not is_at_home("{", home)
