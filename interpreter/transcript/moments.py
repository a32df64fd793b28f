"""A game in the middle of what an answer set off: as it was when a certain event had happened."""

from __future__ import annotations

from itertools import count
from typing import Any

from ..backend.layout import SEAT, State
from ..knowledge.record import Entry, Event, GameRecorder, recorder_of
from ..knowledge.view import View
from ..runtime.game import Game
from ..runtime.game_setup import GameSetup


class Reached(Exception):
    """Play has come to an event that was waited for."""


class EventLog(list[Entry]):
    """Raises `Reached` when there are `wanted` events, but for the first `passed` times: of what is
    tried and cannot be done, every event is taken back.
    """

    def __init__(self, recorder: GameRecorder, wanted: int, passed: int) -> None:
        super().__init__(recorder.log)
        self.before = recorder.count() - len(recorder.log)
        self.wanted = wanted
        self.passed = passed

    def append(self, entry: Entry, /) -> None:
        """One more thing that happened."""
        super().append(entry)
        if self.before + len(self) == self.wanted:
            self.passed -= 1
            if self.passed < 0:
                raise Reached


def state_behind(setup: GameSetup, answers: tuple[int, ...], events: list[Event]) -> State:
    """The recorded state when these events have happened, the last of them set off by the last
    answer, or by the beginning of the game. In the middle of an effect nobody is asked.
    """
    last = setup.state_after(answers, True)
    if recorder_of(last, GameRecorder).events == events:
        return last
    before = setup.state_after(answers[:-1], True) if answers else setup.unbegun_state(True)
    for passed in count():
        state = setup.engine().clone(before)
        recorder = recorder_of(state, GameRecorder)
        recorder.log = EventLog(recorder, len(events), passed)
        try:
            if answers:
                setup.engine(True).apply(state, answers[-1])
            else:
                setup.begin(state, True)
        except Reached:
            state[SEAT] = -1
            recorder.log = recorder.log[:]  # awaits nothing more
        if len(recorder.events) != len(events) or recorder.events == events:
            return state
    raise AssertionError


def view_behind(
    game: Game, answers: int, events: int, seat: str | None, language: str | None
) -> dict[str, Any]:
    """What a seat (None: somebody who sees all) may know when so many answers were given and so
    many events have happened.
    """
    setup, state = game.whole()
    happened = recorder_of(state, GameRecorder).events[:events]
    middle = state_behind(setup, game.answers[:answers], happened)
    number = -1 if seat is None else game.number_of(seat)
    found = View(setup, middle, number, language).whole()
    return {**found, "over": found["result"] is not None}
