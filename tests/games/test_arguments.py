"""Whatever a program passes in by mistake: one clear sentence, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import playing
import pytest
from places import FORMATS

import playsheet.api as ps

JUNK: list[Any] = [
    None, 5, -1, 1.5, True, object(), [], [1], {}, {"a": 1}, b"x", "", "\0", "no such thing",
    Path("/nowhere"), ("x",), {1}, float("nan"), 10**40, "x" * 5000, print,
]  # fmt: skip
TINY = FORMATS / "tiny"
SENTENCES = (ps.WrongUse, ps.RulesError, ps.SaveMismatch, ps.ReplayDiverged)
Call = Callable[[ps.Rules, ps.Game, Any], object]

CALLS: dict[str, Call] = {
    "load": lambda rules, game, junk: ps.load(junk),
    "load, cards": lambda rules, game, junk: ps.load(TINY, cards=junk),
    "load, decks": lambda rules, game, junk: ps.load(TINY, decks=junk),
    "check": lambda rules, game, junk: ps.check(junk),
    "replay": lambda rules, game, junk: ps.replay(junk),
    "replay, rules": lambda rules, game, junk: ps.replay(game.transcript(), junk),
    **{
        f"new_game, {name}": lambda rules, game, junk, name=name: rules.new_game(**{name: junk})
        for name in ("seed", "decks", "options", "seats", "record")
    },
    "one of the decks": lambda rules, game, junk: rules.new_game(decks=[junk, junk]),
    "one of the seats": lambda rules, game, junk: rules.new_game(seats=[junk, junk]),
    "a save": lambda rules, game, junk: rules.game_from_json(junk),
    "read": lambda rules, game, junk: rules.read(junk),
    "read, field": lambda rules, game, junk: rules.read("Gain 2 points.", junk),
    "apply": lambda rules, game, junk: game.apply(junk),
    "view": lambda rules, game, junk: game.view(junk),
    "view, language": lambda rules, game, junk: game.view("ana", junk),
    "transcript": lambda rules, game, junk: game.transcript(junk),
    "transcript, language": lambda rules, game, junk: game.transcript(language=junk),
    "story": lambda rules, game, junk: game.story(junk),
    "story, language": lambda rules, game, junk: game.story("ana", junk),
    "choice_in": lambda rules, game, junk: game.choice_in(junk),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_refused_with_a_sentence(name: str) -> None:
    rules = playing.tiny()
    game = rules.new_game(seed=1, record=True)
    before, refused = game.clone(), 0
    for junk in JUNK:
        try:
            CALLS[name](rules, game, junk)
        except SENTENCES as error:
            assert 0 < len(str(error)) < 400, str(error)
            refused += 1
    assert game == before
    assert refused >= (0 if name == "new_game, record" else 12)


def test_an_action_is_a_whole_number() -> None:
    game = playing.tiny().new_game(seed=1)
    for junk in (True, "1", 1.0, None):
        with pytest.raises(ps.WrongUse, match="An action is a whole number, not "):
            game.apply(junk)  # pyright: ignore[reportArgumentType]
