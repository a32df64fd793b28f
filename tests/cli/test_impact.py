"""What a change of the rules changes is found, at its first step, below what was changed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import playing
import pytest
from places import FORMATS, TINY
from running import edit, run

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


# ---- several changes at once, and what lies below a format

LIBRARY = """library "Deeds" language en

role deck zone "the cards that players draw from"
role hand zone "the cards that a player holds"

phrase fetch act (n: number) "fetch {n} card(s)": move top n of deck to hand
"""
SCENARIO = """scenario "A card is fetched"
    given first is bo; phase fight.trade; ana's hand holds "Fetcher"; ana's deck holds "Cub", "Pup"
    when ana chooses "Use a trick" "Fetcher"
    then ana's hand holds 1 card
"""
CARD = 'card "Fetcher" Td-30\n    kind Trick\n    does Fetch 1 card.\n'


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the small format, a library that it uses, and a format that extends it."""
    for name in ("tiny", "tinier"):
        shutil.copytree(FORMATS / name, tmp_path / name)
    (tmp_path / "deeds").mkdir()
    (tmp_path / "deeds" / "deeds.rules").write_text(LIBRARY, encoding="utf-8")
    (tmp_path / "tiny" / "cards" / "more.cards").write_text(CARD, encoding="utf-8")
    (tmp_path / "tiny" / "scenarios" / "more.scenario").write_text(SCENARIO, encoding="utf-8")
    edit(tmp_path / "tiny" / "words.rules", "\nlabel", "\nuse deeds en\nlabel")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "x")):
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def caused(name: str, *more: str) -> dict[str, set[str]]:
    """What each change since the last revision changes: scenarios and games by their name."""
    causes: list[Any] = json.loads(run("check", name, "--impact", "HEAD", "--json", *more).stdout)
    return {
        cause["name"]: {one["name"] for one in cause["effects"] if one["kind"] != "card"}
        for cause in causes
    }


def test_each_of_several_changes_has_its_own_effects(house: Path) -> None:
    rules, cards = house / "tiny" / "tiny.rules", house / "tiny" / "cards"
    game = playing.play(ps.load(house / "tiny").new_game(seed=3), 3)
    (house / "a.game").write_text(game.transcript(), encoding="utf-8")
    edit(house / "deeds" / "deeds.rules", "move top n of", "move top (n + 1) of")
    edit(rules, "each player: raise points by 4", "each player: raise points by 5")
    edit(cards / "tiny.cards", "gains 70 might", "gains 71 might")
    edit(house / "tiny" / "decks" / "plain.deck", "3 Cub", "2 Cub")
    edit(house / "tiny" / "decks" / "plain.deck", "2 Bear", "3 Bear")
    found = caused("tiny", "--game", "a.game")
    assert found.keys() == {"fetch", "", "Growl", "plain"}
    assert found["fetch"] == {"A card is fetched"}
    assert found[""] == {"A long game is for 9 points"}
    assert found["Growl"] and not found["Growl"] & (found["fetch"] | found[""])
    assert found["plain"] == {"a.game"}


def test_what_stands_in_a_group_is_changed_by_itself(house: Path) -> None:
    deeds, cards = house / "deeds" / "deeds.rules", house / "tiny" / "cards" / "more.cards"
    phrase = 'phrase fetch act (n: number) "fetch {n} card(s)": move top n of deck to hand'
    group = (
        'phrases act\n    fetch (n: number) "fetch {n} card(s)": move top n of deck to hand\n'
        '    grab (n: number) "grab {n} card(s)": move bottom n of deck to hand'
    )
    edit(deeds, phrase, group)
    assert caused("tiny") == {"grab": set()}
    edit(cards, "Fetch 1 card.", "Grab 1 card.")
    who = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", *who, "commit", "-qam", "y"], cwd=house, check=True)
    edit(deeds, "move top n of", "move top (n + 1) of")
    edit(deeds, "move bottom n of", "move bottom (n + 1) of")
    assert caused("tiny") == {"fetch": set(), "grab": {"A card is fetched"}}


def test_what_a_parent_changes_is_found_in_its_child(house: Path) -> None:
    edit(house / "tiny" / "tiny.rules", "    never below 0", "    never below 200")
    edit(house / "tinier" / "tinier.rules", "hand_size = 2", "hand_size = 1")
    found = caused("tinier")
    assert found.keys() == {"might", "hand_size"}
    assert found["hand_size"] == {"Two cards are dealt"}
    assert "Small against great" in found["might"]


def test_a_game_that_stands_is_told(house: Path) -> None:
    game = playing.play(ps.load(house / "tiny").new_game(seed=3), 3)
    (house / "a.game").write_text(game.transcript(), encoding="utf-8")
    edit(house / "tiny" / "tiny.rules", " 0..99 ", " 0..98 ")
    assert (
        "As before: a.game" in run("check", "tiny", "--impact", "HEAD", "--game", "a.game").output
    )
    result = run("replay", "a.game", "--of", "tiny")
    assert "and the game still stands" in result.output


def test_a_folder_brings_what_lay_beside_it(house: Path) -> None:
    shutil.copytree(house, house / "before", ignore=shutil.ignore_patterns(".git"))
    edit(house / "deeds" / "deeds.rules", "move top n of", "move top (n + 1) of")
    result = run("check", "tiny", "--impact", "before/tiny")
    assert "phrases fetch (deeds/deeds.rules:6)" in result.output
    assert "A card is fetched" in result.output


def test_a_file_that_is_new_or_gone_is_a_change_as_any(two: Path) -> None:
    """Red with a block that begins in a file that is not there."""
    (two / "new" / "cards" / "more.cards").write_text("# to come\n", encoding="utf-8")
    assert impact() == []
    (two / "old" / "cards" / "gone.cards").write_text("# left\n", encoding="utf-8")
    assert impact() == []
