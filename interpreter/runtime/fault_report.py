"""A fault of a rule as its author sees it: a problem at a place of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from ...dsl.ir.ir import Place
from ...dsl.nodes.base import NOWHERE, Span
from ...dsl.problems.problem import Label, Problem
from ..backend.layout import RECORDER, State
from ..knowledge.record import Event, Recorder
from .faults import ENDLESS, WHOLE, RuleFault, what_happened
from .game_setup import GameSetup

LATEST = 1_000  # events, the last before a fault, in which a rule without end shows
OFTEN = 10  # so often among them a place comes round


class LocatedFault(RuleFault):
    """A rule could not go on; `problem` says which and why, and where there is one what came
    round again and again. The game stays as it was.
    """

    def __init__(self, fault: RuleFault, places: Sequence[Place], again: Sequence[Label]) -> None:
        super().__init__(fault.code, fault.place)
        span = span_at(places, fault.place)
        text = WHOLE.get(fault.code) or f"{what_happened(fault.code).capitalize()}."
        self.problem = Problem(fault.code, text, span, labels=tuple(again))
        self.args = (f"{span.file}:{span.line}: {text}",)


def located(setup: GameSetup, fault: RuleFault, answers: Sequence[int] = ()) -> LocatedFault:
    """A fault of the last answer, or of the beginning. One that no statement of the rules
    made by itself is told at the last thing that happened.
    """
    places, state = setup.match.program.places, None
    if not fault.place or fault.code == ENDLESS:
        state = state_before(setup, answers)
    place = fault.place or last_recorded(state)
    found = RuleFault(fault.code, place)
    return LocatedFault(found, places, again_and_again(found, places, state))


def state_before(setup: GameSetup, answers: Sequence[int]) -> State:
    """The state in which a fault stopped the game, with all that happened before it."""
    state = setup.unbegun_state(recording=True)
    try:
        setup.begin(state, recording=True)
        for index in answers:
            setup.engine(True).apply(state, index)
    except RuleFault:
        pass
    return state


def last_recorded(state: State | None) -> int:
    """The rule behind the last event that a state has recorded; 0 if there is none."""
    return next((event.place for event in latest(state) if event.place > 0), 0)


def again_and_again(
    fault: RuleFault, places: Sequence[Place], state: State | None
) -> tuple[Label, ...]:
    """Of a rule without end, what came round most often in the last events; the line where it was
    stopped need not be the cause.
    """
    if fault.code != ENDLESS:
        return ()
    last = (event.place for event in islice(latest(state), LATEST))
    ((place, times),) = Counter(last).most_common(1) or [(0, 0)]
    if times < OFTEN or place in (0, fault.place):
        return ()
    return (Label(span_at(places, place), "this comes round again and again"),)


def latest(state: State | None) -> Iterator[Event]:
    """The events that a state has recorded, the last one first."""
    recorder = state[RECORDER] if state is not None else None
    return reversed(recorder.events) if isinstance(recorder, Recorder) else iter(())


def span_at(places: Sequence[Place], place: int) -> Span:
    """Where in the rules a place is; nowhere for a number that is none."""
    return places[place].span if 0 <= place < len(places) else NOWHERE
