"""Makes the pictures of the table in `docs/pictures` from a real game; run as a program."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from browsing import Person, Server, launched, sync_api

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WINDOW = {"width": 1180, "height": 740}
GAME, SEED, ANSWERS = "dcg", 5, 13


def main() -> None:
    """A game that a person has begun against a bot, with a card looked at, in light and in dark."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as state, sync_api.sync_playwright() as playwright:
        server = Server(Path(state))
        server.start()
        browser = launched(playwright)
        person = Person(browser, server, viewport=WINDOW)
        person.goes_to(server.open(GAME, "human", "random", seed=SEED)["seats"][0]["link"])
        chance = Random(SEED)
        for _ in range(ANSWERS):
            if person.is_asked():
                person.answers(chance)
        person.is_asked()
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            person.page.click(".own [data-thing][data-lit] >> nth=-1", position={"x": 6, "y": 12})
            person.page.wait_for_selector(".sheet")
            person.page.screenshot(path=str(FOLDER / f"table-{scheme}.png"))
            person.page.keyboard.press("Escape")
        person.leaves()
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
