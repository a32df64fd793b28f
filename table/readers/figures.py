"""Numbers of cards now: what is printed, what changes it, and what it has become."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from ...dsl.ir.ir import Moment
from ...dsl.ir.names import field_table
from ...interpreter.backend.layout import OPERATIONS, State
from ...interpreter.knowledge.legible import Legible
from ...interpreter.messages.events import CHANGES_NOTHING, UNTIL
from ...interpreter.messages.values import Wording
from ...interpreter.questions.printed import FigurePrint
from ...interpreter.questions.sight import Unseen
from ...interpreter.runtime.match import RECORDING
from ...interpreter.runtime.objects import object_key
from .guarding import guarded_match
from .playing import Playing
from .reader import Reader

FigureNow = dict[str, Any]


class Figures:
    """The figures of one position for one reader. What looks at cards that somebody may not see is
    worked out with what the reader knows, and is null where that is not enough.
    """

    def __init__(
        self,
        playing: Playing,
        reader: Reader,
        wording: Wording,
        unknown: frozenset[int],
        id_of: Callable[[int], str | None],
        legible: Legible,
    ) -> None:
        self.legible = legible
        self.id_of = id_of
        self.playing = playing
        self.reader = reader
        self.wording = wording
        self.unknown = unknown
        self.setup, self.state = playing.setup, playing.state
        self.match = playing.setup.match
        compiled = self.match.compiled(RECORDING)
        self.numbers = compiled.symbols.functions
        self.namespace = self.setup.engine(True).namespace
        self.kinds = [*playing.printed.kinds]
        self.rows: dict[tuple[int, int], list[Sequence[int]]] = {}
        for row in self.state[self.match.layout.modifiers]:
            self.rows.setdefault((int(row[0]), int(row[1])), []).append(row)

    def of(self, card: int) -> dict[str, list[FigureNow]]:
        """The figures of a card that the reader knows, by the word of the property."""
        found: dict[str, list[FigureNow]] = {}
        kind = self.kinds[int(self.match.tables["kind"][card])]
        for name, figure in self.playing.printed.figures.items():
            if figure.kind not in ("", kind):
                continue
            fields = self.playing.printed.cards[self.match.cards[card][0]].fields
            if not figure.part:
                if figure.prints in fields:
                    found[figure.word] = [self.now(name, figure, card, card, None)]
                continue
            parts = self.setup.words.parts[figure.part]
            rows = [
                self.now(name, figure, card, card * len(parts) + place, place)
                for place, part in enumerate(parts)
                if part in fields
            ]
            if rows:
                found[figure.word] = rows
        return found

    def now(
        self, name: str, figure: FigurePrint, card: int, target: int, part: int | None
    ) -> FigureNow:
        """One figure of a card or of a part of it."""
        found: FigureNow = {
            "now": self.value(figure, target),
            "printed": self.printed(figure, card, part),
            "why": [*self.changes(name, card, part)],
        }
        if part is not None:
            found["part"] = part
        return found

    def value(self, figure: FigurePrint, target: int) -> int | None:
        """What it is; None where the reader cannot tell."""
        if figure.hides and self.reader.kind != "all":
            return self.as_seen(figure, target)
        function = self.namespace[f"f{self.numbers[figure.function]}"]
        try:
            return int(function(self.state, target))
        except (ZeroDivisionError, IndexError):
            return None

    def as_seen(self, figure: FigurePrint, target: int) -> int | None:
        with guarded_match(self.match).looking(self.unknown) as engine:
            function = engine.namespace[f"f{self.numbers[figure.function]}"]
            try:
                return int(function(self.known_state, target))
            except (Unseen, ZeroDivisionError, IndexError):
                return None

    @cached_property
    def known_state(self) -> State:
        """The position with what the reader knows of it."""
        guarded = guarded_match(self.match)
        found: State = guarded.engine(RECORDING).clone(self.state)
        guarded.hide(found, self.unknown, self.legible)
        return found

    def printed(self, figure: FigurePrint, card: int, part: int | None) -> int | None:
        """What is printed there, if it is one number."""
        table = self.match.tables.get(field_table(figure.prints, figure.part))
        found = None if table is None else table[card]
        if isinstance(found, tuple) and part is not None:
            found = found[part]  # pyright: ignore[reportUnknownVariableType]
        return found if isinstance(found, int) and abs(found) < 1 << 49 else None

    def changes(self, name: str, card: int, part: int | None) -> Iterator[FigureNow]:
        """What changes it for a time."""
        number = self.match.layout.properties.get(name, -1)
        key = object_key(self.state, self.match, card)
        if part is not None:
            key = key * self.match.program.properties[name].width + part
        for row in self.rows.get((number, key), ()):
            operation = OPERATIONS[row[3]]
            if CHANGES_NOTHING.get(operation) == row[4]:
                continue
            until = None
            if row[5] >= 0:
                until = until_said(self.wording, self.match.program.moments[row[5]])
            made = self.playing.made.get((name, key, operation, int(row[4])), (-1, -1))
            by, says = self.said_by(*made)
            amount = int(row[4])
            yield {"how": operation, "amount": amount, "until": until, "by": by, "says": says}

    def said_by(self, card: int, ability: int) -> tuple[str | None, str | None]:
        """The card that set a change up, and what it says, if the reader knows it."""
        if card < 0 or card in self.unknown:
            return None, None
        return self.id_of(card), self.wording.sentence(ability) or None


def until_said(wording: Wording, moment: Moment) -> str:
    """Until when something lasts, in words."""
    name = moment.name.partition(":")[0]
    if moment.kind == "turn" and moment.seat >= 0:
        said = wording.say("short the turn of", who=wording.seat(moment.seat))
        return wording.say("until", moment=said).strip()
    said = wording.say("short the turn") if moment.kind == "turn" else str(moment._replace(seat=-1))
    if moment.kind in ("step", "even step", "odd step", "start of step"):
        said = wording.stage(name)
    elif moment.kind in ("verb", "event"):
        said = wording.title("verb", name)
    said = wording.whose(said, moment.seat)
    if moment.kind in ("step", "even step", "odd step"):
        said = wording.say("short step end", step=said)
    return wording.say(UNTIL.get(moment.kind, "until"), moment=said).strip()


def figure_values(found: dict[str, list[FigureNow]]) -> dict[tuple[str, int | None], int | None]:
    """The numbers alone, to be compared: by figure and part."""
    return {(word, one.get("part")): one["now"] for word, rows in found.items() for one in rows}


def unknown_to(reader: Reader, playing: Playing, forgotten: set[int]) -> frozenset[int]:
    """The cards that a reader does not know; of those `forgotten` he knows what lies open."""
    state: State = playing.state
    known, audience = playing.recorder.known, playing.setup.audience
    found: set[int] = set()
    for card in range(len(playing.setup.match.cards)):
        seen = audience(state, card)
        if not reader.sees(seen if card in forgotten else seen | known[card]):
            found.add(card)
    return frozenset(found)
