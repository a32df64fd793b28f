"""Tables in a browser: two people, one who reloads, a server that dies, one who watches."""

from __future__ import annotations

from random import Random
from typing import Any

from browsing import Server, people


def test_two_people_play_and_one_reloads_in_the_middle(browser: Any, server: Server) -> None:
    """Red if a reload forgets the choice, or an answer does not reach the other page."""
    table = server.open("hyper_colosseum", "human", "human")
    chance = Random(3)
    with people(browser, server, 2) as both:
        for person, seat in zip(both, table["seats"], strict=True):
            person.goes_to(seat["link"])
        for number in range(8):
            asked = next(one for one in both * 50 if one.page.wait_for_timeout(100) or is_lit(one))
            if number in (2, 5):
                question = asked.page.inner_text("#prompt")
                asked.page.reload()
                assert asked.is_asked()
                assert asked.page.inner_text("#prompt") == question
            asked.answers(chance)


def is_lit(person: Any) -> bool:
    return person.page.query_selector("[data-lit]") is not None


def test_the_server_is_killed_and_started_again(browser: Any, server: Server) -> None:
    """Red if a table is not kept, or the page does not join again by itself."""
    table = server.open("hearts", "human", "random", "random", "random")
    chance = Random(4)
    with people(browser, server) as (person,):
        person.goes_to(table["seats"][0]["link"])
        assert person.is_asked()
        person.answers(chance)
        assert person.is_asked()
        question = person.page.inner_text("#prompt")
        server.kill()
        person.page.wait_for_selector(".lost")
        server.start()
        person.page.wait_for_selector(".lost", state="detached")
        assert person.is_asked()
        assert person.page.inner_text("#prompt") == question
        person.answers(chance)


def test_who_watches_sees_no_hand_and_chooses_nothing(browser: Any, server: Server) -> None:
    """Red if a reader without a token is sent a hand, or something is lit for him."""
    table = server.open("hearts", "human", "random", "random", "random")
    with people(browser, server, 2) as (player, watcher):
        player.goes_to(table["seats"][0]["link"])
        watcher.goes_to(table["watch"])
        assert player.is_asked()
        hands = '[data-zone$="/hand"] .face:not(.back)'
        assert player.page.query_selector_all(hands)
        assert watcher.page.query_selector_all(hands) == []
        assert not is_lit(watcher)
        player.answers(Random(1))
        watcher.page.wait_for_selector(".beat.now")


def test_a_choice_is_made_with_the_keyboard_alone(browser: Any, server: Server) -> None:
    """Red if something lit is no stop of the tabulator, or its sheet does not take the focus."""
    table = server.open("dcg", "human", "random")
    with people(browser, server) as (person,):
        person.goes_to(table["seats"][0]["link"])
        page = person.page
        for _ in range(6):
            assert person.is_asked()
            before = page.get_attribute("[data-choice]", "data-choice")
            if page.query_selector("[data-send]:enabled"):
                tabbed_to(page, "[data-send]:focus")
                page.keyboard.press("Enter")
            else:
                tabbed_to(page, "[data-lit]:not(.picked):focus")
                is_thing = page.query_selector("[data-thing]:focus") is not None
                page.keyboard.press("Enter")
                if is_thing:
                    page.wait_for_selector(".sheet [data-answer]:focus")
                    page.keyboard.press("Enter")
                    page.wait_for_selector(".sheet", state="detached")
            if page.query_selector("[data-send]") is None:
                person.waits_for_another_choice(before)


def tabbed_to(page: Any, wanted: str) -> None:
    """Presses the tabulator until the focus is on something."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.query_selector(wanted):
            return
    raise AssertionError(f"the tabulator never comes to {wanted}")


def test_escape_closes_a_sheet_and_gives_the_focus_back(browser: Any, server: Server) -> None:
    """Red if `close` forgets where the sheet was opened."""
    table = server.open("hearts", "human", "random", "random", "random")
    with people(browser, server) as (person,):
        person.goes_to(table["seats"][0]["link"])
        assert person.is_asked()
        page = person.page
        page.query_selector_all("[data-thing][data-lit]")[0].focus()
        key = page.get_attribute(":focus", "data-key")
        page.keyboard.press("Enter")
        page.wait_for_selector(".sheet :focus")
        page.keyboard.press("Escape")
        page.wait_for_selector(".sheet", state="detached")
        assert page.get_attribute(":focus", "data-key") == key


def test_everything_fits_into_360_pixels(browser: Any, server: Server) -> None:
    """Red if something makes the page wider than the window."""
    for name in ("dbe", "hearts"):
        table = server.open(name, "human", *["random"] * (server.seats(name) - 1))
        phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
        with people(browser, server, **phone) as (person,):
            person.goes_to(table["seats"][0]["link"])
            chance = Random(2)
            for _ in range(5):
                if person.is_asked():
                    person.answers(chance)
            assert person.page.evaluate("document.documentElement.scrollWidth") <= 360
