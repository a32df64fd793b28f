"""What worker processes do: bots think there, and questions that take long are answered."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from ...dsl.cards.deckfile import DeckList
from ...dsl.loading.library import WrongUse
from ...dsl.problems.problem import RulesError
from ...interpreter.questions.asking import Asking
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules, load
from ...lab.bots.bots import SeatBot, bot
from ...lab.bots.search import Search
from ...lab.positions.reached import Reached, reach
from ...lab.simulation.carried import Carried, files_of
from ...lab.work import begin_process

MOST_GAMES = 12  # that a worker keeps
STRENGTHS = ("search:60", "search:300", "search:1200")
BOTS = ("random", "eager", *STRENGTHS)
HINTS = "search:300"


class Spec(NamedTuple):
    """What a game is played with, to be said to another process. `key` is its own; `rules`: the
    fingerprints of its rules and cards; `carried`: their files, where those on disk are others.
    """

    key: str
    format: str
    rules: tuple[str, str]
    seed: int
    decks: tuple[DeckList, ...]
    options: tuple[tuple[str, int], ...]
    seats: tuple[str, ...]
    carried: Carried | None = None


class OtherRules(Exception):
    """The rules on disk are no longer those of a game."""


FORMATS: dict[str, Rules] = {}
GAMES: OrderedDict[str, Game] = OrderedDict()
PLAYERS: OrderedDict[tuple[str, int, str], SeatBot] = OrderedDict()


def begin_work() -> None:
    """Begins a process that leaves the machine to people first."""
    begin_process()
    if hasattr(os, "nice"):
        os.nice(10)


def format_of(name: str) -> Rules:
    """A format, loaded once."""
    if name not in FORMATS:
        FORMATS[name] = load(name)
    return FORMATS[name]


def game_of(spec: Spec, answers: Sequence[int]) -> Game:
    """The game behind some answers; a game that goes on is not played again."""
    known = GAMES.pop(spec.key, None)
    if known is None or known.answers != tuple(answers[: len(known.answers)]):
        known = new_game(spec)
    for index in answers[len(known.answers) :]:
        known.apply(index)
    GAMES[spec.key] = known
    while len(GAMES) > MOST_GAMES:
        GAMES.popitem(last=False)
    return known


def new_game(spec: Spec) -> Game:
    """The game from its beginning, by the rules that it was begun with. Raises `OtherRules`."""
    try:
        found = rules_of(spec).new_game(spec.seed, [*spec.decks], dict(spec.options), spec.seats)
    except (RulesError, WrongUse):
        raise OtherRules from None
    if fingerprints_of(found.whole()[0]) != spec.rules:
        raise OtherRules
    return found


def rules_of(spec: Spec) -> Rules:
    """The rules that a game is played with. Raises `RulesError`."""
    name = spec.format if spec.carried is None else f"{spec.format} {spec.rules}"
    if spec.carried is not None and name not in FORMATS:
        FORMATS[name] = Rules(Edition(files_of(spec.carried)))
    return format_of(name)


def fingerprints_of(setup: GameSetup) -> tuple[str, str]:
    """What changes with the rules and cards that a game is played with."""
    return setup.edition.contents.wordbook.rules, setup.cards_fingerprint


def chosen(spec: Spec, answers: Sequence[int], seat: int, name: str) -> int:
    """What a bot answers for a seat."""
    game = game_of(spec, answers)
    key = (spec.key, seat, name)
    player = PLAYERS.pop(key, None) or bot(name)
    PLAYERS[key] = player
    while len(PLAYERS) > MOST_GAMES:
        PLAYERS.popitem(last=False)
    return player(game.at(game.seats[seat]), Random(f"{spec.seed} {len(answers)} {seat}"))


def hinted(spec: Spec, answers: Sequence[int], seat: int) -> tuple[int, list[tuple[int, float]]]:
    """What a bot would answer, and by option how often it was tried and what it brought."""
    game = game_of(spec, answers)
    player = bot(HINTS)
    assert isinstance(player, Search)
    index = player(game.at(game.seats[seat]), Random(f"{spec.seed} {len(answers)}"))
    return index, player.weighed


def because(
    spec: Spec,
    answers: Sequence[int],
    seat: int,
    language: str,
    kind: str,
    subject: int | str | None,
    event: int | None = None,
) -> dict[str, Any]:
    """An answer to `why` (of the number of an event, of a value, of the question) or `why_not`.
    `event`: as it was with that event, where the table has not gone on behind it yet.
    """
    game = game_of(spec, answers)
    setup, state = game.whole()
    asking = Asking(setup, state, game.answers, seat, language, event)
    if kind == "why_not":
        return asking.why_not(str(subject), seat).plain()
    if isinstance(subject, int):
        return asking.of_event(subject).plain()
    return asking.why(subject).plain()


def reached(format: str, code: str) -> Reached:
    """A position of a format in which a card can be chosen. Raises `WrongUse`."""
    try:
        return reach(FORMATS.get(format) or FORMATS.setdefault(format, load(format)), code)
    except RulesError as error:
        raise WrongUse(str(error)) from None  # that can be told to another process
