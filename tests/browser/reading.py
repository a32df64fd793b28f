"""Plays three turns of each format and takes pictures of the table with its log, in light and in
dark, wide and on a telephone; run as a program, with the formats that are wanted.

Into `docs/pictures/reading`, or the folder that `--to` names; `--log` writes what the head, the
log, the prompt and the sheet of a card say beside them.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode, b64encode
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from browsing import Person, Server, launched, sync_api

import playsheet.api as ps

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "reading"
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
SCHEMES = ("light", "dark")
BOT = "eager"
ONE_CLICK = ".own [data-thing][data-lit] >> nth=0"


class Played(NamedTuple):
    """How a game goes: by chance from a seed, up to the first choice of the first seat behind so
    many turns that has more options than a pass and one more.
    """

    seed: int
    turns: int = 3


GAMES = {
    "dbe": Played(4),
    "dcg": Played(3, 5),
    "digi_battle": Played(2),
    "hipercoliseo": Played(1, 4),
    "hyper_colosseum": Played(3),
    "guilds": Played(5),
    "hearts": Played(5, 6),
    "gin_rummy": Played(5),
}
WIDE_ONLY = ("guilds", "hearts", "gin_rummy")
IN_SIGHT = """() => {
    const log = document.querySelector(".beats");
    for (const one of log.querySelectorAll(".part")) one.style.contentVisibility = "visible";
    log.scrollTop = 1e6;
}"""
TO_WEBP = """async ([shots, quality]) => {
  const pictures = await Promise.all(shots.map(async (data) => {
    const picture = new Image();
    picture.src = "data:image/png;base64," + data;
    await picture.decode();
    return picture;
  }));
  const wide = pictures.reduce((sum, one) => sum + one.width, 0);
  const canvas = new OffscreenCanvas(wide, pictures[0].height);
  let at = 0;
  for (const one of pictures) {
    canvas.getContext("2d").drawImage(one, at, 0);
    at += one.width;
  }
  const blob = await canvas.convertToBlob({ type: "image/webp", quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


def played(name: str) -> ps.Game:
    """A game of bots as it stands at its choice."""
    seed, turns = GAMES[name]
    game = ps.load(name).new_game(seed)
    bots = [ps.bot(BOT) for _ in game.seats]
    chance = Random(seed)
    while not game.is_over():
        choice = game.choice
        assert choice is not None
        if game.turn > turns and game.asked == 0 and len(choice.options) > 2:
            return game
        game.apply(bots[game.asked](game.at(game.seats[game.asked]), chance))
    raise SystemExit(f"{name}: the game was over before")


def opened(server: Server, game: ps.Game) -> str:
    """The link to a table at which it goes on, with a person in the first seat."""
    plays = ["human", *[BOT] * (len(game.seats) - 1)]
    body = dumps({"game": game.transcript(), "plays": plays}).encode()
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(f"{server.home}api/branches", body, headers)) as answer:
        return loads(answer.read())["seats"][0]["link"]


def shown(person: Person, link: str) -> None:
    """Goes to a table, with all of the log."""
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
    page.evaluate(IN_SIGHT)


def kept(browser: Any, shots: list[bytes], path: Path) -> None:
    """Pictures side by side as one file, packed in a blank page: ours may not draw."""
    data = [b64encode(one).decode() for one in shots]
    page = browser.new_page()
    path.write_bytes(b64decode(page.evaluate(TO_WEBP, [data, 0.35])))
    page.close()


def wide(browser: Any, person: Person, name: str, to: Path) -> None:
    """The table beside its log."""
    for scheme in SCHEMES:
        person.page.emulate_media(color_scheme=scheme)
        kept(browser, [person.page.screenshot()], to / f"{name}-{scheme}.webp")


def phone(browser: Any, person: Person, name: str, to: Path) -> str:
    """The table, the log, and the sheet of a card that may be chosen; gives what the sheet says."""
    page = person.page
    said = ""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        log = page.screenshot()
        page.click(".toggle")
        shots = [page.screenshot(), log]
        if page.query_selector(ONE_CLICK.partition(" >>")[0]):
            page.click(ONE_CLICK, position={"x": 6, "y": 12})
            page.wait_for_selector(".sheet")
            said = page.inner_text(".sheet")
            shots.append(page.screenshot())
            page.keyboard.press("Escape")
        kept(browser, shots, to / f"{name}-phone-{scheme}.webp")
        page.click(".toggle")
    return said


def pictures(browser: Any, server: Server, name: str, to: Path, log: bool) -> None:
    """The pictures of one format."""
    link = opened(server, played(name))
    person = Person(browser, server, viewport=WIDE)
    shown(person, link)
    texts = [person.page.inner_text(one) for one in (".top", ".board", ".log", "footer")]
    wide(browser, person, name, to)
    person.leaves()
    if name not in WIDE_ONLY:
        person = Person(browser, server, viewport=PHONE)
        shown(person, link)
        texts.append(phone(browser, person, name, to))
        person.leaves()
    if log:
        (to / f"{name}.txt").write_text("\n----\n".join(texts), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Of the formats that are named, or all."""
    to = Path(arguments[arguments.index("--to") + 1]) if "--to" in arguments else FOLDER
    names = [one for one in arguments if one in GAMES] or [*GAMES]
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state, sync_api.sync_playwright() as playwright:
        server = Server(Path(state))
        server.start()
        browser = launched(playwright)
        try:
            for name in names:
                pictures(browser, server, name, to, "--log" in arguments)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
