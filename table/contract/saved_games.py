"""What is asked over HTTP of games that were saved, or are kept of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .messages import LONGEST_GAME, Asking, Short, Token
from .parts import Part


class Branch(Part):
    """`POST /api/branches`: a game that goes on from the choice of a `step` of a saved one, or
    (null) from where that stands. `plays`: who plays each seat, as at a new table.
    """

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    step: Annotated[int, Field(ge=1)] | None = None
    plays: Annotated[list[Short], Field(min_length=1, max_length=12)]


class GameWanted(Part):
    """`POST /api/tables/ID/recording` or `../game`: the game of a table, to be looked through and
    kept. When it is over everybody gets all of it; before, who has the `token` of a seat gets the
    recording of what that seat was told.
    """

    token: Token = ""
    language: Short | None = None


class GameQuestion(Part):
    """`POST /api/questions`: what is asked of a saved game at the choice of a `step`: why a value
    is what it is there (`power of Wolf`), or why something is not offered to whom is asked. The
    answer is that of a table.
    """

    t: Literal["why", "why_not"]
    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    step: Annotated[int, Field(ge=1)]
    text: Asking
    language: Short | None = None


class GamePosition(Part):
    """`POST /api/scenarios`: the position at the choice of a `step` of a saved game is wanted as a
    scenario.
    """

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    step: Annotated[int, Field(ge=1)]


class PositionTaken(Part):
    """The answer: a scenario that passes, and the `file` it may stand in. `begins`: the step at
    which its position is laid out, null where it begins with the set-up; `reasons`: why not nearer.
    """

    file: str
    text: str
    begins: str | None
    reasons: list[str]
