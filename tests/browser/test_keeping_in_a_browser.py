"""What remains of a game at a table: to look through it, to save it, to share a step of it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from browsing import Server, people
from test_replay_in_a_browser import game_of


def concedes(person: Any) -> None:
    """Gives the game up."""
    person.page.get_by_role("button", name="Concede").click()
    person.page.get_by_role("button", name="Give the game up?").click()
    person.page.wait_for_selector(".over")


def test_a_game_that_is_over_is_looked_through_and_kept(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    """By who watched, too; red if nothing is left to look at, or what is saved does not open."""
    table = server.open("hyper_colosseum", "human", "random")
    with people(browser, server, 2) as (player, watcher):
        player.goes_to(table["seats"][0]["link"])
        watcher.goes_to(table["watch"])
        chance = Random(3)
        for _ in range(3):
            assert player.is_asked()
            player.answers(chance)
        assert watcher.page.query_selector("[data-look]") is None
        concedes(player)
        page = watcher.page
        page.click("[data-look]")
        page.wait_for_selector(".controls")
        assert page.query_selector(".all") is not None
        page.click(".controls [aria-label=Next]")
        page.click(".controls [aria-label=Next]")
        page.click(".controls [data-share]")
        page.wait_for_url("**beat=2")
        page.reload()
        page.wait_for_selector(".controls")
        assert page.inner_text(".controls .number").startswith("2/")
        page.click("[data-leave]")
        page.wait_for_selector(".over")
        page = player.page
        with page.expect_download() as saved:
            page.click("[data-save=game]")
        assert saved.value.suggested_filename == "hyper_colosseum.game"
        text = Path(saved.value.path()).read_text(encoding="utf-8")
        assert "conceded ana" in text
        with page.expect_download() as saved:
            page.click("[data-save=page]")
        file = tmp_path / saved.value.suggested_filename
        saved.value.save_as(file)
        page.get_by_role("button", name="Rematch").click()
        page.wait_for_selector(".over", state="detached")
        watcher.home = file.as_uri()
        watcher.goes_to(f"{file.as_uri()}#beat=2")
        assert watcher.page.inner_text(".controls .number").startswith("2/")
        watcher.page.click("[aria-label='To the end']")
        assert "gave up" in watcher.page.inner_text(".log")


def test_links_of_a_table_are_shown_and_lead_to_the_step(browser: Any, server: Server) -> None:
    """A player against bots is shown the link to watch; red if a step is another one there."""
    table = server.open("hearts", "human", "random", "random", "random")
    with people(browser, server, 2) as (player, watcher):
        player.goes_to(table["seats"][0]["link"])
        page, chance = player.page, Random(2)
        for _ in range(5):
            assert player.is_asked()
            player.answers(chance)
        assert player.is_asked()
        page.click(".sharing summary")
        assert page.get_attribute("[data-watch]", "href") == table["watch"]
        step = page.locator(".log .beat .go").nth(2)
        told = page.locator(".log .beat").nth(2).inner_text()
        step.click()
        page.click("[data-share]")
        link = page.locator("[data-step]").get_attribute("href")
        assert link is not None and "token" not in link
        watcher.goes_to(link)
        watcher.page.wait_for_selector(".beat.now")
        seen = watcher.page.inner_text(".beat.now")
        assert seen.split("\n")[1].split(":")[0] == told.split("\n")[1].split(":")[0]
        assert watcher.page.get_by_text("You are looking back.").count()


def test_the_language_that_was_chosen_is_kept(browser: Any, server: Server) -> None:
    """Red if a reload forgets it; a link may name one."""
    table = server.open("hipercoliseo", "human", "random")
    link = table["seats"][0]["link"]
    with people(browser, server) as (person,):
        page = person.page
        person.goes_to(link)
        assert page.get_attribute("html", "lang") == "en"
        page.click(".settings summary")
        page.select_option(".settings select >> nth=1", "es")
        page.wait_for_selector("html[lang=es]")
        page.reload()
        page.wait_for_selector(".board")
        assert page.get_attribute("html", "lang") == "es"
        page.goto("about:blank")
        person.goes_to(f"{link}&lang=en")
        assert page.get_attribute("html", "lang") == "en"


def test_a_link_to_a_dropped_file_says_that_it_needs_the_file(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    """Red if a link is copied that shows nothing to anybody else."""
    file = tmp_path / "saved.game"
    file.write_text(game_of("hearts", 12)[1].transcript(), encoding="utf-8")
    with people(browser, server) as (person,):
        page = person.page
        page.goto(server.home)
        page.set_input_files("input[type=file]", str(file))
        page.wait_for_selector(".controls")
        page.click(".controls [data-share]")
        assert page.get_by_text("helps only who has the file").count()
        with page.expect_download() as saved:
            page.click("[data-save=page]")
        kept = tmp_path / "kept.html"
        saved.value.save_as(kept)
        person.home = kept.as_uri()
        person.goes_to(f"{kept.as_uri()}#beat=3")
        assert page.inner_text(".controls .number").startswith("3/")


def test_the_same_clause_is_jumped_to_again(browser: Any, server: Server, tmp_path: Path) -> None:
    """Red if a menu still shows what was jumped to, so that choosing it again does nothing."""
    file = tmp_path / "saved.game"
    file.write_text(game_of("hyper_colosseum", 30)[1].transcript(), encoding="utf-8")
    with people(browser, server) as (person,):
        page = person.page
        page.goto(server.home)
        page.set_input_files("input[type=file]", str(file))
        page.wait_for_selector(".controls")
        menu = page.locator(".controls select").last
        labels = menu.locator("option").all_inner_texts()[1:]
        places = [[jumped(page, menu, label) for _ in range(3)] for label in labels]
        assert any(len({*found}) > 1 for found in places)


def jumped(page: Any, menu: Any, label: str) -> str:
    """Where one is behind a jump."""
    menu.select_option(label=label)
    assert menu.input_value() == ""
    return page.inner_text(".controls .number")
