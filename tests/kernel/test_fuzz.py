"""Random programs play alike in the reference walker and in all compiled variants: some of them,
with `pytest --full` more.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from random_expressions import CARDS, STARTS
from random_fitting import fitting_program
from random_programs import random_program, watching_program
from sampling import sampled

from playsheet.dsl.ir.ir import Program
from playsheet.interpreter.backend.compile import LazyCode, Variant, compile_plan, compile_program
from playsheet.interpreter.backend.layout import OPTIONS, RECORDER, RESULT, SEAT, State
from playsheet.interpreter.backend.writer import Plan
from playsheet.interpreter.reference.walker import Walker
from playsheet.interpreter.runtime.faults import RuleFault
from playsheet.interpreter.runtime.match import PLAIN, RECORDING, Match

ALL = (
    PLAIN,
    RECORDING,
    Variant(lines=True),
    Variant(lines=True, marks=True),
    Variant(record=True, lines=True),
    Variant(seek=True),
    Variant(record=True, chance=True),
)
DECISIONS = 40
BUNDLES = 4
PROGRAMS = sampled(4, 8)  # of each bundle
LAZY = (PLAIN, Variant(lines=True), Variant(marks=True))  # two that drop marks, one that counts
WATCHING = sampled(20, 600)


def match_of(program: Program, **extra: Any) -> Match:
    return Match(program, CARDS, STARTS, **extra)


def in_pieces(program: Program, variant: Variant) -> Any:
    """The same program with every loop and long body taken apart."""
    return compile_plan(Plan(program, variant.lines, growth=0, small=0), variant)


def when_asked(program: Program, variant: Variant) -> LazyCode:
    """The same, each procedure taken apart when it is first run."""
    return LazyCode(program, variant, Plan(program, variant.marks, 0, 0, lazily=True))


def faults_or(step: Any, *arguments: Any) -> str:
    """Runs a step; gives the code of its fault."""
    try:
        step(*arguments)
    except RuleFault as fault:
        return fault.code
    return ""


def outside(state: State) -> list[Any]:
    """All of a state but its frames and its recorder."""
    return [*state[SEAT:RECORDER], *state[RESULT:]]


class Players:
    """One game, played by the walker, by three variants, by one that always changes, and by code
    that is made when it is needed.
    """

    def __init__(self, seed: int, program: Program) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.variants = (PLAIN, RECORDING, self.chance.choice(ALL[2:]))
        self.match, self.pieces = match_of(program), match_of(program, compile=in_pieces)
        self.lazy = match_of(program, compile=when_asked)
        self.walker = Walker(program, self.match.tables, CARDS, self.match.new_state(seed))
        self.states = [self.match.new_state(seed) for _ in range(4)]
        self.taken_apart, self.late = self.pieces.new_state(seed), self.lazy.new_state(seed)

    def begin(self) -> str:
        code = faults_or(self.walker.begin)
        for state, variant in zip(self.states, (*self.variants, PLAIN), strict=True):
            assert faults_or(self.match.begin, state, variant) == code
        assert faults_or(self.pieces.begin, self.taken_apart) == code
        assert faults_or(self.lazy.begin, self.late) == code
        return code

    def apply(self, index: int) -> str:
        code = faults_or(self.walker.apply, index)
        variants = (*self.variants, self.chance.choice(self.variants))
        for state, variant in zip(self.states, variants, strict=True):
            assert faults_or(self.match.apply, state, index, variant) == code
        assert faults_or(self.pieces.apply, self.taken_apart, index) == code
        assert faults_or(self.lazy.apply, self.late, index, self.chance.choice(LAZY)) == code
        return code

    def compare(self) -> None:
        plain, *others = self.states
        expected = outside(self.walker.state)
        assert outside(plain) == expected
        assert outside(self.taken_apart) == expected
        assert outside(self.late) == expected
        for other in others:
            assert self.match.same(plain, other)
        assert all(type(cell) is not bool for cell in plain)

    def save_and_load(self) -> None:
        """The mixed game goes on from its own save; the recorder is carried over."""
        mixed = self.states[3]
        loaded = self.match.from_plain(json.loads(json.dumps(self.match.to_plain(mixed))))
        assert self.match.same(mixed, loaded)
        assert self.match.state_key(mixed) == self.match.state_key(loaded)
        loaded[RECORDER] = mixed[RECORDER]
        self.states[3] = loaded
        pieces = self.pieces
        saved = json.loads(json.dumps(pieces.to_plain(self.taken_apart)))
        self.taken_apart = pieces.from_plain(saved)
        if self.chance.random() < 0.2:
            saved = json.loads(json.dumps(self.lazy.to_plain(self.late)))
            self.late = self.lazy.from_plain(saved)

    def clones_are_free(self) -> None:
        for state in self.states[:2]:
            before = self.match.state_key(state)
            clone = self.match.clone(state)
            assert self.match.same(clone, state)
            events = len(state[RECORDER].events) if state[RECORDER] else 0
            variant = RECORDING if events else PLAIN
            faults_or(self.match.apply, clone, 0, variant)
            assert self.match.state_key(state) == before
            assert not events or len(state[RECORDER].events) == events


def play(seed: int, program: Program) -> int:
    players = Players(seed, program)
    code = players.begin()
    decisions = 0
    while not code and decisions < DECISIONS:
        players.compare()
        state = players.states[0]
        if state[SEAT] < 0:
            assert state[RESULT]
            break
        players.save_and_load()
        players.clones_are_free()
        code = players.apply(players.chance.randrange(len(state[OPTIONS])))
        decisions += 1
    return decisions


@pytest.mark.parametrize("bundle", range(BUNDLES))
def test_all_variants_play_like_the_walker(bundle: int) -> None:
    seeds = range(bundle * PROGRAMS, (bundle + 1) * PROGRAMS)
    assert sum(play(seed, random_program(seed)) for seed in seeds) > PROGRAMS


def test_picks_that_must_fit_together_play_alike() -> None:
    assert sum(play(seed, fitting_program(seed)) for seed in range(3)) > 20


def test_what_did_not_change_need_not_be_asked() -> None:
    for seed in range(WATCHING):
        program = watching_program(seed)
        match = match_of(program)
        state = match.new_state(seed)
        walker = Walker(program, match.tables, CARDS, match.new_state(seed))
        assert faults_or(match.begin, state) == faults_or(walker.begin)
        chance = random.Random(seed)
        while state[SEAT] >= 0 and outside(state) == outside(walker.state):
            index = chance.randrange(len(state[OPTIONS]))
            if chance.random() < 0.5:
                faults_or(match.apply, match.clone(state), 0)
            assert faults_or(match.apply, state, index) == faults_or(walker.apply, index)
        assert outside(state) == outside(walker.state)


@pytest.mark.parametrize("bundle", range(BUNDLES))
def test_nobody_is_the_same_nobody_in_all_variants(bundle: int) -> None:
    for i in range(2 * PROGRAMS):
        seed = 1_000 + bundle * PROGRAMS * 2 + i
        play(seed, random_program(seed, nobody=0.05))


def test_the_same_program_gives_the_same_source() -> None:
    for variant in ALL:
        first = compile_program(random_program(3), variant)
        second = compile_program(random_program(3), variant)
        assert first.source == second.source
        assert first.continuations == second.continuations
