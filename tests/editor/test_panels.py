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
from lsprotocol import types
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException

from playsheet.desk.server.coverage import last_line

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


def test_who_asks_before_the_first_check_is_done_waits_for_it(tmp_path: Path) -> None:
    async def go() -> list[Any]:
        folder = shutil.copytree(TINY, tmp_path / "tiny")
        async with editor_in(folder) as editor:
            editor.open("words.rules")
            here = {"uri": editor.uri("words.rules")}
            place = ("words.rules", "when fight_o")
            return [
                await editor.hover(*place),
                await editor.definition(*place),
                await editor.ask("tokens", "words.rules", "when fight_over"),
                len(await request(editor, "contents", **here)),
            ]

    said, defined, tokens, many = asyncio.run(go())
    assert "`fight_over`" in said and len(defined) == 1 and tokens and many > 20


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


def test_what_a_game_has_and_who_uses_it(tmp_path: Path) -> None:
    """With what is not saved: a card that uses a phrase for the first time."""

    async def ask(editor: Editor) -> list[Any]:
        here = {"uri": editor.uri(CARDS)}
        before = await request(editor, "contents", **here)
        editor.replace(CARDS, "Look at your opponent's hand", "You gain 2 points")
        editor.replace("tiny.rules", "to fight_over by player", "to fight_off by player")
        editor.replace(
            "tiny.rules", "announce fight_over by player", "announce fight_off by player"
        )
        editor.replace("words.rules", "when fight_over where", "when fight_off where")
        editor.replace(
            "words.rules", 'act (n: number) "gain {n}', 'act (n: number) "[you] gain {n}'
        )
        await editor.settled()
        return [before, await request(editor, "contents", **here)]

    before, after = asking(tmp_path, ask)

    def entry(every: list[dict[str, Any]], kind: str, name: str) -> dict[str, Any]:
        return next(one for one in every if (one["kind"], one["name"]) == (kind, name))

    assert entry(before, "phrase", "peek")["cards"] == ["Spyglass"]
    gain = entry(before, "phrase", "gain")
    assert gain["says"] == "{d} gains {n} might" and gain["used"] and gain["cards"]
    assert gain["snippet"] == "${1:d} gains ${2:n} might"
    assert entry(before, "phrase", "pick")["snippet"] == "throws away ${1:n} cards"
    assert entry(before, "zone", "ring")["named"] == 3 and entry(before, "zone", "ring")["tested"]
    assert not entry(before, "phrase", "yourself")["used"]
    assert entry(before, "check", "nobody_left")["used"]
    assert gain["uri"].endswith("words.rules") and gain["line"] == 9
    assert entry(after, "phrase", "peek")["cards"] == []
    assert not entry(after, "phrase", "peek")["used"]
    assert "Spyglass" in entry(after, "phrase", "heal")["cards"]
    assert (
        entry(after, "verb", "fight_off")["named"] == entry(before, "verb", "fight_over")["named"]
    )


def test_what_carries_a_rulebook_out(tmp_path: Path) -> None:
    async def ask(editor: Editor) -> list[Any]:
        here = {"uri": editor.uri(CARDS)}
        before = await request(editor, "rulebook", **here)
        editor.replace("tiny.rules", "do hurt with 2 by first    ", "stop #")
        editor.replace(FIGHT, " covers TD-FIGHT-05", "")
        await editor.settled()
        return [before, await request(editor, "rulebook", **here)]

    before, after = asking(tmp_path, ask)
    assert len(before) == 28 and {one["state"] for one in before} == {""}

    def clause(every: list[dict[str, Any]], name: str) -> dict[str, Any]:
        return next(one for one in every if one["clause"] == name)

    found = clause(before, "TD-FIGHT-06")
    assert found["statement"] and "hurt" in " ".join(one["text"] for one in found["rules"])
    assert STRIKES in [one["text"] for one in found["scenarios"]]
    assert clause(after, "TD-FIGHT-07")["state"] == "no rule"
    assert clause(after, "TD-FIGHT-05")["state"] == "no scenario"


def test_an_edited_row_changes_one_line(tmp_path: Path) -> None:
    """Of what is not saved too: its comments, its order and all other lines stay."""
    remark = "    rank     2   # strong\n    strikes  red 200"

    async def ask(editor: Editor) -> list[Any]:
        editor.replace(CARDS, "    rank     2\n    strikes  red 200", remark)
        await editor.settled()
        here = {"uri": editor.uri(CARDS)}
        found = await request(editor, "sheet", **here)
        heads = found["heads"]
        bear = next(row for row in found["rows"] if row[0] == "Td-3")
        bear[heads.index("rank")] = "1"
        lynx = [{"Code": "Td-99", "Name": "Lynx", "kind": "Trick"}.get(head, "") for head in heads]
        old, texts = editor.texts[CARDS], []
        for rows in ([heads, bear], [heads, lynx], [heads]):
            edit = await request(editor, "editSheet", **here, table=rows)
            edit.pop("changeAnnotations", None)
            known = get_converter().structure(edit, types.WorkspaceEdit)
            texts.append(editor.edited(CARDS, known) if known.document_changes else "")
        wrong = [heads, [*bear[:-1], "nowhere.cards"]]
        with pytest.raises(JsonRpcException, match="nowhere"):
            await request(editor, "editSheet", **here, table=wrong)
        return [found, old, *texts]

    found, old, changed, added, nothing = asking(tmp_path, ask)
    assert found["files"] == [CARDS] and len(found["rows"]) == 9
    assert changed == old.replace("rank     2   # strong", "rank     1   # strong")
    assert added.startswith(old.rstrip("\n")) and added.count('card "Lynx" Td-99\n    kind') == 1
    assert nothing == ""


