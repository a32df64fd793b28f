"""A slot that is given what has its name where the phrase is used."""

from __future__ import annotations

from pathlib import Path

import playing

import playsheet.api as ps
from playsheet.dsl.problems.problem import Problem

PHRASES = """
phrase unlike kin (f: kin given) "none that is" means not f
phrase busy kin "tired" means this's tired
phrase ask act (f: kin) "ask for {f}"
    if f: set this's tired to yes
"""
CARD = """
card "Asker" Td-90
    kind Trick
    does ask for {said}.
"""


def problems(folder: Path, said: str) -> list[Problem]:
    """What is wrong with a card that says so."""
    place = playing.changed_format(folder)
    with (place / "words.rules").open("a", encoding="utf-8") as rules:
        rules.write(PHRASES)
    with (place / "cards" / "tiny.cards").open("a", encoding="utf-8") as cards:
        cards.write(CARD.format(said=said))
    return [problem for problem in ps.check(place) if problem.code != "never-used"]


def test_a_phrase_is_not_given_itself(tmp_path: Path) -> None:
    """It would mean itself without end."""
    assert problems(tmp_path / "one", "tired") == []
    (found,) = problems(tmp_path / "two", "none that is")
    assert found.code == "argument-cycle" and found.file.endswith("tiny.cards")
    assert found.message == '"unlike" would be given itself as its `f` here.'
