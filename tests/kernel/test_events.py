"""What single statements do to the state."""

from __future__ import annotations

from functools import partial, reduce
from itertools import combinations

import pytest
from kernel_table import (
    CARDS,
    ONE,
    STARTS,
    ZERO,
    ask,
    move,
    number,
    played,
    procedure,
    program,
    table,
    very_many_changes,
    watched_by_cards,
)

from playsheet.dsl.ir import ir
from playsheet.dsl.ir.names import ENTRY, FACE, TURNED
from playsheet.interpreter.backend.compile import Compiled
from playsheet.interpreter.backend.layout import OPTIONS, RECORDER, RESULT, SEAT
from playsheet.interpreter.backend.writer import MOST_BITS, Plan, Variant
from playsheet.interpreter.runtime.faults import CannotCompile, RuleFault
from playsheet.interpreter.runtime.match import PLAIN, RECORDING, Match

HAND, DECK = ir.Zone("hand", ZERO), ir.Zone("deck", ZERO)


def test_a_choice_without_options_is_nobody() -> None:
    match = table(ask("x"), ir.Set("turn", None, ir.Local("x")))
    assert match.field(played(match), "turn") == -1


def test_one_option_is_taken_and_not_asked() -> None:
    match = table(ask("x", 4), ir.Set("turn", None, ir.Local("x")))
    state = played(match)
    assert state[SEAT] == -1
    assert match.field(state, "turn") == 4


def test_passing_is_offered_last_and_only_beside_another_option() -> None:
    choice = ir.Choose("x", ONE, 0, HAND, ONE)
    match = table(choice, move("x", "field"), choice, ask("y", 1, 2))
    state = played(match)
    assert (state[SEAT], state[OPTIONS]) == (1, [6, -1])
    match.apply(state, 0)
    assert state[OPTIONS] == [1, 2]


def test_the_set_of_a_loop_is_frozen_when_it_starts() -> None:
    body = (ask("x", 1, 2), move("c", "deck"))
    match = table(ir.For("c", ir.Join(HAND, DECK), body))
    state = played(match, 0, 0, 0)
    assert match.zone(state, "deck", 0) == [4, 6, 0, 2]
    assert state[OPTIONS] == [1, 2]


def test_moving_a_set_is_one_event_a_card_in_order() -> None:
    match = table(ir.Move(ir.Top(DECK, ir.Int(2)), True, "field", ONE), ask("x", 1, 2))
    assert match.zone(played(match), "field", 1) == [4, 2]


def test_bottom_puts_a_card_under_all_others() -> None:
    match = table(move(6, "deck", to="bottom"), ask("x", 1, 2))
    assert match.zone(played(match), "deck", 0) == [6, 0, 2, 4]


def test_a_card_that_leaves_a_zone_is_turned_as_the_next_declares() -> None:
    match = table(
        move(6, "field"),
        ir.Rotate(ir.Items((ir.Int(6),)), 1),
        ask("x", 1, 2),
        move(6, "row", None),
        ask("x", 1, 2),
        move(6, "field", turned=1, face=0),
        ask("x", 1, 2),
    )
    state = played(match)
    assert (match.field(state, FACE, 6), match.field(state, TURNED, 6)) == (1, 1)
    match.apply(state, 0)
    assert (match.field(state, FACE, 6), match.field(state, TURNED, 6)) == (0, 0)
    assert match.lies_in(state, 6) == ("row", -1)
    match.apply(state, 0)
    assert (match.field(state, FACE, 6), match.field(state, TURNED, 6)) == (0, 1)


def test_two_cards_swap_their_spots_and_how_they_lie() -> None:
    hidden = move(6, "field", turned=1, face=0)
    match = table(hidden, ir.Swap(ir.Int(6), ir.Int(2)), ask("x", 1, 2))
    state = played(match)
    assert match.zone(state, "deck", 0) == [0, 6, 4]
    assert match.zone(state, "field", 0) == [2]
    assert match.lies_in(state, 6) == ("deck", 0)
    lies = [[match.field(state, how, card) for how in (FACE, TURNED)] for card in (2, 6)]
    assert lies == [[0, 1], [0, 0]]


