"""A server and its pages for tests: without a network, in one process."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

testclient = pytest.importorskip("starlette.testclient", reason="needs the extra web, and httpx")

from playsheet.table.contract.messages import MESSAGE  # noqa: E402
from playsheet.table.server.app import new_app  # noqa: E402
from playsheet.table.server.guards import allowed_hosts  # noqa: E402
from playsheet.table.server.store import Store  # noqa: E402
from playsheet.table.server.tables import Tables  # noqa: E402

Plain = dict[str, Any]
BASE = "http://localhost:8321"
SOCKET = "ws://localhost:8321"
FORMATS = Path(__file__).parents[1] / "formats"


def place_of(name: str) -> str:
    """A format of the tests by its folder, one that ships by its name."""
    return str(FORMATS / name) if (FORMATS / name).is_dir() else name


class Page:
    """What a page at a table has received; every message is held to the contract."""

    def __init__(self, serving: Serving, table: str, token: str = "") -> None:
        self.serving = serving
        self.socket = serving.enter(serving.client.websocket_connect(f"{SOCKET}/api/socket"))
        self.received: list[Plain] = []
        self.view: Plain = {}
        self.send({"t": "join", "table": table, "token": token})

    def send(self, message: Plain) -> None:
        """Says something to the server."""
        self.socket.send_json(message)

    def next(self) -> Plain:
        """The next message."""
        found: Plain = self.socket.receive_json()
        MESSAGE.validate_python(found)
        self.received.append(found)
        if "view" in found and found["t"] != "past":
            self.view = found["view"]
        return found

    def until(self, holds: Callable[[Plain], bool], most: int = 300) -> Plain:
        """The first message from here on of which something holds."""
        for _ in range(most):
            found = self.next()
            if holds(found):
                return found
        raise AssertionError("no such message came")

    def until_kind(self, kind: str) -> Plain:
        """The next message of a kind."""
        return self.until(lambda one: one["t"] == kind)

    def until_asked(self) -> Plain:
        """The choice that the seat has, as soon as it has one or the game is over."""
        while not self.view or (self.view["choice"] is None and self.view["over"] is None):
            self.next()
        return self.view["choice"] or {}

    def answer(self, chance: Random) -> Plain:
        """Answers the open choice at random, and waits for what comes of it."""
        choice = self.until_asked()
        option = chance.choice(chance.choice(choice["options"])["same"])
        self.send({"t": "answer", "choice": choice["id"], "i": option})
        return self.until(lambda one: one["t"] in ("beats", "view", "refused"))

    def reader_seat(self, table: Any) -> int:
        """The number of the seat."""
        return [chair.name for chair in table.chairs].index(self.view["you"])

    def close(self) -> None:
        """The socket is gone."""
        self.socket.close()


class Serving:
    """A server; `restart` is what happens when its process was killed and started again."""

    def __init__(self, folder: Path, names: tuple[str, ...] = ("tiny", "market", "gear")) -> None:
        self.folder = folder
        self.names = [place_of(name) for name in names]

    def __enter__(self) -> Serving:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def start(self) -> None:
        """Begins to serve what is in the folder."""
        self.stack = ExitStack()
        self.tables = Tables(self.names, Store(self.folder), workers=1)
        self.lost = self.tables.resume()
        app = new_app(self.tables, allowed_hosts("127.0.0.1", 8321))
        self.client = self.stack.enter_context(testclient.TestClient(app, base_url=BASE))

    def restart(self) -> None:
        """Ends without a word to anybody, and begins anew."""
        self.stack.close()
        self.start()

    def enter(self, context: Any) -> Any:
        """Keeps something open until the server ends."""
        return self.stack.enter_context(context)

    def open(self, *plays: str, seed: int = 7, format: str = "tiny", **more: Any) -> Plain:
        """A new table."""
        seats = [{"plays": one} for one in plays or ("human", "human")]
        wanted = {"format": place_of(format), "seats": seats, "seed": seed, **more}
        answer = self.client.post("/api/tables", json=wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def sit(self, opened: Plain, seat: int) -> Page:
        """A page with the token of a seat."""
        return Page(self, opened["table"], opened["seats"][seat]["token"])

    def watch(self, opened: Plain) -> Page:
        """A page without one."""
        return Page(self, opened["table"])
