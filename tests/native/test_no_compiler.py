"""A machine on whose PATH there is no C compiler: everything is played in Python, and says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GAMES = ("--games", "3", "--seed", "5", "--native", "--json")
REASON = "there is no C compiler"


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The surroundings of a command: an empty PATH, an empty cache."""
    given = {name: value for name, value in os.environ.items() if name != "PLAYSHEET_CC"}
    places = {"PATH": str(tmp_path), "PLAYSHEET_CACHE": str(tmp_path / "cache")}
    return given | places | {"PYTHONPATH": os.pathsep.join(sys.path)}


def run(given: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "playsheet", *words]
    done = subprocess.run(command, env=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("bots", ["random,eager", "search:20,random"])
def test_games_are_played_in_python(bare: dict[str, str], bots: str) -> None:
    done = run(bare, "simulate", "goofspiel", "--bots", bots, *GAMES)
    assert json.loads(done.stdout)["finished"] == 3
    assert done.stderr == f"Played in Python: {REASON}.\n"
    assert not (Path(bare["PLAYSHEET_CACHE"]) / "native").exists()


def test_the_benchmark_tells_why(bare: dict[str, str]) -> None:
    words = ("bench", "goofspiel", "--part", "play", "--seconds", "0.2")
    assert f"  not in C: {REASON}\n" in run(bare, *words).stdout
