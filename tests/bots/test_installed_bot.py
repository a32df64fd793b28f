"""A bot that a package brings: built and installed as its users would, found by its name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("setuptools", reason="pip install 'playsheet[dev]'")

PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "bots-of-a-friend"
version = "1.0"
[project.entry-points."playsheet.bots"]
lowest = "bots_of_a_friend:Lowest"
gone = "bots_of_a_friend:Nothing"
[tool.setuptools]
py-modules = ["bots_of_a_friend"]
"""
CODE = '''
class Lowest:
    """Counts its choices, which a bot made anew for each seat of each game may."""
    def __init__(self):
        self.choices = 0
    def __call__(self, seat, chance):
        self.choices += 1
        assert seat.is_asked() and self.choices <= 13
        return 0
'''


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is installed."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    (source / "pyproject.toml").write_text(PROJECT)
    (source / "bots_of_a_friend.py").write_text(CODE)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    done = subprocess.run(
        [*pip, "--no-build-isolation", "--target", target, source], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return target


def run(site: Path | None, *words: str) -> subprocess.CompletedProcess[str]:
    """A command of a Python that has the package, or has it not."""
    places = [*([str(site)] if site is not None else []), *sys.path]
    given = os.environ | {"PYTHONPATH": os.pathsep.join(places)}
    command = [sys.executable, "-m", "playsheet", *words]
    return subprocess.run(command, env=given, capture_output=True, text=True)


def test_an_installed_bot_plays_by_its_name(site: Path) -> None:
    words = ("simulate", "goofspiel", "--games", "3", "--bots", "lowest,random", "--rotate")
    done = run(site, *words, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bots"]["lowest"]["played"] == 3


def test_where_it_is_not_installed_the_name_is_told(site: Path) -> None:
    words = ("simulate", "goofspiel", "--games", "1", "--bots", "lowest,random")
    done = run(None, *words)
    assert done.returncode == 2 and "lowest" in done.stderr and "Traceback" not in done.stderr
    wrong = run(site, "simulate", "goofspiel", "--games", "1", "--bots", "lowst,random")
    assert wrong.returncode == 2 and '"lowest"' in wrong.stderr


def test_an_entry_point_that_leads_nowhere_is_told(site: Path) -> None:
    done = run(site, "simulate", "goofspiel", "--games", "1", "--bots", "gone,random")
    assert done.returncode == 2 and "The bot gone cannot be loaded" in done.stderr
    assert "Traceback" not in done.stderr
