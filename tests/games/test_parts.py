"""Parts of cards and lists that change, as games tell, show and save them."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import playing
import pytest

import playsheet.api as ps


def seen_games() -> list[ps.Game]:
    """Games of the format with parts, wherever somebody decides."""
    found: list[ps.Game] = []
    for seed in range(20):
        game, chance = playing.skirmish().new_game(seed=seed, record=True), Random(seed)
        while not game.is_over():
            found.append(game.clone())
            game.apply(chance.randrange(len(game.legal_actions())))
        found.append(game)
    return found


def test_what_was_granted_and_voided_is_told_and_shown() -> None:
    games = seen_games()
    told = "\n".join(game.transcript() for game in games if game.is_over())
    assert '"Wolf-Cub" blow Sword grant Drain until turn' in told
    assert "void until turn" in told
    shown = [row for game in games for row in game.view("ana")["modifiers"]]
    granted = [row for row in shown if row["operation"] == "grant"]
    assert any("part" in row and row["amount"] == "Drain" for row in granted)


def test_a_game_with_granted_members_goes_on_from_its_save() -> None:
    tried = 0
    for game in seen_games():
        rows = game.view("ana")["modifiers"]
        if not game.is_over() and any(row["operation"] == "grant" for row in rows):
            back = playing.skirmish().game_from_json(game.to_json())
            assert playing.play(back, 5) == playing.play(game.clone(), 5)
            tried += 1
    assert tried


WRONG = [
    ("words.rules", "on blow", "on blwo", "unknown-owner"),
    ("words.rules", " where blow is holder", "", "which-holder"),
    ("words.rules", "w's blow's skills", "w's blow's power", "not-a-list"),
    ("words.rules", "void w's kin until", "void w's worth until", "cannot-change"),
    ("words.rules", "keyword Mirror on blow", "keyword Mirror", "wrong-bearer"),
    ("skirmish.rules", "has first_of_all)", "has frst_of_all)", "unknown-tag"),
    ("skirmish.rules", "strength number", "strength number per kin", "no-meaning"),
    ("skirmish.rules", "part blow per side", "part blow per sied", "unknown-value"),
    ("cards/skirmish.cards", "200, Drain", "200, Drian", "unread-text"),
    ("cards/skirmish.cards", "    blow[bow]    100\n", "", "field-missing"),
]


@pytest.mark.parametrize(("file", "old", "new", "code"), WRONG)
def test_a_wrong_use_is_told_where_it_stands(
    file: str, old: str, new: str, code: str, tmp_path: Path
) -> None:
    place = tmp_path / "changed"
    shutil.copytree(playing.FORMATS / "skirmish", place)
    text = (place / file).read_text(encoding="utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [p for p in ps.check(place) if p.code == code]
    assert found
    assert found[0].line > 0
