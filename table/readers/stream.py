"""All that one reader gets of a game: his view, his choice, his beats. Nothing else may send."""

from __future__ import annotations

from typing import Any

from ...interpreter.backend.layout import RESULT, SEAT
from ...interpreter.transcript.history import Forfeit
from ..contract.parts import VERSION
from .aiming import Aiming
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
    game stands at it (see `follow`); what a view and a choice are then never depends on when they
    are asked for.
    """

    def __init__(self, playing: Playing, reader: Reader, language: str | None = None) -> None:
        self.playing, self.reader = playing, reader
        self.language = playing.setup.wording(language).language
        self.following = Following(playing, reader)
        parts = playing, reader, self.following
        self.speaking = Speaking(*parts, self.language)
        self.happening = Happening(*parts, self.speaking)
        self.aiming = Aiming(self.following)
        self.beats: list[Plain] = [{"n": 0, "turn": 0, "by": None, "events": []}]
        self.told = 0
        self.events = 0
        self.era = 0
        self.asks = 0
        self.numbers: Numbers = {}
        self.records: list[int] = []  # by event that was told, in order: its number in the record
        self.answered: list[int] = [0]  # by beat: the answers that were given before it
        self.lay: dict[int, Plain] = {}  # by beat: how everything lay behind it, with no choice
        self.picks: list[tuple[tuple[int, int], Plain]] = []
        self.seeing: Seeing | None = None
        self.zones: list[Plain] = []
        self.now: Plain = {}

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
        self.now = self.position()
        self.lay[len(self.beats) - 1] = self.now
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
        if found["kind"] == "choice":
            self.aiming.note(self.playing, found, record, len(self.beats) - 1)

    def see(self) -> None:
        """Looks at the table, and tells which figures have changed."""
        parts = self.playing, self.reader, self.following, self.speaking
        self.seeing = seeing = Seeing(*parts)
        self.zones = seeing.zones()  # which looks at the figures, too
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

    def beat_at(self, answers: int) -> int:
        """The beat in which what was answered behind so many answers was told."""
        return max(n for n, given in enumerate(self.answered) if not n or given <= answers)

    # ---- the table now

    def at(self) -> Plain:
        """Where the stream stands."""
        return {"beat": len(self.beats) - 1, "event": self.events, "era": self.era}

    def choice_id(self) -> str:
        """What the open choice is called."""
        return f"{self.era}.{len(self.beats) - 1}.{self.events}"

    def sees_choice(self) -> bool:
        """Whether it is this reader who is asked, or one who sees what everybody is."""
        if self.playing.is_forced:
            return False  # nobody is to answer it
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
        assert self.seeing is not None
        asked, choice = self.seeing.asked(), self.choice(together)
        return {**self.now, "at": self.at(), "asked": asked, "choice": choice, "over": self.over()}

    def past(self, beat: int) -> Plain | None:
        """The view as it was behind a beat, with no choice; behind one in the middle of an answer,
        as it was when somebody was asked next. None where there was no such beat.
        """
        last = len(self.beats) - 1
        if not 0 <= beat <= last:
            return None
        behind = next(number for number in range(beat, last + 1) if number in self.lay)
        if behind == last:
            return {**self.view(), "choice": None}
        found = self.lay[behind]
        return {**found, "at": {**found["at"], "era": self.era}}

    def position(self) -> Plain:
        """How everything lies now, with no choice. What is as it was is kept once."""
        seeing = self.seeing
        assert seeing is not None
        steps = seeing.steps()
        of = next((one["of"] for one in reversed(steps) if one["of"] is not None), None)
        aims = self.aiming.links(self.playing, len(self.beats) - 1, seeing.marks)
        found: Plain = {
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
            "links": [*seeing.links(), *aims],
            "asked": seeing.asked(),
            "choice": None,
            "over": self.over(),
            "options": seeing.switches(),
        }
        return as_before(self.now, found)

    def go_on_with(self, playing: Playing) -> None:
        """The same game goes on elsewhere, from where it stands here."""
        self.playing = self.happening.playing = self.speaking.playing = playing
        self.see()

    def taken_back(self) -> list[Plain]:
        """Who took answers back where the game goes on otherwise now, and behind which beat."""
        playing = self.playing
        askers = [*playing.askers, int(playing.state[SEAT])]
        found: list[Plain] = []
        for one in playing.history.undone:
            before = [n for n, given in enumerate(self.answered) if n and given < one.answers]
            by = playing.setup.seats[askers[one.answers]]
            found.append({"by": by, "behind": before[-1] if before else 0})
        return found

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


def as_before(before: Plain, now: Plain) -> Plain:
    """What lies so now, with what is equal taken from before: fields, and of the zones each."""
    zones = {(one["id"], one["of"]): one for one in before.get("zones", ())}
    same = [zones.get((one["id"], one["of"])) for one in now["zones"]]
    rows = zip(same, now["zones"], strict=True)
    now["zones"] = [old if old == one else one for old, one in rows]
    return {key: before[key] if before.get(key, ...) == one else one for key, one in now.items()}
