"""Recorded games in a browser: a page from the disk, and a file that is dropped on the lobby."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import Server, people
from playing import changed_format

import playsheet.api as ps
from playsheet.table.page.shipped import page_text
from playsheet.table.readers.recording import page_with, recording_of

HOSTILE = "</script><img src=x onerror=\"document.title='got in'\"><b>x</b>{@html '<i>y</i>'}"


def game_of(name: str, choices: int) -> tuple[ps.Rules, ps.Game]:
    """Some choices of a game, by chance."""
    rules = ps.load(name)
    game = rules.new_game(seed=3)
    chance = Random(3)
    for _ in range(choices):
        if game.is_over():
            break
        game.apply(chance.choice(game.legal_actions()))
    return rules, game


@pytest.fixture(scope="module")
def recording() -> dict[str, Any]:
    rules, game = game_of("dcg", 40)
    return recording_of(rules, game, "x.game", game.seats[0], None)


def test_a_page_from_the_disk_goes_to_any_beat(
    browser: Any, server: Server, tmp_path: Path, recording: dict[str, Any]
) -> None:
    """Red if a step back draws something else than before, or a link to a beat is not followed."""
    file = tmp_path / "game.html"
    file.write_text(page_with(page_text(), recording), encoding="utf-8")
    with people(browser, server) as (person,):
        person.home = file.as_uri()
        person.goes_to(f"{file.as_uri()}#beat=5")
        page = person.page
        assert page.inner_text(".controls .number").startswith("5/")
        drawn = page.inner_text(".board")
        page.click("[aria-label=Next]")
        page.wait_for_selector(".beat.now .go:text-is('6')")
        page.click(".controls [aria-label=Back]")
        page.wait_for_selector(".beat.now .go:text-is('5')")
        assert page.inner_text(".board") == drawn
        rules = page.inner_text(".rules")
        assert ".rules:" in rules and "DCG-" in rules
        page.click(".beat.now .ask >> nth=0")
        assert ".rules:" in page.inner_text(".beat.now .answer")
        page.click("[aria-label='To the end']")
        last = page.inner_text(".controls .number").split("/")
        assert last[0] == last[1]


def test_hostile_names_stay_text(
    browser: Any, server: Server, tmp_path: Path, recording: dict[str, Any]
) -> None:
    """Red if a name or a text of a card is written as HTML, or ends the script it is in."""
    schema = {**recording["schema"], "title": HOSTILE, "terms": {"Digimon": HOSTILE}}
    schema["cards"] = {
        code: {
            **card,
            "name": HOSTILE,
            "texts": [{"field": "effect", "text": HOSTILE, "sentences": []}],
        }
        for code, card in schema["cards"].items()
    }
    schema["zones"] = {name: {**zone, "title": HOSTILE} for name, zone in schema["zones"].items()}
    file = tmp_path / "hostile.html"
    file.write_text(page_with(page_text(), {**recording, "schema": schema}), encoding="utf-8")
    with people(browser, server) as (person,):
        person.home = file.as_uri()
        person.goes_to(f"{file.as_uri()}#beat=20")
        page = person.page
        page.click(".own [data-thing] >> nth=0", position={"x": 6, "y": 12})
        page.wait_for_selector(".sheet")
        assert HOSTILE in page.inner_text(".sheet h3")
        assert page.inner_text("h1") == HOSTILE
        assert page.query_selector_all("img, .board b, .sheet b, .sheet i") == []
        assert "got in" not in page.title().replace(HOSTILE, "")


def test_a_saved_game_is_dropped_on_the_lobby(browser: Any, server: Server, tmp_path: Path) -> None:
    """Red if the server does not take the file, or the page does not show it."""
    file = tmp_path / "saved.game"
    file.write_text(game_of("hearts", 20)[1].transcript(), encoding="utf-8")
    with people(browser, server) as (person,):
        person.page.goto(server.home)
        person.page.set_input_files("input[type=file]", str(file))
        person.page.wait_for_selector(".controls")
        assert person.page.inner_text("h1") == "Hearts"
        assert person.page.query_selector(".all") is not None


def test_a_saved_game_is_played_on_and_one_comes_back_to_it(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    """Red if it goes on from another step, or the way back forgets where one was."""
    file = tmp_path / "saved.game"
    file.write_text(game_of("hearts", 20)[1].transcript(), encoding="utf-8")
    with people(browser, server) as (person,):
        page = person.page
        page.goto(server.home)
        page.set_input_files("input[type=file]", str(file))
        page.wait_for_selector(".controls")
        page.click("[aria-label='To the start']")
        for _ in range(3):
            page.click(".controls [aria-label=Next]")
        page.wait_for_selector(".beat.now .go:text-is('3')")
        assert "--at" in page.text_content(".commands")
        page.click("text=Play on from here")
        for place in range(1, 4):
            page.select_option(f"fieldset >> nth={place} >> select", "random")
        page.click("form button.main")
        page.wait_for_selector(".prompt, .controls", state="attached")
        page.wait_for_selector("[data-lit]")
        page.go_back()
        page.wait_for_selector(".controls")
        assert page.inner_text(".controls .number").startswith("3/")


def test_a_saved_game_is_asked_and_becomes_a_scenario(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    """Red if what could be chosen is not lit, a card that is not lit gives no reason, or the way
    back leads elsewhere.
    """
    file = tmp_path / "saved.game"
    file.write_text(game_of("hyper_colosseum", 25)[1].transcript(), encoding="utf-8")
    with people(browser, server) as (person,):
        page = person.page
        page.goto(server.home)
        page.set_input_files("input[type=file]", str(file))
        page.wait_for_selector(".controls")
        page.click("[aria-label='To the start']")
        for _ in range(20):
            page.click(".controls [aria-label=Next]")
            if page.query_selector("[data-thing][data-lit]") is not None:
                break
        place = page.inner_text(".controls .number").partition("/")[0]
        assert page.query_selector(".could") is not None
        page.click(".thing:not([data-lit]):has(.face) >> nth=0", position={"x": 6, "y": 12})
        page.click(".sheet button:text-is('Why not?')")
        page.wait_for_selector(".sheet .answers li")
        assert page.inner_text(".sheet .answers")
        page.click(".sheet .close")
        page.click("[data-take]")
        page.wait_for_selector(".taken pre")
        text = page.inner_text(".taken pre")
        with page.expect_download() as download:
            page.click(".taken [data-download]")
        saved = tmp_path / download.value.suggested_filename
        download.value.save_as(saved)
        assert saved.read_text(encoding="utf-8").strip() == text.strip()
        page.click("[aria-label='To the end']")
        page.click("[data-back]")
        assert page.inner_text(".controls .number").startswith(f"{place}/")


def test_a_page_from_the_disk_names_the_command_that_answers(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    """Red if a question is left without a word."""
    rules, game = game_of("hearts", 20)
    found = recording_of(rules, game, "o'hara.game", None, None)
    file = tmp_path / "game.html"
    file.write_text(page_with(page_text(), found), encoding="utf-8")
    with people(browser, server) as (person,):
        person.home = file.as_uri()
        person.goes_to(f"{file.as_uri()}#beat=6")
        page = person.page
        page.click(".thing:not([data-lit]):has(.face) >> nth=0", position={"x": 6, "y": 12})
        page.click(".sheet button:text-is('Why not?')")
        page.wait_for_selector(".sheet .answers li >> nth=1")
        assert "playsheet replay 'o'\\''hara.game' --at" in page.inner_text(".sheet .answers")


def test_a_file_that_is_no_game_is_refused_with_a_reason(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    """Red if a wrong file brings no message, or a page without one."""
    file = tmp_path / "no.game"
    file.write_text("game nothing_known\n", encoding="utf-8")
    with people(browser, server) as (person,):
        person.page.goto(server.home)
        person.page.set_input_files("input[type=file]", str(file))
        assert person.page.inner_text("[role=alert]")
        person.wrong = [one for one in person.wrong if "400" not in one]


def boxes(found: Any) -> list[dict[str, float]]:
    """Where some things lie."""
    return [box for one in found.all() if (box := one.bounding_box()) is not None]


def test_empty_places_and_texts_of_looks_are_drawn(browser: Any, tmp_path: Path) -> None:
    """Red if `.` in a row leaves no place, or a large card shows nothing of its texts."""
    place = changed_format(tmp_path)
    looks = "row ring, ., bin\nrow hand as fan\nface Trick: text does\n"
    (place / "tiny.looks").write_text(looks, encoding="utf-8")
    rules = ps.load(place)
    recording = recording_of(rules, rules.new_game(3), "tiny.game", None, None)
    file = tmp_path / "tiny.html"
    file.write_text(page_with(page_text(), recording), encoding="utf-8")
    for width, shown in ((1600, True), (360, False)):
        page = browser.new_page(viewport={"width": width, "height": 1000})
        page.goto(file.as_uri())
        page.wait_for_selector(".board .face:not(.back)")
        assert page.locator(".seat .gap").count() == 2
        gap, card = (page.locator(one).first.bounding_box() for one in (".seat .gap", ".face"))
        assert gap["width"] > 0.5 * card["width"]
        widest = max(one["width"] for one in boxes(page.locator(".face")))
        seen = [one for one in page.locator(".face .texts").all() if one.is_visible()]
        assert bool(seen) is shown, widest
        page.close()
