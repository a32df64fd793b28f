"""Programs in C play like generated Python: random programs, whole and taken apart, and formats. At
every choice the states are the same, and at every second one the two change places.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from random_expressions import CARDS, STARTS
from random_programs import random_program
from sampling import is_full, sampled

import playsheet.api as ps
from playsheet.interpreter.backend.compile import compile_plan, new_plan
from playsheet.interpreter.backend.layout import OPTIONS, RNG, SEAT, State
from playsheet.interpreter.backend.writer import Plan
from playsheet.interpreter.native.block import width_for
from playsheet.interpreter.native.build import SOON, NoCompiler, built, compiler
from playsheet.interpreter.native.engine import Library, NativeMatch
from playsheet.interpreter.native.text import source_of
from playsheet.interpreter.runtime.faults import RuleFault
from playsheet.interpreter.runtime.match import BUDGET, Match
from playsheet.lab.bots.choosing import CAP, pick_any

DECISIONS = 40
PROGRAMS = sampled(3, 100)
GAMES = sampled(3, 300)
FORMATS = ps.formats() if is_full() else ("guilds",)
Pick = Callable[[State, Random], int]


def has_compiler() -> bool:
    try:
        compiler()
    except NoCompiler:
        return False
    return True


pytestmark = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler")


def code_of(step: Any, *arguments: Any) -> str:
    """Runs a step; gives the code of its fault."""
    try:
        step(*arguments)
    except RuleFault as fault:
        return fault.code
    return ""


def library_of(plan: Plan, cards: int) -> Library:
    source = source_of(plan, width_for(cards))
    return Library(source, built(source.text, SOON))


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


def pick_some(state: State, chance: Random) -> int:
    return chance.randrange(len(state[OPTIONS]))


@pytest.mark.parametrize(
    ("nobody", "parts", "budget"),
    [(0.0, {}, BUDGET), (0.05, {"growth": 0, "small": 0}, BUDGET), (0.0, {}, 25)],
    ids=["whole", "in parts and with nobody", "with little time"],
)
def test_random_programs_play_alike(nobody: float, parts: dict[str, int], budget: int) -> None:
    decisions = 0
    for seed in range(PROGRAMS):
        plan = Plan(random_program(seed, nobody), **parts)
        code = partial(compile_plan, plan)
        match = Match(
            plan.program, CARDS, STARTS, compile=lambda _, v, code=code: code(v), budget=budget
        )
        native = NativeMatch(library_of(plan, len(CARDS)), match)
        decisions += lockstep(native, match.new_state(seed), seed, pick_some, DECISIONS)[1]
    assert decisions > PROGRAMS


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_plays_alike(name: str) -> None:
    """Step by step, and a whole game between random players in one call."""
    rules = ps.load(name)
    seats = rules.seat_numbers[0]
    lists = rules.deck_lists(seats)
    plan = new_plan(rules.edition.whole_program(seats))
    library = library_of(plan, 128)
    for seed in range(GAMES):
        setup = rules.new_setup(seed, lists[seed % len(lists)], None, seats)
        native, state = NativeMatch(library, setup.match), setup.unbegun_state()
        base, cells, rng = native.block_of(state), native.new_block(), state[RNG]
        last, decisions = lockstep(native, state, seed, pick_any, CAP)
        played = native.play(cells, base, rng, seed, [0] * seats, CAP)
        assert (played.stopped, played.decisions) == ("", decisions)
        assert setup.match.same(native.state_of(cells), last)
