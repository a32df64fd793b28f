"""Ids of what a format declares. Each kind of id is a type of its own."""

from __future__ import annotations

from typing import NewType

from ..ir import names
from ..nodes.dataclass import dataclass

ZoneId = NewType("ZoneId", str)
GaugeId = NewType("GaugeId", str)  # of a gauge or a note
OptionId = NewType("OptionId", str)
KindId = NewType("KindId", str)
PartId = NewType("PartId", str)
CardFieldId = NewType("CardFieldId", str)
KeywordId = NewType("KeywordId", str)
WindowId = NewType("WindowId", str)
ActionId = NewType("ActionId", str)
VerbId = NewType("VerbId", str)
RankingId = NewType("RankingId", str)
SlotId = NewType("SlotId", str)
AbilityId = NewType("AbilityId", int)  # in one format with its cards
RecordId = NewType("RecordId", int)


@dataclass(frozen=True, slots=True)
class PropertyId:
    """A property, and what has it: `player`, `game`, `card`, `cards`, a kind of card or a part."""

    name: str
    of: str

    def __str__(self) -> str:
        return f"{self.name}.{self.of}"


@dataclass(frozen=True, slots=True)
class StepId:
    """A phase or step by the names that lead to it from the turn: `battle.result`."""

    names: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.names[-1]

    @property
    def parent(self) -> StepId:
        return StepId(self.names[:-1])

    def inside(self, name: str) -> StepId:
        """The step of a name in this one."""
        return StepId((*self.names, name))

    def holds(self, other: StepId) -> bool:
        """Whether the other is this step or one inside it."""
        return other.names[: len(self.names)] == self.names

    def __str__(self) -> str:
        return ".".join(self.names)


TURN = StepId(())
GAINED = PropertyId("abilities", "gained")  # the list of the sentences that a card has gained


PRINT = PropertyId(*names.PRINT.split("."))  # which card's print a card has, while it is a copy


def being(kind: str) -> PropertyId:
    """Whether a card is of a kind, where that may change."""
    return PropertyId(kind, ":kind")


def given(field: str) -> PropertyId:
    """What stands in a field of a card that may be made one that has it."""
    return PropertyId(field, ":given")


def bearing(keyword: str) -> PropertyId:
    """How often a card has a keyword, as if it were a property of it."""
    return PropertyId(keyword, "keyword")


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of the turn."""

    def __str__(self) -> str:
        return "turn"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of the game, which is never reached."""

    def __str__(self) -> str:
        return "game"


@dataclass(frozen=True, slots=True)
class StepEnd:
    """The end of a phase or step; with a `seat`, of that player's; with a `half`, every second
    one of his.
    """

    step: StepId
    seat: int = -1
    half: int = -1

    def __str__(self) -> str:
        return f"{self.step}" if self.seat < 0 else f"{self.step} of {self.seat}"


@dataclass(frozen=True, slots=True)
class StepStart:
    """The start of a phase or step; with a `seat`, of that player's."""

    step: StepId
    seat: int = -1

    def __str__(self) -> str:
        whose = "" if self.seat < 0 else f" of {self.seat}"
        return f"start of {self.step}{whose}"


@dataclass(frozen=True, slots=True)
class VerbEnd:
    """The moment at which a verb has been done."""

    verb: VerbId

    def __str__(self) -> str:
        return f"verb {self.verb}"


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """When an event next happens, or (with no event) something is no longer so; each place in the
    rules has its own.
    """

    event: str

    def __str__(self) -> str:
        return self.event or "no longer so"


Moment = TurnEnd | GameEnd | StepEnd | StepStart | VerbEnd | Watch
