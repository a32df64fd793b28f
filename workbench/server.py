"""What the workbench asks of `serve`: files and the language server, with the author's token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from hmac import compare_digest
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..table.server.refusals import Refusal
from .branching import Branching
from .carrying import Carrying
from .folder import LONGEST_FILE, Folder
from .language import speak
from .page.shipped import workbench_text
from .trying import Trying

LONGEST_BODY = 6 * LONGEST_FILE + 1_000  # bytes: a letter may be sent as six signs
MOST_EDITORS = 4  # language servers at once
PATIENCE_S = 10.0  # for the token of a socket
Answer = Callable[[Request], Awaitable[Response]]
STATUS = {
    "token": 401,
    "ships": 403,
    "none": 404,
    "unknown": 404,
    "stale": 409,
    "long": 413,
    "full": 429,
}


class Workbench:
    """One author's folder; `changed` is told each file that was written, and cards are tried at
    tables of a format.
    """

    def __init__(
        self, folder: Folder, token: str, trying: Trying, changed: Callable[[str], None]
    ) -> None:
        self.folder, self.token, self.trying, self.changed = folder, token, trying, changed
        self.branching = Branching(folder, trying)
        self.carrying = Carrying(self.branching)
        self.page = workbench_text()
        self.editors = 0
        self.writing = asyncio.Lock()

    def routes(self) -> list[BaseRoute]:
        """What is answered, below `/api/author`, and the page."""
        asked = {
            ("GET", "files"): self.files,
            ("GET", "files/{name:path}"): self.file,
            ("PUT", "files/{name:path}"): self.save,
            ("POST", "files/{name:path}"): self.move,
            ("GET", "export"): self.export,
            ("POST", "try"): self.try_card,
            ("POST", "carry"): self.carry,
            ("POST", "scenario"): self.scenario,
            ("POST", "balance"): self.balance,
            ("GET", "branches"): self.branches,
            ("POST", "branches/{deed}"): self.branch,
        }
        return [
            Route("/workbench", self.show),
            *(
                Route(f"/api/author/{path}", self.for_author(answer), methods=[method])
                for (method, path), answer in asked.items()
            ),
            WebSocketRoute("/api/author/language", self.language),
        ]

    async def show(self, _: Request) -> Response:
        """The page, which says nothing of the folder."""
        return HTMLResponse(self.page)

    def is_author(self, token: object) -> bool:
        """Whether somebody has the author's token."""
        return isinstance(token, str) and compare_digest(token.encode(), self.token.encode())

    def admit(self, request: Request) -> None:
        """Raises `Refusal` for whoever does not bring the token."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not self.is_author(token.strip()):
            raise Refusal("token", "Only the author may do that: open the link of the workbench.")

    def for_author(self, answer: Answer) -> Answer:
        """The same for the author alone; a refusal is told."""

        async def answered(request: Request) -> Response:
            try:
                self.admit(request)
                return await answer(request)
            except Refusal as refusal:
                return wrong(refusal)

        return answered

    async def files(self, _: Request) -> Response:
        """The files of the folder."""
        found = await run_in_threadpool(self.folder.files)
        facts = {"root": self.folder.home.as_uri(), "writes": not self.folder.ships}
        return JSONResponse({**facts, "format": self.folder.home.name, "files": found})

    async def file(self, request: Request) -> Response:
        """A file with its mark."""
        text, mark = await run_in_threadpool(self.folder.read, request.path_params["name"])
        return JSONResponse({"text": text, "mark": mark})

    async def save(self, request: Request) -> Response:
        """Writes a file: `{"text": .., "mark": ..}`, with the mark that it was read with."""
        text, mark = await texts_of(request, "text", "mark")
        name = request.path_params["name"]
        async with self.writing:
            mark = await run_in_threadpool(self.folder.save, name, text, mark)
        self.changed(name)
        return JSONResponse({"mark": mark, "uri": self.folder.path(name).as_uri()})

    async def move(self, request: Request) -> Response:
        """Gives a file another name: `{"to": .., "mark": ..}`; an empty one removes it."""
        to, mark = await texts_of(request, "to", "mark")
        name = request.path_params["name"]
        async with self.writing:
            await run_in_threadpool(self.folder.move, name, to, mark)
        for one in filter(None, (name, to)):
            self.changed(one)
        return JSONResponse({"uri": self.folder.path(to).as_uri() if to else ""})

    async def export(self, _: Request) -> Response:
        """The folder as a zip."""
        found = await run_in_threadpool(self.folder.packed)
        return Response(found, media_type="application/zip")

    async def try_card(self, request: Request) -> Response:
        """A new table at which a card can be chosen now: `{"card": CODE, "bot": ..}`; the bot that
        plays the other seats may be left out.
        """
        code, bot = await texts_of(request, "card", bot="")
        return JSONResponse(await self.trying.open(code, bot), status_code=201)

    async def carry(self, request: Request) -> Response:
        """A table goes on by the rules as they were saved: `{"table": ..}`. That these have
        mistakes is an answer, too: `{"error": ..}`.
        """
        (table,) = await texts_of(request, "table")
        async with self.writing:
            try:
                return JSONResponse(await self.carrying.carry(table))
            except Refusal as refusal:
                if refusal.code != "wrong":
                    raise
                return JSONResponse({"error": refusal.text})

    async def scenario(self, request: Request) -> Response:
        """What was done last at such a table: `{"table": .., "title": ..}`."""
        table, title = await texts_of(request, "table", "title")
        return JSONResponse(await self.trying.scenario(table, title))

    async def balance(self, request: Request) -> Response:
        """The page of what many games by the rules as they were saved come to: `{"games": ..,
        "bot": .., "seats": ..}`, all texts; how many seats may be left out.
        """
        games, bot, seats = await texts_of(request, "games", "bot", seats="")
        return HTMLResponse(await self.trying.balance(games, bot, seats))

    async def branches(self, _: Request) -> Response:
        """Every branch, played again by the rules as they were saved."""
        return JSONResponse(await self.branching.all())

    async def branch(self, request: Request) -> Response:
        """Something done with a branch: what is sent by what is done, all of it texts."""
        branching = self.branching
        deeds: dict[str, tuple[Callable[..., Awaitable[dict[str, Any]]], tuple[str, ...]]] = {
            "keep": (branching.keep, ("table", "title")),
            "bless": (branching.bless, ("name", "blessed")),
            "remove": (branching.remove, ("name",)),
            "open": (branching.open, ("name", "step", "bot")),
            "scenario": (branching.scenario, ("name", "title")),
        }
        deed = deeds.get(request.path_params["deed"])
        if deed is None:
            raise Refusal("none", "Nothing of the kind is done with branches.")
        do, keys = deed
        sent = await texts_of(request, *keys)
        async with self.writing:
            return JSONResponse(await do(*sent))

    async def language(self, socket: WebSocket) -> None:
        """A socket that speaks the language server protocol; its first message is the token."""
        await socket.accept()
        try:
            first = await asyncio.wait_for(socket.receive_text(), PATIENCE_S)
        except (TimeoutError, WebSocketDisconnect, KeyError):
            first = ""
        if not self.is_author(first):
            await socket.close(1008, "Only the author may do that.")
        elif self.editors >= MOST_EDITORS:
            await socket.close(1013, "There are too many editors; close one first.")
        else:
            self.editors += 1
            try:
                await speak(socket, self.folder.home)
            finally:
                self.editors -= 1


async def texts_of(request: Request, *keys: str, **others: str) -> list[str]:
    """The texts that were sent under some names; `others` need not be. Raises `Refusal`."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise Refusal("wrong", "This is sent as application/json.")
    raw = bytearray()
    async for piece in request.stream():
        raw += piece
        if len(raw) > LONGEST_BODY:
            raise Refusal("long", "That is too long.")
    try:
        sent: Any = json.loads(raw)
    except (ValueError, RecursionError):
        sent = None
    found = cast("dict[str, Any]", sent) if isinstance(sent, dict) else {}
    texts = [one for key in keys if isinstance(one := found.get(key), str)]
    if len(texts) < len(keys):
        raise Refusal("wrong", f"What is sent has texts as {' and '.join(keys)}.")
    return texts + [str(found.get(key, text)) for key, text in others.items()]


def wrong(refusal: Refusal) -> Response:
    """Why something is not done."""
    return JSONResponse({"error": refusal.text}, STATUS.get(refusal.code, 400))
