"""Who sits at a table, and what they have asked for besides the game."""

from __future__ import annotations

import secrets
from dataclasses import field
from hmac import compare_digest
from typing import Any, Protocol

from ...dsl.nodes.dataclass import dataclass
from ..readers.reader import Reader

TOKEN = 24  # bytes of chance in a token
HUMAN = "human"


class Connection(Protocol):
    """A socket of a reader of a table."""

    reader: Reader
    language: str

    def send(self, message: dict[str, Any]) -> None:
        """Puts a message into the queue of what is sent."""
        ...


@dataclass(slots=True, eq=False)
class Chair:
    """A seat: its name, who plays it (`human` or a bot), and the token of the one who may."""

    name: str
    plays: str
    token: str = ""
    sockets: int = 0

    @property
    def is_human(self) -> bool:
        """Whether a person plays it."""
        return self.plays == HUMAN

    def fits(self, token: str) -> bool:
        """Whether a token is the one of this chair."""
        return bool(self.token) and compare_digest(self.token, token)

    def plain(self) -> dict[str, Any]:
        """What everybody at the table is told."""
        bot = None if self.is_human else self.plays
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


@dataclass(slots=True, eq=False)
class Always:
    """An answer that is given for a seat until the turn ends: to a site, for a sentence."""

    seat: int
    site: int
    ability: int
    option: int
    turn: int
    prompt: str
    says: str | None
    card: str | None
    text: str
    id: str = field(default_factory=lambda: secrets.token_hex(4))

    def plain(self) -> dict[str, Any]:
        """What its player is told."""
        facts = {"id": self.id, "prompt": self.prompt, "says": self.says}
        return {**facts, "card": self.card, "option": self.text}


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN)
