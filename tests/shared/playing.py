"""What the tests of games share: the formats they play, and ways to play them."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest
from places import FORMATS

import playsheet.api as ps

SHIPPED = "hyper_colosseum"


@cache
def tiny() -> ps.Rules:
    """The small format of the tests."""
    return ps.load(FORMATS / "tiny")


@cache
def market() -> ps.Rules:
    """Three seats, secret offers, purses that nobody else may count."""
    return ps.load(FORMATS / "market")


@cache
def masks() -> ps.Rules:
    """Decks in parts, cards with two faces, tokens."""
    return ps.load(FORMATS / "masks")


@cache
def skirmish() -> ps.Rules:
    """Parts of cards, lists that change, tags, effects in slots, rules for a time."""
    return ps.load(FORMATS / "skirmish")


@cache
def trade() -> ps.Rules:
    """Cards that change hands, a deck of the table, tokens."""
    return ps.load(FORMATS / "trade")


@cache
def gear() -> ps.Rules:
    """Cards attached to cards, open and hidden, that fall or stay."""
    return ps.load(FORMATS / "gear")


@cache
def clans() -> ps.Rules:
    """Players who leave, cards that change hands, bear others and gain what others print."""
    return ps.load(FORMATS / "clans")


@cache
def shifts() -> ps.Rules:
    """Cards that are of another kind for a time, copies of others, tokens that are copies."""
    return ps.load(FORMATS / "shifts")


@cache
def shipped() -> ps.Rules:
    """A format that ships."""
    return ps.load(SHIPPED)


EVERY = (tiny, market, masks, skirmish, trade, gear, clans, shifts, shipped)
IN_EVERY_FORMAT = pytest.mark.parametrize(
    "rules", EVERY, ids=lambda format: format.__name__, indirect=True
)  # a property has to hold in all of these

DIGIMON = ("dcg", "dbe", "digi_battle", "hyper_colosseum", "hipercoliseo")
OF_DIGIMON = pytest.mark.parametrize("name", DIGIMON)  # the large ones


def changed_format(folder: Path, *changes: tuple[str, str], file: str = "tiny.rules") -> Path:
    """A copy of the small format with other text in a file."""
    place = folder / "changed"
    if not place.exists():
        shutil.copytree(FORMATS / "tiny", place, ignore=shutil.ignore_patterns("scenarios"))
    text = (place / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (place / file).write_text(text, encoding="utf-8")
    return place


def play(game: ps.Game, seed: int = 0, most: int = 10_000) -> ps.Game:
    """Plays at random, up to so many decisions."""
    chance = Random(seed)
    while most > 0 and not game.is_over():
        game.apply(chance.randrange(len(game.legal_actions())))
        most -= 1
    return game


def follow(game: ps.Game, picks: list[int]) -> ps.Game:
    """Plays by numbers that mean whatever is open."""
    for pick in picks:
        if game.is_over():
            break
        game.apply(pick % len(game.legal_actions()))
    return game
