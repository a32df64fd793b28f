"""What every test of the command line begins with."""

from pathlib import Path

import pytest
from running import run


@pytest.fixture(autouse=True)
def no_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of the program is told as a user sees it."""
    monkeypatch.delenv("PLAYSHEET_TRACE", raising=False)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a new format in it."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "format", "my_game").exit_code == 0
    return tmp_path
