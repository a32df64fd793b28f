"""A server for tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Serving


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A server with its tables in a folder, and the pages that speak to it."""
    with Serving(tmp_path) as found:
        yield found