def test_what_a_simple_scenario_is_made_of(tmp_path: Path) -> None:
    async def ask(editor: Editor) -> list[Any]:
        here = {"uri": editor.uri(FIGHT)}
        before = await request(editor, "scenarioParts", **here)
        editor.replace("tiny.rules", "zone bin", "zonne bin")
        await editor.settled()
        return [before, await request(editor, "scenarioParts", **here)]

    found, broken = asking(tmp_path, ask)
    assert found["seats"] == ["ana", "bo"] and not broken
    assert {"ana's hand", "bo's ring"} <= {*found["zones"]}
    assert {"bo's points", "round", "first"} <= {*found["values"]} and "tired" not in found[
        "values"
    ]
    assert found["steps"][:2] == ["muster", "muster.refill"] and "Use a trick" in found["labels"]
    assert found["cards"].count("Cub") == 1


def test_where_that_stands_which_a_table_shows(tmp_path: Path) -> None:
    """A card, a word of its text, a line of the rules; where it is now, with what is not saved."""

    async def ask(editor: Editor) -> list[str]:
        here = {"uri": editor.uri(CARDS)}
        before = "Your champion gains 70 "
        shown: list[dict[str, Any]] = [
            {"card": "Td-5"},
            {"card": "Td-5", "text": 0, "before": before},
            {"card": "Td-5", "text": 9, "before": before},
            {"card": "nobody"},
            {"file": "/elsewhere/tiny.rules", "line": 85, "said": "action enter"},
            {"file": "tiny.rules", "line": 9_999},
            {"file": "nowhere.rules", "line": 1},
            {},
        ]

        async def said() -> list[str]:
            rows: list[str] = []
            for one in shown:
                found = await request(editor, "place", **here, **one)
                rows.append(cut(editor, found) if found else "nowhere")
            return rows

        first = await said()
        editor.type(CARDS, "# one\n# two\n" + editor.texts[CARDS])
        assert await said() == first
        return first

    said = asking(tmp_path, ask)
    assert said[:4] == ["Growl", "might.", "Growl", "nowhere"]
    assert said[4].startswith('action enter "Enter the ring"') and said[5:] == ["nowhere"] * 3


def cut(editor: Editor, place: dict[str, Any]) -> str:
    """What stands at a place now."""
    file = Path(place["uri"]).relative_to(Path(editor.uri("x")).parent).as_posix()
    start, end = place["range"]["start"], place["range"]["end"]
    row = editor.texts[file].split("\n")[start["line"]]
    return row[start["character"] : end["character"]].strip('"')


def test_why_coverage_ended_early_is_what_its_process_said_last() -> None:
    async def said(text: bytes) -> str:
        stream = asyncio.StreamReader()
        stream.feed_data(text)
        stream.feed_eof()
        return await last_line(stream)

    assert asyncio.run(said(b"Traceback\n  ..\nMemoryError: all of it.\n\n")) == (
        "MemoryError: all of it"
    )
    assert asyncio.run(said(b"")) == "its process ended"


def test_what_scenarios_notice_and_what_never_happens(tmp_path: Path) -> None:
    """With what is not saved: a card with an effect in a place where it waits for what cannot be,
    and a scenario less. Lines are found again behind an edit.
    """

    async def ask(editor: Editor) -> list[Any]:
        editor.replace("words.rules", "when entered where card is this", "when entered where no")
        await editor.settled()
        found = await request(editor, "coverage", uri=editor.uri(CARDS), games=3)
        before = await editor.ask("lenses", CARDS, "When it enters")
        editor.replace(CARDS, "# Nine cards for the tiny duel.", "# Nine cards\n# for a duel.")
        await editor.settled()
        after = await editor.ask("lenses", CARDS, "When it enters")
        editor.replace("tiny.rules", "shuffle deck", "shufle deck")
        with pytest.raises(JsonRpcException, match="nothing can be played"):
            await request(editor, "coverage", uri=editor.uri(CARDS), games=0)
        nowhere = await request(editor, "coverage", uri="file:///nowhere/a.cards", games=0)
        return [found, before, after, nowhere]

    found, before, after, nowhere = asking(tmp_path, ask)
    assert nowhere is None and found["games"] == 3
    happened = f"{found['effects'] - len(found['never'])} of {found['effects']} effects of cards"
    assert found["said"].endswith(f" noticed; {happened} happened in scenarios and 3 games.")
    noticed = {one["clause"]: one for one in found["noticed"]}
    peek = noticed["TD-TABLE-01"]
    assert peek["scenario"].startswith("A spyglass shows") and peek["why"] == ""
    assert peek["change"].startswith("left out") and peek["uri"].endswith("words.rules")
    assert noticed["TD-CARD-01"]["scenario"] == "" and noticed["TD-CARD-01"]["why"]
    bear, lines = found["never"][0], (TINY / CARDS).read_text("utf-8").splitlines()
    assert (bear["card"], lines[bear["line"]].split()[0]) == ("Bear", "says")
    assert "took place" in bear["why"] and 0 < len(found["never"]) < found["effects"]
    assert {"kind": "word", "name": "entering"} in found["absent"]
    shown = f"never happens: {bear['why']}"
    assert shown in before and before == after
