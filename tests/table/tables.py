"""What the tests of tables share: every format, games at a table, and tables that nobody can tell
apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from places import FORMATS

import playsheet.api as ps
from playsheet.interpreter.backend.layout import OPTIONS
from playsheet.interpreter.runtime.game_setup import GameSetup
from playsheet.interpreter.runtime.match import Match
from playsheet.table.readers.playing import Playing
from playsheet.table.readers.reader import Reader, reader_of, seat_reader
from playsheet.table.readers.stream import Stream

SMALL = sorted(path.name for path in FORMATS.iterdir() if (path / "decks").is_dir())
NAMES = [*ps.formats(), *SMALL]


@cache
def rules_of(name: str) -> ps.Rules:
    """A format that ships, or one of the tests."""
    return ps.load(FORMATS / name if name in SMALL else name)


def new_playing(name: str, seed: int) -> Playing:
    """A game at a table, with chance and decks by its seed."""
    rules = rules_of(name)
    count = Random(seed).choice(rules.seat_numbers)
    decks = Random(seed).choice(rules.deck_lists(count, 50))
    return Playing(rules.new_setup(seed, [*decks] or None, None, count))


def readers_of(setup: GameSetup) -> list[Reader]:
    """Everybody who may read."""
    seats = [seat_reader(seat) for seat in range(len(setup.seats))]
    return [*seats, reader_of(setup, "public"), reader_of(setup, "all")]


def decisions(game: Playing, most: int, chance: Random) -> Iterator[int]:
    """The number of each choice of a random game, before it is answered."""
    for number in range(most):
        if game.asked < 0:
            return
        yield number
        game.apply(chance.randrange(len(game.state[OPTIONS])))


class Otherwise:
    """A game with other cards in the places of some, that goes on as the first does."""

    def __init__(self, game: Playing, setup: GameSetup) -> None:
        self.game = game
        self.setup = setup

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def exchanged(setup: GameSetup, pairs: list[tuple[int, int]]) -> GameSetup:
    """The same table with pairs of cards in each other's place."""
    old, cards = setup.match, [*setup.match.cards]
    for one, two in pairs:
        cards[one], cards[two] = cards[two], cards[one]
    match = Match(old.program, cards, old.starts, compile=setup.edition.compiled)
    if "deck part" in match.tables:
        match.tables["deck part"] = old.tables["deck part"]
    return replace(setup, match=match, _wordings={}, _engines={})


def told(stream: Stream) -> bytes:
    """All that a reader is sent: his view with the choice, and the last beats."""
    return json.dumps([stream.view(), stream.beats[-6:]]).encode()
