"""A browser and a server for each file of tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
