"""Games of every format in a browser, by clicking what is lit."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from browsing import Server, people
from sampling import is_full

from playsheet.dsl.loading.library import shipped_formats

FEW = ("dcg", "guilds", "hanabi", "hearts", "hyper_colosseum")
CHOICES = 12  # where a game is only sampled
MOST = 3_000


@pytest.mark.parametrize("name", shipped_formats())
def test_a_person_plays_against_bots(browser: Any, server: Server, name: str) -> None:
    """Red if a lit card has no option in its sheet, an answer changes nothing, an error is thrown,
    or a host of somebody else is asked.
    """
    if not is_full() and name not in FEW:
        pytest.skip("a sample plays a few formats")
    bots = ["random"] * (server.seats(name) - 1)
    table = server.open(name, "human", *bots)
    chance = Random(11)
    with people(browser, server) as (person,):
        person.goes_to(table["seats"][0]["link"])
        for _ in range(MOST if is_full() else CHOICES):
            if not person.is_asked():
                break
            person.answers(chance)
        else:
            assert not is_full(), "the game does not end"


def test_a_game_is_opened_in_the_lobby(browser: Any, server: Server) -> None:
    """Red if the form asks for a table that the server refuses, or the link leads nowhere."""
    with people(browser, server) as (person,):
        page = person.page
        page.goto(server.home)
        page.select_option("select >> nth=0", "hearts")
        assert page.query_selector(".options") is None  # of its rules
        page.select_option("select >> nth=0", "gin_rummy")
        page.click(".options summary")
        page.fill("[data-option=most_left_over]", "101")  # which the rules do not have
        page.click(".options summary")
        page.click("form button.main")
        page.wait_for_selector(".options[open]")
        page.fill("[data-option=most_left_over]", "20")
        page.locator("fieldset").nth(1).locator("select").first.select_option("random")
        page.click("form button.main")
        page.wait_for_selector(".board")
        assert "to knock: 20" in page.inner_text(".log")
        page.go_back()
        page.wait_for_selector("form")
        page.select_option("select >> nth=0", "hearts")
        for place in (1, 2, 3):
            page.locator("fieldset").nth(place).locator("select").first.select_option("random")
        page.click("form button.main")
        page.wait_for_selector(".board")
        assert page.inner_text("h1") == "Hearts"
        assert person.is_asked()