def test_two_cards_of_one_zone_swap_their_spots() -> None:
    match = table(ir.Swap(ir.Int(0), ir.Int(4)), ask("x", 1, 2))
    assert match.zone(played(match), "deck", 0) == [4, 2, 0]


def test_swapped_cards_take_over_each_others_object() -> None:
    match = table(
        move(6, "field"), move(0, "field", to="onto"), ir.Swap(ir.Int(0), ir.Int(4)), ask("x", 1, 2)
    )
    state = played(match)
    assert match.zone(state, "field", 0) == [6, 4]
    assert [match.field(state, ENTRY, card) for card in (6, 4, 0)] == [1, 1, 0]


@pytest.mark.parametrize("one, other", [(6, 6), (6, -1), (-1, 6)])
def test_a_card_swaps_with_no_card_nor_with_itself(one: int, other: int) -> None:
    match = table(ir.Swap(ir.Int(one), ir.Int(other)), ask("x", 1, 2))
    state = played(match, variant=RECORDING)
    assert match.zone(state, "hand", 0) == match.zone(played(table(ask("x", 1, 2))), "hand", 0)
    assert [event.kind for event in state[RECORDER].events if event.kind == "move"] == []


def test_a_card_on_top_of_another_continues_its_object() -> None:
    match = table(move(6, "field"), move(0, "field", to="onto"), move(2, "field"), ask("x", 1, 2))
    state = played(match)
    entries = [match.field(state, ENTRY, card) for card in (6, 0, 2, 4)]
    assert entries == [1, 1, 2, 0]


def test_modifiers_name_the_object_and_end_when_it_leaves() -> None:
    power = ir.Pipeline("power", ir.TopOne(ir.Zone("field", ZERO)), ir.Int(10))
    report = (ir.Set("turn", None, power), ask("x", 1, 2))
    match = table(
        move(6, "field"),
        ir.Modify("power", ir.Int(6), "raise", ir.Int(5), -1),
        *report,
        move(0, "field", to="onto"),
        *report,
        move(0, "hand"),
        move(6, "hand"),
        move(6, "field"),
        *report,
    )
    state, seen = played(match), []
    for _ in range(3):
        seen.append(match.field(state, "turn"))
        match.apply(state, 0)
    assert seen == [15, 15, 10]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((("raise", 5), ("multiply", 3)), 35),
        ((("multiply", 2), ("multiply", 3)), 30),
        ((("set", 7), ("divide", 2)), 3),
        ((("lower", 50),), 0),
        ((("set", 4), ("multiply", 2), ("set", 9)), 9),
    ],
)
def test_layers_fold_in_their_order(steps: tuple[tuple[str, int], ...], expected: int) -> None:
    modifiers = [ir.Modify("power", ZERO, op, ir.Int(amount), -1) for op, amount in steps]
    value = ir.Set("turn", None, ir.Pipeline("power", ZERO, ir.Int(10)))
    match = table(*modifiers, value, ask("x", 1, 2))
    assert match.field(played(match), "turn") == expected


def test_an_amount_does_not_see_its_own_change() -> None:
    functions = {"so far": ir.Function("so far", (), ir.Sequence())}
    for amount in (ir.Sequence(), ir.Apply("so far", ())):
        modify = ir.Modify("power", ZERO, "set", amount, -1)
        value = ir.Set("turn", None, ir.Pipeline("power", ZERO, ir.Int(9)))
        match = table(modify, value, functions=functions)
        assert match.field(played(match), "turn") == 0


