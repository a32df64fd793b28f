"""One socket of a table: what its reader asks for, and what he is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from hashlib import blake2b
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..contract import messages as m
from ..readers.reader import Reader, reader_of, seat_reader
from ..readers.stream import Stream
from .guards import LONGEST_MESSAGE, MESSAGES, Bucket
from .refusals import Refusal, Stale
from .table import LAST_BEATS, Table
from .tables import Tables

MOST_WAITING = 200  # messages that a reader may be behind before he is left alone
MOST_SOCKETS = 32  # of one table
Plain = dict[str, Any]


class Socket:
    """A reader at a table."""

    def __init__(self, tables: Tables, socket: WebSocket) -> None:
        self.tables, self.socket = tables, socket
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.bucket = Bucket(*MESSAGES)
        self.table: Table | None = None
        self.reader = Reader("public", -1, -1)
        self.language = ""
        self.sent = 0  # beats
        self.told = 0  # events of the last of them
        self.last = b""  # the digest of the view that was sent last
        self.busy = False

    # ---- sending

    def send(self, message: Plain) -> None:
        """Puts a message into the queue; who is too far behind is sent no more."""
        if message["t"] in ("view", "beats"):
            self.note(message["view"])
        try:
            self.queue.put_nowait(json.dumps(message, separators=(",", ":")))
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Ends what is sent."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def note(self, view: Plain) -> None:
        """Remembers how far the reader is."""
        beats = self.at.stream(self.reader, self.language).beats
        self.sent, self.told = len(beats), len(beats[-1]["events"])
        self.last = digest_of(view)

    def news(self) -> Plain | None:
        """What is new to him; None where he can tell no difference."""
        stream = self.at.stream(self.reader, self.language)
        view = self.at.view(stream)
        grown = len(stream.beats[self.sent - 1]["events"]) > self.told
        beats = stream.beats[self.sent - grown :]
        if not beats and digest_of(view) == self.last:
            return None
        return {"t": "beats", "beats": beats, "view": view}

    async def write(self) -> None:
        """Sends what is in the queue."""
        while (text := await self.queue.get()) is not None:
            await self.socket.send_text(text)
        await self.socket.close(1013)

    # ---- the course of a socket

    async def run(self) -> None:
        """From the first message to the last."""
        await self.socket.accept()
        writing = asyncio.ensure_future(self.write())
        try:
            while True:
                text = await self.socket.receive_text()
                if not self.bucket.take():
                    self.refuse("slowly", "That is too much at once.")
                    await asyncio.sleep(0.2)
                    continue
                await self.take(text)
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass
        finally:
            self.leave()
            writing.cancel()

    async def take(self, text: str) -> None:
        """Does what a message asks for, if it can be."""
        try:
            if len(text) > LONGEST_MESSAGE:
                raise Refusal("long", "That message is too long.")
            request = m.REQUEST.validate_json(text)
            await self.obey(request)
        except ValidationError:
            self.refuse("wrong", "That is no message of the contract.")
        except RecursionError:
            self.refuse("wrong", "That is no message of the contract.")
        except Stale:
            self.stale()
        except Refusal as refusal:
            self.refuse(refusal.code, refusal.text)

    def refuse(self, code: str, text: str) -> None:
        """Something is not done."""
        self.send({"t": "refused", "code": code, "text": text})

    def stale(self) -> None:
        """Another choice is open: the table as it is. Who begins anew is sent that by and by."""
        stream = self.at.stream_of(self)
        if stream is not None:
            self.send({"t": "stale", "at": stream.at()})
            self.send(self.at.whole(self))

    async def obey(self, request: Any) -> None:
        """Finds what a message asks for."""
        if isinstance(request, m.Join):
            self.join(request)
            return
        if self.table is None:
            raise Refusal("join", "Say first which table.")
        seen: dict[type, Callable[[Any], Awaitable[None]]] = {
            m.Log: self.log,
            m.Link: self.link,
            m.Past: self.past,
        }
        if type(request) in seen:
            await seen[type(request)](request)
            return
        if self.reader.kind != "seat":
            raise Refusal("watching", "Who watches can do nothing else.")
        done: dict[type, Callable[[Any], Awaitable[None]]] = {
            m.Answer: self.answer,
            m.Undo: self.undo,
            m.Agree: self.agree,
            m.Yield: self.keep,
            m.Unyield: self.unkeep,
            m.Concede: self.concede,
            m.Substitute: self.substitute,
            m.Rematch: self.rematch,
            m.Why: self.why,
            m.WhyNot: self.why_not,
            m.Hint: self.hint,
        }
        await done[type(request)](request)

    def join(self, request: m.Join) -> None:
        """Sits down, or watches."""
        if self.table is not None:
            raise Refusal("joined", "This socket is at a table already.")
        table = self.tables.table(request.table)
        if len(table.connections) >= MOST_SOCKETS:
            raise Refusal("full", "There are too many at this table.")
        reader = reader_of(table.playing.setup, "public")
        if request.token:
            fits = [seat for seat, chair in enumerate(table.chairs) if chair.fits(request.token)]
            if not fits:
                raise Refusal("token", "Nobody at this table has that token.")
            reader = seat_reader(fits[0])
            table.come_back(fits[0])
        known = table.rules.languages
        self.language = request.language if request.language in known else known[0]
        self.table, self.reader = table, reader
        table.connections.append(self)
        table.owed[self] = None
        self.send(table.now(self))
        self.tables.changed(table)

    def leave(self) -> None:
        """Is gone."""
        table = self.table
        if table is not None and self in table.connections:
            table.connections.remove(self)
            table.owed.pop(self, None)
            if self.reader.kind == "seat":
                table.chairs[self.reader.seat].goes()
            table.each(table.now)

    # ---- what a player does

    @property
    def at(self) -> Table:
        """The table."""
        assert self.table is not None
        return self.table

    async def answer(self, request: m.Answer) -> None:
        """Answers the open choice."""
        table = self.at
        table.answer(self.reader.seat, self.language, request.choice, request.i, request.picks)
        self.tables.changed(table)

    async def undo(self, _: m.Undo) -> None:
        """Takes an answer back, or asks for that."""
        if self.at.undo(self.reader.seat):
            await self.tables.go_back(self.at, self.reader.seat)
        else:
            self.tables.changed(self.at)

    async def agree(self, request: m.Agree) -> None:
        """Says yes or no to what another player asks."""
        asked = self.at.requests.agree(self.reader.seat, request.request, request.yes)
        if asked is None:
            self.tables.changed(self.at)
        elif asked.what == "undo":
            await self.tables.go_back(self.at, asked.by)
        else:
            self.begin_again()

    async def keep(self, request: m.Yield) -> None:
        """Gives the same answer until the turn ends."""
        asked = request.choice, request.i, request.scope
        self.at.always(self.reader.seat, self.language, *asked)
        self.tables.changed(self.at)

    async def unkeep(self, request: m.Unyield) -> None:
        """Wants to be asked again."""
        self.at.yields.unkeep(self.reader.seat, request.id)
        self.tables.changed(self.at)

    async def concede(self, _: m.Concede) -> None:
        """Gives up."""
        self.at.concede(self.reader.seat)
        self.tables.changed(self.at, whole=True)

    async def substitute(self, request: m.Substitute) -> None:
        """Lets a bot play on for somebody who has left."""
        self.at.substitute(request.seat)
        self.tables.changed(self.at)

    async def rematch(self, _: m.Rematch) -> None:
        """Wants to play again."""
        if self.at.rematch(self.reader.seat):
            self.begin_again()
        else:
            self.tables.changed(self.at)

    def begin_again(self) -> None:
        """The next game of the table."""
        self.at.begin_again(self.tables.chance.randrange(10**9))
        self.tables.changed(self.at, whole=True)

    # ---- what a reader asks

    async def alone(self, task: Awaitable[Plain]) -> None:
        """Sends what takes long; one such thing at a time."""
        self.busy = True
        try:
            self.send(await task)
        finally:
            self.busy = False

    def stream(self) -> Stream:
        """What he was sent. Raises `Refusal` until he was sent anything."""
        found = self.at.stream_of(self)
        if found is None:
            raise Refusal("soon", "Wait until the table has been sent.")
        return found

    def check_free(self) -> None:
        """Raises `Refusal` while something that takes long is under way."""
        if self.busy:
            raise Refusal("busy", "One question after the other.")

    async def why(self, request: m.Why) -> None:
        """Why something is so."""
        self.check_free()
        subject: int | str | None = request.text
        if request.event is not None:
            subject = self.stream().record_of(request.event)
            if subject is None:
                raise Refusal("unknown", "You were told no such event.")
        await self.alone(self.tables.because(self.at, self, "why", subject))

    async def why_not(self, request: m.WhyNot) -> None:
        """Why something is not offered."""
        self.check_free()
        await self.alone(self.tables.because(self.at, self, "why_not", request.text))

    async def hint(self, request: m.Hint) -> None:
        """What a bot would do."""
        self.check_free()
        await self.alone(self.tables.hint(self.at, self, request.choice))

    async def log(self, request: m.Log) -> None:
        """Beats of before."""
        beats = self.stream().beats
        end = min(request.before, len(beats))
        begin = max(0, end - LAST_BEATS)
        self.send({"t": "log", "beats": beats[begin:end], "first": begin == 0})

    async def link(self, request: m.Link) -> None:
        """A beat as the public counts it."""
        given = self.stream().answered
        if request.beat >= len(given):
            raise Refusal("unknown", "There was no such beat.")
        answers = given[request.beat]
        public = await self.tables.public(self.at, self.language)
        self.send({"t": "link", "beat": public.beat_at(answers)})

    async def past(self, request: m.Past) -> None:
        """The table as it was."""
        view = self.stream().past(request.beat)
        if view is None:
            raise Refusal("unknown", "There was no such beat.")
        self.send({"t": "past", "beat": request.beat, "view": view})


def digest_of(view: Plain) -> bytes:
    """Equal for equal views."""
    return blake2b(json.dumps(view).encode(), digest_size=16).digest()
