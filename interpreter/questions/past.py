"""What happened so far, as the one who asks may read it: numbered lines, and what changed last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...dsl.ir.names import ABILITY_USED
from ..backend.layout import OPERATIONS
from ..knowledge.record import Event
from ..messages.events import EventMessages
from ..messages.message import shown
from ..runtime.game_setup import GameSetup
from ..transcript.transcript import text_for
from .answer import Answer
from .course import Course
from .meaning import Meaning


class Past:
    """The events of a game for a seat, or (-1) for everybody. Nothing is played again before
    somebody asks for one of them. `by_file`: lines have the numbers of the whole transcript, not
    those of what the seat is shown of it.
    """

    def __init__(
        self,
        setup: GameSetup,
        meaning: Meaning,
        answers: Sequence[int],
        seat: int,
        language: str,
        by_file: bool,
    ) -> None:
        self.by_file = by_file
        self.setup = setup
        self.meaning = meaning
        self.answers = answers
        self.seat = seat
        self.language = language

    @cached_property
    def course(self) -> Course:
        """How the game came to be as it is."""
        return Course(self.setup, self.answers)

    @cached_property
    def lines(self) -> dict[int, tuple[int, str]]:
        """The lines of the transcript of the one who asks: by event its number and text."""
        teller = EventMessages(self.setup, self.language, reader=self.seat)
        found: dict[int, tuple[int, str]] = {}
        for line, message in enumerate(teller.more(self.course.recorder), 1):
            text = message.text if self.seat < 0 else message.version(self.seat)
            if text is None:
                continue
            if self.seat < 0:
                text = shown(text, teller.wording.card, True)
            else:
                text = text_for(teller, message, text, self.seat)
            found[teller.done - 1] = line if self.by_file else len(found) + 1, text
        return found

    def event_of(self, line: int) -> int | None:
        """The event behind a line of the transcript."""
        return next((event for event, (number, _) in self.lines.items() if number == line), None)

    def may_read(self, event: Event) -> bool:
        """Whether the one who asks saw it."""
        return self.seat < 0 or bool(event.seen >> self.seat & 1)

    # ---- what changed something

    def last_change(self, field: str, owner: int) -> int:
        """The event by which a gauge or note has its value; -1 if it has none or was not seen."""
        events = self.course.events
        for number in range(len(events) - 1, -1, -1):
            event = events[number]
            if event.kind == "change" and event.values[:2] == (field, owner):
                return number if self.may_read(event) else -1
        return -1

    def made_by(self, rows: Sequence[Sequence[int]], row: Sequence[int]) -> int | None:
        """The event by which a running change of a property was made, one of equal `rows`."""
        recorder = self.course.recorder
        symbols = recorder.symbols
        name, key = symbols.properties[row[0]], row[1]
        wanted = (OPERATIONS[row[3]], row[4], row[5], symbols.tags[row[6]])
        found = [
            event
            for event, (target, _) in recorder.targets.items()
            if target == (name, key) and self.was(event, wanted)
        ]
        behind = sum(other[:2] == row[:2] and other[3:7] == row[3:7] for other in rows) - 1
        same = [other for other in rows if other[:2] == row[:2] and other[3:7] == row[3:7]]
        behind -= same.index(row)
        return found[-1 - behind] if behind < len(found) else None

    def was(self, event: int, wanted: tuple[object, ...]) -> bool:
        """Whether an event changed a property so."""
        events = self.course.events
        return event < len(events) and events[event].values[2:6] == wanted

    # ---- what events come from

    def told(self, event: int, *inner: Answer) -> Answer:
        """An event as a line of an answer, with the line of the rules that brought it about."""
        number, text = self.lines.get(event, (0, ""))
        at = self.meaning.place(self.course.events[event].place)
        step = self.setup.wording(self.language or None).say("why step", number=number, text=text)
        if at is None:
            return Answer(step, children=inner)
        return Answer(step, None, at.span, at.clauses, inner)

    def source(self, event: int) -> tuple[int, int] | None:
        """The card (and its sentence, -1 for none) whose effect an event is part of."""
        for number in self.course.inside(event):
            kind, values = self.course.events[number][:2]
            if kind == "trigger":
                ability = self.meaning.program.trigger_abilities[
                    self.meaning.program.triggers.index(str(values[0]))
                ]
                return int(values[1]), ability
            if values[0] == ABILITY_USED:
                return int(values[3]), int(values[4])
            spots = self.meaning.program.verb_cards.get(str(values[0]), ())
            if spots and len(values) > 2 + spots[0] and self.is_action(str(values[0])):
                return int(values[2 + spots[0]]), -1
        return None

    def is_action(self, name: str) -> bool:
        """Whether an event is that a player did an action."""
        return any(name == action.event.name for action in self.meaning.format.course.actions)
