"""Checks run behind the answers: what is superseded is never told, and columns are the editor's."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from places import FORMATS

pytest.importorskip("pygls", reason="the language server is an extra")

from lsprotocol import types
from pygls.workspace import PositionCodec

from playsheet.desk.index.index import Index
from playsheet.desk.index.text import Moved, Place
from playsheet.desk.server import edge
from playsheet.desk.server.server import Server
from playsheet.desk.service import desk as desks
from playsheet.desk.service.checking import soon
from playsheet.desk.service.desk import Desk

LONGEST = 120.0


def wait(desk: Desk) -> None:
    """Until nothing is due."""
    end = time.monotonic() + LONGEST
    while not desk.is_settled():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_what_is_superseded_is_never_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red where `check` does not look whether it is still its turn."""
    folder = shutil.copytree(FORMATS / "tiny", tmp_path / "tiny")
    file = folder / "tiny.rules"
    text = file.read_text(encoding="utf-8")
    started, goes_on = threading.Event(), threading.Event()

    def slow(name: str, texts: Mapping[str, bytes], older: Index | None) -> Index:
        found = soon(name, texts, older)
        started.set()
        assert goes_on.wait(LONGEST)
        return found

    told: list[tuple[int, list[str]]] = []

    def publish(name: str, index: Index, versions: dict[str, int]) -> None:
        told.append((max(versions.values()), [one.code for one in index.problems]))

    monkeypatch.setattr(desks, "soon", slow)
    desk = Desk(publish, 0.0)
    try:
        desk.opened(str(file), text.replace("shuffle deck", "shufle deck"), 1)
        assert started.wait(LONGEST)
        desk.opened(str(file), text, 2)  # while the first check runs
        goes_on.set()
        wait(desk)
    finally:
        desk.stop()
    assert [version for version, _ in told] == [2, 2]
    assert [codes for _, codes in told] == [[], []]


def test_what_waits_to_be_told_is_not_told_of_an_older_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check was in time, and the text changed before the editor was told."""
    folder = shutil.copytree(FORMATS / "tiny", tmp_path / "tiny")
    file = folder / "tiny.rules"
    text = file.read_text(encoding="utf-8")
    server, told = Server(), list[types.PublishDiagnosticsParams]()
    monkeypatch.setattr(Server, "codec", PositionCodec())
    can = types.ClientCapabilities()
    monkeypatch.setattr(server.protocol, "client_capabilities", can, raising=False)
    monkeypatch.setattr(server, "text_document_publish_diagnostics", told.append)
    try:
        server.desk.opened(str(file), text.replace("shuffle deck", "shufle deck"), 1)
        wait(server.desk)
        [(name, index)] = server.desk.indexes.items()
        server.publish(name, index, {str(file): 1})
        assert [one.version for one in told] == [1]
        server.desk.pause = LONGEST
        server.desk.opened(str(file), text, 2)
        server.publish(name, index, {str(file): 1})
        assert [one.version for one in told] == [1]
    finally:
        server.desk.stop()


def test_questions_are_answered_from_the_last_index_while_a_check_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red where an index is let go before the next one is there."""
    folder = shutil.copytree(FORMATS / "tiny", tmp_path / "tiny")
    file = folder / "tiny.rules"
    desk = Desk(lambda name, index, versions: None, 0.0)
    desk.opened(str(file), file.read_text(encoding="utf-8"), 1)
    wait(desk)
    first = desk.index_of(str(file))
    assert first is not None and ("zone", "deck") in first.things
    stops, goes_on = threading.Event(), threading.Event()

    def never(name: str, texts: Mapping[str, bytes], older: Index | None) -> Index:
        stops.set()
        assert goes_on.wait(LONGEST)
        return soon(name, texts, older)

    monkeypatch.setattr(desks, "soon", never)
    desk.opened(str(file), "", 2)
    assert stops.wait(LONGEST)
    assert desk.index_of(str(file)) is first
    goes_on.set()
    wait(desk)
    desk.stop()
    assert desk.index_of(str(file)) is not first


def test_a_file_that_is_not_saved_takes_the_place_of_the_one_on_the_disk(tmp_path: Path) -> None:
    folder = shutil.copytree(FORMATS / "tiny", tmp_path / "tiny")
    file = folder / "tiny.rules"
    text = file.read_text(encoding="utf-8")
    unsaved = {str(file.resolve()): text.replace("shuffle deck", "shufle deck").encode()}
    assert [one.code for one in soon(str(folder), unsaved, None).problems] != []
    assert soon(str(folder), {}, None).problems == []


def test_columns_are_those_of_the_editor() -> None:
    """It counts a letter outside the plane of most letters as two."""
    codec, lines = PositionCodec(types.PositionEncodingKind.Utf16), ['a "😀日" b']
    for column, units in enumerate((0, 1, 2, 3, 5, 6, 7, 8, 9)):
        assert edge.position_of(codec, lines, Place(0, column)) == types.Position(0, units)
        assert edge.place_of(codec, lines, types.Position(0, units)) == Place(0, column)
    assert edge.place_of(codec, lines, types.Position(0, 99)) == Place(0, 8)
    assert edge.place_of(codec, lines, types.Position(7, 3)) == Place(7, 0)


def test_lines_are_found_again_wherever_they_move() -> None:
    moved = Moved("a\nb\nc\nd", "a\nx\nc\ny\nd")
    assert [moved.older(line) for line in range(5)] == [0, None, 2, None, 3]
    assert [moved.newer(line) for line in range(4)] == [0, None, 2, 4]
