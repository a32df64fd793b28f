"""Saves are readable, outlive edits of other rules, and refuse what no longer fits."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from kernel_table import ONE, ZERO, ask, move, number, played, procedure, table

from playsheet.dsl.ir import ir
from playsheet.interpreter.runtime.faults import SaveMismatch
from playsheet.interpreter.runtime.match import Match, Pause

HAND = ir.Zone("hand", ZERO)


def rules(*extra: ir.Statement, first: tuple[ir.Procedure, ...] = ()) -> Match:
    act = procedure(
        "act",
        ("c",),
        ir.Line(4),
        ir.For(
            "p", ir.Range(ir.Int(2)), (ask("x", "c", 9), ir.Set("points", number("p"), number("x")))
        ),
    )
    return table(*extra, ir.Call("act", (ir.Int(6),)), move(6, "field"), others=[*first, act])


def test_a_frame_is_saved_under_names() -> None:
    match = rules()
    plain = match.to_plain(played(match, 0))
    assert plain["stack"] == [
        ["game", 0, {}],
        ["act", 0, {"#1 cursor": 2, "#1 members": (0, 1), "c": 6, "p": 1}],
    ]
    assert plain["zones"]["hand"] == [[6], [7]]
    assert plain["fields"]["points"] == [6, 3]


def test_why_names_the_rules_that_wait() -> None:
    match = rules()
    outer, inner = match.why(played(match))
    assert outer == Pause("game", "", 5, {})
    assert (inner.procedure, inner.place, inner.values["c"]) == ("act", 4, 6)


def test_a_save_outlives_an_edit_of_another_procedure() -> None:
    old = rules()
    saved = json.dumps(old.to_plain(played(old, 0)))
    other = procedure("other", (), ask("x", 1, 2), ask("y", 1, 2))
    new = rules(ir.If(ir.Field("turn"), (ir.Set("turn", None, ONE),)), first=(other,))
    state = new.from_plain(json.loads(saved))
    new.apply(state, 1)
    assert new.field(state, "points", 1) == 9
    assert new.lies_in(state, 6) == ("field", 0)


def test_a_save_of_other_rules_is_refused() -> None:
    match = rules()
    plain = match.to_plain(played(match))
    for part, value in (
        ("stack", [["gone", 0, {}]]),
        ("stack", [["act", 0, {}]]),
        ("zones", {"nowhere": [0]}),
        ("fields", {"points": [1, 2, 3]}),
        ("chance", "?"),
    ):
        with pytest.raises(SaveMismatch):
            match.from_plain({**plain, part: value})


def test_modifiers_and_waiting_triggers_are_saved_by_name() -> None:
    hurt = procedure("hurt", ("card", "owner", "set"), ask("x", 1, 2))
    match = table(
        ir.Modify("luck", ONE, "divide", ir.Int(2), 0, "charm"),
        ir.Queue(0, (ir.Int(3), ONE, HAND)),
        ask("x", 1, 2),
        others=[hurt],
        triggers=("hurt",),
    )
    state = played(match)
    plain = json.loads(json.dumps(match.to_plain(state)))
    assert plain["modifiers"] == [["luck", 1, 1, "divide", 2, ["turn", "", -1], "charm"]]
    assert plain["queue"] == [["hurt", 3, 1, [6]]]
    assert match.same(match.from_plain(plain), state)


def test_compiled_code_can_be_stored() -> None:
    match = rules()
    stored = pickle.dumps(match.compiled())
    calls: list[object] = []

    def from_store(*arguments: object) -> object:
        calls.append(arguments)
        return pickle.loads(stored)

    again = Match(match.program, match.cards, match.starts, compile=from_store)
    assert again.same(played(again, 0), played(match, 0))
    assert len(calls) == 1


def test_equal_states_have_equal_keys() -> None:
    match = rules()
    one, other = played(match, 0), played(match, 1)
    assert match.state_key(one) == match.state_key(match.clone(one))
    assert match.hash(one) == match.hash(match.clone(one))
    assert match.state_key(one) != match.state_key(other)
    assert not match.same(one, other)


def test_a_local_needed_only_behind_a_break_is_kept() -> None:
    stop = ir.If(ir.Compare("==", number("y"), ONE), (ir.Break(),))
    match = table(
        ir.Let("z", ir.Int(7)),
        ir.While(ONE, (ask("y", 1, 2), stop)),
        ir.Set("turn", None, number("z")),
        ask("x", 1, 2),
    )
    assert match.field(played(match, 1, 1, 0), "turn") == 7
    assert match.why(played(match))[0].values == {"z": 7}


def test_copies_share_what_neither_of_them_changes_in_place() -> None:
    card = ir.Int(6)
    change = (
        move(6, "field"),
        ir.Set("mark", card, ir.Int(2)),
        ir.Rotate(ir.Items((card,)), 1),
        ir.Shuffle("deck", ZERO),
    )
    match = table(ask("x", 1, 2), *change, ask("y", 1, 2))
    state = played(match)
    before = copy.deepcopy(state)
    clone = match.clone(state)
    match.apply(clone, 0)
    assert state == before != clone
    second = match.clone(clone)
    match.set_field(second, "mark", 1, 6)
    again = played(match, 0)
    assert match.same(clone, again)
