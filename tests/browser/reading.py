"""Plays three turns of each format and takes pictures of the table with its log, in light and in
dark, at 1280 and at 360 pixels; run as a program, with the formats that are wanted.

Into `docs/pictures/reading`, or the folder that `--to` names; `--log` writes what the log and the
prompt say beside them.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode, b64encode
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from browsing import CHROMIUM, Person, Server, sync_api

import playsheet.api as ps

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "reading"
SIZES = {1280: 800, 360: 740}
SCHEMES = ("light", "dark")
TURNS = 3
BOT = "eager"
# What is played, and with which chance; `more`: so many choices of the first seat are passed over
# behind the third turn, where the first one has nothing to show.
GAMES: dict[str, dict[str, int]] = {
    "dbe": {"seed": 5},
    "dcg": {"seed": 5},
    "digi_battle": {"seed": 5},
    "hipercoliseo": {"seed": 5},
    "hyper_colosseum": {"seed": 5},
    "guilds": {"seed": 5},
    "hearts": {"seed": 5},
    "gin_rummy": {"seed": 5},
}
TO_WEBP = """async ([data, quality]) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + data;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def played(name: str, seed: int, more: int = 0) -> ps.Game:
    """A game of bots as it stands at a choice of the first seat behind three turns, with two
    options or more besides the pass.
    """
    rules = ps.load(name)
    game = rules.new_game(seed)
    bots = [ps.bot(BOT) for _ in game.seats]
    chance = Random(seed)
    while not game.is_over():
        choice = game.choice
        assert choice is not None
        if game.turn > TURNS and game.asked == 0 and len(choice.options) > 2:
            if not more:
                return game
            more -= 1
        game.apply(bots[game.asked](game.at(game.seats[game.asked]), chance))
    raise SystemExit(f"{name}: the game was over before")


def opened(server: Server, game: ps.Game) -> dict[str, Any]:
    """A table at which it goes on, with a person in the first seat."""
    plays = ["human", *["eager"] * (len(game.seats) - 1)]
    body = dumps({"game": game.transcript(), "plays": plays}).encode()
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{server.home}api/branches", body, headers)) as answer:
        return loads(answer.read())


def shown(person: Person, link: str) -> None:
    """Goes to a table, with the whole log open."""
    person.goes_to(link)
    page = person.page
    page.wait_for_selector("[data-lit]")
    page.wait_for_timeout(300)
    if page.is_visible(".toggle"):
        page.click(".toggle")
    while page.query_selector(".beats > button"):
        count = page.locator(".beat").count()
        page.click(".beats > button")
        page.locator(".beat").nth(count).wait_for(state="attached")
    page.evaluate("document.querySelector('.beats').scrollTop = 1e6")


def taken(person: Person, path: Path) -> None:
    """Takes a picture of the window."""
    if "--png" in sys.argv:
        person.page.screenshot(path=str(path.with_suffix(".png")))
        return
    data = b64encode(person.page.screenshot()).decode()
    path.write_bytes(
        b64decode(person.page.context.browser.contexts[0].pages[0].evaluate(TO_WEBP, [data, 0.6]))
    )


def pictures(browser: Any, server: Server, name: str, to: Path, log: bool) -> None:
    """The pictures of one format."""
    game = played(name, **GAMES[name])
    link = opened(server, game)["seats"][0]["link"]
    for wide, high in SIZES.items():
        person = Person(browser, server, viewport={"width": wide, "height": high})
        shown(person, link)
        page = person.page
        if log:
            said = [page.inner_text(one) for one in (".top", ".log", "footer")]
            (to / f"{name}-{wide}.txt").write_text("\n----\n".join(said), encoding="utf-8")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            if wide < 900:
                taken(person, to / f"{name}-{wide}-{scheme}-log.webp")
                page.click(".toggle")
            taken(person, to / f"{name}-{wide}-{scheme}.webp")
            if wide < 900:
                page.click(".toggle")
        person.leaves()


def main(arguments: list[str]) -> None:
    """Of the formats that are named, or all."""
    to = Path(arguments[arguments.index("--to") + 1]) if "--to" in arguments else FOLDER
    names = [one for one in arguments if one in GAMES] or [*GAMES]
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state, sync_api.sync_playwright() as playwright:
        server = Server(Path(state))
        server.start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        browser.new_page()  # blank: in it pictures are packed, which a page of ours may not do
        try:
            for name in names:
                pictures(browser, server, name, to, "--log" in arguments)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
