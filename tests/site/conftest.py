"""A browser for the pages of the site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from browsing import CHROMIUM, launched, sync_api  # here: without playwright it is skipped

    if not CHROMIUM.exists():
        pytest.skip(f"needs a browser at {CHROMIUM}")
    with sync_api.sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()
