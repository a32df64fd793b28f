"""How a game came to be as it is: behind each event the lines of the rules that led to it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from ...dsl.ir.names import ABILITY_USED
from ..backend.layout import RECORDER, STACK, State
from ..knowledge.record import Entry, Event, GameRecorder, recorder_of
from ..messages.events import EventMessages
from ..messages.message import Message
from ..runtime.game_setup import GameSetup
from ..runtime.match import PLAIN, RECORDING
from ..runtime.natives import FILE


class Watched(list[Entry]):
    """The log of a game that is played again: with each entry the places that led to it, outermost
    first, and of one of them the state.
    """

    def __init__(self, setup: GameSetup, state: State, wanted: int) -> None:
        super().__init__()
        self.state = state
        self.wanted = wanted
        self.places = setup.match.compiled(RECORDING).line_places
        self.table = setup.match.compiled(PLAIN).continuations
        self.layout = setup.match.layout
        self.stacks: list[tuple[int, ...]] = []
        self.found: State | None = None

    def append(self, entry: Entry, /) -> None:
        """Keeps what an entry of the log comes from."""
        del self.stacks[len(self) :]  # of what was tried and taken back
        if len(self) == self.wanted:
            recorder, self.state[RECORDER] = self.state[RECORDER], None
            self.found = self.layout.clone(self.state)
            self.state[RECORDER] = recorder
        self.stacks.append(self.stack())
        super().append(entry)

    def stack(self) -> tuple[int, ...]:
        """The lines that are being carried out."""
        running: list[int] = []
        frame = sys._getframe(2)  # pyright: ignore[reportPrivateUsage]
        while frame is not None:
            if frame.f_code.co_filename == FILE:
                running.append(self.places[frame.f_lineno - 1])
            frame = frame.f_back
        waiting = [self.table[int(row[0])].place for row in self.state[STACK]]
        found = [place for place in (*waiting, *reversed(running)) if place > 0]
        return tuple(p for k, p in enumerate(found) if not k or found[k - 1] != p)


class Course:
    """The events of a game so far, each with the lines that led to it, and what they are called."""

    def __init__(self, setup: GameSetup, answers: Sequence[int]) -> None:
        self.setup = setup
        self.answers = answers
        self.recorder, log = self.played(-1)
        self.events: list[Event] = self.recorder.events
        self.stacks = log.stacks

    def cut(self, event: int) -> None:
        """Leaves out what came behind an event."""
        del self.events[event + 1 :]

    def played(self, wanted: int) -> tuple[GameRecorder, Watched]:
        """The game once more; `wanted`: the event of which the state is kept."""
        setup = self.setup
        state = setup.unbegun_state(True)
        recorder = recorder_of(state, GameRecorder)
        log = recorder.log = Watched(setup, state, wanted)
        setup.begin(state, True)
        for index in self.answers:
            setup.engine(True).apply(state, index)
        return recorder, log

    def state_at(self, event: int) -> State:
        """The state in which an event was told."""
        found = self.played(event)[1].found
        assert found is not None
        return found

    def messages(self, language: str) -> dict[int, Message]:
        """What was told, by event."""
        teller = EventMessages(self.setup, language)
        found: dict[int, Message] = {}
        for message in teller.more(self.recorder):
            found[teller.done - 1] = message
        return found

    def inside(self, event: int) -> list[int]:
        """The events that one happened in, the nearest first: effects, verbs and actions that were
        begun and had not ended.
        """
        found: list[int] = []
        ended: list[tuple[Any, ...]] = []
        for number in range(event - 1, -1, -1):
            kind, values = self.events[number][:2]
            if kind in ("enter", "leave"):
                break
            if kind == "verb" and values[1] == "ends":
                ended.append((values[0], *values[2:]))
            elif kind == "verb" and values[1] == "begins":
                called = (values[0], *values[2:])
                if called in ended:
                    ended.remove(called)
                elif values[0] != ABILITY_USED or self.leads(number, event):
                    found.append(number)
            elif kind == "trigger" and self.leads(number, event):
                found.append(number)
        return found

    def leads(self, source: int, event: int) -> bool:
        """Whether what an event started was still going on at another one."""
        outer = self.stacks[source][:-1]
        mine = self.stacks[event]
        return len(mine) > len(outer) and mine[: len(outer)] == outer
