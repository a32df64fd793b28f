"""What the workbench asks of `serve`: files and the language server, with the author's token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from hmac import compare_digest
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..table.server.table import Refusal
from .folder import LONGEST_FILE, Folder
from .language import speak
from .page.shipped import workbench_text

LONGEST_BODY = 6 * LONGEST_FILE + 1_000  # bytes: a letter may be sent as six signs
MOST_EDITORS = 4  # language servers at once
PATIENCE_S = 10.0  # for the token of a socket
STATUS = {"token": 401, "ships": 403, "none": 404, "stale": 409, "long": 413, "full": 429}


class Workbench:
    """One author's folder; `changed` is told each file that was written."""

    def __init__(self, folder: Folder, token: str, changed: Callable[[str], None]) -> None:
        self.folder, self.token, self.changed = folder, token, changed
        self.page = workbench_text()
        self.editors = 0
        self.writing = asyncio.Lock()

    def routes(self) -> list[BaseRoute]:
        """What is answered, below `/api/author`, and the page."""
        return [
            Route("/workbench", self.show),
            Route("/api/author/files", self.files),
            Route("/api/author/files/{name:path}", self.file),
            Route("/api/author/files/{name:path}", self.save, methods=["PUT"]),
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

    async def files(self, request: Request) -> Response:
        """The files of the folder."""
        try:
            self.admit(request)
            found = await run_in_threadpool(self.folder.files)
        except Refusal as refusal:
            return wrong(refusal)
        facts = {"root": self.folder.home.as_uri(), "writes": not self.folder.ships}
        return JSONResponse({**facts, "format": self.folder.home.name, "files": found})

    async def file(self, request: Request) -> Response:
        """A file with its mark."""
        try:
            self.admit(request)
            text, mark = await run_in_threadpool(self.folder.read, request.path_params["name"])
        except Refusal as refusal:
            return wrong(refusal)
        return JSONResponse({"text": text, "mark": mark})

    async def save(self, request: Request) -> Response:
        """Writes a file: `{"text": .., "mark": ..}`, with the mark that it was read with."""
        try:
            self.admit(request)
            sent = await body_of(request)
            name = request.path_params["name"]
            async with self.writing:
                mark = await run_in_threadpool(self.folder.save, name, sent["text"], sent["mark"])
        except Refusal as refusal:
            return wrong(refusal)
        self.changed(name)
        return JSONResponse({"mark": mark})

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


async def body_of(request: Request) -> dict[str, Any]:
    """What is to be written. Raises `Refusal`."""
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
    if not all(isinstance(found.get(key), str) for key in ("text", "mark")):
        raise Refusal("wrong", "A file is sent as its text and its mark.")
    return found


def wrong(refusal: Refusal) -> Response:
    """Why something is not done."""
    return JSONResponse({"error": refusal.text}, STATUS.get(refusal.code, 400))