def test_standing_modifiers_come_before_running_ones() -> None:
    standing = ir.Standing("c", HAND, ir.Compare("==", ir.Local("c"), ir.Int(6)), "set", ir.Int(2))
    pipeline = ir.Pipeline("luck", ZERO, ir.Int(10), (standing,))
    match = table(
        ir.Modify("luck", ZERO, "multiply", ir.Int(4), 0),
        ir.Set("turn", None, pipeline),
        ask("x", 1, 2),
        ir.Expire(0),
        ir.Set("turn", None, pipeline),
        ask("x", 1, 2),
    )
    assert match.field(played(match), "turn") == 8
    assert match.field(played(match, 0), "turn") == 2


@pytest.mark.parametrize(
    ("said", "asked"),
    [("by all", " if u15:"), ("by itself", "elif a0 in u7:"), ("beneath", "elif w4 in u7:")],
)
def test_of_very_many_changes_a_match_asks_for_those_of_its_cards(said: str, asked: str) -> None:
    """Red if it passes over some that a card of it says, or asks for each, or for more behind the
    only ones that a card can say.
    """
    match, value = very_many_changes(said)
    assert match.field(played(match), "turn") == value
    compiled = match.compiled()
    assert isinstance(compiled, Compiled)
    assert asked in compiled.source


@pytest.mark.parametrize(("definition", "times"), [(2, 3), (99, 2)])
def test_what_a_card_reads_is_watched_where_there_is_that_card(definition: int, times: int) -> None:
    match = watched_by_cards(definition)
    assert match.field(played(match), "mark", 0) == times


@pytest.mark.parametrize(("watches", "is_apart"), [(2, True), (12, True), (40, False)])
def test_what_is_watched_has_no_more_bits_than_a_number_in_c(watches: int, is_apart: bool) -> None:
    """Red if a card's reading is lost where many are watched, or C would have no room for it."""
    fields = [ir.Field("points", ZERO), ir.Field("boost", ONE), ir.Field("mark", ZERO)]
    kinds = [found for n in (1, 2, 3) for found in combinations(fields, n)]
    said = tuple(
        ir.Standing(
            "it", ir.Bearers(group), ONE, "raise", reduce(partial(ir.Arithmetic, "+"), kind)
        )
        for group, kind in enumerate(kinds)
    )
    value = ir.Pipeline("power", ZERO, ir.Field("turn", None), said)
    asks = [ir.Changed(f"is_new {n}", (ir.Compare(">", value, ir.Int(n)),)) for n in range(watches)]
    plan = Plan(program(procedure("game", (), *asks), bearers=((0,),) * len(kinds)))
    assert len(plan.watched) == watches
    assert sum(one.bits for one in plan.watched) < 1 << MOST_BITS
    touched = plan.touched_by_field("boost")
    assert all(touched & one.due([(0,)] * len(kinds)) for one in plan.watched)
    assert all(bool(touched & one.due([()] * len(kinds))) is not is_apart for one in plan.watched)


def test_a_moment_ends_modifiers_and_resets_its_fields() -> None:
    match = table(ir.Set("boost", ONE, ir.Int(4)), ask("x", 1, 2), ir.Expire(0), ask("x", 1, 2))
    assert match.field(played(match), "boost", 1) == 4
    assert match.field(played(match, 0), "boost", 1) == 0


def test_a_field_keeps_to_its_bounds() -> None:
    match = table(
        ir.Set("points", ONE, ir.Int(99)), ask("x", -4, 7), ir.Set("points", ZERO, ir.Local("x"))
    )
    state = played(match, 0)
    assert (match.field(state, "points", 0), match.field(state, "points", 1)) == (0, 20)


