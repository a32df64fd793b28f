"""What the author's page asks the language server besides what editors do."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from places import TINY

pytest.importorskip("pygls", reason="the language server is an extra")
pytest.importorskip("pytest_lsp", reason="the language server is an extra")

from editing import Editor, editor_in, plain

CARDS, FIGHT = "cards/tiny.cards", "scenarios/fight.scenario"
STRIKES = "The stronger champion of the first player strikes once"


def asking(place: Path, ask: Callable[[Editor], Awaitable[Any]]) -> Any:
    """What is said to something that is asked in a copy of a format."""

    async def go() -> Any:
        shutil.copytree(TINY, place / "tiny")
        async with editor_in(place / "tiny") as editor:
            for file in (CARDS, FIGHT, "tiny.rules", "words.rules"):
                editor.open(file)
            await editor.settled()
            return await ask(editor)

    return asyncio.run(go())


async def request(editor: Editor, what: str, **params: Any) -> Any:
    """A request of our own."""
    found = await editor.client.protocol.send_request_async(f"playsheet/{what}", params)
    return [plain(one) for one in found] if isinstance(found, list) else found and plain(found)


def test_the_card_at_a_place(tmp_path: Path) -> None:
    async def ask(editor: Editor) -> list[Any]:
        found: list[Any] = []
        for before in ('card "Pup', "red 60, bl", "# Nine"):
            at = editor.at(CARDS, before)["position"]
            place = {"line": at.line, "character": at.character}
            document = {"uri": editor.uri(CARDS)}
            found.append(await request(editor, "card", textDocument=document, position=place))
        return found

    pup = {"name": "Pup", "code": "Td-2"}
    assert asking(tmp_path, ask) == [pup, pup, None]


def test_a_look_into_a_scenario_that_fails(tmp_path: Path) -> None:
    """With what is not saved: what happened, and the line at which it is wrong."""

    async def ask(editor: Editor) -> list[Any]:
        look = {"uri": editor.uri(FIGHT), "title": STRIKES}
        before = await request(editor, "look", **look)
        editor.replace(FIGHT, "then bo's points is 4", "then bo's points is 3")
        return [before, await request(editor, "look", **look)]

    before, found = asking(tmp_path, ask)
    assert before is None
    assert [one["line"] for one in found["wrong"]] == [6] and "points" in found["message"]
    told = "\n".join(found["trace"])
    assert "points" in told and told.splitlines()[-1].startswith(("Here", "  "))
