"""What the record variant writes down, and who knows which card."""

from __future__ import annotations

from kernel_table import ONE, ZERO, ask, move, number, played, procedure, table

from playsheet.dsl.ir import ir
from playsheet.interpreter.backend.layout import OPTIONS, RECORDER
from playsheet.interpreter.knowledge.record import Event, Recorder
from playsheet.interpreter.runtime.match import RECORDING, Match

ANA, BO, BOTH = 1, 2, 3
DECK, HAND = ir.Zone("deck", ZERO), ir.Zone("hand", ZERO)


def recorder(match: Match, *answers: int) -> Recorder:
    return played(match, *answers, variant=RECORDING)[RECORDER]


def kinds(match: Match, *answers: int) -> list[str]:
    return [event.kind for event in recorder(match, *answers).events]


def test_choices_asked_and_forced_are_events() -> None:
    match = table(ask("x", 4, 5, site=1), ask("y", 6), ask("z"), ask("w", 1, 2))
    events = recorder(match, 1).events
    assert events[0] == Event("ask", (0, 1, 5, 1, 2), ANA, 2)
    assert events[1] == Event("forced", (0, 0, 6), BOTH, 1)
    assert len(events) == 2


def test_only_what_changes_is_an_event() -> None:
    turn = ir.TurnFace(ir.Items((ir.Int(6),)), 1)
    match = table(
        ir.Line(4),
        ir.Set("turn", None, ZERO),
        ir.Set("points", ONE, ir.Int(50)),
        ir.Set("points", ONE, ir.Int(60)),
        turn,
        turn,
        ir.Rotate(ir.Items((ir.Int(6), ir.Int(-1))), 0),
    )
    events = recorder(match).events
    assert events[0] == Event("change", ("points", 1, 3, 20), BOTH, 4)
    assert events[1] == Event("face", (6, 1), BOTH, 4)
    assert len(events) == 2


def test_modifiers_triggers_and_verbs_are_events() -> None:
    hurt = procedure("hurt", ("card", "owner"), ir.Announce("strike", 1, (number("card"),)))
    match = table(
        ir.Modify("luck", ONE, "raise", ir.Int(2), 0, "charm"),
        ir.Queue(0, (ir.Int(3), ONE)),
        ir.Unqueue(ZERO),
        ir.Expire(0),
        ir.EndGame(ir.Items((ir.Int(1), ir.Int(2))), 3),
        others=[hurt],
        triggers=("hurt",),
    )
    values = [event[:2] for event in recorder(match).events]
    assert values == [
        ("modify", ("luck", 1, "raise", 2, 0, "charm")),
        ("queue", ("hurt", 3, 1)),
        ("trigger", ("hurt", 3, 1)),
        ("verb", ("strike", "ends", 3)),
        ("expire", ("luck", 1, "raise", 2, 0, "charm")),
        ("end", (1, 2)),
    ]


def test_a_hand_is_revealed_in_no_order_of_its_own() -> None:
    look = ir.Reveal(HAND, ONE)
    for drawn in ((4, 0), (0, 4)):
        events = recorder(table(*(move(card, "hand") for card in drawn), look)).events
        assert events[-1] == Event("reveal", (1, 0, 4, 6), BO, 5)
    ordered = ir.Reveal(ir.Top(DECK, ir.Int(3)), ONE)
    assert recorder(table(ordered)).events[-1].values == (1, 4, 2, 0)


def test_what_a_verb_is_about_is_seen_by_those_who_know_the_cards() -> None:
    act = ir.Announce("strike", 0, (ir.Int(6), ONE, ir.Top(DECK, ONE)))
    look = ir.Reveal(ir.Top(DECK, ONE), ZERO)
    told = {
        cards: recorder(table(act, look, act, verb_cards={"strike": cards})).events
        for cards in ((), (0,), (2,), (0, 2))
    }
    seen = {cards: (events[0].seen, events[-1].seen) for cards, events in told.items()}
    assert seen == {(): (BOTH, BOTH), (0,): (ANA, ANA), (2,): (0, ANA), (0, 2): (0, ANA)}


def test_hidden_cards_change_places_by_chance() -> None:
    """Those of Ana's hand for Bo, none for her; what lies in order stays where it is."""
    draw = (move(4, "hand"), move(2, "hand"))
    of = ir.Join(ir.Items((ir.Int(0),)), HAND)
    for seat, differs in ((ZERO, False), (ONE, True), (ir.Int(-1), True)):
        orders: set[tuple[int, ...]] = set()
        for seed in range(30):
            match = table(*draw, ir.ShuffleHidden("found", of, seat), ask_all("found"))
            state = match.new_state(seed)
            match.begin(state)
            orders.add(tuple(state[OPTIONS]))
        assert len(orders) == (6 if differs else 1)
        assert {order[0] for order in orders} == {0}


def ask_all(name: str) -> ir.Choose:
    return ir.Choose("x", ZERO, 0, ir.Local(name))


def test_a_swap_is_two_moves_and_takes_no_knowledge_away() -> None:
    known, hidden = ir.Int(4), ir.Int(6)  # on a deck, and the only card of a hand
    for pair in ((known, hidden), (hidden, known)):
        shown = ir.Reveal(ir.Items((known,)), None)
        found = recorder(table(shown, ir.Swap(*pair), ask("x", 1, 2)))
        moves = {event.values[0]: event for event in found.events if event.kind == "move"}
        assert moves[4].values[1:6] == ("deck", 0, "hand", 0, "place")
        assert moves[6].values[1:6] == ("hand", 0, "deck", 0, "place")
        assert (found.known[4], moves[4].seen, moves[6].seen) == (BOTH, BOTH, ANA)


