"""Mistakes on the command line: each is told in one message that says what would be right."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from places import TINY
from syrupy.assertion import SnapshotAssertion

from playsheet.cli import main

# What is typed, and whether something near it is offered.
COMMANDS: dict[str, bool] = {
    "chek tiny": True,
    "check tinny": True,
    "check tiny/tiny.ruls": True,
    "check tiny --card records.jsonl": True,
    "check tiny --cards nothing.jsonl": False,
    "check tiny --output-format txt": True,
    "check tiny --play ten": False,
    "play tiny --seats humn,random": True,
    "play tiny --decks plian,plain": True,
    "play tiny --option long_gam=on": True,
    "play tiny --lang xx": False,
    "simulate tiny --bots greedy,randm": True,
    "simulate tiny --games ten": False,
    "test tiny --mutat": True,
    "replay nothing.game": False,
    "replay tiny/tiny.rules": False,
    "explain TD-DECK-1 --of tiny": True,
    "explain Pupp --of tiny": True,
    "explain unknown-nam": True,
    "diff tiny tinny": True,
    "fmt tiny/clauses.yaml": False,
    "cards tiny --list nothing.txt": False,
    "cards tiny --deck plian": True,
    "cards tiny --as decklst": True,
    "coverage tinny": True,
    "new formt x": True,
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TINY, tmp_path / "tiny")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(words: str) -> str:
    """The message of a command that is wrong."""
    result = CliRunner().invoke(main, words.split(), prog_name="playsheet", terminal_width=1000)
    assert isinstance(result.exception, SystemExit), result.output
    assert result.exit_code
    assert "Traceback" not in result.output
    text = result.stderr
    return " ".join(text[text.index("rror") - 1 :].split())


@pytest.mark.usefixtures("here")
def test_a_wrong_command_is_told_in_one_message(snapshot: SnapshotAssertion) -> None:
    assert {words: said(words) for words in COMMANDS} == snapshot


@pytest.mark.usefixtures("here")
def test_what_is_near_is_offered() -> None:
    offered = {words: "Did you mean" in said(words) for words in COMMANDS}
    assert offered == COMMANDS
