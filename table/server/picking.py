"""Several things that are picked at once for one question: the answers which that is."""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.backend.layout import OPTIONS, SEAT, SITE
from ..readers.playing import Playing
from .refusals import Refusal


def picks_of(playing: Playing, values: Sequence[int]) -> list[int]:
    """The answers that pick these options of the program, and end the question if that may be,
    tried on a copy of the game. Raises `Refusal` where they cannot be picked together, `RuleFault`.
    """
    question = playing.question()
    if not playing.setup.match.program.sites[question[1]].several:
        raise Refusal("wrong", "Here one thing is chosen.")
    if len(set(values)) < len(values) or any(value < 0 for value in values):
        raise Refusal("wrong", "Each thing can be picked once.")
    engine = playing.setup.engine(True)
    go_on = engine.apply_stopping if playing.pauses else engine.apply
    state = engine.clone(playing.state)
    found: list[int] = []
    for value in (*values, None):
        options: list[int] = state[OPTIONS]
        same = (int(state[SEAT]), int(state[SITE])) == question
        if value is None:
            if not same or options[-1] >= 0:
                break
            value = options[-1]
        if not same or value not in options:
            raise Refusal("wrong", "These cannot be picked together.")
        found.append(options.index(value))
        go_on(state, found[-1])
    return found
