"""A game in Python and in C in lockstep: at every choice the states are the same, and at every
second one the two change places.

`python tests/kernel/native_lockstep.py --games 20000` plays games of all formats that ship, more of
those with long programs. It prints a line of JSON for each format in turn: what was played so far;
and of a game that differs the format, the decks, the seed and the error. `--parts 2 --part 0` plays
half of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import ceil, sqrt
from random import Random
from typing import Any

import playsheet.api as ps
from playsheet.interpreter.backend.layout import SEAT, State
from playsheet.interpreter.native.engine import Library, NativeMatch
from playsheet.interpreter.native.library import library_of
from playsheet.interpreter.runtime.faults import RuleFault
from playsheet.interpreter.runtime.rules import Rules
from playsheet.lab.bots.choosing import CAP, pick_an_action, pick_any

Pick = Callable[[State, Random], int]
WIDTH = 128  # cards that a library is made for at least
ROUND = 25  # games of a format before the next one has its turn


def code_of(step: Any, *arguments: Any) -> str:
    """Runs a step; gives the code of its fault."""
    try:
        step(*arguments)
    except RuleFault as fault:
        return fault.code
    return ""


def lockstep(
    native: NativeMatch, state: State, seed: int, pick: Pick, most: int
) -> tuple[State, int]:
    """Plays a state in Python and in C; gives the last one and the number of decisions."""
    match, chance, decisions = native.match, Random(seed), 0
    cells = native.block_of(state)
    assert native.state_of(cells) == state
    codes = code_of(match.begin, state), code_of(native.begin, cells)
    while True:
        if any(codes):
            assert codes[0] == codes[1]
            return state, decisions
        found = native.state_of(cells)
        assert match.same(found, state)
        if state[SEAT] < 0 or decisions == most:
            return state, decisions
        if decisions % 2:
            state, cells = found, native.block_of(state)
        index = pick(state, chance)
        codes = code_of(match.apply, state, index), code_of(native.apply, cells, index)
        decisions += 1


@dataclass
class Tally:
    """What was played of a format."""

    format: str
    wanted: int
    games: int = 0
    decisions: int = 0
    differences: int = 0
    seconds: float = 0.0


class Games:
    """The games of one format; half of them between players who do something where they can."""

    def __init__(self, name: str, wanted: int) -> None:
        self.tally = Tally(name, wanted)
        self.rules: Rules = ps.load(name)
        self.seats = self.rules.seat_numbers[0]
        self.lists = self.rules.deck_lists(self.seats)
        self.library: Library = library_of(self.rules.edition, self.seats, WIDTH)

    def play(self, seed: int) -> None:
        tally, decks = self.tally, self.lists[seed % len(self.lists)]
        setup = self.rules.new_setup(seed, decks, None, self.seats)
        pick = pick_any if seed // len(self.lists) % 2 else pick_an_action
        native, started = NativeMatch(self.library, setup.match), time.thread_time()
        try:
            tally.decisions += lockstep(native, setup.unbegun_state(), seed, pick, CAP)[1]
        except AssertionError as error:
            tally.differences += 1
            place = {"format": tally.format, "decks": decks, "seed": seed, "error": str(error)}
            print(json.dumps(place), flush=True)
        tally.games += 1
        tally.seconds += time.thread_time() - started


def shares(games: int) -> dict[str, int]:
    """How many games of each format: as the root of how many procedures its program has."""
    roots: dict[str, float] = {}
    for name in ps.formats():
        rules = ps.load(name)
        roots[name] = sqrt(len(rules.edition.whole_program(rules.seat_numbers[0]).procedures))
    return {name: ceil(games * root / sum(roots.values())) for name, root in roots.items()}


def main() -> int:
    """Plays all games, the formats in turns; whether any differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--part", type=int, default=0)
    given = parser.parse_args()
    wanted = shares(given.games)
    formats = [Games(name, count) for name, count in wanted.items()]
    for begin in range(0, max(wanted.values()), ROUND):
        for one in formats:
            last = min(begin + ROUND, one.tally.wanted)
            seeds = [seed for seed in range(begin, last) if seed % given.parts == given.part]
            for seed in seeds:
                one.play(seed)
            if seeds:
                print(json.dumps(asdict(one.tally)), flush=True)
    return int(any(one.tally.differences for one in formats))


if __name__ == "__main__":
    sys.exit(main())
