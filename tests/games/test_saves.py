"""Saves: games that go on later, under the same rules or under changed ones."""

from __future__ import annotations

import json
from pathlib import Path

import playing
import pytest

import playsheet.api as ps


@playing.IN_EVERY_FORMAT
@pytest.mark.parametrize("record", [False, True])
def test_a_saved_game_goes_on_as_it_would_have(rules: ps.Rules, record: bool) -> None:
    game = playing.play(rules.new_game(seed=2, record=record), 4, 30)
    back = rules.game_from_json(game.to_json())
    assert back == game and hash(back) == hash(game)
    assert back.answers == game.answers
    assert back.view("ana") == game.view("ana")
    assert playing.play(back, 8) == playing.play(game, 8)
    assert back.transcript() == game.transcript()


def test_a_save_may_be_laid_out_anew() -> None:
    game = playing.play(playing.tiny().new_game(), 1, 5)
    text = json.dumps(json.loads(game.to_json()), indent=2)
    assert playing.tiny().game_from_json(text) == game


def test_a_changed_save_is_refused() -> None:
    text = playing.play(playing.tiny().new_game(), 1, 5).to_json()
    for wrong in (
        "",
        "{}",
        "[" * 5000,
        text[:-20],
        text.replace('"seed":0', '"seed":1'),
        text.replace('"answers":[', '"answers":[0,'),
        text.replace('"playsheet":1', '"playsheet":2'),
    ):
        assert wrong != text
        with pytest.raises(ps.SaveMismatch):
            playing.tiny().game_from_json(wrong)


@pytest.mark.parametrize(
    ("old", "new", "place", "what"),
    [
        ('"seed": 0', '"seed": "0"', (0, 11), "seed: Input should be a valid integer."),
        ('"seed": 0', '"seed": 0,\n  "seed": 0', (1, 3), "seed is given twice."),
        ('"seed": 0', '"seed": 0.0', (0, 11), "seed: Input should be a valid integer."),
        ('"seed": 0', '"seeds": 0', None, "seed: Field required."),
        ('"seed": 0', '"seed": ' + "9" * 401, (0, 11), "Numbers have at most 400 digits."),
        ('"seed": 0', '"seed": ' + "[" * 99, (0, 27), "This nests too deep."),
        ('"seed": 0', '"seed": nil', (0, 11), "This is no JSON: I do not understand this."),
        ('"ana"', '"a\u202ena"', (0, 5), "There is an invisible character here (U+202E)."),
    ],
)
def test_what_is_wrong_with_a_save_is_told_with_its_place(
    old: str, new: str, place: tuple[int, int] | None, what: str
) -> None:
    text = json.dumps(json.loads(playing.tiny().new_game().to_json()), indent=2)
    assert text.count(old) == 1
    with pytest.raises(ps.SaveMismatch) as caught:
        playing.tiny().game_from_json(text.replace(old, new))
    line, column = 1, 1
    if place is not None:
        line, column = text[: text.index(old)].count("\n") + 1 + place[0], place[1]
    told = f"This is no saved game: line {line}, column {column}: {what}"
    assert str(caught.value) == told


def test_a_save_outlives_a_change_that_did_not_matter_yet(tmp_path: Path) -> None:
    game = playing.play(playing.tiny().new_game(seed=5), 2, 7)
    change = ("gain 2 points", "gain 3 points")
    other = ps.load(playing.changed_format(tmp_path, change, file="cards/tiny.cards"))
    back = other.game_from_json(game.to_json())
    assert back.choice is not None and game.choice is not None
    assert back.choice.options == game.choice.options
    assert back.answers == game.answers
    assert ps.replay(back.transcript(), other) == back


def test_a_save_outlives_a_change_of_the_past_without_its_history(tmp_path: Path) -> None:
    game = playing.play(playing.tiny().new_game(seed=5), 2, 7)
    other = ps.load(playing.changed_format(tmp_path, ("starts 5", "starts 6")))
    back = other.game_from_json(game.to_json())
    assert back.answers == () and back.choice is not None and game.choice is not None
    assert back.choice.options == game.choice.options
    for seat in game.seats:
        assert back.view(seat)["players"] == game.view(seat)["players"]
    with pytest.raises(ps.WrongUse, match="other rules or cards"):
        back.transcript()
    assert "result unfinished" in back.transcript("ana")
    again = other.game_from_json(back.to_json())
    assert again == back
    assert playing.play(back, 3).is_over()
    assert playing.play(again, 3) == back


def test_a_save_of_rules_that_are_gone_is_refused(tmp_path: Path) -> None:
    place = playing.changed_format(tmp_path, ("exactly 8 cards", "exactly 8 cards"))
    old = (place / "cards" / "tiny.cards").read_text(encoding="utf-8")
    (place / "cards" / "tiny.cards").write_text(old.replace("Td-1", "Td-91"), encoding="utf-8")
    for deck in (place / "decks").iterdir():
        text = deck.read_text(encoding="utf-8").replace("Td-1", "Td-91")
        deck.write_text(text, encoding="utf-8")
    with pytest.raises(ps.SaveMismatch, match="Td-1"):
        ps.load(place).game_from_json(playing.tiny().new_game().to_json())
