"""What an expression may be: the types of the language."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Type:
    """`kind`: number truth name player card symbol part ability effect record text
    condition filter zone.

    `of` narrows it: a card kind, the id of a `values`, the category of a record. `many`
    makes it a set,
    `maybe` lets it be none.
    """

    kind: str
    of: str = ""
    many: bool = False
    maybe: bool = False

    @property
    def one(self) -> Type:
        return replace(self, many=False)

    @property
    def set(self) -> Type:
        return replace(self, many=True, maybe=False)

    def __str__(self) -> str:
        names = {
            "number": "number",
            "truth": "condition",
            "name": "name",
            "player": "player",
            "card": "card",
            "symbol": self.of,
            "record": self.of,
            "part": self.of,
        }
        name = names.get(self.kind, self.kind)
        if self.kind == "card" and self.of:
            name = self.of
        return f"{name}s" if self.many and not name.endswith("s") else name


NUMBER = Type("number")
TRUTH = Type("truth")
NAME = Type("name")
PLAYER = Type("player")
PLAYERS = Type("player", many=True)
CARD = Type("card", maybe=True)
CARDS = Type("card", many=True)
NOTHING = Type("none", maybe=True)
GAME = Type("game")
UNKNOWN = Type("unknown")


def symbol(of: str) -> Type:
    return Type("symbol", of)


def record(of: str) -> Type:
    return Type("record", of)
