"""Programs in C play like generated Python: random programs, whole and taken apart, and formats. At
every choice the states are the same, and at every second one the two change places.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest
from kernel_table import played, very_many_changes, watched_by_cards
from native_lockstep import lockstep
from processes import IN_C
from random_expressions import CARDS, STARTS
from random_fitting import fitting_program, grouping_program
from random_programs import random_program, watching_program
from sampling import is_full, sampled

import playsheet.api as ps
from playsheet.dsl.ir import ir
from playsheet.interpreter.backend.compile import compile_plan, new_plan
from playsheet.interpreter.backend.layout import OPTIONS, RNG, State
from playsheet.interpreter.backend.writer import Plan
from playsheet.interpreter.native.block import width_for
from playsheet.interpreter.native.build import HUGE, IN_PART, SOON, NoCompiler, built, level_for
from playsheet.interpreter.native.emit.signatures import NotInC
from playsheet.interpreter.native.emit.text import part, source_of
from playsheet.interpreter.native.engine import Library, NativeMatch
from playsheet.interpreter.native.library import opened
from playsheet.interpreter.runtime.match import BUDGET, Match
from playsheet.lab.bots.choosing import CAP, pick_any

DECISIONS = 40
PROGRAMS = sampled(3, 100)
GAMES = sampled(3, 300)
FORMATS = ps.formats() if is_full() else ("guilds",)
WORD = re.compile(r"\b[A-Za-z_]{3,}\b")
PIECES = ("runtime.h", "helpers.h", "groups.h", "fitting.h", "driver.h")


pytestmark = IN_C


def library_of(plan: Plan, cards: int, level: str = SOON) -> Library:
    source = source_of(plan, width_for(cards))
    return Library(source, built(source.text, level))


def begun_in_c(match: Match) -> State:
    """The state at the first choice."""
    native = NativeMatch(library_of(Plan(match.program), len(CARDS)), match)
    cells = native.block_of(match.new_state(7))
    native.begin(cells)
    return native.state_of(cells)


def pick_some(state: State, chance: Random) -> int:
    return chance.randrange(len(state[OPTIONS]))


@pytest.mark.parametrize(
    ("new", "parts", "budget"),
    [
        (random_program, {}, BUDGET),
        (partial(random_program, nobody=0.05), {"growth": 0, "small": 0}, BUDGET),
        (random_program, {}, 25),
        (watching_program, {}, BUDGET),
        (fitting_program, {}, BUDGET),
        (grouping_program, {}, BUDGET),
    ],
    ids=[
        "whole",
        "in parts and with nobody",
        "with little time",
        "what has changed",
        "what fits together",
        "the best groups",
    ],
)
def test_random_programs_play_alike(
    new: Callable[[int], ir.Program], parts: dict[str, int], budget: int
) -> None:
    decisions = 0
    for seed in range(PROGRAMS * (1 + (new is watching_program))):
        plan = Plan(new(seed), **parts)
        code = partial(compile_plan, plan)
        match = Match(
            plan.program, CARDS, STARTS, compile=lambda _, v, code=code: code(v), budget=budget
        )
        native = NativeMatch(library_of(plan, len(CARDS)), match)
        decisions += lockstep(native, match.new_state(seed), seed, pick_some, DECISIONS)[1]
    assert decisions > PROGRAMS


def test_random_players_pick_what_fits_together_alike() -> None:
    plan = Plan(fitting_program(5))
    match = Match(plan.program, CARDS, STARTS, compile=lambda _, v: compile_plan(plan, v))
    native = NativeMatch(library_of(plan, len(CARDS)), match)
    for seed in range(10):
        state = match.new_state(seed)
        base, cells, rng = native.block_of(state), native.new_block(), state[RNG]
        last, decisions = lockstep(native, state, seed, pick_any, CAP)
        played = native.play(cells, base, rng, seed, [0] * 2, CAP)
        assert (played.stopped, played.decisions) == ("", decisions)
        assert match.same(native.state_of(cells), last)


@pytest.mark.parametrize(
    ("said", "asked", "union"),
    [
        ("by all", "if (is_said(", 15),
        ("by itself", "else if (says(v_0, ", 7),
        ("beneath", "else if (says(x6, ", 7),
    ],
)
def test_of_very_many_changes_c_asks_for_those_of_its_cards(
    said: str, asked: str, union: int
) -> None:
    """Red if it passes over some that a card of it says, or asks for each, or for more behind the
    only ones that a card can say.
    """
    match, value = very_many_changes(said)
    assert match.field(begun_in_c(match), "turn") == value
    text = source_of(Plan(match.program), width_for(len(CARDS))).text
    assert f"{asked}{len(match.program.bearers) + union}))" in text


def test_what_cards_say_is_dealt_with_them_in_c() -> None:
    match, _ = very_many_changes("by itself")
    library, found = library_of(Plan(match.program), len(CARDS)), None
    for lies in ((0, 1, 2, 3, 6, 5, 4, 7), (4, 1, 2, 3, 0, 5, 6, 7), (0, 1, 2, 3, 4, 5, 6, 7)):
        dealt = match.dealt(lies)
        found = NativeMatch(library, match).dealt(dealt, lies, found)  # which nobody else keeps
        cells = found.block_of(dealt.new_state(7))
        found.begin(cells)
        assert match.same(found.state_of(cells), played(dealt))
        definition, _ = match.cards[lies[4]]
        assert match.field(found.state_of(cells), "turn") == 10 + 20 * definition + 10


@pytest.mark.parametrize(("definition", "times"), [(2, 3), (99, 2)])
def test_what_a_card_reads_c_watches_where_there_is_that_card(definition: int, times: int) -> None:
    match = watched_by_cards(definition)
    assert match.field(begun_in_c(match), "mark", 0) == times


@pytest.mark.parametrize(
    ("name", "level"), [*((one, SOON) for one in FORMATS), ("guilds", IN_PART)]
)
def test_a_format_plays_alike(name: str, level: str) -> None:
    """Step by step, and a whole game between random players in one call."""
    rules = ps.load(name)
    seats = rules.seat_numbers[0]
    lists = rules.deck_lists(seats)
    plan = new_plan(rules.edition.whole_program(seats))
    library = library_of(plan, 128, level)
    for seed in range(GAMES):
        setup = rules.new_setup(seed, lists[seed % len(lists)], None, seats)
        native, state = NativeMatch(library, setup.match), setup.unbegun_state()
        base, cells, rng = native.block_of(state), native.new_block(), state[RNG]
        last, decisions = lockstep(native, state, seed, pick_any, CAP)
        played = native.play(cells, base, rng, seed, [0] * seats, CAP)
        assert (played.stopped, played.decisions) == ("", decisions)
        assert setup.match.same(native.state_of(cells), last)


def test_of_a_huge_text_what_single_cards_do_is_not_made_fast() -> None:
    assert level_for(" " * HUGE) == IN_PART != level_for("")
    plan = new_plan(ps.load("guilds").edition.whole_program(2))
    text = source_of(plan, 64).text
    rare = {*plan.program.triggers}.union(*plan.program.dispatch.values())
    numbers = {name: f"p{plan.numbers[name]}" for name in plan.cut.procedures}
    found = {one.replace("q", "p") for one in re.findall(r"^RARE static \w+ (\w+)", text, re.M)}
    assert found == {numbers[name] for name in rare & {*numbers}}
    assert numbers["game"] not in found and len(found) > 20


def test_what_c_does_not_have_is_said() -> None:
    asks = ir.Procedure("game", (), (ir.Let("v", ir.Native("ask_an_oracle", ())),))
    rules = replace(random_program(1, 0.0), procedures={"game": asks}, triggers=(), dispatch={})
    with pytest.raises(NotInC, match="there is no `ask_an_oracle` in C"):
        source_of(Plan(rules), 64)


def test_no_word_of_an_author_is_in_the_c_of_a_format() -> None:
    """What stands there beside the runtime are numbers, and names that we number."""
    rules = ps.load("guilds")
    program = rules.edition.whole_program(rules.seat_numbers[0])
    text = source_of(new_plan(program), 64).text
    for piece in ("helpers.h", "driver.h"):
        text = text.replace(part(piece), "")
    head, _, rest = text.partition(part("runtime.h").partition("/* FIGURES */")[0])
    text = rest.replace(part("runtime.h").partition("/* FIGURES */")[2], "")
    runtime = {*WORD.findall("".join(map(part, PIECES)) + head)}
    assert {*WORD.findall(text)} - runtime <= {"goto", "triggered", "while"}
    assert {"stalls", "retired", "hired"} <= {*program.zones, *program.fields}


def test_a_compiler_that_fails_is_told_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path))
    with pytest.raises(NoCompiler, match="the compiler failed: "):
        built("int broken(", SOON)
    assert [*(tmp_path / "native").iterdir()] == []
    monkeypatch.setenv("PLAYSHEET_CC", "")
    with pytest.raises(NoCompiler, match="there is no C compiler"):
        built("int whole;", SOON)


def test_several_may_build_the_same_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path))
    with ThreadPoolExecutor(4) as pool:
        found = {*pool.map(lambda _: built("int whole(void) { return 7; }", SOON), range(4))}
    (path,) = found
    assert ctypes.CDLL(str(path)).whole() == 7
    assert [*path.parent.iterdir()] == [path]


def test_what_is_damaged_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "x.so"
    path.write_bytes(b"no library")
    plan = Plan(random_program(1, 0.0))
    with pytest.raises(NoCompiler, match="cannot be loaded"):
        opened(source_of(plan, 64), path)
