"""A browser and a server for the tests of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from places import TINY

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


class Shared:
    """The browser and the server of all tests of this folder that one worker runs."""

    def __init__(self) -> None:
        self.open = ExitStack()
        self.found: dict[str, Any] = {}

    def get(self, name: str, begin: Callable[[ExitStack], Any]) -> Any:
        if name not in self.found:
            self.found[name] = begin(self.open)
        return self.found[name]

    def close(self) -> None:
        self.found.clear()
        self.open.close()


SHARED = Shared()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """Closes what is shared before tests of other folders, which run loops of their own."""
    try:
        return (yield)
    finally:
        if nextitem is None or HERE not in nextitem.path.parents:
            SHARED.close()


def new_browser(stack: ExitStack) -> Any:
    from browsing import launched, sync_api

    playwright = stack.enter_context(sync_api.sync_playwright())
    found = launched(playwright)
    stack.callback(found.close)
    return found


@pytest.fixture(scope="module")
def browser() -> Any:
    from browsing import CHROMIUM  # here: without playwright each file is skipped

    if not CHROMIUM.exists():
        pytest.skip(f"needs a browser at {CHROMIUM}")
    return SHARED.get("browser", new_browser)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server with tables of any format; tests that kill it start it again."""
    from browsing import Server

    pytest.importorskip("uvicorn", reason="needs the extra web")

    def begin(stack: ExitStack) -> Server:
        found = Server(tmp_path_factory.mktemp("tables"))
        stack.callback(found.kill)
        found.start()
        return found

    found = SHARED.get("server", begin)
    if found.process.poll() is not None:  # where a test failed that had killed it
        found.start()
    return found


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
