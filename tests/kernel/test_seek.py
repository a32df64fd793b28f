"""Starting a game at a step."""

from __future__ import annotations

import pytest
from kernel_table import ONE, ZERO, ask, move, number, played, procedure, table

from playsheet.dsl.ir import ir
from playsheet.interpreter.backend.compile import Variant
from playsheet.interpreter.backend.layout import OPTIONS, RECORDER, SEAT
from playsheet.interpreter.runtime.faults import StepNotReached
from playsheet.interpreter.runtime.match import Match


def step(path: str, name: str, player: ir.Expression = ZERO, *arguments: ir.Expression) -> ir.Step:
    return ir.Step(path, player, (ir.Call(name, arguments),))


def score(value: int) -> ir.Set:
    """Leaves a trace of what was played."""
    turn = ir.Arithmetic("*", ir.Field("turn"), ir.Int(10))
    return ir.Set("turn", None, ir.Arithmetic("+", turn, ir.Int(value)))


def rules() -> Match:
    """Set-up, then turns: upkeep of each player, a battle with rounds, an end."""
    others = [
        procedure("set_up", (), ir.Shuffle("deck", ZERO), ask("x", 100, 101), score(9)),
        procedure(
            "turn",
            (),
            score(1),
            ir.For(
                "p",
                ir.Range(ir.Int(2)),
                (step("upkeep", "upkeep", number("p"), number("p")), score(2)),
            ),
            ir.If(
                ir.Compare(">", ir.Field("turn"), ir.Int(100000)),
                (ask("x", 102, 103),),
                (step("battle", "battle"),),
            ),
            step("end", "end"),
        ),
        procedure("upkeep", ("p",), score(3), ask("x", 10, "p")),
        procedure(
            "battle",
            (),
            score(4),
            ir.Let("n", ZERO),
            ir.While(
                ir.Compare("<", number("n"), ir.Int(2)),
                (
                    ir.Let("n", ir.Arithmetic("+", number("n"), ONE)),
                    step("battle.round", "round", ZERO, number("n")),
                    ask("y", 40, 41),
                ),
            ),
        ),
        procedure("round", ("n",), score(5), ask("x", 50, "n")),
        procedure("end", (), score(6), ask("x", 60, 61)),
    ]
    return table(ir.Call("set_up"), ir.While(ONE, (ir.Call("turn"),)), others=others)


def sought(match: Match, path: str, player: int = -1, **extra: bool) -> list[object]:
    state = match.new_state(1)
    match.begin_at(state, path, player, Variant(seek=True, **extra))
    return state


def test_nothing_before_the_step_is_played() -> None:
    match = rules()
    state = sought(match, "upkeep")
    assert (state[OPTIONS], match.field(state, "turn")) == ([10, 0], 3)
    assert match.zone(state, "deck", 0) == [0, 2, 4]


def test_the_step_of_a_player_is_found() -> None:
    match = rules()
    state = sought(match, "upkeep", 1)
    assert (state[OPTIONS], match.field(state, "turn")) == ([10, 1], 3)


def test_a_step_inside_steps_loops_and_branches_is_found() -> None:
    match = rules()
    state = sought(match, "battle.round")
    assert (state[OPTIONS], match.field(state, "turn")) == ([50, 1], 5)


def test_the_game_goes_on_from_the_step_as_ever() -> None:
    match = rules()
    state = sought(match, "battle.round")
    seen = []
    for _ in range(6):
        match.apply(state, 0)
        seen.append(state[OPTIONS])
    assert seen == [[40, 41], [50, 2], [40, 41], [60, 61], [10, 0], [10, 1]]


def test_a_step_that_is_not_reached_is_an_error() -> None:
    match = rules()
    for path, player in (("upkeep", 5), ("battle.round", 1), ("nowhere", -1)):
        with pytest.raises(StepNotReached):
            sought(match, path, player)
    assert sought(match, "end")[SEAT] == 0


def test_the_way_to_the_step_is_recorded() -> None:
    state = sought(rules(), "battle.round", record=True)
    recorder = state[RECORDER]
    assert recorder.steps == [("battle", 0), ("battle.round", 0)]


def test_without_a_search_the_variant_plays_from_the_start() -> None:
    match = rules()
    plain, seek = played(match, 0, 0, 0), played(match, 0, 0, 0, variant=Variant(seek=True))
    assert match.same(plain, seek)


def test_a_step_inside_a_run_procedure_is_found() -> None:
    act = procedure("act", (), step("deep", "deep"))
    deep = procedure("deep", (), ask("x", 1, 2))
    run = ir.Run("acts", ir.TopOne(ir.Zone("prize", ZERO)), ())
    lead = ir.Run("acts", ZERO, ())
    tables = {"acts": ("act",)}
    match = table(move(6, "prize"), run, lead, others=[act, deep], dispatch=tables)
    assert sought(match, "deep")[OPTIONS] == [1, 2]
