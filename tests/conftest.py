"""What every test relies on: a cache that all workers share, and how much is sampled."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest
from sampling import FULL


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full", action="store_true", help="try whole what is sampled otherwise"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Sets what workers inherit; they are started later."""
    if hasattr(config, "workerinput"):
        return
    if config.getoption("full"):
        os.environ[FULL] = "1"
    folder = tempfile.mkdtemp(prefix="playsheet-test-")
    os.environ["PLAYSHEET_CACHE"] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not os.environ.get(FULL):
        terminalreporter.write_line("Some tests tried a sample: pytest --full tries all.")
