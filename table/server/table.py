"""One table: a game, who plays it, and what each reader was sent of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.history import How
from ..contract.messages import Scope
from ..readers.followed import Latecomers, followed
from ..readers.playing import Playing
from ..readers.reader import Reader
from ..readers.stream import Stream
from .chairs import Asked, Chair, Connection, Requests
from .clocks import Clocks, Pausing
from .picking import picks_of
from .refusals import Refusal, Stale
from .store import Record, Store
from .together import Together
from .work import Spec, fingerprints_of
from .yields import Yields

STAND_IN = "eager"  # who plays on for somebody who has left
LAST_BEATS = 30  # that a reader is sent who joins
Plain = dict[str, Any]


class Table:
    """A game at a table. Nothing here waits: whoever changes it calls `changed` behind that."""

    def __init__(
        self, id: str, rules: Rules, playing: Playing, chairs: Sequence[Chair], store: Store
    ) -> None:
        self.id, self.rules, self.playing = id, rules, playing
        self.chairs = [*chairs]
        self.store = store
        self.connections: list[Connection] = []
        self.owed: dict[Connection, str | None] = {}  # who begins anew, and who took answers back
        self.streams: dict[tuple[Reader, str], Stream] = {}
        self.wanted: set[tuple[Reader, str]] = set()  # whose streams are needed besides
        self.requests = Requests()
        self.yields = Yields()
        self.era = 0
        self.games = 1
        self.clocks: Clocks | None = None
        self.paused: str | None = None
        self.outdated = False  # new tables of its format have other rules
        self.carried: Plain | None = None  # how it came to other rules than it began with
        self.thinking: set[int] = set()
        self.together = Together()
        self.wait = playing.pauses  # that a seat with one possible answer is not told by its time
        self.pausing = Pausing()
        self.key = secrets.token_hex(8)
        self.going_back = False
        self.record = Record(store.game(id), playing)
        self.record.begin()
        self.look_ahead()

    # ---- what it is

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.playing.asked < 0

    @property
    def people(self) -> set[int]:
        """The seats that people play."""
        return {seat for seat, chair in enumerate(self.chairs) if chair.is_human}

    def spec(self) -> Spec:
        """What its game is played with, for another process."""
        setup = self.playing.setup
        key = f"{self.key} {self.era}"
        options = tuple(setup.options.items())
        rules = fingerprints_of(setup)
        return Spec(key, self.rules.name, rules, setup.seed, setup.decks, options, setup.seats)

    def facts(self) -> Plain:
        """What is kept of it besides its game."""
        return {
            "format": self.rules.name,
            "chairs": [chair.kept() for chair in self.chairs],
            "era": self.era,
            "games": self.games,
            "clocks": None if self.clocks is None else self.clocks.kept(),
            "wait": self.wait,
        }

    def save(self) -> None:
        """Keeps that."""
        self.store.save(self.id, self.facts())

    # ---- what readers get

    def stream(self, reader: Reader, language: str) -> Stream:
        """What a reader gets; the same stream for all his sockets. A new one is made at once, for
        which the whole game is played again: see `catch_up`.
        """
        key = reader, language
        if key not in self.streams:
            self.wanted.add(key)
            self.note_stream(key, followed(self.playing, reader, language))
        return self.streams[key]

    def note_stream(self, key: tuple[Reader, str], stream: Stream) -> None:
        """Keeps a stream that has caught up, as long as the game goes on."""
        stream.era = self.era
        self.streams[key] = stream

    def stream_of(self, connection: Connection) -> Stream | None:
        """The stream of somebody who is there; None until it has caught up."""
        return self.streams.get((connection.reader, connection.language))

    def missing(self) -> set[tuple[Reader, str]]:
        """Who is there, or is asked for, and has no stream yet."""
        return self.here() - {*self.streams}

    def here(self) -> set[tuple[Reader, str]]:
        """Whose streams are needed: of those who are there, and those that are asked for."""
        return {(one.reader, one.language) for one in self.connections} | self.wanted

    def catch_up(self) -> Iterator[None]:
        """Makes the streams of those who are there and have none, and gives way behind each answer
        that is played again, as that may take long.
        """
        while wanted := self.missing():
            keys, playing, era = [*wanted], self.playing, self.era
            late = Latecomers(playing, keys)
            while self.era == era and late.step():
                yield
            if self.era == era:  # else it is another game by now
                for key, stream in zip(keys, late.streams, strict=True):
                    self.note_stream(key, stream)
            yield

    def view(self, stream: Stream) -> Plain:
        """The view of a reader, with what he is asked before it is his turn."""
        together = self.together
        found = stream.view(bool(together.aheads))
        found["asked"] += together.asked(stream)
        seat = stream.reader.seat  # -1 for who watches
        ahead = together.aheads.get(seat)
        if ahead is not None and not ahead.is_forced:
            found["choice"] = together.choice(stream, self.ahead_id(seat))
        return found

    def ahead_id(self, seat: int) -> str:
        """What the choice of a seat is called that it is asked before it is its turn."""
        return self.together.id(self.playing, seat, self.era)

    def look_ahead(self) -> None:
        """Looks which people can be asked at once."""
        self.together.look(self.playing, self.people)
        self.pausing.asked({self.playing.asked, *self.together.aheads} - {-1})
        self.run_clocks()

    # ---- one possible answer

    def forced(self) -> list[int]:
        """The seats of people who are here and seem to think about what has one possible answer."""
        if self.is_over or self.paused is not None or self.going_back:
            return []
        found = [seat for seat, ahead in self.together.aheads.items() if ahead.is_forced]
        if self.playing.is_forced and self.playing.asked in self.people:
            found.append(self.playing.asked)
        return [seat for seat in found if self.chairs[seat].sockets]

    def pause_of(self, seat: int) -> float:
        """How many seconds more a seat seems to think; none where nobody else is there to see it.
        Never more than a tenth of what is left of its time.
        """
        if not self.people - {seat} and all(one.reader.is_seat(seat) for one in self.connections):
            return 0.0
        left = self.pausing.left(seat)
        return left if self.clocks is None else min(left, self.clocks.left(seat) / 10)

    def pause_ends_in(self) -> float | None:
        """In how many seconds the first of them goes on; None where there is none."""
        return min(map(self.pause_of, self.forced()), default=None)

    def end_pause(self) -> bool:
        """Goes on for a seat that has thought long enough; whether there was one."""
        seat = min(self.forced(), key=self.pause_of, default=-1)
        if seat < 0:
            return False
        if seat == self.playing.asked:
            self.apply(0)
        else:
            self.hold(seat, self.together.aheads[seat].options(), False)
        return True

    # ---- clocks

    def run_clocks(self) -> None:
        """Those run of the people who are asked, as long as the game goes on."""
        clocks = self.clocks
        if clocks is None:
            return
        if not clocks.begun and all(self.chairs[seat].sockets for seat in self.people):
            clocks.begun = True
        goes_on = not self.is_over and self.paused is None
        asked = {self.playing.asked, *self.together.aheads} & self.people
        clocks.run(asked if goes_on else ())

    def pause(self, why: str) -> None:
        """The game does not go on."""
        self.paused = why
        self.run_clocks()

    def run_out(self) -> bool:
        """Lets the seat lose whose time is used up; whether there was one."""
        seat = None if self.clocks is None else self.clocks.used_up()
        if seat is None:
            return False
        self.concede(seat, "out_of_time")
        return True

    def check_time(self, seat: int) -> None:
        """Raises `Refusal` where a seat has used its time up."""
        if self.clocks is not None and self.clocks.is_out(seat):
            raise Refusal("time", "Your time is used up.")

    # ---- what readers get besides

    def whole(self, connection: Connection) -> Plain:
        """Everything that a reader needs to begin with, once his stream has caught up."""
        stream = self.stream(connection.reader, connection.language)
        beats = stream.beats[-LAST_BEATS:]
        found: Plain = {"t": "view", "view": self.view(stream), "beats": beats}
        undone, taken_back = self.owed.pop(connection, None), stream.taken_back()
        return {**found, "undone": undone, "taken_back": taken_back}

    def now(self, connection: Connection) -> Plain:
        """The table around the game, as a reader may know it."""
        seat = connection.reader.seat
        seats = self.playing.setup.seats
        persons = {k: chair.name for k, chair in enumerate(self.chairs) if chair.token}
        watching = sum(one.reader.kind != "seat" for one in self.connections)
        return {
            "t": "table",
            "table": self.id,
            "format": self.rules.name,
            "title": self.rules.title,
            "chairs": [chair.plain() for chair in self.chairs],
            "watchers": watching,
            "requests": self.requests.plain(seats),
            "yields": self.yields.plain(seat),
            "thinking": [seats[one] for one in sorted(self.thinking)],
            "clocks": [] if self.clocks is None else self.clocks.plain(persons),
            "paused": self.paused,
            "outdated": self.outdated and not self.is_over,
            "carried": self.carried,
            "over": self.is_over,
        }

    # ---- answers

    def answer(
        self, seat: int, language: str, choice: str, i: int | None, picks: Sequence[int] | None
    ) -> None:
        """An answer of a seat to a choice by its id. Raises `Stale`, `Refusal`."""
        self.check_time(seat)
        if self.going_back:
            raise Stale
        ahead = self.together.aheads.get(seat)
        if ahead is None or ahead.is_forced or choice != self.ahead_id(seat):
            ahead = None
            self.check_choice(seat, language, choice)
        options: list[int] = self.playing.options() if ahead is None else ahead.options()
        given = [i] if i is not None else [*(picks or ())]
        if (i is None) == (picks is None):
            raise Refusal("wrong", "An answer is one option, or several that are picked.")
        if any(not 0 <= one < len(options) for one in given):
            raise Refusal("wrong", f"The options are 0 to {len(options) - 1}.")
        self.pausing.answered(seat)
        if ahead is not None:
            self.hold(seat, [options[one] for one in given], picks is not None)
        elif picks is None:
            self.apply(given[0])
        else:
            self.apply_all([options[one] for one in given])

    def hold(self, seat: int, values: Sequence[int], several: bool) -> None:
        """Keeps what a seat has chosen until it is its turn."""
        self.together.hold(self.playing, seat, values, several)
        self.pausing.made(seat)
        self.look_ahead()

    def check_choice(self, seat: int, language: str, choice: str) -> Stream:
        """The stream of the seat whose open choice this is."""
        if self.playing.asked != seat or self.playing.is_forced or self.going_back:
            raise Stale
        stream = next(
            (
                one
                for (reader, known), one in self.streams.items()
                if reader.kind == "seat" and reader.seat == seat and known == language
            ),
            None,
        )
        if stream is None or choice not in (stream.choice_id(), self.ahead_id(seat)):
            raise Stale
        return stream

    def apply(self, index: int) -> None:
        """Answers the open choice. A fault of a rule pauses the table where it was."""
        seat = self.playing.asked
        try:
            self.playing.go_on(index)
        except RuleFault as fault:
            self.pause(f"A rule went wrong: {fault}")
            raise Refusal("fault", str(self.paused)) from None
        self.pausing.made(seat)
        self.go_on()

    def apply_all(self, values: Sequence[int]) -> None:
        """Picks several things for one question, then ends it if that may be. All or nothing."""
        try:
            seat = self.playing.asked
            for index in picks_of(self.playing, values):
                self.playing.go_on(index)
        except RuleFault as fault:
            raise Refusal("fault", f"A rule went wrong: {fault}") from None
        self.pausing.made(seat)
        self.go_on()

    def go_on(self) -> None:
        """Behind an answer: what the others were asked lapses, what was answered ahead is given.
        Who has left the table is told no more.
        """
        self.record.add()
        here = self.here()
        for key in [key for key in self.streams if key not in here]:
            self.playing.followers.remove(self.streams.pop(key).advance)
        self.requests.clear()
        kept = self.together.kept(self.playing)
        if kept is not None:
            self.apply(kept)
        else:
            self.look_ahead()
            self.yields.lapse(self.playing.turn())
            if self.clocks is not None:
                self.save()

    def renew(self, record: Record | None = None) -> None:
        """Every reader begins anew. `record`: that of the game, if it is there."""
        self.era += 1
        self.streams.clear()
        self.together.held.clear()
        self.paused = None
        self.playing.pauses = self.wait
        self.pausing.asked(())
        self.look_ahead()
        self.record = record or Record(self.store.game(self.id), self.playing)
        self.record.begin()
        self.save()

    # ---- what goes on besides

    def undo(self, seat: int) -> bool:
        """Asks the other people whether a seat may take its last answer back, if they have to be
        asked; whether it may.
        """
        if self.going_back:
            raise Refusal("busy", "Answers are being taken back.")
        if self.playing.forfeit is not None:
            raise Refusal("over", "The game is over; nothing is taken back.")
        if self.together.held.pop(seat, None):
            self.look_ahead()
            return False
        askers = self.playing.askers
        if seat not in askers:
            raise Refusal("nothing", "There is no answer of yours to take back.")
        others = self.people - {seat}
        if self.playing.free_back(seat) or not others:
            return True
        self.requests.ask(Asked("undo", seat, others))
        return False

    def back(self, seat: int) -> None:
        """To before the last answer of a seat, at once: see `taking_back`."""
        for _ in self.taking_back(seat):
            pass

    def taking_back(self, seat: int) -> Iterator[None]:
        """Goes to before the last answer of a seat. What was before is played again, and as that
        may take long, it gives way behind each answer. Until it is done nobody can answer; nothing
        is taken back if the game ends or becomes another one meanwhile.
        """
        playing, history = self.playing, self.playing.history
        count = max(number for number, asker in enumerate(playing.askers) if asker == seat)
        again = playing.again()
        again.history = history.without(count, playing.answers[count])
        record = self.record.without(again)
        self.going_back = True
        try:
            for index in playing.answers[:count]:
                again.apply(index)
                record.take_in()
                yield
        finally:
            self.going_back = False
        if self.playing is playing and playing.history is history:
            self.playing = again
            self.requests.clear()
            self.yields = Yields()
            self.renew(record)

    def concede(self, seat: int, how: How = "conceded") -> None:
        """A player gives up, or has no time left: of two the other has won; of more a bot goes on
        for him.
        """
        if self.is_over:
            raise Refusal("over", "The game is over.")
        if len(self.chairs) == 2:
            self.playing.lose(seat, how)
            self.record.add()
        else:
            self.chairs[seat].plays = STAND_IN
        self.requests.clear()
        self.look_ahead()
        self.save()

    def substitute(self, name: str) -> None:
        """A bot plays on for a person who has left, until he comes back."""
        if self.is_over:
            raise Refusal("over", "The game is over.")
        seat = next((k for k, chair in enumerate(self.chairs) if chair.name == name), -1)
        if seat < 0 or not self.chairs[seat].has_left:
            raise Refusal("here", "Only for a player who has been away for a while.")
        self.chairs[seat].stand_in = STAND_IN
        self.requests.leave(seat)
        self.look_ahead()
        self.save()

    def come_back(self, seat: int) -> None:
        """A person sits down; a bot that played for him plays no longer."""
        stood_in = bool(self.chairs[seat].stand_in)
        self.chairs[seat].comes()
        if stood_in:
            self.look_ahead()
            self.save()
        self.run_clocks()

    def rematch(self, seat: int) -> bool:
        """Plays once more, or asks the others whether they want to; whether it begins."""
        if not self.is_over:
            raise Refusal("goes on", "The game is not over.")
        others = self.people - {seat}
        for asked in [one for one in self.requests.values() if one.what == "rematch"]:
            if seat in asked.waits:
                return self.requests.agree(seat, asked.id, True) is not None
        if others:
            self.requests.ask(Asked("rematch", seat, others))
        return not others

    def begin_again(self, seed: int) -> None:
        """A new game of the same players with the same decks."""
        setup = self.playing.setup
        self.store.archive(self.id, self.games)
        decks, seats = [*setup.decks], [*setup.seats]
        fresh = self.rules.new_setup(seed, decks or None, dict(setup.options), seats)
        self.playing = Playing(fresh, self.playing.printed, self.wait)
        self.games += 1
        if self.clocks is not None:
            self.clocks = Clocks(self.clocks.minutes, len(seats), self.clocks.now)
        self.requests.clear()
        self.yields = Yields()
        self.renew()

    # ---- always the same answer

    def always(
        self, seat: int, language: str, choice: str, i: int, scope: Scope = "effect"
    ) -> None:
        """A seat gives the same answer until the turn ends: to an effect, or it passes."""
        self.check_time(seat)
        stream = self.check_choice(seat, language, choice)
        self.yields.keep(self.playing, seat, stream, i, scope)
        self.apply(i)

    def kept_answer(self) -> int | None:
        """The answer that somebody keeps giving to the open choice."""
        if self.is_over or self.playing.is_forced:
            return None
        return self.yields.answer_to(self.playing)

    # ---- what all are told

    def each(self, message_of: Callable[[Connection], Plain | None]) -> None:
        """Sends everybody what is his."""
        for connection in [*self.connections]:
            message = message_of(connection)
            if message is not None:
                connection.send(message)
