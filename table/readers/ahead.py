"""Seats that choose in secret together are asked at once, though the rules ask one after the other:
what a seat will be asked, before others have answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...interpreter.backend.layout import OPTIONS, SEAT, SITE, State
from ...interpreter.knowledge.carried import watch
from ...interpreter.knowledge.record import GameRecorder, recorder_of
from ...interpreter.runtime.faults import RuleFault
from .playing import Playing

CHOICES = frozenset(("asked", "forced"))
MOST = 200  # answers that are looked ahead


class Ahead(Playing):
    """A game as it would be if others had answered something; only to be looked at."""

    def __init__(self, playing: Playing, state: State) -> None:
        self.__dict__.update(playing.__dict__)
        self.state = state
        self.log = watch(playing.setup, state, playing.log.procedures)

    @property
    def recorder(self) -> GameRecorder:
        """What happened so far, and what others are taken to have answered."""
        return recorder_of(self.state, GameRecorder)


def ahead_of(playing: Playing, seat: int, held: Mapping[int, Sequence[int]]) -> Ahead | None:
    """What a seat will be asked behind what others choose in secret before it, whatever that is;
    None where it is not asked then, or where something happens before. `held`: the options, as the
    program has them, that seats have chosen already.
    """
    sites, engine = playing.setup.match.program.sites, playing.setup.engine(True)
    go_on = engine.apply_stopping if playing.pauses else engine.apply
    if playing.asked in (seat, -1) or not sites[playing.question()[1]].secret:
        return None
    state = engine.clone(playing.state)
    recorder = recorder_of(state, GameRecorder)
    left = {one: [*values] for one, values in held.items()}
    for _ in range(MOST):
        asker, site = int(state[SEAT]), int(state[SITE])
        if asker < 0 or not sites[site].secret:
            return None
        if any(entry[0] not in CHOICES for entry in recorder.log):
            return None
        if asker == seat and not left.get(seat):
            recorder.log.clear()  # nobody has answered that
            return Ahead(playing, state)
        options: list[Any] = state[OPTIONS]
        value = left[asker].pop(0) if left.get(asker) else options[-1]
        try:
            go_on(state, options.index(value) if value in options else 0)
        except RuleFault:
            return None
    return None
