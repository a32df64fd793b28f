"""Tables in a browser: two people, one who reloads, a server that dies, one who watches, drags."""

from __future__ import annotations

import re
import socket
from functools import cache
from itertools import pairwise
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from browsing import CORNER, Server, people

import playsheet.api as ps


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


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_for_all_addresses_is_reached_by_those_that_it_prints(
    tmp_path: Path, host: str
) -> None:
    """And by no other name: red if it prints addresses at which it does not listen, or answers for
    any host.
    """
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("needs addresses of version 6")
    server = Server(tmp_path / "tables", "", "--host", host)
    server.start()
    try:
        printed = re.findall(r"http://[^\s/]+", server.said.read_text("utf-8"))
        assert printed
        for address in [*printed, f"http://127.0.0.1:{server.port}"]:
            with urlopen(f"{address}/api/lobby") as answer:
                assert loads(answer.read())["formats"]
        for name in ("elsewhere.example", f"0.0.0.0:{server.port}"):
            wrong = Request(f"{server.home}api/lobby", headers={"Host": name})
            with pytest.raises(HTTPError) as refused:
                urlopen(wrong)
            assert 400 <= refused.value.code < 500
            refused.value.close()
    finally:
        server.kill()


def is_lit(person: Any) -> bool:
    return person.page.query_selector("[data-lit]") is not None


def test_the_log_tells_who_took_an_answer_back(browser: Any, server: Server) -> None:
    """Of the others, too, who agree."""
    table = server.open("gin_rummy", "human", "human")
    with people(browser, server, 2) as both:
        for person, seat in zip(both, table["seats"], strict=True):
            person.goes_to(seat["link"])
        asked = next(one for one in both * 50 if one.page.wait_for_timeout(100) or is_lit(one))
        other = both[1 - both.index(asked)]
        asked.answers(Random(5))
        asked.page.get_by_role("button", name="Take back", exact=True).click()
        agreed = other.page.get_by_role("button", name="yes", exact=True)
        told = "text=took an answer back"
        for _ in range(50):
            if agreed.count():
                agreed.click()
            if asked.page.query_selector(told) and other.page.query_selector(told):
                break
            asked.page.wait_for_timeout(100)
        wanted = f"{('ana', 'bo')[both.index(asked)]} took an answer back"
        for one in both:
            assert one.page.text_content(told, timeout=5_000) == wanted


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


# ---- movement


def test_steps_are_shown_one_after_the_other_and_wait_if_asked(
    browser: Any, server: Server
) -> None:
    """With movement, which all other tests go without; red if steps that come together are shown
    at once, nothing moves, or a step does not wait.
    """
    table = server.open("hearts", "human", "random", "random", "random")
    with people(browser, server, reduced_motion="no-preference") as (person,):
        page = person.page
        person.goes_to(table["seats"][0]["link"])
        page.evaluate(SEEN)
        for number in range(3):
            assert person.is_asked()
            person.answers(Random(number))
            page.wait_for_selector("[data-lit]")
        seen = page.evaluate("window.seen")
        beats = [int(one) for one in seen["beats"]]
        assert len(beats) > 6 and beats == sorted(beats)
        assert {two - one for one, two in pairwise(beats)} == {1}
        assert seen["moved"]
        page.click(".settings summary")
        page.check(".settings input[type=checkbox]")
        page.click(".settings summary")
        before = page.inner_text(".beat.now .go")
        page.query_selector_all("[data-lit]")[0].click(position=CORNER)
        page.wait_for_selector(".sheet [data-answer]")
        page.click(".sheet [data-answer] >> nth=0")
        steps = page.locator("footer button", has_text=re.compile("^Next$"))
        steps.wait_for()
        page.wait_for_timeout(2_500)
        assert page.inner_text(".beat.now .go") == before
        assert page.query_selector("[data-lit]") is None
        steps.click()
        page.wait_for_selector(f".beat.now .go:text-is('{int(before) + 1}')")


SEEN = """() => {
    window.seen = {beats: [], moved: false};
    const look = () => {
        const now = document.querySelector(".beat.now .go")?.textContent;
        const {beats} = window.seen;
        if (now && beats.at(-1) !== now) beats.push(now);
        const board = document.querySelector(".board");
        if (document.querySelector(".flying") || board?.getAnimations({subtree: true}).length)
            window.seen.moved = true;
        requestAnimationFrame(look);
    };
    look();
}"""


# ---- targets

FORMAT, ASKS = "digi_battle", "Pay with"


class Position(NamedTuple):
    """A saved game in which a card of the hand asks for one of several cards, once it is chosen."""

    game: str
    seat: int
    card: str
    targets: tuple[str, ...]


