"""A copy of a small format with its workbench."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import TINY


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Any]:
    from authoring import Desk  # here: without the extras each file is skipped

    home = tmp_path / "games" / "tiny"
    shutil.copytree(TINY, home)
    found = Desk(home, tmp_path / "state")
    with found.client:
        yield found
