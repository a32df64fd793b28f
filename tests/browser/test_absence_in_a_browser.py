"""Who leaves a table in a browser: a bot plays on until he is back. Clocks are asked for, tick,
warn, and end the game. Passing is kept for who wants to, until that is stopped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import Person, Server, people

DRINKS = """
format "Drinks" seats 2 language en
gauge water "water" per player 0..any
zone hand "hand" per player group face up
card Card "Card"
    value number
deck
    exactly 3 cards
    starts in hand
note first "first player": player shared
setup
    random chosen from players
    set first to chosen
    raise players' water by 9
action drink "Drink" offers Card in hand as drunk
    lower water by 1
turn "round"
    phase drinking: open drinking
    phase end: end game drawn
window drinking "Drinks" begins with first one action each ends when all pass in turn offers drink
"""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which a bot may play on after a second."""
    found = Server(tmp_path_factory.mktemp("tables"), "", "--away", "1")
    found.start()
    yield found
    found.kill()


def test_a_bot_plays_on_for_who_has_left_until_he_is_back(browser: Any, hasty: Server) -> None:
    """Red if the button does nothing, the bot does not choose, or it stays when he is back."""
    table = hasty.open("hyper_colosseum", "human", "human")
    stays_link, goes_link = (seat["link"] for seat in table["seats"])
    name = table["seats"][1]["name"]
    away = f"{name}: away"
    with people(browser, hasty) as (stays,):
        goes = Person(browser, hasty)
        stays.goes_to(stays_link)
        goes.goes_to(goes_link)
        stays.page.get_by_text(away).wait_for(state="detached")
        assert stays.page.get_by_text("Let a bot play on").count() == 0
        goes.leaves()
        stays.page.get_by_text(away).wait_for()
        stays.page.wait_for_timeout(1200)
        stays.page.get_by_text("Let a bot play on").click()
        stays.page.get_by_text(away).wait_for(state="detached")
        chance, chosen = Random(3), 0
        while not has_chosen(stays, name) and chosen < 60:
            assert stays.is_asked()
            stays.answers(chance)
            chosen += 1
        assert has_chosen(stays, name)
        back = Person(browser, hasty)
        back.goes_to(goes_link)
        for _ in range(60):
            back.page.wait_for_timeout(300)
            if is_lit(back):
                break
            if is_lit(stays):
                stays.answers(chance)
        question = back.page.inner_text("#prompt")
        back.page.wait_for_timeout(1500)
        assert back.page.inner_text("#prompt") == question  # the bot does not answer for him
        back.answers(chance)
        back.leaves()


def is_lit(person: Person) -> bool:
    return person.page.query_selector("[data-lit]") is not None


def has_chosen(person: Person, seat: str) -> bool:
    """Whether the log has a choice of a seat."""
    return person.page.locator(".beat li.chosen", has_text=seat).count() > 0


# ---- clocks


def seconds(person: Any, seat: str) -> int:
    """What a clock shows."""
    found = re.search(r"(\d+):(\d\d)", person.page.inner_text(f'[data-clock="{seat}"]'))
    assert found is not None
    return 60 * int(found[1]) + int(found[2])


def test_a_clock_runs_out_and_the_page_says_who_lost_and_why(browser: Any, server: Server) -> None:
    """Red if nobody looks at the clocks, or the end has no reason."""
    table = server.open("hyper_colosseum", "human", "human", minutes=0.1)
    with people(browser, server, 2) as both:
        for person, seat in zip(both, table["seats"], strict=True):
            person.goes_to(seat["link"])
        both[0].page.wait_for_selector(".clock.runs")
        late = both[0].page.get_attribute(".clock.runs", "data-clock")
        other = next(seat["name"] for seat in table["seats"] if seat["name"] != late)
        assert both[0].page.inner_text(f'[data-clock="{late}"]').find("⚠") >= 0
        loser = next(
            p for p, seat in zip(both, table["seats"], strict=True) if seat["name"] == late
        )
        warned = loser.page.locator('[role="status"].unseen', has_text="less than")
        warned.wait_for(state="attached")
        for person in both:
            person.page.wait_for_selector(".over")
            said = person.page.inner_text(".over")
            assert f"{other} wins" in said and f"{late} is out of time" in said
            assert person.page.inner_text(".log .end") == f"{late} is out of time"
            assert seconds(person, late) == 0 < seconds(person, other)
            assert person.page.query_selector("[data-lit]") is None