def test_a_swap_says_how_each_card_lies_now() -> None:
    swap = ir.Swap(ir.Int(6), ir.Int(2))
    events = recorder(table(move(6, "field", turned=1), swap, ask("x", 1, 2))).events
    lies = {event.values[0]: event.values[5:] for event in events if event.kind == "move"}
    assert lies == {2: ("place", 1, 1), 6: ("place", 0, 0)}


def test_steps_are_entered_and_left_also_around_a_choice() -> None:
    inner = procedure("inner", (), ask("x", 1, 2))
    outer = procedure("outer", (), ir.Step("turn.main", ONE, (ir.Call("inner"),)))
    match = table(ir.Step("turn", ONE, (ir.Call("outer"),)), others=[inner, outer])
    assert recorder(match).steps == [("turn", 1), ("turn.main", 1)]
    assert kinds(match, 0) == ["enter", "enter", "ask", "leave", "leave"]
    assert recorder(match, 0).events[-1].values == ("turn", 1)


def test_chance_is_recorded_with_its_outcome() -> None:
    match = table(ir.Shuffle("deck", ZERO), ir.Random("r", DECK), move("r", "field"))
    state = played(match, variant=RECORDING)
    shuffled, picked, moved = state[RECORDER].events
    assert shuffled.values[:2] == ("deck", 0)
    assert sorted(shuffled.values[2:]) == [0, 2, 4]
    assert shuffled.seen == 0
    assert picked.values == (moved.values[0], 3)


def test_a_drawn_card_is_known_to_its_owner_alone() -> None:
    match = table(move(4, "hand"))
    found = recorder(match)
    assert (found.known[4], found.known[0]) == (ANA, 0)
    assert found.events[0].seen == ANA
    assert found.events[0].values == (4, "deck", 0, "hand", 0, "top", 0, 0)


def test_a_card_face_up_is_known_to_all_and_remembered_in_the_hand() -> None:
    found = recorder(table(move(6, "field"), move(6, "hand")))
    assert [event.seen for event in found.events] == [BOTH, BOTH]
    assert found.known[6] == BOTH


def test_a_card_leaving_a_hidden_hand_can_not_be_followed() -> None:
    match = table(move(6, "field"), move(6, "hand"), move(6, "prize"))
    assert recorder(match).known[6] == ANA


def test_any_card_of_the_hand_may_have_left() -> None:
    """Bo saw 6 go to Ana's hand; when she hides one of her cards Bo is no longer sure."""
    shown = (move(6, "field"), move(6, "hand"), move(4, "hand"))
    assert recorder(table(*shown)).known[6] == BOTH
    hidden = recorder(table(*shown, move(4, "prize")))
    assert (hidden.known[6], hidden.known[4]) == (ANA, ANA)
    seen = recorder(table(*shown, move(4, "field")))
    assert seen.known[6] == BOTH


def test_a_looked_at_card_is_followed_out_of_an_ordered_zone() -> None:
    look = ir.Reveal(ir.Top(DECK, ir.Int(2)), ONE)
    found = recorder(table(look, move(4, "hand")))
    assert (found.known[4], found.known[2]) == (BOTH, BO)
    assert found.events[0] == Event("reveal", (1, 4, 2), BO, 5)
    assert found.events[1].seen == BOTH


def test_a_shuffle_and_a_pile_end_what_was_known() -> None:
    reveal = ir.Reveal(DECK)
    assert recorder(table(reveal)).known[0] == BOTH
    assert recorder(table(reveal, ir.Shuffle("deck", ZERO))).known[0] == 0
    assert recorder(table(reveal, move(0, "deck", to="bottom"))).known[0] == 0


def test_a_clone_records_for_itself() -> None:
    match = table(ask("x", 1, 2), ask("y", 1, 2), move(6, "field"))
    state = played(match, variant=RECORDING)
    clone = match.clone(state)
    match.apply(clone, 0, RECORDING)
    assert len(clone[RECORDER].events) == 1
    assert state[RECORDER].events == []
    assert match.same(state, played(match))


def test_recording_may_begin_in_the_middle() -> None:
    match = table(move(6, "field"), ask("x", 1, 2), move(4, "hand"), ask("y", 1, 2))
    state = played(match)
    match.apply(state, 0, RECORDING)
    assert [event.kind for event in state[RECORDER].events] == ["ask", "move"]
    assert (state[RECORDER].known[6], state[RECORDER].known[4]) == (BOTH, ANA)


NOBODY = ir.Int(-1)


def test_what_is_shown_to_nobody_is_known_to_nobody() -> None:
    found = recorder(table(ir.Reveal(HAND, NOBODY)))
    assert (found.events, found.known[6]) == ([], ANA)


def test_a_secret_choice_of_nobody_without_an_alternative_is_made() -> None:
    found = recorder(table(ir.Choose("x", NOBODY, 1, ir.Items((ONE,)))))
    assert found.events == [Event("forced", (-1, 1, 1), 0, 2)]
