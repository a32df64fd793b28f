"""A server with the workbench of one folder, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

testclient = pytest.importorskip("starlette.testclient", reason="needs the extra web, and httpx")
pytest.importorskip("pygls", reason="needs the extra lsp")

from playsheet.cli.saving import write_whole  # noqa: E402
from playsheet.table.server.app import new_app  # noqa: E402
from playsheet.table.server.guards import allowed_hosts  # noqa: E402
from playsheet.table.server.store import Store  # noqa: E402
from playsheet.table.server.tables import Tables  # noqa: E402
from playsheet.workbench.folder import Folder  # noqa: E402
from playsheet.workbench.server import Workbench  # noqa: E402
from playsheet.workbench.trying import Trying  # noqa: E402

BASE = "http://localhost:8321"
SOCKET = "ws://localhost:8321/api/author/language"
TOKEN = "a-token-that-nobody-guesses"
ENTERS = {"authorization": f"Bearer {TOKEN}"}


class Desk:
    """A server with the workbench of one folder."""

    def __init__(self, home: Path, state: Path) -> None:
        self.home = home.resolve()
        self.tables = Tables([str(home)], Store(state), workers=1)
        self.written: list[str] = []
        trying = Trying(self.tables, str(home))
        bench = Workbench(Folder(home, write_whole), TOKEN, trying, self.changed)
        hosts = allowed_hosts("127.0.0.1", 8321)
        app = new_app(self.tables, hosts, bench.routes(), bench.page)
        self.client = testclient.TestClient(app, base_url=BASE)

    def changed(self, name: str) -> None:
        """A file was written."""
        self.written.append(name)
        self.tables.forget()

    def post(self, what: str, **sent: str) -> Any:
        """Asks for something to be done."""
        return self.client.post(f"/api/author/{what}", json=sent, headers=ENTERS)

    def put(self, name: str, text: str, mark: str = "", **headers: str) -> Any:
        """Saves a file."""
        sent = {"text": text, "mark": mark}
        given = {**ENTERS, **headers}
        return self.client.put(f"/api/author/files/{name}", json=sent, headers=given)

    def get(self, name: str = "") -> Any:
        """Reads a file, or the list."""
        place = f"/api/author/files/{name}" if name else "/api/author/files"
        return self.client.get(place, headers=ENTERS)

    def texts(self) -> dict[str, str]:
        """All that lies around the folder."""
        every = self.home.parent.rglob("*")
        return {str(one): one.read_text("utf-8") for one in every if one.is_file()}
