"""A card tried at a table from the workbench, what came of it as a scenario, and the folder as a
zip.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from authoring import ENTERS, Desk
from places import TINY

import playsheet.api as ps
from playsheet.dsl.loading.kept import load_usable
from playsheet.dsl.loading.library import sources_of
from playsheet.lab.positions.reached import reach
from playsheet.lab.scenarios.scenario import Result, run_scenarios
from playsheet.table.server.table import Table

NEW = """card "Lynx" Td-99
    kind     Fighter
    colour   red
    rank     1
    strikes  red 10, blue 20
    says     When it enters: gain 2 points.
"""


def tries(desk: Desk, code: str) -> Table:
    answer = desk.post("try", card=code)
    assert answer.status_code == 201, answer.text
    found = desk.tables.table(answer.json()["table"])
    assert found.chairs[found.playing.asked].token == answer.json()["token"]
    return found


def offered(table: Table, name: str) -> int:
    """The option that is about a card."""
    choice = table.playing.game().choice
    assert choice is not None
    return next(n for n, text in enumerate(choice.options) if name in text)


def with_lynx(desk: Desk) -> None:
    assert desk.put("cards/new.cards", NEW).status_code == 200


def test_a_new_card_is_offered_at_its_table(desk: Desk) -> None:
    """No deck has it: one is made."""
    with_lynx(desk)
    table = tries(desk, "Td-99")
    assert offered(table, "Lynx") >= 0
    assert [chair.plays for chair in table.chairs].count("human") == 1


def test_what_was_done_last_is_a_scenario_that_sees_the_rule_broken(desk: Desk) -> None:
    with_lynx(desk)
    table = tries(desk, "Td-99")
    before = desk.post("scenario", table=table.id, title="Before").json()["text"]
    table.apply(offered(table, "Lynx"))
    answer = desk.post("scenario", table=table.id, title=" The lynx enters ")
    text = answer.json()["text"]
    assert text.startswith('scenario "The lynx enters"\n') and '"Lynx"' in text
    assert "points is 7" in text and "points is 7" not in before
    assert desk.put("scenarios/lynx.scenario", before + "\n" + text).status_code == 200
    assert [one.passed for one in results(desk)] == [True, True]
    mark = desk.get("cards/new.cards").json()["mark"]
    desk.put("cards/new.cards", NEW.replace("gain 2", "gain 3"), mark)
    assert [one.passed for one in results(desk)] == [True, False]
    again = desk.post("scenario", table=table.id, title="Late")
    assert again.status_code == 409, "the rules are others by now"


def results(desk: Desk) -> list[Result]:
    loaded = load_usable(sources_of(desk.home))
    return run_scenarios(loaded, [desk.home / "scenarios" / "lynx.scenario"])


@pytest.mark.parametrize(
    ("what", "sent", "status"),
    [
        ("try", {"card": "Nobody-1"}, 400),
        ("try", {}, 400),
        ("scenario", {"table": "none", "title": "x"}, 404),
    ],
)
def test_what_cannot_be_tried_says_why(
    desk: Desk, what: str, sent: dict[str, str], status: int
) -> None:
    answer = desk.post(what, **sent)
    assert answer.status_code == status and {*answer.json()} == {"error"}


@pytest.mark.parametrize("title", ["", " ", 'a "b"', "a\nb", "x" * 300])
def test_a_title_is_one_line(desk: Desk, title: str) -> None:
    table = tries(desk, "Td-1")
    assert desk.post("scenario", table=table.id, title=title).status_code == 400


def test_a_table_of_the_lobby_is_nobodys_scenario(desk: Desk) -> None:
    wanted = {"format": str(desk.home), "seats": [{}, {}]}
    table = desk.client.post("/api/tables", json=wanted).json()["table"]
    assert desk.post("scenario", table=table, title="x").status_code == 404


def test_rules_with_mistakes_are_not_tried(desk: Desk) -> None:
    desk.put("cards/new.cards", NEW.replace("gain 2 points", "nonsense"))
    answer = desk.post("try", card="Td-99")
    assert answer.status_code == 400 and answer.json()["error"]


@pytest.mark.parametrize(
    "headers", [{"authorization": ""}, {"origin": "http://evil.example"}, {"host": "evil.example"}]
)
def test_strangers_try_and_take_nothing(desk: Desk, headers: dict[str, str]) -> None:
    given = {**ENTERS, **headers}
    for what in ("try", "carry", "scenario"):
        sent = {"card": "Td-1", "table": "x", "title": "x"}
        answer = desk.client.post(f"/api/author/{what}", json=sent, headers=given)
        assert answer.status_code in (401, 403)
    assert desk.client.get("/api/author/export", headers=given).status_code in (401, 403)
    assert desk.tables.tables == {}


def test_the_folder_leaves_as_a_zip(desk: Desk, tmp_path: Path) -> None:
    (desk.home / ".hidden.rules").write_text("secret", encoding="utf-8")
    (desk.home / "notes.txt").write_text("mine", encoding="utf-8")
    answer = desk.client.get("/api/author/export", headers=ENTERS)
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        archive.extractall(tmp_path / "out")
    assert sorted(archive.namelist()) == sorted(
        f"tiny/{one['name']}" for one in desk.get().json()["files"]
    )
    assert ps.load(tmp_path / "out" / "tiny").title == "Tiny Duel"
    assert desk.client.get("/api/author/export", headers=ENTERS).content == answer.content


def test_the_pages_stand_in_frames_of_their_own_server_alone(desk: Desk) -> None:
    found = desk.client.get("/workbench").headers
    assert "frame-src 'self'; frame-ancestors 'self'" in found["content-security-policy"]
    assert found["x-frame-options"] == "SAMEORIGIN"


def test_every_card_of_a_format_comes_to_be_offered() -> None:
    """Cards of decks, and those that no deck has."""
    rules = ps.load(TINY)
    for card in rules.cards:
        found = reach(rules, card.code)
        assert found.offered
        played = rules.new_game(found.seed, [*found.decks])
        for answer in found.answers:
            played.apply(answer)
        assert played.asked == found.seat
        assert played.choice is not None and any(card.name in one for one in played.choice.options)


# ---- many games


def test_many_games_are_a_page(desk: Desk) -> None:
    """By the rules as they were saved; what cannot be played is told."""
    answer = desk.post("balance", games="4", bot="eager")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/html")
    assert "4 games of 2 players, bots: eager." in answer.text and "<script" not in answer.text
    for games, bot in (("0", "eager"), ("1001", "eager"), ("-1", "eager"), ("x", "eager")):
        assert "1 to 1,000" in desk.post("balance", games=games, bot=bot).json()["error"]
    assert "nobody" in desk.post("balance", games="4", bot="nobody").json()["error"]
    assert "2 players" in desk.post("balance", games="4", bot="eager", seats="2").text
    for seats, says in (("3", "There are 2 seats, not 3"), ("13", "1 to 12"), ("-2", "1 to 12")):
        error = desk.post("balance", games="4", bot="eager", seats=seats).json()["error"]
        assert says in error
    name = next(one.name for one in desk.home.iterdir() if one.suffix == ".rules")
    found = desk.get(name).json()
    assert desk.put(name, found["text"] + "\nnonsense\n", found["mark"]).status_code == 200
    assert desk.post("balance", games="4", bot="eager").status_code == 400
