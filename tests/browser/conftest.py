"""A browser and a server for each file of tests of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import TINY

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")  # closed before tests that run loops of their own
def browser() -> Iterator[Any]:
    from browsing import CHROMIUM, sync_api  # here: without playwright each file is skipped

    if not CHROMIUM.exists():
        pytest.skip(f"needs a browser at {CHROMIUM}")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from browsing import Server

    pytest.importorskip("uvicorn", reason="needs the extra web")
    found = Server(tmp_path_factory.mktemp("tables"))
    found.start()
    yield found
    found.kill()


@pytest.fixture(scope="module")
def author(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Somebody who has followed the author's link of a copy of a format."""
    from browsing import Person, Server

    pytest.importorskip("uvicorn", reason="needs the extra web")
    pytest.importorskip("pygls", reason="needs the extra lsp")
    folder = tmp_path_factory.mktemp("workbench")
    shutil.copytree(TINY, folder / "tiny")
    server = Server(folder, str(folder / "tiny"))
    server.start()
    found = Person(browser, server)
    found.folder, found.link = folder / "tiny", server.workbench
    found.page.goto(found.link)
    found.page.get_by_text("Run all").wait_for()
    yield found
    found.leaves()
    server.kill()
