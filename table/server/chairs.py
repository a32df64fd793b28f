"""Who sits at a table, and what they have asked for besides the game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import field
from hmac import compare_digest
from time import monotonic
from typing import Any, Protocol

from ...dsl.nodes.dataclass import dataclass
from ..readers.reader import Reader
from .refusals import Refusal

TOKEN = 24  # bytes of chance in a token
HUMAN = "human"
AWAY = 30  # seconds that a player has to be away before a bot may play on for him


class Connection(Protocol):
    """A socket of a reader of a table."""

    reader: Reader
    language: str

    def send(self, message: dict[str, Any]) -> None:
        """Puts a message into the queue of what is sent."""
        ...


@dataclass(slots=True, eq=False)
class Chair:
    """A seat: its name, who plays it (`human` or a bot), and the token of the one who may.
    `stand_in`: the bot that plays for a person who has left; `left`: when he did, or the chair was
    put there (seconds); `away`: how long he has to be away before a bot may play on.
    """

    name: str
    plays: str
    token: str = ""
    sockets: int = 0
    stand_in: str = ""
    left: float = field(default_factory=monotonic)
    away: float = AWAY

    @property
    def is_human(self) -> bool:
        """Whether a person plays it now."""
        return self.bot == HUMAN

    @property
    def bot(self) -> str:
        """Who plays it now."""
        return self.stand_in or self.plays

    @property
    def has_left(self) -> bool:
        """Whether the person who plays it has been away for a while."""
        return self.is_human and not self.sockets and monotonic() - self.left >= self.away

    def comes(self) -> None:
        """The person sits down, and plays."""
        self.sockets += 1
        self.stand_in = ""

    def goes(self) -> None:
        """A socket of the person is gone."""
        self.sockets -= 1
        self.left = monotonic()

    def fits(self, token: str) -> bool:
        """Whether a token is the one of this chair."""
        return bool(self.token) and compare_digest(self.token, token)

    def kept(self) -> dict[str, str]:
        """What is kept of it, as it is made again from."""
        return {
            "name": self.name,
            "plays": self.plays,
            "token": self.token,
            "stand_in": self.stand_in,
        }

    def plain(self) -> dict[str, Any]:
        """What everybody at the table is told."""
        bot = None if self.is_human else self.bot
        kind = HUMAN if self.is_human else "bot"
        here = not self.is_human or self.sockets > 0
        return {"name": self.name, "kind": kind, "bot": bot, "here": here}


@dataclass(slots=True, eq=False)
class Asked:
    """A request to the other people at a table: `undo` or `rematch`; `waits`: the seats that have
    not agreed yet.
    """

    what: str
    by: int
    waits: set[int]
    id: str = field(default_factory=lambda: secrets.token_hex(4))


class Requests(dict[str, Asked]):
    """Those of one table that are open, by their ids."""

    def ask(self, asked: Asked) -> None:
        """Asks the others; one request of a kind at a time. Raises `Refusal`."""
        for other in self.values():
            if other.what == asked.what and other.by == asked.by:
                raise Refusal("asked", "That has been asked already.")
        self[asked.id] = asked

    def agree(self, seat: int, id: str, yes: bool) -> Asked | None:
        """What somebody says to a request; gives it back when all have agreed. Raises `Refusal`."""
        asked = self.get(id)
        if asked is None or seat not in asked.waits:
            raise Refusal("unknown", "Nobody has asked you that.")
        asked.waits.discard(seat)
        if not yes or not asked.waits:
            del self[id]
        return asked if yes and not asked.waits else None

    def leave(self, seat: int) -> None:
        """A seat answers no more: what it was asked lapses."""
        for id in [id for id, one in self.items() if seat in one.waits]:
            del self[id]

    def plain(self, seats: Sequence[str]) -> list[dict[str, Any]]:
        """What everybody at the table is told; `seats`: their names."""
        return [
            {
                "id": one.id,
                "what": one.what,
                "by": seats[one.by],
                "waits": [seats[other] for other in sorted(one.waits)],
            }
            for one in self.values()
        ]


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN)
