"""All tables of a server: new ones, those of before, and what bots do at them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from random import SystemRandom
from typing import Any

from ...dsl.cards.deckfile import DeckList
from ...dsl.loading.library import WrongUse
from ...dsl.problems.problem import RulesError
from ...interpreter.runtime.rules import Rules, load
from ...lab.bots.choosing import CAP
from ...lab.simulation.carried import carried
from ..contract.messages import FormatRow, Lobby, NewTable
from ..readers.describing import options_of, schema_of
from ..readers.playing import Playing
from ..readers.reader import reader_of
from ..readers.stream import Stream
from .chairs import AWAY, HUMAN, Chair, Connection, new_token
from .clocks import Clocks, clocks_of
from .refusals import Refusal, Stale
from .store import Store, played_again
from .table import Table
from .work import BOTS, OtherRules, because, begin_work, chosen, hinted

MOST_TABLES = 64
WORKERS = 2
SOON = 0.01  # seconds behind the end of a clock at which it is looked at


class Tables:
    """The tables of one server, by name; `names`: the formats of its lobby. `away`: seconds that a
    player has to be away before a bot may play on for him. `wait`: new tables for which nothing
    else is said do not let a seat with one possible answer be told by the time it takes.
    """

    def __init__(
        self,
        names: Sequence[str],
        store: Store,
        workers: int = WORKERS,
        away: float = AWAY,
        wait: bool = False,
    ) -> None:
        self.away, self.wait = away, wait
        self.names = [*names]
        self.store = store
        self.workers = workers
        self.known: dict[str, Rules] = {}
        self.schemas: dict[tuple[Rules, str], dict[str, Any]] = {}
        self.tables: dict[str, Table] = {}
        self.lost: list[str] = []  # tables of before that cannot go on
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.late: dict[str, asyncio.Task[None]] = {}  # by table: streams that catch up
        self.timers: dict[str, asyncio.TimerHandle] = {}  # by table: when a clock is at its end
        self.pauses: dict[str, asyncio.TimerHandle] = {}  # by table: when a forced answer is given
        self.pool: Executor | None = None
        self.chance = SystemRandom()

    # ---- formats

    def rules(self, name: str) -> Rules:
        """A format of the lobby, loaded once."""
        if name not in self.names:
            raise Refusal("unknown", "There is no such format in this lobby.")
        if name not in self.known:
            try:
                self.known[name] = load(name)
            except RulesError as wrong:
                raise Refusal("wrong", wrong.problems[0].message) from None
        return self.known[name]

    def forget(self) -> None:
        """The rules have changed: new tables have them as they are now, those of before go on with
        what they were begun with, and say so.
        """
        self.known.clear()
        self.schemas.clear()
        if self.pool is not None:
            self.pool.shutdown(wait=False)
            self.pool = None  # its workers have the rules of before
        for table in self.tables.values():
            table.outdated = True
            table.each(table.now)

    def lobby(self) -> dict[str, Any]:
        """What can be played, and against whom."""
        rows: list[FormatRow] = []
        for name in self.names:
            try:
                rules = self.rules(name)
            except Refusal:
                continue  # its author is told in the editor
            numbers = rules.seat_numbers
            rows.append(
                FormatRow(
                    name=name,
                    title=rules.title,
                    seats=(numbers[0], numbers[-1]),
                    languages=[*rules.languages],
                    decks=[*rules.decks_of(False)],
                    table_decks=[*rules.decks_of(True)],
                    options=options_of(rules),
                )
            )
        return Lobby(formats=rows, bots=[*BOTS], wait=self.wait).model_dump()

    def schema(self, rules: Rules, language: str | None) -> dict[str, Any]:
        """What a format says of itself."""
        given = language if language in rules.languages else rules.languages[0]
        key = rules, str(given)
        if key not in self.schemas:
            self.schemas[key] = schema_of(rules, key[1])
        return self.schemas[key]

    # ---- tables

    def table(self, name: str) -> Table:
        """A table by its name."""
        if name in self.lost:
            kept = f"What was played is kept in {self.store.game(name).name}."
            text = f"The rules have changed since this game began, so it cannot go on. {kept}"
            raise Refusal("changed", text)
        if name not in self.tables:
            raise Refusal("unknown", "There is no such table.")
        return self.tables[name]

    def open(self, wanted: NewTable) -> Table:
        """A new table. Raises `Refusal`."""
        rules = self.rules(wanted.format)
        seed = self.chance.randrange(10**9) if wanted.seed is None else wanted.seed
        try:
            decks = self.decks(rules, wanted)
            setup = rules.new_setup(seed, decks, wanted.options, names_of(wanted))
        except WrongUse as wrong:
            raise Refusal("wrong", str(wrong)) from None
        except RulesError as wrong:
            raise Refusal("wrong", wrong.problems[0].message) from None
        plays = [seat.plays for seat in wanted.seats]
        playing = Playing(setup, pauses=self.wait if wanted.wait is None else wanted.wait)
        return self.seat(rules, playing, plays, wanted.minutes)

    def seat(
        self, rules: Rules, playing: Playing, plays: Sequence[str], minutes: float | None = None
    ) -> Table:
        """A table for a game, where each seat is played by a person or a bot. Raises `Refusal`."""
        names = playing.setup.seats
        if len(plays) != len(names):
            raise Refusal("wrong", f"This game has {len(names)} seats.")
        if any(one != HUMAN and one not in BOTS for one in plays):
            raise Refusal("unknown", f"There is no such bot. There is: {', '.join(BOTS)}.")
        self.make_room()
        chairs = [
            Chair(name, one, new_token() if one == HUMAN else "", away=self.away)
            for name, one in zip(names, plays, strict=True)
        ]
        table = Table(secrets.token_hex(6), rules, playing, chairs, self.store)
        table.clocks = None if minutes is None else Clocks(minutes, len(chairs))
        table.save()
        self.tables[table.id] = table
        return table

    def decks(self, rules: Rules, wanted: NewTable) -> list[Any] | None:
        """The decks that are wanted: names of decks of the format, or lists of cards; no files."""
        given: list[Any] = [
            rules.deck([*seat.cards], number) if seat.cards else seat.deck
            for number, seat in enumerate(wanted.seats, 1)
        ]
        lists = [one for one in given if isinstance(one, DeckList)]
        of_table = [one for one in lists if rules.is_tables(one)]
        mine = [None if one in of_table else one for one in given]
        others: list[Any] = [*rules.decks_of(False), *filter(None, mine)]
        named = [one or others[0] for one in mine] if any(mine) else []
        named += of_table[:1]
        if wanted.table_deck is not None:
            named.append(wanted.table_deck)
        for name in named:
            if isinstance(name, str) and name not in rules.decks:
                raise Refusal("unknown", "There is no such deck in this format.")
        return named or None

    def make_room(self) -> None:
        """A table at which nobody sits makes room for another one."""
        while len(self.tables) >= MOST_TABLES:
            idle = [one for one in self.tables.values() if not one.connections]
            if not idle:
                raise Refusal("full", "There are too many tables; close one first.")
            over = [one for one in idle if one.is_over] or idle
            self.store.remove(over[0].id)
            del self.tables[over[0].id]
            self.stop_timer(over[0].id)

    def resume(self) -> list[str]:
        """The tables of before; gives the names of those that cannot go on."""
        for name, facts, text in self.store.kept():
            format = str(facts.get("format", ""))
            if format not in self.names:
                continue
            found = rules = None
            with contextlib.suppress(Refusal):  # rules with mistakes play nothing
                rules = self.rules(format)
                found = played_again(text, rules)
            if rules is None or found is None:
                self.lost.append(name)
                continue
            chairs = [Chair(**one, away=self.away) for one in facts["chairs"]]
            table = Table(name, rules, found[0], chairs, self.store)
            table.era, table.games = int(facts["era"]) + 1, int(facts["games"])
            table.wait = table.playing.pauses = bool(facts["wait"])
            table.clocks = clocks_of(facts.get("clocks"))
            table.run_clocks()
            table.save()
            self.tables[name] = table
        return self.lost

    # ---- what follows from a change

    def changed(self, table: Table, undone: str | None = None, whole: bool = False) -> None:
        """Tells everybody, and lets bots go on."""
        if whole:
            table.owed.update(dict.fromkeys(table.connections, undone))
        self.tell(table)
        table.each(table.now)
        self.set_timer(table)
        task = self.tasks.get(table.id)
        if task is None or task.done():
            self.tasks[table.id] = asyncio.ensure_future(self.go_on(table))

    def set_timer(self, table: Table) -> None:
        """Looks again when the first clock of a table that runs is at its end, and when a seat with
        one possible answer has seemed to think long enough.
        """
        self.stop_timer(table.id)
        loop = asyncio.get_running_loop()
        ends = None if table.clocks is None else table.clocks.ends_in()
        if ends is not None:
            self.timers[table.id] = loop.call_later(ends + SOON, self.clock_ended, table)
        pause = table.pause_ends_in()
        if pause is not None:
            self.pauses[table.id] = loop.call_later(pause, self.pause_ended, table)

    def stop_timer(self, name: str) -> None:
        """Looks at the clocks of a table no more."""
        for timers in (self.timers, self.pauses):
            timer = timers.pop(name, None)
            if timer is not None:
                timer.cancel()

    def pause_ended(self, table: Table) -> None:
        """Goes on where there was one possible answer."""
        if table.end_pause():
            self.changed(table)

    def clock_ended(self, table: Table) -> None:
        """Tells that somebody has lost by time, if so."""
        if table.run_out():
            self.changed(table, whole=True)
        else:
            self.set_timer(table)

    def tell(self, table: Table) -> None:
        """Sends each reader what is new to him; nothing where he can tell no difference. Who begins
        anew is sent all of it, as soon as his stream has caught up.
        """
        for one in [*table.connections]:
            if table.stream_of(one) is None:
                self.catch_up(table)
                continue
            if one in table.owed:
                one.send(table.whole(one))
                continue
            news: Callable[[], dict[str, Any] | None] = getattr(one, "news")  # noqa: B009
            message = news()
            if message is not None:
                one.send(message)

    def catch_up(self, table: Table) -> None:
        """Lets streams that are missing catch up, without keeping other tables waiting."""

        async def go() -> None:
            for _ in table.catch_up():
                self.tell_caught_up(table)
                await asyncio.sleep(0)
            self.tell_caught_up(table)

        task = self.late.get(table.id)
        if task is None or task.done():
            self.late[table.id] = asyncio.ensure_future(go())

    async def public(self, table: Table, language: str) -> Stream:
        """What who watches a table is told."""
        key = reader_of(table.playing.setup, "public"), language
        table.wanted.add(key)
        if key not in table.streams:
            self.catch_up(table)
            await asyncio.shield(self.late[table.id])
        return table.stream(*key)

    def tell_caught_up(self, table: Table) -> None:
        """Sends all of it to those who begin anew and have their stream by now."""
        for one in [one for one in table.owed if table.stream_of(one) is not None]:
            one.send(table.whole(one))

    async def go_on(self, table: Table) -> None:
        """Answers for bots, and for those who keep an answer, until a person is asked."""
        for number in range(CAP):
            playing = table.playing
            if table.is_over or table.paused is not None or table.going_back:
                return
            seat, answers = playing.asked, [*playing.answers]
            kept = table.kept_answer()
            if kept is None and table.chairs[seat].is_human:
                if number and table.clocks is not None:
                    table.each(table.now)  # whose clock runs
                return
            stepped = playing.stepped
            if kept is None:
                kept = await self.think(table, seat, answers)
            elif table.wait:
                await asyncio.sleep(table.pause_of(seat))
            if kept is None or table.playing is not playing or table.going_back:
                continue
            if playing.answers != answers or playing.stepped != stepped:
                continue  # taken back meanwhile
            if table.chairs[seat].is_human and table.kept_answer() is None:
                return  # he has come back
            try:
                table.apply(kept)
            except Refusal:
                table.each(table.now)
                return
            self.tell(table)
            self.set_timer(table)
            await asyncio.sleep(0)
        table.pause("Bots have made too many decisions in a row.")
        table.each(table.now)

    async def go_back(self, table: Table, seat: int) -> None:
        """Goes to before the last answer of a seat, without keeping other tables waiting."""
        playing, name = table.playing, table.playing.setup.seats[seat]
        for _ in table.taking_back(seat):
            await asyncio.sleep(0)
        if table.playing is playing:
            self.changed(table)
        else:
            self.changed(table, name, whole=True)

    async def think(self, table: Table, seat: int, answers: Sequence[int]) -> int | None:
        """What a bot answers."""
        table.thinking.add(seat)
        table.each(table.now)
        try:
            if table.playing.is_forced:
                await asyncio.sleep(table.pause_of(seat))
                return 0
            name = table.chairs[seat].bot
            return await self.play(table, chosen, answers, seat, name)
        finally:
            table.thinking.discard(seat)
            table.each(table.now)

    async def play(self, table: Table, task: Callable[..., Any], *arguments: Any) -> Any:
        """What another process finds out about the game of a table, by the rules of that game."""
        spec = table.spec()
        try:
            return await self.work(task, spec, *arguments)
        except OtherRules:
            spec = spec._replace(carried=carried(table.rules.edition.files))
            return await self.work(task, spec, *arguments)

    async def work(self, task: Callable[..., Any], *arguments: Any) -> Any:
        """Something that takes long, in another process; once more if that died."""
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            if self.pool is None:
                context = get_context("spawn")
                self.pool = ProcessPoolExecutor(self.workers, context, begin_work)
            try:
                return await loop.run_in_executor(self.pool, task, *arguments)
            except BrokenProcessPool:
                self.pool = None
                if attempt == 2:
                    raise
        return None

    async def hint(self, table: Table, connection: Connection, choice: str) -> dict[str, Any]:
        """What a bot would do, and what it goes by."""
        seat = connection.reader.seat
        stream = table.check_choice(seat, connection.language, choice)
        plain = stream.choice() or {}
        answers = [*table.playing.answers]
        index, weighed = await self.play(table, hinted, answers, seat)
        if stream.choice_id() != choice:
            raise Stale
        total = sum(weighed[one["same"][0]][0] for one in plain["options"]) if weighed else 0
        rows: list[dict[str, Any]] = [
            {
                "i": one["i"],
                "text": one["text"],
                "on": [*one.get("on", ())],
                "tried": round(100 * weighed[one["i"]][0] / max(total, 1), 1) if weighed else 100.0,
                "worth": round(100 * weighed[one["i"]][1], 1) if weighed else None,
            }
            for one in plain["options"]
        ]
        rows.sort(key=lambda row: -float(row["tried"]))
        first = next(one["i"] for one in plain["options"] if index in one["same"])
        return {"t": "hint", "choice": choice, "i": first, "bot": "search", "weighed": rows}

    async def because(
        self, table: Table, connection: Connection, kind: str, subject: int | str | None
    ) -> dict[str, Any]:
        """Why, or why not, as far as the seat may know."""
        answers = [*table.playing.answers]
        playing = table.playing
        event = len(playing.recorder.events) - 1 if playing.is_forced else None
        arguments = connection.reader.seat, connection.language, kind, subject, event
        try:
            answer = await self.play(table, because, answers, *arguments)
        except WrongUse as wrong:
            raise Refusal("wrong", str(wrong)) from None
        asked = "" if subject is None or isinstance(subject, int) else subject
        return {"t": kind, "asked": asked, "answer": answer}

    def close(self) -> None:
        """Ends what was begun."""
        for task in (*self.tasks.values(), *self.late.values()):
            task.cancel()
        for name in {*self.timers, *self.pauses}:
            self.stop_timer(name)
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)


def names_of(wanted: NewTable) -> list[str] | int:
    """What the seats are called, or how many there are."""
    names = [seat.name for seat in wanted.seats]
    if any(names):
        return [name or f"player {number}" for number, name in enumerate(names, 1)]
    return len(names)
