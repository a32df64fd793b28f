"""Statements about who wins and who is out of the game."""

from __future__ import annotations

from ..nodes.dataclass import dataclass
from . import ids
from .statements import Statement
from .values import At, Value


@dataclass(frozen=True, slots=True)
class Win(Statement):
    players: Value
    at: At


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    at: At


@dataclass(frozen=True, slots=True)
class Rank(Statement):
    ranking: ids.RankingId
    at: At


@dataclass(frozen=True, slots=True)
class Eliminate(Statement):
    """Players are out of the game from now on."""

    players: Value
