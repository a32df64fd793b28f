"""Who sits at a table, and what they have asked for besides the game."""

from __future__ import annotations

import secrets
from dataclasses import field
from hmac import compare_digest
from time import monotonic
from typing import Any, Protocol

from ...dsl.nodes.dataclass import dataclass
from ..readers.reader import Reader

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
    """A request to the other people at a table: `undo` or `rematch`."""

    what: str
    by: int
    waits: set[int]
    id: str = field(default_factory=lambda: secrets.token_hex(4))


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN)
