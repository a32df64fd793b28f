"""Whatever text a field of the contract holds, the page shows it as text: every field, by the
models, so that a new one is tried by itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote

import pytest
from browsing import CORNER, Person, Server
from other_words import HARMLESS, HOSTILE, Words, with_words
from test_replay_in_a_browser import game_of

from playsheet.table.contract.decks import DeckAnswer, Pool
from playsheet.table.contract.formats import Schema
from playsheet.table.contract.messages import Lobby, Message, Recording
from playsheet.table.page.shipped import page_text
from playsheet.table.readers.recording import page_with, recording_of

BUILT = """() => [...document.querySelectorAll("*")].map((one) =>
    [one.localName, ...[...one.attributes].map((field) => field.name).sort()].join(" "))"""
QUIET = """() => new Promise((done) => {
    let still = setTimeout(end, 150);
    const watch = new MutationObserver(() => {
        clearTimeout(still);
        still = setTimeout(end, 150);
    });
    function end() {
        watch.disconnect();
        done();
    }
    watch.observe(document, {subtree: true, childList: true, attributes: true});
})"""  # until nothing has changed for a while
OPEN = """(open) => document.querySelectorAll("details").forEach((one) => (one.open = open))"""
ANSWERS = {"lobby": Lobby, "schema": Schema, "pool": Pool, "decks": DeckAnswer}
SAYS: dict[str, Callable[[str], Words]] = {
    "every text": lambda more: lambda text: text + more,
    # those that are no word of the rules or the program, on which the page goes by other ways
    "every line": lambda more: lambda text: text if is_word(text) else text + more,
}


def is_word(text: str) -> bool:
    """Whether a text may be a name within rules, or a word of the contract."""
    return text.replace("_", "").replace(".", "").replace(":", "").islower() and " " not in text


class Looks:
    """What a page is built of at several moments."""

    def __init__(self) -> None:
        self.rows: list[Counter[str]] = []
        self.asked: Counter[str] = Counter()

    def at(self, page: Any) -> None:
        """Now, with all that can be opened open."""
        before, now = Counter[str]("-"), Counter[str]()
        while now != before:
            page.evaluate(OPEN, True)
            page.evaluate(QUIET)
            before, now = now, Counter[str](page.evaluate(BUILT))
        self.rows.append(now)
        page.evaluate(OPEN, False)
        assert "got in" not in page.title().replace(HOSTILE, "")

    def request(self, request: Any) -> None:
        """Something was asked of some host."""
        self.asked[request.resource_type] += 1


@pytest.mark.parametrize("which", SAYS)
def test_a_saved_page_shows_every_text_as_text(
    browser: Any, server: Server, tmp_path: Path, which: str
) -> None:
    """Red if a text of any field becomes an element, an attribute or a request."""
    rules, game = game_of("dcg", 40)
    recording = json.loads(json.dumps(recording_of(rules, game, "x.game", None, None)))
    seen: list[Looks] = []
    for number, more in enumerate((HARMLESS, HOSTILE)):
        found = with_words(Recording, recording, SAYS[which](more))
        file = tmp_path / f"{number}.html"
        file.write_text(page_with(page_text(), found), encoding="utf-8")
        person, looks = Person(browser, server), Looks()
        seen.append(looks)
        person.home = file.as_uri()
        person.page.on("request", looks.request)
        person.goes_to(f"{file.as_uri()}#beat=20")
        looks.at(person.page)
        for beat in (1, 12, 30):
            person.page.evaluate(f"location.hash = 'beat={beat}'")
            looks.at(person.page)
        person.page.locator(".thing:has(.face:not(.back))").first.click(position=CORNER)
        person.page.wait_for_selector(".sheet")
        looks.at(person.page)
        person.page.click(".sheet .close")
        person.page.click("[aria-label='To the end']")
        looks.at(person.page)
        person.leaves()
    are_alike(*seen)


@pytest.mark.parametrize("which", SAYS)
def test_a_live_table_shows_every_text_as_text(browser: Any, server: Server, which: str) -> None:
    """The same of all messages, on their way from a server; what the page says goes back in the
    server's own words.
    """
    seen: list[Looks] = []
    for more in (HARMLESS, HOSTILE):
        table = server.open("digi_battle", "human", "human", seed=3)
        looks = Looks()
        seen.append(looks)
        person = between(browser, server, SAYS[which](more), more)
        person.page.on("request", looks.request)
        person.page.goto(server.home)
        person.page.wait_for_load_state("networkidle")
        looks.at(person.page)
        for seat in table["seats"]:
            person.goes_to(seat["link"])
            person.page.wait_for_timeout(300)
            looks.at(person.page)
            for number in range(2):
                if person.page.query_selector("[data-lit]") is None:
                    break
                person.answers(Random(number))
                person.page.wait_for_timeout(300)
                looks.at(person.page)
        person.page.goto("about:blank")
        person.page.goto(f"{server.home}#decks=digi_battle")
        person.page.wait_for_load_state("networkidle")
        looks.at(person.page)
        person.leaves()
    are_alike(*seen)


def are_alike(harmless: Looks, hostile: Looks) -> None:
    """Nothing is there and nothing was asked for that harmless texts do not bring."""
    rows = zip(harmless.rows, hostile.rows, strict=True)
    assert not any(more - less for less, more in rows)
    assert harmless.asked == hostile.asked


def between(browser: Any, server: Server, words: Words, more: str) -> Person:
    """Somebody whose page is told everything in other words."""
    person = Person(browser, server)
    page = person.page
    escaped = json.dumps(more)[1:-1], json.dumps(more, ensure_ascii=False)[1:-1]

    def back(text: str) -> str:
        """What the page says, in the words that the server knows."""
        for one in (more, *escaped):
            text = text.replace(one, "")
        return text

    def socket(ws: Any) -> None:
        to = ws.connect_to_server()
        ws.on_message(lambda text: to.send(back(text)))
        to.on_message(
            lambda text: ws.send(json.dumps(with_words(Message, json.loads(text), words)))
        )

    def answer(route: Any) -> None:
        url = unquote(route.request.url)
        kind = url.partition("?")[0].rpartition("/")[2]
        sent = route.request.post_data
        url = quote(back(url), safe=":/?&=#")
        found = route.fetch(url=url, **({"post_data": back(sent)} if sent else {}))
        if kind not in ANSWERS or not found.ok:
            route.fulfill(response=found)
            return
        route.fulfill(response=found, json=with_words(ANSWERS[kind], found.json(), words))

    page.route_web_socket(lambda url: "/api/socket" in url, socket)
    page.route(lambda url: "/api/" in url and "socket" not in url, answer)
    return person
