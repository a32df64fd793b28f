"""What every test relies on: a cache that all workers share, and how much is sampled."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile

import kept
import pytest
from hypothesis import settings
from sampling import FULL, is_full
from xdist.remote import Producer
from xdist.scheduler import WorkStealingScheduling

from playsheet.dsl.loading.garbage import LEAST, Kept, look_rarely

kept.keep_all()
look_rarely()
GROWN = 2.0  # times what was in use, and what tests have left is let go of
MOST = 20_000_000  # blocks: a test that leaves more itself looks for garbage meanwhile
in_use = LEAST
settings.register_profile("sample", deadline=None, derandomize=True, database=None)
settings.register_profile("whole", deadline=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="try whole what is sampled otherwise")


def pytest_configure(config: pytest.Config) -> None:
    """Workers inherit what is set here: they are started later."""
    if not hasattr(config, "workerinput"):
        folder = tempfile.mkdtemp(prefix="playsheet-test-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        os.environ["PLAYSHEET_CACHE"] = os.environ[kept.FOLDER] = folder
        os.environ[FULL] = "1" if config.getoption("full") else ""
    settings.load_profile("whole" if is_full() else "sample")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WorkStealingScheduling:
    """Workers begin with a half of the list each, so that neighbours, which share a format,
    are mostly run by one of them.
    """
    return WorkStealingScheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Looks for garbage between tests: within one that stops what hangs it would count as that."""
    global in_use
    if sys.getallocatedblocks() > GROWN * in_use:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        in_use = max(sys.getallocatedblocks(), LEAST)
    Kept.alive = MOST


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not is_full():
        terminalreporter.write_line("Some tests tried a sample: pytest --full tries all.")
