"""A player leaves a table in a browser, a bot plays on, and he takes over again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from browsing import Person, Server, people


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
