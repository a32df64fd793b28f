"""Decks in a browser: cards found, a rule broken and kept again, lists, proxies, a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Person, Server, people
from test_access import AXE, violations


@pytest.fixture
def builder(browser: Any, server: Server) -> Iterator[Person]:
    """Somebody who has opened the decks of a format from the lobby."""
    if not AXE.is_file():
        pytest.skip("needs axe-core: npm ci in web")
    with people(browser, server, bypass_csp=True, accept_downloads=True) as (person,):
        person.page.goto(server.home)
        person.page.select_option(".format select", "dcg")
        person.page.click(".build")
        person.page.wait_for_selector("[data-legal=false]")
        yield person


def cards(page: Any) -> list[str]:
    """The codes of the cards that are found."""
    return [one.get_attribute("data-card") for one in page.query_selector_all("[data-card]")]


def test_a_deck_is_built_mended_taken_elsewhere_and_played(builder: Person, tmp_path: Path) -> None:
    """Red if a filter, the broken rule, a list, or the game with the deck is missing."""
    page = builder.page
    page.fill("[data-search]", "biyomon")
    page.click("summary:has-text('Filter')")
    page.fill("[data-from=cost]", "3")
    few = cards(page)
    page.fill("[data-from=cost]", "")
    assert {*few} < {*cards(page)} and "ST1-02" in cards(page)
    page.focus("[data-card] [data-add]")
    page.keyboard.press("ArrowDown")
    assert page.query_selector(f"[data-card='{cards(page)[1]}'] [data-add]:focus")
    page.click("[data-clear]")
    assert len(cards(page)) == 100
    page.select_option("[data-begin]", "blaze")
    page.wait_for_selector("[data-legal=true]")
    page.fill("[data-search]", "st1-02 biyomon")
    assert cards(page) == ["ST1-02"]
    page.focus("[data-card=ST1-02] [data-add]")
    page.keyboard.press("+")
    page.wait_for_selector("[data-legal=false]")
    broken = page.inner_text(".broken")
    assert "at most 4 cards per code" in broken and "[DCG-DECK-02" in broken
    assert "exactly 50 cards" in broken
    assert violations(page) == []
    page.keyboard.press("-")
    page.wait_for_selector("[data-legal=true]")
    page.select_option("[data-shape]", "times")
    with page.expect_download() as waiting:
        page.click("[data-download]")
    path = tmp_path / "deck.txt"
    waiting.value.save_as(path)
    text = path.read_text(encoding="utf-8")
    assert "// eggs\n4x Koromon" in text
    page.select_option("[data-begin]", "")
    page.wait_for_selector("[data-legal=false]")
    path.write_text(f"{text}2x Koromom\n", encoding="utf-8")
    page.set_input_files("[data-file]", path)
    page.wait_for_selector("[data-legal=true]")
    assert 'Did you mean "Koromon"?' in page.inner_text("[data-told]")
    assert "50" in page.inner_text("[data-section=main] h3")
    assert violations(page) == []
    page.reload()  # the browser keeps the deck
    page.click("[data-legal=true] ~ .bar [data-play]")
    page.wait_for_selector(".board")
    assert builder.is_asked()


def test_the_pictures_say_what_they_show(builder: Person) -> None:
    """Red if bars have no name, or count other cards than the deck has."""
    page = builder.page
    page.select_option("[data-begin]", "blaze")
    page.select_option("[data-curve]", "level")
    said = page.get_attribute("section:has([data-curve]) svg", "aria-label")
    assert said.startswith("Curve, level. 2: 4, 3: ")
    kinds = page.get_attribute("section[aria-labelledby=kinds] svg", "aria-label")
    assert sum(map(int, re.findall(r": (\d+)", kinds))) == 54


def test_proxies_are_cards_of_their_size_nine_to_a_sheet(builder: Person) -> None:
    page = builder.page
    page.select_option("[data-begin]", "blaze")
    page.wait_for_selector("[data-legal=true]")
    page.emulate_media(media="print")
    assert page.is_hidden(".decks") and page.is_visible(".proxies")
    first = page.query_selector(".proxy").bounding_box()
    millimetre = 96 / 25.4
    assert abs(first["width"] - 63 * millimetre) < 1 and abs(first["height"] - 88 * millimetre) < 1
    assert page.evaluate("document.querySelectorAll('.sheet-of-nine')[0].children.length") == 9
    over = "[...document.querySelectorAll('.proxy')].filter(c => c.scrollHeight > c.clientHeight)"
    assert page.evaluate(f"{over}.map(c => c.innerText)") == []
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 6


def test_decks_fit_into_360_pixels_in_the_dark(browser: Any, server: Server) -> None:
    """Red if something makes the page wider than the window, or grey on grey."""
    phone = {"viewport": {"width": 360, "height": 640}, "color_scheme": "dark"}
    with people(browser, server, bypass_csp=True, **phone) as (person,):
        person.page.goto(f"{server.home}#decks=dbe")
        person.page.wait_for_selector("[data-card]")
        person.page.select_option("[data-begin]", "blaze")
        person.page.wait_for_selector("[data-legal=true]")
        person.page.click("summary:has-text('Filter')")
        person.page.click("[data-card] summary")
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert violations(person.page) == []
