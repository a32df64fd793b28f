"""What is asked of saved games: why, why not, and a position as a scenario."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...interpreter.transcript.replay import Replay, run_again
from ...lab.positions.taken import NotSaid, taken_at, titles_at
from ..contract.messages import LONGEST_GAME
from ..contract.saved_games import GamePosition, GameQuestion
from .decks import QUESTIONS, Body, refused
from .guards import Bucket
from .refusals import Refusal
from .replays import file_of, located, rules_of
from .tables import Tables
from .work import format_of

MOST_GAMES = 4  # that a worker keeps
QUESTION: TypeAdapter[GameQuestion] = TypeAdapter(GameQuestion)
POSITION: TypeAdapter[GamePosition] = TypeAdapter(GamePosition)
GAMES: OrderedDict[bytes, Replay] = OrderedDict()
Plain = dict[str, Any]


class Questions:
    """Answers over HTTP; a worker finds them, as each may take a while."""

    def __init__(self, tables: Tables, body: Body) -> None:
        self.tables, self.body = tables, body
        self.bucket = Bucket(*QUESTIONS)

    def routes(self) -> list[Route]:
        """Where they are asked."""
        return [
            Route("/api/questions", self.question, methods=["POST"]),
            Route("/api/scenarios", self.scenario, methods=["POST"]),
        ]

    async def question(self, request: Request) -> Response:
        """Why something is so, or is not offered."""
        return await self.answered(request, QUESTION, because_of)

    async def scenario(self, request: Request) -> Response:
        """A position as a scenario."""
        return await self.answered(request, POSITION, scenario_of)

    async def answered(
        self, request: Request, kind: TypeAdapter[Any], task: Callable[[str, Any], Plain]
    ) -> Response:
        """What a worker gives, or why it gives nothing."""
        try:
            wanted = kind.validate_json(await self.body(request, longest=LONGEST_GAME))
            if not self.bucket.take():
                raise Refusal("slowly", "That is too much at once.")
            with located():
                name = rules_of(self.tables, wanted.game).name
            return JSONResponse(await self.tables.work(task, name, wanted))
        except ValidationError:
            return refused(Refusal("wrong", "That is no question of the contract."))
        except Refusal as refusal:
            return refused(refusal)


# ---- in a worker


def game_of(format: str, text: str) -> Replay:
    """A saved game that was run again; the last ones are not run once more."""
    key = blake2b(text.encode(), digest_size=16).digest()
    found = GAMES.pop(key, None) or run_again(text, format_of(format))
    GAMES[key] = found
    while len(GAMES) > MOST_GAMES:
        GAMES.popitem(last=False)
    return found


def because_of(format: str, asked: GameQuestion) -> Plain:
    """An answer to `why` or `why_not`."""
    with located():
        found = game_of(format, asked.game)
        ask = found.why if asked.t == "why" else found.why_not
        answer = ask(asked.step, asked.text, None, asked.language)
        return {"t": asked.t, "asked": asked.text, "answer": answer.plain()}


def scenario_of(format: str, wanted: GamePosition) -> Plain:
    """The position at a step, laid out."""
    with located():
        found = game_of(format, wanted.game)
        name, title = titles_at(file_of(wanted.game), wanted.step)
        try:
            taken = taken_at(format_of(format), found, wanted.step, title)
        except NotSaid as reason:
            raise Refusal("wrong", f"{title}: {reason}.") from None
    begins = taken.begins or None
    file = f"{name}.scenario"
    return {"file": file, "text": taken.text, "begins": begins, "reasons": taken.reasons}