def test_nobody_and_nothing_read_as_minus_one() -> None:
    nothing = ir.TopOne(ir.Zone("prize", ZERO))
    reads = (
        ir.Field("points", nothing),
        ir.Field("mark", nothing),
        ir.Table("power", nothing),
        ir.Table("by_side", nothing, ONE),
        ir.Table("by_side", ZERO, nothing),
        ir.Table("owner", nothing),
        ir.PlaceOf(nothing),
    )
    shown = ir.Choose("x", ZERO, 0, ir.Items(reads))
    match = table(shown)
    assert played(match)[OPTIONS] == [-1] * len(reads)
    empty = table(ir.Choose("x", ZERO, 0, ir.Zone("hand", nothing)), ask("y", 1, 2))
    assert played(empty)[OPTIONS] == [1, 2]


def test_truth_in_a_field_is_a_number() -> None:
    test = ir.And(ir.Count(HAND), ir.Count(DECK))
    match = table(ir.Set("turn", None, test), ask("x", 1, 2))
    assert match.field(played(match), "turn") == 1
    assert type(match.field(played(match), "turn")) is int


def test_a_waiting_trigger_runs_with_what_it_was_given() -> None:
    trigger = procedure(
        "hurt", ("card", "owner"), ir.Set("turn", None, ir.Local("card")), ask("x", 1, 2)
    )
    match = table(
        ir.Queue(0, (ir.Int(3), ONE)),
        ir.Queue(0, (ir.Int(5), ONE)),
        ir.Unqueue(ir.Int(1)),
        ir.Unqueue(ir.Int(4)),
        ask("x", 1, 2, 3),
        others=[trigger],
        triggers=("hurt",),
    )
    state = played(match)
    assert match.field(state, "turn") == 5
    match.apply(state, 0)
    assert state[OPTIONS] == [1, 2, 3]


def test_index_minus_one_of_a_dispatch_table_does_nothing() -> None:
    act = procedure("act", ("p",), ask("x", "p", 9))
    runs = [ir.Run("acts", ir.Int(i), (ir.Int(4),)) for i in (-1, 0)]
    match = table(*runs, others=[act], dispatch={"acts": ("act",)})
    assert played(match)[OPTIONS] == [4, 9]


@pytest.mark.parametrize("places", [(1, 2), (1, 1), ()])
def test_the_end_of_the_game_is_a_result(places: tuple[int, ...]) -> None:
    end = procedure("end", (), ir.EndGame(ir.Items(tuple(map(ir.Int, places))), 3))
    match = table(ask("x", 1, 2), ir.Call("end"), ask("x", 1, 2), others=[end])
    state = played(match, 0)
    assert state[RESULT] == (places, 3)
    assert (state[SEAT], state[OPTIONS], match.why(state)) == (-1, [], ())


def test_a_loop_without_end_is_a_fault_of_its_rule() -> None:
    match = table(ir.Line(2), ir.While(ONE, (ir.Line(4), ir.Set("turn", None, ZERO))), budget=1000)
    with pytest.raises(RuleFault) as fault:
        played(match)
    assert (fault.value.code, fault.value.place) == ("endless-rule", 2)


def test_a_procedure_that_calls_itself_forever_is_a_fault() -> None:
    again = procedure("again", (), ir.Line(6), ir.Call("again"), ir.Set("turn", None, ZERO))
    match = table(ir.Call("again"), others=[again])
    with pytest.raises(RuleFault) as fault:
        played(match)
    assert (fault.value.code, fault.value.place) == ("endless-rule", 6)


def test_division_by_zero_is_a_fault_at_its_place() -> None:
    divide = ir.Set("turn", None, ir.Arithmetic("//", ONE, ir.Field("turn")))
    match = table(ask("x", 1, 2), ir.Line(7), divide)
    state = played(match)
    with pytest.raises(RuleFault) as fault:
        match.apply(state, 0)
    assert (fault.value.code, fault.value.place) == ("division-by-zero", 7)


def test_a_number_that_doubles_forever_is_a_fault() -> None:
    double = ir.Let("x", ir.Arithmetic("+", ir.Local("x"), ir.Local("x")))
    match = table(ir.Let("x", ONE), ir.While(ONE, (double,)))
    with pytest.raises(RuleFault, match="number-too-large"):
        played(match)


