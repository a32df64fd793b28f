"""A server of its own, and people who look at its pages in a browser, for tests."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")

CHROMIUM = Path("/usr/bin/chromium")
WAIT = 90_000  # milliseconds; workers leave the machine to people first
CORNER = {"x": 6, "y": 12}  # of a card: what a fan leaves to be seen of each
Plain = dict[str, Any]

# Each window brings two pages of its own, below the address line, which nobody looks at here: they
# took twice as long as all else of a window. The rest is what Playwright would switch off: of two
# such switches the later counts.
OFF = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)


def launched(playwright: Any) -> Any:
    """A browser, to be closed by who asked for it."""
    switches = ["--no-sandbox", f"--disable-features={','.join(OFF)}"]
    return playwright.chromium.launch(executable_path=str(CHROMIUM), args=switches)


class Server:
    """`playsheet serve` as a process, with more options; `kill` and `start` are what a crash is."""

    def __init__(self, state: Path, format: str = "", *more: str) -> None:
        self.state, self.format, self.more = state, format, more
        self.said = state / "said.txt"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]

    def start(self) -> None:
        """Begins to listen, and waits until it does."""
        command = [sys.executable, "-m", "playsheet", "serve", "--state", str(self.state)]
        command += ["--port", str(self.port), *([self.format] if self.format else [])]
        command += self.more
        self.state.mkdir(parents=True, exist_ok=True)
        with self.said.open("w") as said:
            self.process = subprocess.Popen(command, stdout=said)
        until = time.monotonic() + WAIT / 1000
        while True:
            assert self.process.poll() is None, "the server has ended"
            try:
                urllib.request.urlopen(f"{self.home}api/lobby").close()
                return
            except urllib.error.URLError:
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.2)

    def kill(self) -> None:
        """Ends without a word to anybody."""
        self.process.kill()
        self.process.wait()

    @property
    def workbench(self) -> str:
        """The link of the author."""
        rows = self.said.read_text(encoding="utf-8").splitlines()
        return next(row.split(" ")[-1] for row in rows if "#token=" in row)

    @property
    def home(self) -> str:
        """The address of the lobby."""
        return f"http://localhost:{self.port}/"

    def open(self, format: str, *plays: str, seed: int = 5, **more: Any) -> Plain:
        """A new table: links of the seats that people play, and that of those who watch."""
        seats = [{"plays": one} for one in plays]
        body = dumps({"format": format, "seats": seats, "seed": seed, **more}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.home}api/tables", body, headers)
        with urllib.request.urlopen(request) as answer:
            return loads(answer.read())

    def seats(self, format: str) -> int:
        """How few may play a format."""
        with urllib.request.urlopen(f"{self.home}api/lobby") as answer:
            rows = loads(answer.read())["formats"]
        return next(row["seats"][0] for row in rows if row["name"] == format)


class Person:
    """Somebody in front of a page, who notes what no page of ours may do."""

    folder: Path  # of an author
    link: str

    def __init__(self, browser: Any, server: Server, **context: Any) -> None:
        options: Plain = {"reduced_motion": "reduce", **context}
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.home = server.home
        self.wrong: list[str] = []
        self.agrees = False  # to what a page asks next
        self.page.on("console", self.heard)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", self.asked)
        self.page.on("dialog", self.told)

    def heard(self, message: Any) -> None:
        """An error of the page; that a server is away while it restarts is none."""
        if message.type == "error" and "ERR_CONNECTION_REFUSED" not in message.text:
            self.wrong.append(message.text)

    def asked(self, request: Any) -> None:
        """A request to another host."""
        if not request.url.startswith((self.home, self.home.replace("http", "ws"), "data:")):
            self.wrong.append(f"asked {request.url}")

    def told(self, dialog: Any) -> None:
        """What a page asks in a window of its own is agreed to where the test says so before."""
        if self.agrees:
            self.agrees = False
            dialog.accept()
        else:
            self.wrong.append(f"told {dialog.message}")
            dialog.dismiss()

    def goes_to(self, link: str) -> None:
        """Opens a page, and waits for the table."""
        self.page.goto(link)
        self.page.wait_for_selector(".board")

    def is_asked(self) -> bool:
        """Waits until there is something to choose (true) or the game is over."""
        self.page.wait_for_selector("[data-lit], .over")
        return self.page.query_selector(".over") is None

    def answers(self, chance: Random) -> str:
        """Clicks something that is lit, and one of its options; gives the question."""
        question = self.page.inner_text("#prompt")
        before = self.page.get_attribute("[data-choice]", "data-choice")
        lit = chance.choice(self.page.query_selector_all("[data-lit]"))
        if lit.get_attribute("data-thing") is None:
            lit.click()
        else:
            lit.click(position=CORNER)
            self.page.wait_for_selector(".sheet [data-answer]")
            chance.choice(self.page.query_selector_all(".sheet [data-answer]")).click()
            if self.picks_more():
                return question
        self.waits_for_another_choice(before)
        return question

    def picks_more(self) -> bool:
        """Where several things are picked at once: sends them if there are enough."""
        send = self.page.query_selector("[data-send]")
        if send is None:
            return False
        if send.is_disabled():
            return True
        send.click()
        return False

    def waits_for_another_choice(self, before: str) -> None:
        """Until another question is open than the one with this id, or none."""
        same = "".join(one if one.isalnum() else f"\\{ord(one):x} " for one in before)
        other = f'[data-choice]:not([data-choice="{same}"])'
        self.page.wait_for_selector(other, state="attached")

    def leaves(self) -> None:
        """Closes the page; nothing was wrong with it."""
        self.context.close()
        assert not self.wrong, self.wrong


@contextmanager
def people(browser: Any, server: Any, count: int = 1, **context: Any) -> Iterator[list[Person]]:
    """Some people, who leave at the end."""
    found = [Person(browser, server, **context) for _ in range(count)]
    yield found
    for one in found:
        one.leaves()
