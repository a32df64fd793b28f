"""Every bot by its name: those that are built in, those that others install, those in a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, cast

from ...dsl.loading.library import WrongUse, wrong_name
from ...interpreter.backend.layout import HEAD, OPTIONS, PICKED, State
from ...interpreter.runtime.game import Game, Seat
from .choosing import BOTS, Bot
from .greedy import Greedy
from .search import Search

GROUP = "playsheet.bots"  # of entry points
SEARCH = re.compile(r"search:([1-9][0-9]{0,6})")
FILE = re.compile(r"(.+\.py):([A-Za-z_]\w*)")
NAMES = (*BOTS, "greedy", "search:200")  # such as they are written

SeatBot = Callable[[Seat, Random], int]  # the action it takes, by what its seat may know


class Blind:
    """A bot that looks at nothing but what is offered."""

    def __init__(self, pick: Bot) -> None:
        self.pick = pick

    def __call__(self, seat: Seat, chance: Random) -> int:
        choice = seat.choice
        assert choice is not None
        offer: State = [None] * HEAD
        offer[OPTIONS] = [0] * len(choice.actions)
        if choice.may_pass:
            offer[OPTIONS][-1] = -1
        offer[PICKED] = choice.split or (choice.picked and (*choice.picked, *choice.weights))
        return self.pick(offer, chance)


def bot(name: str, besides: Sequence[str] = ()) -> SeatBot:
    """A bot that plays one seat of one game: `random`, `eager`, `greedy`, `search:200` (so many
    iterations), the name of an entry point of the group `playsheet.bots`, or `path.py:name`. A
    class is called for each seat. Raises `WrongUse`, which names who else may play: `besides`.
    """
    if name in BOTS:
        return Blind(BOTS[name])
    if name == "greedy":
        return Greedy()
    if match := SEARCH.fullmatch(name):
        return Search(int(match[1]))
    if match := FILE.fullmatch(name):
        return made(in_file(Path(match[1]), match[2]), name)
    installed = {one.name: one for one in entry_points(group=GROUP)}
    if name not in installed:
        raise wrong_name("bot", name, [*besides, *NAMES, *installed])
    try:
        return made(installed[name].load(), name)
    except (ImportError, AttributeError) as error:
        raise WrongUse(f"The bot {name} cannot be loaded: {error}.") from None


def in_file(path: Path, name: str) -> Any:
    """What a Python file calls by a name."""
    if not path.is_file():
        raise WrongUse(f'There is no file "{path}".')
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever is wrong in it, is wrong in the file
        raise WrongUse(f'The file "{path}" cannot be run: {error!r}.') from None
    if not hasattr(module, name):
        raise WrongUse(f'There is no "{name}" in the file "{path}".')
    return getattr(module, name)


def made(found: Any, name: str) -> SeatBot:
    """A bot for one seat."""
    chooses = found() if isinstance(found, type) else found
    if not callable(chooses):
        raise WrongUse(f"The bot {name} is nothing that can be called with a seat and chance.")
    return cast(SeatBot, chooses)


def playing(name: str, chance: Random) -> Callable[[Game], int]:
    """A bot as the one who answers a game for one seat."""
    chooses, held = bot(name), list[tuple[Game, Seat]]()

    def pick(game: Game) -> int:
        if not held or held[0][0] is not game:
            held[:] = [(game, game.at(game.seats[game.asked]))]
        return chooses(held[0][1], chance)

    return pick
