"""The server: pages, what is asked before there is a table, and the sockets of tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterable

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from ..contract.messages import LONGEST_GAME, NewTable
from ..contract.saved_games import Branch
from ..page.shipped import page_text
from .asking import Questions
from .chairs import HUMAN
from .decks import Decks
from .guards import LONGEST_BODY, NEW_TABLES, Bucket, Gate, policy_of
from .keeping import Keeping
from .refusals import Refusal
from .replays import branched, recorded
from .socket import Socket
from .table import Table
from .tables import Tables


class Endpoints:
    """What is answered over HTTP."""

    def __init__(self, tables: Tables, page: str) -> None:
        self.tables, self.page = tables, page
        self.bucket = Bucket(*NEW_TABLES)

    async def show(self, _: Request) -> Response:
        """The page."""
        return HTMLResponse(self.page)

    async def lobby(self, _: Request) -> Response:
        """What can be played."""
        return JSONResponse(await run_in_threadpool(self.tables.lobby))

    async def schema(self, request: Request) -> Response:
        """What the format of a table says of itself."""
        try:
            table = self.tables.table(request.path_params["table"])
        except Refusal as refusal:
            return wrong(refusal, 404)
        language = request.query_params.get("language")
        found = await run_in_threadpool(self.tables.schema, table.rules, language)
        return JSONResponse(found)

    async def open(self, request: Request) -> Response:
        """A new table."""
        try:
            body = await self.body(request)
            if not self.bucket.take():
                raise Refusal("slowly", "That is too much at once.")
            wanted = NewTable.model_validate_json(body)
            rules = await run_in_threadpool(self.tables.rules, wanted.format)
            await run_in_threadpool(self.tables.schema, rules, None)
            table = self.tables.open(wanted)
        except ValidationError:
            return wrong(Refusal("wrong", "That is no table of the contract."), 400)
        except Refusal as refusal:
            return wrong(refusal, 429 if refusal.code in ("slowly", "full") else 400)
        self.tables.changed(table)
        return JSONResponse(opened(table, request), status_code=201)

    async def branch(self, request: Request) -> Response:
        """A saved game that is played on."""
        try:
            body = await self.body(request, longest=LONGEST_GAME)
            if not self.bucket.take():
                raise Refusal("slowly", "That is too much at once.")
            wanted = Branch.model_validate_json(body)
            rules, playing = await run_in_threadpool(branched, self.tables, wanted)
            await run_in_threadpool(self.tables.schema, rules, None)
            table = self.tables.seat(rules, playing, wanted.plays)
        except ValidationError:
            return wrong(Refusal("wrong", "That is no branch of the contract."), 400)
        except Refusal as refusal:
            return wrong(refusal, 429 if refusal.code in ("slowly", "full") else 400)
        self.tables.changed(table)
        return JSONResponse(opened(table, request), status_code=201)

    async def replay(self, request: Request) -> Response:
        """A saved game as a recording."""
        try:
            body = await self.body(request, "text/plain", LONGEST_GAME)
            if not self.bucket.take():
                raise Refusal("slowly", "That is too much at once.")
            text = body.decode("utf-8", "replace")
            return JSONResponse(await run_in_threadpool(recorded, self.tables, text))
        except Refusal as refusal:
            return wrong(refusal, 429 if refusal.code == "slowly" else 400)

    async def body(
        self, request: Request, kind: str = "application/json", longest: int = LONGEST_BODY
    ) -> bytes:
        """What was sent, if it is of the kind and not too much."""
        if request.headers.get("content-type", "").partition(";")[0] != kind:
            raise Refusal("wrong", f"This is sent as {kind}.")
        found = bytearray()
        async for piece in request.stream():
            found += piece
            if len(found) > longest:
                raise Refusal("long", "That is too long.")
        return bytes(found)

    async def sit(self, socket: WebSocket) -> None:
        """A socket of a table."""
        await Socket(self.tables, socket).run()


def opened(table: Table, request: Request) -> dict[str, object]:
    """What people need to sit down; the links go to where the request came, which is a host of the
    list.
    """
    origin = request.headers.get("origin")
    link = f"{origin or str(request.base_url).rstrip('/')}/#table={table.id}"
    seats = [
        {"name": one.name, "token": one.token, "link": f"{link}&token={one.token}"}
        for one in table.chairs
        if one.plays == HUMAN
    ]
    return {"table": table.id, "seats": seats, "watch": link}


def wrong(refusal: Refusal, status: int) -> Response:
    """Why something is not done."""
    return JSONResponse({"error": refusal.text}, status_code=status)


def new_app(
    tables: Tables,
    hosts: Iterable[str],
    more: Iterable[BaseRoute] = (),
    pages: str = "",
    around: Iterable[str] = (),
) -> ASGIApp:
    """The server as an application. `more`: what it answers besides, with `pages`, the text of the
    pages among it, which may show a table in themselves. `around`: schemes of editors that may show
    the pages in theirs, such as `vscode-webview:`.
    """
    page = page_text()
    endpoints = Endpoints(tables, page)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        for table in [*tables.tables.values()]:
            tables.changed(table)
        yield
        tables.close()
        await asyncio.sleep(0)

    routes = [
        Route("/", endpoints.show),
        Route("/api/lobby", endpoints.lobby),
        Route("/api/tables", endpoints.open, methods=["POST"]),
        Route("/api/tables/{table}/schema", endpoints.schema),
        Route("/api/branches", endpoints.branch, methods=["POST"]),
        Route("/api/replay", endpoints.replay, methods=["POST"]),
        *Decks(tables, endpoints.body).routes(),
        *Questions(tables, endpoints.body).routes(),
        *Keeping(tables, endpoints.body).routes(),
        WebSocketRoute("/api/socket", endpoints.sit),
        *more,
    ]
    policy = policy_of(page + pages, bool(pages), around)
    return Gate(Starlette(routes=routes, lifespan=lifespan), hosts, policy)