def test_a_set_that_doubles_forever_is_a_fault() -> None:
    double = ir.Let("s", ir.Join(ir.Local("s"), ir.Local("s")), is_set=True)
    match = table(ir.Let("s", DECK, is_set=True), ir.While(ONE, (double,)))
    with pytest.raises(RuleFault, match="endless-rule"):
        played(match)


def test_a_declared_fault_stops_the_game() -> None:
    match = table(ir.Fault("zone-full", 8))
    with pytest.raises(RuleFault) as fault:
        played(match)
    assert (fault.value.code, fault.value.place) == ("zone-full", 8)


def test_a_move_to_nobody_is_a_fault() -> None:
    to_nobody = ir.Move(ir.Int(6), False, "field", ir.TopOne(ir.Zone("prize", ZERO)))
    with pytest.raises(RuleFault, match="no-player"):
        played(table(to_nobody))


def test_a_long_chain_of_conditions_is_one_test() -> None:
    chain: ir.Expression = ir.Compare("==", ir.Field("turn"), ir.Int(-1))
    for i in range(120):
        chain = ir.Or(chain, ir.Compare("==", ir.Field("turn"), ir.Int(i + 1)))
    match = table(ir.If(ir.Not(chain), (ask("x", 1, 2),)))
    assert played(match)[OPTIONS] == [1, 2]


def test_what_is_nested_too_deeply_is_refused() -> None:
    block: ir.Block = (ir.Set("turn", None, ONE),)
    for _ in range(30):
        block = (ir.While(ONE, block),)
    with pytest.raises(CannotCompile, match="deep"):
        played(table(*block))


def test_every_card_lies_in_one_zone() -> None:
    with pytest.raises(CannotCompile):
        Match(program(procedure("game", ())), CARDS, {**STARTS, ("row", -1): (6,)})


def test_no_author_text_reaches_the_source() -> None:
    evil = "__import__('os')"
    act = procedure(evil, (evil,), ask(evil, evil, 9), ir.Announce(evil, 0, (number(evil),)))
    step = ir.Step(evil, ZERO, (ir.Call(evil, (ONE,)),))
    match = table(step, ir.Modify("luck", ZERO, "raise", ONE, 0, evil), others=[act])
    for variant in (
        match.compiled(),
        match.compiled(type(match.compiled().variant)(True, True, True)),
    ):
        assert "import" not in variant.source
        assert "rules" not in variant.source


NOBODY = ir.Int(-1)


@pytest.mark.parametrize("variant", [PLAIN, RECORDING, Variant(lines=True)])
@pytest.mark.parametrize(
    "statement", [ir.Shuffle("deck", NOBODY), move(6, "deck", -1), ir.Choose("x", NOBODY, 0, DECK)]
)
def test_a_zone_or_an_answer_of_nobody_is_a_fault(
    statement: ir.Statement, variant: Variant
) -> None:
    with pytest.raises(RuleFault) as found:
        played(table(ir.Line(4), statement), variant=variant)
    place = 1 if isinstance(statement, ir.Choose) else 4
    assert (found.value.code, found.value.place) == ("no-player", place)


@pytest.mark.parametrize("steps", [1, 3])
def test_nobody_is_followed_by_nobody(steps: int) -> None:
    after = ir.NextPlayer(ir.Field("points", NOBODY), steps)
    match = table(ir.Set("turn", None, after), ir.Set("points", after, ir.Int(9)))
    state = played(match)
    assert match.field(state, "turn") == -1
    assert [match.field(state, "points", seat) for seat in (0, 1)] == [3, 3]


def test_nobody_s_property_is_not_that_of_the_first_card() -> None:
    power = ir.Pipeline("power", NOBODY, ir.Int(10))
    raised = ir.Modify("power", ZERO, "raise", ir.Int(5), -1)
    match = table(raised, ir.Set("turn", None, power))
    assert match.field(played(match), "turn") == 10