def test_a_clock_ticks_by_itself_and_a_restart_keeps_it(browser: Any, server: Server) -> None:
    """Red if what is shown waits for a message, or a new server forgets the times."""
    table = server.open("hearts", "human", "random", "random", "random", minutes=5)
    name = table["seats"][0]["name"]
    with people(browser, server) as (person,):
        person.goes_to(table["seats"][0]["link"])
        assert person.is_asked()
        first = seconds(person, name)
        assert first <= 300
        person.page.wait_for_timeout(3000)
        shown = seconds(person, name)
        assert shown <= first - 2
        before = person.page.get_attribute("[data-choice]", "data-choice")
        chance = Random(1)
        while person.page.get_attribute("[data-choice]", "data-choice") == before:
            person.answers(chance)  # of what is passed, one card at a time
        server.kill()
        person.page.wait_for_selector(".lost")
        server.start()
        person.page.wait_for_selector(".lost", state="detached")
        assert person.is_asked()
        assert shown - 60 < seconds(person, name) <= shown


def test_the_lobby_asks_for_clocks(browser: Any, server: Server) -> None:
    """Red if what is typed there does not reach the table, or there are clocks without it."""
    with people(browser, server) as (person,):
        page = person.page
        for minutes in ("", "7"):
            page.goto("about:blank")
            page.goto(server.home)
            page.wait_for_selector("form")
            page.get_by_label("Format").select_option("hearts")
            page.fill("[name=minutes]", minutes)
            page.click("form button.main")
            page.wait_for_selector(".board")
            assert person.is_asked()
            assert page.locator(".clock").count() == (1 if minutes else 0)
        assert 410 < seconds(person, "ana") <= 420


@pytest.fixture(scope="module")
def drinks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of a game in which players take turns at a window."""
    folder: Path = tmp_path_factory.mktemp("drinks") / "drinks"
    for name in ("cards", "decks"):
        (folder / name).mkdir(parents=True)
    (folder / "drinks.rules").write_text(DRINKS.lstrip(), encoding="utf-8")
    (folder / "cards" / "a.cards").write_text('card "Tea" A-1\n    value 1\n', encoding="utf-8")
    (folder / "decks" / "plain.deck").write_text("3 Tea A-1\n", encoding="utf-8")
    found = Server(tmp_path_factory.mktemp("tables"), str(folder))
    found.start()
    yield found
    found.kill()


def test_a_kept_answer_is_given_and_can_be_stopped(browser: Any, drinks: Server) -> None:
    """Red if passing is not kept, the player is not told that it is, or stopping does nothing."""
    table = drinks.open(str(drinks.format), "human", "human")
    with people(browser, drinks, 2) as pair:
        for person, seat in zip(pair, table["seats"], strict=True):
            person.goes_to(seat["link"])
        pair[0].page.wait_for_selector("[data-lit], .other")
        first, other = sorted(pair, key=lambda one: one.page.locator("[data-lit]").count() == 0)
        assert first.is_asked()
        first.page.click("[data-yield=turn]")
        first.page.wait_for_selector("[data-yielded=turn]")
        drink(other)
        assert other.is_asked()
        assert first.page.locator("[data-lit]").count() == 0
        assert other.page.locator("[data-yielded]").count() == 0
        first.page.click("[data-yielded=turn] button")
        first.page.wait_for_selector("[data-yielded]", state="detached")
        drink(other)
        assert first.is_asked()


def drink(person: Any) -> None:
    """Takes the action that is open."""
    assert person.is_asked()
    before = person.page.get_attribute("[data-choice]", "data-choice")
    person.page.locator(".own [data-thing][data-lit]").first.click()
    person.page.locator(".sheet [data-answer]").first.click()
    person.waits_for_another_choice(before)
