"""The table as one reader sees it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .choices import Asked, Choice
from .parts import (
    CardId,
    Number,
    Part,
    Reader,
    RulePlace,
    SeatName,
    Source,
    Text,
    Value,
    Values,
    ZoneId,
)


class Change(Part):
    """What changes a figure: one that runs until something, or (`until` null) that holds as long as
    a card says so.
    """

    how: Literal["set", "raise", "lower", "multiply", "divide"]
    amount: int | None
    until: str | None = None
    by: CardId | None = None
    says: str | None = None


class FigureNow(Part):
    """A number of a card now (null: the reader cannot tell), as it is printed, and why. `part`: of
    which part of the card, by its place among them.
    """

    now: int | None
    printed: int | None
    why: tuple[Change, ...] = ()
    part: Number | None = None


class Card(Part):
    """A card: without an id the reader cannot point at it later; without a code he does not know
    what it is. `of`: whose it is, where that is not whose zone it lies in.
    """

    id: CardId | None = None
    code: str | None = None
    of: SeatName | None = None
    face: Literal["up", "down"] | None = None
    copy_of: Annotated[str | None, Field(description="The code of what it is a copy of.")] = None
    values: Values = Field(default_factory=dict[str, Value])


class Object(Part):
    """A thing in a zone: one card, or cards on each other, bottom first; it goes by the id of its
    top card. `on`: what it is attached to. `marks`: what the game says of it, such as that it
    attacks. A card that nobody can tell anything of is `{"cards": [{}]}`.
    """

    cards: list[Card]
    turned: str | None = None
    on: CardId | None = None
    figures: dict[str, list[FigureNow]] = Field(default_factory=dict[str, list[FigureNow]])
    marks: tuple[str, ...] = ()


class Zone(Part):
    """What lies in a zone. `count` is null where the reader does not know. With `places` the
    objects are in order, bottom first, and all are there; without, those that the reader knows are,
    and the rest is a number.
    """

    id: ZoneId
    of: SeatName | None
    count: Number | None
    places: bool
    objects: list[Object]


class StepNow(Part):
    """A phase or step that is open, and whose it is."""

    id: str
    title: str
    of: SeatName | None


class SeatNow(Part):
    """A player."""

    name: SeatName
    out: bool
    values: Values


class Waiting(Part):
    """An effect that waits to be carried out."""

    source: Source
    text: Text


class Link(Part):
    """An arrow: a note with a title, of a card, that is another card or a player; or what somebody
    has chosen (`target`): for an effect, from the card whose text asked, as long as that is carried
    out or waits; or for an action, from the card it was chosen with, as long as that is carried
    out or notes of the game name both cards; in any case in the beat in which it was chosen.
    """

    kind: str
    title: str
    start: CardId
    end: Value


class Over(Part):
    """How the game ended: the place of each seat, from 1; all are first in a draw. `conceded`: who
    gave it up; `out_of_time`: whose clock had run out.
    """

    winners: list[SeatName]
    draw: bool
    places: dict[str, Number]
    clauses: list[str]
    rule: RulePlace | None
    conceded: SeatName | None = None
    out_of_time: SeatName | None = None


class At(Part):
    """Where a reader's stream stands: the beats and events that he has been told, and how often
    answers were taken back before.
    """

    beat: Number
    event: Number
    era: Number


class View(Part):
    """Everything that a reader may know now. `of`: whose step it is. `resolving`: what is being
    carried out, the innermost last; `waiting`: what comes behind it, the next first.
    `choice`: the open one, if it is the reader's; of a reader of all, whosever it is.
    """

    v: Literal[1]
    reader: Reader
    you: SeatName | None
    at: At
    turn: Number
    of: SeatName | None
    steps: list[StepNow]
    values: Values
    seats: list[SeatNow]
    zones: list[Zone]
    resolving: list[Source]
    waiting: list[Waiting]
    links: list[Link]
    asked: list[Asked]
    choice: Choice | None
    over: Over | None
    options: Annotated[dict[str, Value], Field(description="The switches of the format.")]
