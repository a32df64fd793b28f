"""What is asked about decks before there is a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...dsl.loading.library import WrongUse
from ...dsl.problems.problem import RulesError
from ..contract.decks import DECK_QUESTION
from ..decks.pool import DeckBuilding
from .guards import LONGEST_BODY, Bucket
from .refusals import Refusal
from .tables import Tables

QUESTIONS = (10.0, 100)  # a second over time, and at once
STATUS = {"slowly": 429, "unknown": 404}


class Body(Protocol):
    """What was sent, if it is JSON and not too long."""

    def __call__(self, request: Request, *, longest: int = LONGEST_BODY) -> Awaitable[bytes]: ...


class Decks:
    """Answers over HTTP."""

    def __init__(self, tables: Tables, body: Body) -> None:
        self.tables, self.body = tables, body
        self.bucket = Bucket(*QUESTIONS)
        self.known: dict[str, DeckBuilding] = {}

    def routes(self) -> list[Route]:
        """Where they are asked."""
        return [Route("/api/pool", self.pool), Route("/api/decks", self.ask, methods=["POST"])]

    async def pool(self, request: Request) -> Response:
        """What decks of a format are made of."""
        query = request.query_params
        wanted, language = query.get("format", ""), query.get("language")
        return await self.answered(lambda: self.pool_of(wanted, language))

    async def ask(self, request: Request) -> Response:
        """A question about a deck."""
        try:
            question = DECK_QUESTION.validate_json(await self.body(request))
        except ValidationError:
            return refused(Refusal("wrong", "That is no question of the contract."))
        except Refusal as refusal:
            return refused(refusal)
        return await self.answered(lambda: self.building(question.format).answer(question))

    async def answered(self, work: Callable[[], dict[str, Any]]) -> Response:
        """What some work gives, or why it gives nothing."""
        try:
            if not self.bucket.take():
                raise Refusal("slowly", "That is too much at once.")
            return JSONResponse(await run_in_threadpool(work))
        except Refusal as refusal:
            return refused(refusal)
        except WrongUse as wrong:
            return refused(Refusal("wrong", str(wrong)))
        except RulesError as wrong:
            return refused(Refusal("wrong", wrong.problems[0].message))

    def building(self, name: str) -> DeckBuilding:
        """What answers for a format of the lobby."""
        rules = self.tables.rules(name)
        found = self.known.get(name)
        if found is None or found.rules is not rules:  # or they have changed since
            found = self.known[name] = DeckBuilding(rules)
        return found

    def pool_of(self, name: str, language: str | None) -> dict[str, Any]:
        """The pool of a format in one of its languages."""
        building = self.building(name)
        return building.pool(self.tables.schema(self.tables.rules(name), language))


def refused(refusal: Refusal) -> Response:
    """Why something is not answered."""
    return JSONResponse({"error": refusal.text}, status_code=STATUS.get(refusal.code, 400))