@cache
def position() -> Position:
    """One in which a player may digivolve into a card of his hand, and pays with others of it."""
    rules = ps.load(FORMAT)
    for seed in range(20):
        game, chance = rules.new_game(seed=seed), Random(seed)
        while game.choice is not None and len(game.answers) < 40:
            for index, option in enumerate(map(str, game.choice.options)):
                after = game.clone() if option.startswith("Digivolve: ") else None
                if after is not None:
                    after.apply(index)
                    asked = after.choice
                    if asked is not None and asked.prompt.endswith(ASKS):
                        names = tuple(str(one).partition(" (")[0] for one in asked.options)
                        card = option.removeprefix("Digivolve: ").partition(" (")[0]
                        return Position(game.transcript(), game.asked, card, names)
            game.apply(chance.choice(game.legal_actions()))
    raise AssertionError("nobody could digivolve from two")


def opened(server: Server) -> str:
    """The link of who is asked, at a table that goes on from there."""
    body = dumps({"game": position().game, "step": None, "plays": ["human", "human"]}).encode()
    request = Request(f"{server.home}api/branches", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return loads(answer.read())["seats"][position().seat]["link"]


def thing(page: Any, name: str) -> Any:
    """A card on the table by its name."""
    called = page.locator(".unseen", has_text=re.compile(rf"^{name}\s*(,|$)"))
    return page.locator(".own [data-thing]").filter(has=called).first


def drags(page: Any, source: Any, target: Any) -> None:
    """As a hand does it."""
    start, end = source.bounding_box(), target.bounding_box()
    page.mouse.move(start["x"] + CORNER["x"], start["y"] + CORNER["y"])
    page.mouse.down()
    page.mouse.move(start["x"] + 30, start["y"] - 30, steps=3)
    page.mouse.move(end["x"] + CORNER["x"], end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_what_a_card_is_dropped_on_is_what_it_goes_for(browser: Any, server: Server) -> None:
    """Red if the drop is forgotten when the card asks for its target, or answers by itself."""
    with people(browser, server) as [person]:
        person.goes_to(opened(server))
        page, target = person.page, position().targets[0]
        drags(page, thing(page, position().card), thing(page, target))
        offer = page.locator(".sheet [data-answer]", has_text=f"→ {target}")
        offer.wait_for()
        assert page.locator(".chosen", has_text=f"{ASKS} → {target}").count() == 0
        offer.click()
        page.locator(".chosen", has_text=f"{ASKS} → {target}").wait_for(state="attached")


def test_a_finger_that_rests_on_a_card_drags_it(browser: Any, server: Server) -> None:
    """Red if it scrolls, or opens the menu of the browser, or a finger that moves at once drags."""
    with people(browser, server, has_touch=True) as [person]:
        person.goes_to(opened(server))
        page, target = person.page, position().targets[0]
        fingers = page.context.new_cdp_session(page)
        for rest in (0, 600):
            card, place = thing(page, position().card), thing(page, target)
            start, end = card.bounding_box(), place.bounding_box()
            x, y = start["x"] + CORNER["x"], start["y"] + CORNER["y"]
            to = end["x"] + CORNER["x"], end["y"] + end["height"] / 2
            touches(fingers, "touchStart", x, y)
            page.wait_for_timeout(rest)
            for part in (0.2, 0.6, 1.0):
                touches(fingers, "touchMove", x + (to[0] - x) * part, y + (to[1] - y) * part)
            fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            page.wait_for_timeout(300)
            assert (page.query_selector(".sheet [data-answer]") is not None) == bool(rest)
        page.locator(".sheet [data-answer]", has_text=f"→ {target}").wait_for()


def touches(fingers: Any, kind: str, x: float, y: float) -> None:
    """As a finger does it."""
    point = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
    fingers.send("Input.dispatchTouchEvent", point)


def test_with_the_keyboard_the_target_is_a_link_of_the_question(
    browser: Any, server: Server
) -> None:
    """Red if a target can only be reached with a pointer, or a link shows nothing."""
    with people(browser, server) as [person]:
        person.goes_to(opened(server))
        page, target = person.page, position().targets[1]
        thing(page, position().card).focus()
        page.keyboard.press("Enter")
        page.locator(".sheet [data-answer]", has_text="Digivolve").focus()
        page.keyboard.press("Enter")
        page.locator("#prompt", has_text=ASKS).wait_for()
        link = page.locator(".targets button", has_text=target)
        link.focus()
        page.locator(".pointed", has_text=target).wait_for()
        page.keyboard.press("Enter")
        page.locator(".sheet [data-answer]:focus").wait_for()
        page.keyboard.press("Enter")
        page.locator(".chosen", has_text=f"{ASKS} → {target}").wait_for(state="attached")
