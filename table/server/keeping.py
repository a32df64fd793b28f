"""The game of a table as what people look through and keep: a recording, or its `.game` file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ...interpreter.transcript.history import History
from ..contract.saved_games import GameWanted
from ..readers.recording import recording_of
from .decks import QUESTIONS, Body, refused
from .guards import Bucket
from .refusals import Refusal
from .table import Table
from .tables import Tables
from .work import Spec, game_of, rules_of

WANTED: TypeAdapter[GameWanted] = TypeAdapter(GameWanted)


class Keeping:
    """Answers over HTTP; a worker makes recordings, as each plays the whole game again."""

    def __init__(self, tables: Tables, body: Body) -> None:
        self.tables, self.body = tables, body
        self.bucket = Bucket(*QUESTIONS)

    def routes(self) -> list[Route]:
        """Where they are asked for."""
        return [
            Route("/api/tables/{table}/recording", self.recording, methods=["POST"]),
            Route("/api/tables/{table}/game", self.game, methods=["POST"]),
        ]

    async def recording(self, request: Request) -> Response:
        """The recording: of all that happened when the game is over, before that of what the seat
        was told that asks.
        """
        try:
            table, wanted = await self.wanted(request)
            seat = seat_of(table, wanted.token)
            if not table.is_over and seat is None:
                raise Refusal("watching", "Until the game is over only its players can look back.")
            playing = table.playing
            who = None if table.is_over or seat is None else playing.setup.seats[seat]
            known = table.rules.languages
            language = wanted.language if wanted.language in known else known[0]
            stepped = playing.stepped if playing.is_forced else None
            given = [*playing.answers], playing.history, name_of(table), who, language, stepped
            text: bytes = await self.tables.play(table, recorded_game, *given)
            return Response(text, media_type="application/json")
        except ValidationError:
            return refused(Refusal("wrong", "That is no question of the contract."))
        except Refusal as refusal:
            return refused(refusal)

    async def game(self, request: Request) -> Response:
        """The file, which holds everything: when the game is over."""
        try:
            table, wanted = await self.wanted(request)
            seat_of(table, wanted.token)
            if not table.is_over:
                raise Refusal("goes on", "Its file holds every hand: it is given when it is over.")
            text = await run_in_threadpool(table.record.path.read_text, "utf-8")
            return PlainTextResponse(text)
        except ValidationError:
            return refused(Refusal("wrong", "That is no question of the contract."))
        except Refusal as refusal:
            return refused(refusal)

    async def wanted(self, request: Request) -> tuple[Table, GameWanted]:
        """The table of a request, and who asks for its game. Raises `Refusal`."""
        found = WANTED.validate_json(await self.body(request))
        if not self.bucket.take():
            raise Refusal("slowly", "That is too much at once.")
        return self.tables.table(request.path_params["table"]), found


def seat_of(table: Table, token: str) -> int | None:
    """The seat that a token is for; None without one. Raises `Refusal`."""
    if not token:
        return None
    for seat, chair in enumerate(table.chairs):
        if chair.fits(token):
            return seat
    raise Refusal("token", "Nobody at this table has that token.")


def name_of(table: Table) -> str:
    """What the file of its game is called."""
    return f"{Path(table.rules.name).name}.game"


# ---- in a worker


def recorded_game(
    spec: Spec,
    answers: Sequence[int],
    history: History,
    file: str,
    seat: str | None,
    language: str,
    stepped: int | None,
) -> bytes:
    """The recording of a game for a seat, or for everybody, as JSON."""
    game = game_of(spec, answers).clone()
    game.history = history
    found = recording_of(rules_of(spec), game, file, seat, language, stepped)
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()
