"""What a change of the rules changes is found, at its first step, below what was changed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import playing
import pytest
from places import TINY
from running import run

import playsheet.api as ps


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small format as it was and as it is, with a saved game."""
    for name in ("old", "new"):
        shutil.copytree(TINY, tmp_path / name)
    game = playing.play(ps.load(tmp_path / "new").new_game(seed=3), 3)
    (tmp_path / "new" / "a.game").write_text(game.transcript(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def impact() -> list[Any]:
    return json.loads(run("check", "new", "--impact", "old", "--json").stdout)


def change(home: Path, old: str, new: str) -> None:
    path = home / "new" / "tiny.rules"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_nothing_is_changed_by_a_comment(two: Path) -> None:
    change(two, "gauge points", "# the score\ngauge points")
    assert impact() == []
    assert run("check", "new", "--impact", "old").output == "Nothing was changed.\n"


def test_a_change_is_told_with_what_it_changes_until_it_is_blessed(two: Path) -> None:
    change(two, "each player: raise points by 4", "each player: raise points by 5")
    (cause,) = impact()
    rows = [line.split() for line in cause["lines"]]
    assert [(row[0], row[-1]) for row in rows] == [("-", "4"), ("+", "5")]
    (effect,) = cause["effects"]
    assert effect["kind"] == "scenario" and effect["name"] == "A long game is for 9 points"
    assert "points 5 -> 9" in effect["old"] and "points 5 -> 10" in effect["new"]
    result = run("check", "new", "--impact", "old")
    assert result.exit_code == 1 and "A long game is for 9 points" in result.output
    assert run("check", "new", "--impact", "old", "--bless", "setup").exit_code == 0
    assert run("check", "new", "--impact", "old").exit_code == 0
    change(two, "raise points by 5", "raise points by 6")
    assert run("check", "new", "--impact", "old").exit_code == 1


def test_saved_games_and_cards_are_told_too(two: Path) -> None:
    change(two, "    never below 0", "    never below 200")
    causes = impact()
    effects = [effect for cause in causes for effect in cause["effects"]]
    assert {effect["kind"] for effect in effects} == {"scenario", "game", "card"}
    (game,) = (effect for effect in effects if effect["kind"] == "game")
    assert game["old"] != game["new"] and game["old"].startswith(f"{game['step']} ")
    assert "Growl" in {effect["name"] for effect in effects if effect["kind"] == "card"}


def test_the_rules_of_a_revision_are_found(two: Path) -> None:
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "x")):
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *who, *words], cwd=two / "new", check=True)
    change(two, "each player: raise points by 4", "each player: raise points by 5")
    assert "points 5 -> 9" in run("check", "new", "--impact", "HEAD").output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "--impact", "nowhere"), '"nowhere" is no folder, and no revision'),
        (("new", "--impact", "old", "--bless", "foo"), 'Nothing that is called "foo" was changed'),
        (("new", "--bless", "foo"), "--bless goes with --impact OLD."),
        (("new", "old", "--impact", "old"), "--impact is about one format"),
        (("new", "--impact", "old", "--readings"), "--impact is about one format"),
    ],
)
def test_what_cannot_be_compared_is_said(two: Path, words: tuple[str, ...], said: str) -> None:
    result = run("check", *words)
    assert result.exit_code == 2 and said in result.stderr
