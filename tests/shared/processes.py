"""Other processes that tests start and wait for."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from playsheet.interpreter.native.build import NoCompiler, compiler


def until(ready: Callable[[], bool]) -> None:
    """Waits for something another process does."""
    for _ in range(1200):
        if ready():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def lines_in(path: Path) -> int:
    """How many whole lines a file has that is being written."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def has_compiler() -> bool:
    try:
        compiler()
    except NoCompiler:
        return False
    return True


IN_C = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")
