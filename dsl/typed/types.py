"""What an expression may be: the types of the language."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from ..nodes.dataclass import dataclass

Kind = Literal[
    "number", "truth", "name", "player", "card", "print", "symbol", "part", "record", "keyword",
    "text", "sentence", "tags", "table", "kind", "role", "turned", "face", "phase", "rule",
    "window", "place", "game", "none", "empty", "unknown",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Type:
    """`of` narrows a kind: a kind of card, the id of a `values`, the category of a record, the
    part that bears a keyword. A table has an entry for each symbol of the values `per`. `many`
    makes it a set, `maybe` lets it be none.
    """

    kind: Kind
    of: str = ""
    many: bool = False
    maybe: bool = False
    per: str = ""

    @property
    def one(self) -> Type:
        return replace(self, many=False)

    @property
    def set(self) -> Type:
        return replace(self, many=True, maybe=False)

    def __str__(self) -> str:
        named = self.kind in ("symbol", "record", "part") or (self.kind == "card" and self.of)
        if self.kind == "print":
            return f"{self.of or 'card'} in print"
        name = self.of if named else {"truth": "condition"}.get(self.kind, self.kind)
        return f"{name}s" if self.many and not name.endswith("s") else name


NUMBER = Type("number")
TRUTH = Type("truth")
NAME = Type("name")
PLAYER = Type("player")
PLAYERS = Type("player", many=True)
ONE_CARD = Type("card")
CARD = Type("card", maybe=True)
CARDS = Type("card", many=True)
NOTHING = Type("none", maybe=True)
GAME = Type("game")
UNKNOWN = Type("unknown")
TERMS = Type("record", "terms")


def symbol(of: str) -> Type:
    """A symbol of a `values`."""
    return Type("symbol", of)


def record(of: str) -> Type:
    """A phrase of a category that is printed in a field."""
    return Type("record", of)
