"""All that one reader gets of a game: his view, his choice, his beats. Nothing else may send."""

from __future__ import annotations

from typing import Any

from ...interpreter.backend.layout import RESULT
from ...interpreter.transcript.history import Forfeit
from ..contract.parts import VERSION
from .choosing import Choosing, rule_place
from .following import Following
from .happening import Happening
from .playing import Playing
from .reader import Reader
from .seeing import Plain, Seeing
from .speaking import Speaking

Numbers = dict[str, dict[tuple[str, int | None], int | None]]


class Stream:
    """What a reader has been told so far. `advance` has to be called behind each answer, while the
    game stands at it; what a view and a choice are then never depends on when they are asked for.
    """

    def __init__(self, playing: Playing, reader: Reader, language: str | None = None) -> None:
        self.playing, self.reader = playing, reader
        self.language = playing.setup.wording(language).language
        self.following = Following(playing, reader)
        parts = playing, reader, self.following
        self.speaking = Speaking(*parts, self.language)
        self.happening = Happening(*parts, self.speaking)
        self.beats: list[Plain] = [{"n": 0, "turn": 0, "by": None, "events": []}]
        self.told = 0
        self.events = 0
        self.era = 0
        self.asks = 0
        self.numbers: Numbers = {}
        self.records: list[int] = []  # by event that was told, in order: its number in the record
        self.answered: list[int] = [0]  # by beat: the answers that were given before it
        self.picks: list[tuple[tuple[int, int], Plain]] = []
        self.seeing: Seeing | None = None
        self.zones: list[Plain] = []
        self.links: list[Plain] = []

    # ---- events

    def advance(self) -> int:
        """Takes in what happened since the last call; gives the number of the first beat with
        something new in it.
        """
        first, events = len(self.beats) - 1, self.events
        recorder = self.playing.recorder
        happening = self.happening
        for message in happening.messages.more(recorder):
            number = happening.messages.done - 1
            while self.told < number:
                self.tell(self.told, happening.told(self.told, recorder, None))
                self.told += 1
            self.tell(number, happening.told(number, recorder, message))
            self.told = number + 1
        while self.told < len(recorder.events):
            self.tell(self.told, happening.told(self.told, recorder, None))
            self.told += 1
        if self.picks and self.picks[0][0] != self.playing.question():
            self.release()
        self.see()
        return first if self.events > events and self.beats[first]["events"] else first + 1

    def tell(self, number: int, found: Plain | None) -> None:
        """Puts an event into its beat; what another seat picks for one question waits until all is
        picked, as its order tells something.
        """
        event = self.playing.recorder.events[number]
        before = self.asks
        self.asks += event.kind == "ask"
        if event.kind in ("ask", "forced") and found is not None:
            seat, site = int(event.values[0]), int(event.values[1])
            question = seat, site
            if self.picks and self.picks[0][0] != question:
                self.release()
            if self.happening.program.sites[site].several and not self.reader.is_seat(seat):
                self.picks.append((question, {**found, "record": number}))
                if found.get("passes") or int(event.values[2]) < 0:
                    self.release()
                return
            self.begin_beat(found, before)
        elif found is not None and self.picks:
            self.release()
        if found is not None:
            self.add(found, number)

    def release(self) -> None:
        """Tells what was picked, in an order of its own."""
        picks = sorted((found for _, found in self.picks), key=lambda one: str(one["text"]))
        self.picks = []
        self.begin_beat(picks[0], self.asks - len(picks))
        for found in picks:
            self.add(found, found.pop("record"))

    def begin_beat(self, choice: Plain, asks: int) -> None:
        """A choice begins a beat, behind so many answers."""
        self.answered.append(asks)
        turn = self.happening.messages.turns.turn
        number = len(self.beats)
        self.beats.append({"n": number, "turn": turn, "by": choice["seat"], "events": []})

    def add(self, found: Plain, record: int = -1) -> None:
        """The next event of the reader; `record`: its number in the record, if it has one."""
        self.events += 1
        self.records.append(record)
        self.beats[-1]["events"].append({"n": self.events, **found})

    def see(self) -> None:
        """Looks at the table, and tells which figures have changed."""
        parts = self.playing, self.reader, self.following, self.speaking
        self.seeing = seeing = Seeing(*parts)
        self.zones = seeing.zones()
        self.links = [*seeing.links()]
        for card, values in seeing.numbers.items():
            before = self.numbers.get(card)
            for (word, part), new in values.items() if before is not None else ():
                old = (before or {}).get((word, part))
                if old != new:
                    found: Plain = {"kind": "figure", "name": word, "card": card}
                    if part is not None:
                        found["part"] = part
                    self.add({**found, "old": old, "new": new})
        self.numbers = seeing.numbers

    def record_of(self, event: int) -> int | None:
        """The number in the record of an event that was told."""
        known = 0 < event <= len(self.records)
        return self.records[event - 1] if known and self.records[event - 1] >= 0 else None

    def answers_behind(self, beat: int) -> int | None:
        """How many answers led to the choice that is open behind a beat, or next behind it."""
        if not 0 <= beat < len(self.beats):
            return None
        last = beat + 1 == len(self.beats)
        return len(self.playing.answers) if last else self.answered[beat + 1]

    # ---- the table now

    def at(self) -> Plain:
        """Where the stream stands."""
        return {"beat": len(self.beats) - 1, "event": self.events, "era": self.era}

    def choice_id(self) -> str:
        """What the open choice is called."""
        return f"{self.era}.{len(self.beats) - 1}.{self.events}"

    def sees_choice(self) -> bool:
        """Whether it is this reader who is asked, or one who sees what everybody is."""
        if self.reader.kind == "all":
            return self.playing.asked >= 0
        return self.reader.kind == "seat" and self.reader.seat == self.playing.asked

    def choice(self, together: bool = False) -> Plain | None:
        """The open choice, if the reader may see it."""
        if self.seeing is None or not self.sees_choice():
            return None
        return Choosing(self.seeing).plain(self.choice_id(), together)

    def view(self, together: bool = False) -> Plain:
        """Everything that the reader may know now."""
        if self.seeing is None:
            self.advance()
        seeing = self.seeing
        assert seeing is not None
        steps = seeing.steps()
        of = next((one["of"] for one in reversed(steps) if one["of"] is not None), None)
        return {
            "v": VERSION,
            "reader": self.reader.kind,
            "you": seeing.seat(self.reader.seat) if self.reader.kind == "seat" else None,
            "at": self.at(),
            "turn": self.happening.messages.turns.turn,
            "of": of,
            "steps": steps,
            "values": seeing.values("game", -1),
            "seats": seeing.seats(),
            "zones": self.zones,
            "resolving": seeing.resolving(),
            "waiting": [*seeing.waiting()],
            "links": self.links,
            "asked": seeing.asked(),
            "choice": self.choice(together),
            "over": self.over(),
            "options": seeing.switches(),
        }

    def over(self) -> Plain | None:
        """How the game ended."""
        setup = self.playing.setup
        if self.playing.forfeit is not None:
            return self.forfeited(self.playing.forfeit)
        result: tuple[Any, ...] | None = self.playing.state[RESULT]
        if result is None:
            return None
        places = setup.places_of(self.playing.state)
        number = int(result[-1])
        place = setup.match.program.places[number] if number >= 0 else None
        winners: Any = setup.result_of(self.playing.state) or ("draw",)
        return {
            "winners": [*winners[1:]],
            "draw": winners[0] == "draw",
            "places": places,
            "clauses": [*place.clauses] if place is not None else [],
            "rule": rule_place(place.file, place.line) if place is not None else None,
        }

    def forfeited(self, forfeit: Forfeit) -> Plain:
        """The same where one of two gave up, or had no time left."""
        seats = self.playing.setup.seats
        winners = [name for seat, name in enumerate(seats) if seat != forfeit.seat]
        found: Plain = {
            "winners": winners,
            "draw": False,
            "places": {},
            "clauses": [],
            "rule": None,
        }
        return {**found, forfeit.how: seats[forfeit.seat]}
