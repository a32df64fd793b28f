"""A fault of a rule as its author sees it: a problem at a place of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.ir.ir import Place
from ...dsl.nodes.base import NOWHERE
from ...dsl.problems.problem import Problem
from ..backend.layout import RECORDER, State
from ..knowledge.record import Recorder
from .faults import WHOLE, RuleFault, what_happened
from .game_setup import GameSetup


class LocatedFault(RuleFault):
    """A rule could not go on; `problem` says which and why. The game stays as it was."""

    def __init__(self, fault: RuleFault, places: Sequence[Place]) -> None:
        super().__init__(fault.code, fault.place)
        span = places[fault.place].span if 0 <= fault.place < len(places) else NOWHERE
        text = WHOLE.get(fault.code) or f"{what_happened(fault.code).capitalize()}."
        self.problem = Problem(fault.code, text, span)
        self.args = (f"{span.file}:{span.line}: {text}",)


def located(setup: GameSetup, fault: RuleFault, answers: Sequence[int] = ()) -> LocatedFault:
    """A fault of the last answer, or of the beginning. One that no statement of the rules
    made by itself is told at the last thing that happened.
    """
    place = fault.place or last_place(setup, answers)
    return LocatedFault(RuleFault(fault.code, place), setup.match.program.places)


def last_place(setup: GameSetup, answers: Sequence[int]) -> int:
    """The rule behind the last event before a fault; 0 if there is none."""
    state = setup.unbegun_state(recording=True)
    try:
        setup.begin(state, recording=True)
        for index in answers:
            setup.engine(True).apply(state, index)
    except RuleFault:
        pass
    return last_recorded(state)


def last_recorded(state: State) -> int:
    """The rule behind the last event that a state has recorded; 0 if there is none."""
    recorder = state[RECORDER]
    if not isinstance(recorder, Recorder):
        return 0
    return next((event.place for event in reversed(recorder.events) if event.place > 0), 0)
