"""Which sentences of cards are being carried out, with each event and at each choice.

Only who wants to know pays for it: a log of this kind is put into a recorder, and looks at each
entry which functions are running. A sentence is carried out by a procedure of its own, or by that
of the trigger that it is; of those that wait, the state has a frame.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from types import FrameType

from ...dsl.ir.names import ABILITY_USED, engine_name
from ..backend.layout import RECORDER, STACK, State
from ..runtime.game_setup import GameSetup
from ..runtime.match import PLAIN, RECORDING
from ..runtime.natives import FILE
from .record import Entry, GameRecorder, flat, recorder_of

Carried = tuple[tuple[int, int], ...]  # the card (-1: unknown) and the sentence, outermost first
THIS = "v0"  # what generated code calls the first parameter: the card that speaks
RUNS = engine_name("runs", "")  # tables of the sentences of a text of cards


class Procedures:
    """The sentences that procedures carry out, for one setup."""

    def __init__(self, setup: GameSetup) -> None:
        program, match = setup.match.program, setup.match
        self.abilities = {
            engine_name("ability", number): number for number in range(len(setup.words.abilities))
        }
        rows = zip(program.triggers, program.trigger_abilities, strict=True)
        self.abilities |= {name: ability for name, ability in rows if ability >= 0}
        self.code = match.compiled(RECORDING)
        self.rows = match.compiled(PLAIN).continuations
        self.verbs: tuple[str, ...] = tuple(match.compiled(RECORDING).symbols.verbs)
        self.printed: list[list[int]] = [[] for _ in setup.words.cards]
        for name, column in program.tables.items():
            for number, value in enumerate(column if name.startswith(RUNS) else ()):
                self.printed[number] += flat((value,))

    def run_by(self, function: str) -> tuple[str, bool]:
        """The procedure or part that a generated function runs, and whether from its start; "" for
        what is of none.
        """
        kind, number = function[:1], function[1:]
        if not number.isdigit() or kind not in "pk":
            return "", False
        if kind == "p":
            return self.code.procedures[int(number)], True
        return self.rows[int(number)].procedure, False

    def of(self, procedure: str) -> int:
        """The sentence of a procedure or of a part of it; -1 for none."""
        return self.abilities.get(procedure.partition("#")[0], -1)


class CarriedLog(list[Entry]):
    """A log that notes with each entry what was being carried out."""

    def __init__(
        self, setup: GameSetup, state: State, procedures: Procedures | None = None
    ) -> None:
        recorder = recorder_of(state, GameRecorder)
        super().__init__(recorder.log)
        self.state = state
        self.cards = setup.match.cards
        self.procedures = procedures or Procedures(setup)
        self.trigger_abilities = setup.match.program.trigger_abilities
        self.verb_cards = setup.match.program.verb_cards
        self.read: list[Carried] = [()] * recorder.count()  # of entries that are events by now
        self.fresh: list[Carried] = []
        self.open: Carried = ()
        self.last: dict[int, int] = {}  # by sentence: the card that it was last said by

    def append(self, entry: Entry, /) -> None:
        """One more thing that happened."""
        del self.fresh[len(self) :]  # of what was tried and taken back
        self.note(entry)
        self.fresh.append(self.found(sys._getframe(1)))  # pyright: ignore[reportPrivateUsage]
        super().append(entry)

    def clear(self) -> None:
        """Its entries have been read."""
        self.read += self.fresh[: len(self)]
        self.fresh.clear()
        super().clear()

    def of_events(self) -> Sequence[Carried]:
        """By event that was read: what was being carried out."""
        return self.read

    def now(self) -> Carried:
        """What is being carried out while a choice is open."""
        return self.found(None)

    def fresh_entries(self) -> Iterator[tuple[Entry, Carried]]:
        """What was not read yet, with what was being carried out."""
        return zip(self, self.fresh, strict=True)

    def note(self, entry: Entry) -> None:
        """Remembers which cards may speak next."""
        name, *arguments = entry
        if name in ("queued", "triggered"):
            row = arguments[0]
            if name == "triggered" and len(row) > 1:
                self.last[self.trigger_abilities[int(row[0])]] = int(row[1])
        elif name == "announced":
            verb, stage, values = self.procedures.verbs[int(arguments[0])], *arguments[1:3]
            given = flat(values)
            if verb == ABILITY_USED and len(given) > 2:
                self.last[given[2]] = given[1]
            elif stage == 0:
                for spot in self.verb_cards.get(verb, ()):
                    for card in flat(values[spot : spot + 1]):
                        if card >= 0:
                            printed = self.procedures.printed[self.cards[card][0]]
                            self.last |= dict.fromkeys(printed, card)

    def found(self, frame: FrameType | None) -> Carried:
        """The sentences that are carried out, each once in a row."""
        found: list[tuple[int, int]] = []
        for number, (ability, card) in enumerate(self.spoken(frame)):
            if found and found[-1][1] == ability:
                continue
            same = number < len(self.open) and self.open[: len(found)] == tuple(found)
            before = self.open[len(found)] if same and len(found) < len(self.open) else (-1, -1)
            if card < 0:
                card = before[0] if before[1] == ability else self.speaker(ability)
            found.append((card, ability))
        self.open = tuple(found)
        return self.open

    def spoken(self, frame: FrameType | None) -> Iterator[tuple[int, int]]:
        """Sentences of frames that wait, then of functions that run; -1 for a card that is not
        known there.
        """
        procedures = self.procedures
        for waits in self.state[STACK]:
            row = procedures.rows[int(waits[0])]
            ability = procedures.of(row.procedure)
            if ability >= 0:
                values = dict(zip(row.values, waits[1:], strict=True))
                yield ability, int(values.get("this", -1))
        running: list[tuple[int, int]] = []
        while frame is not None:
            code = frame.f_code
            if code.co_filename == FILE:
                name, starts = procedures.run_by(code.co_name)
                ability = procedures.of(name)
                if ability >= 0:
                    begins = starts and "#" not in name
                    running.append((ability, int(frame.f_locals[THIS]) if begins else -1))
            frame = frame.f_back
        yield from reversed(running)

    def speaker(self, ability: int) -> int:
        """The card that a sentence was last said by, as far as that can be told."""
        return self.last.get(ability, -1)


def watch(setup: GameSetup, state: State, procedures: Procedures | None = None) -> CarriedLog:
    """Puts such a log into a recorded state; `procedures`: what is known of the setup already."""
    recorder = recorder_of(state, GameRecorder).read()
    found = recorder.log = CarriedLog(setup, state, procedures)
    assert state[RECORDER] is recorder
    return found
