"""What a reader is told of what happened, in beats: one answer with all that it caused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .parts import CardId, Number, Part, SeatName, Source, Text, Value, ZoneEnd, ZoneId
from .views import Card


class Happening(Part):
    """An event. `n` counts those of the reader. `text`: a line of the log, or none. `source`:
    the card whose text brought it about. `clauses`: those of the rulebook that the rule behind it
    cites.
    """

    n: Number
    text: Text = ()
    source: Source | None = None
    clauses: tuple[str, ...] = ()


class Chosen(Happening):
    """A seat has answered, or the rules left it one answer: nobody can tell which. Others are not
    told what was chosen in secret (`option` null).
    """

    kind: Literal["choice"]
    seat: SeatName
    prompt: str
    option: str | None
    do: str | None = None
    cards: tuple[Card, ...] = ()
    passes: bool = False


class Spot(ZoneEnd):
    """Where a card comes from or goes. `at`: of a zone with places, where in it."""

    at: Literal["top", "bottom", "onto", "place"] | None = None


class Moved(Happening):
    """A card moved. `was`: its id before; `card.id`: its id now. Where they differ, the reader
    could not follow it; where one is missing, the card is one of those that lie there. `cause`:
    of a thing that leaves the table, what is being carried out, in words of the format.
    """

    kind: Literal["move"]
    was: CardId | None = None
    card: Card
    start: Spot
    end: Spot
    turned: str | None = None
    cause: str | None = None


class Turned(Happening):
    """A card lies otherwise."""

    kind: Literal["turn"]
    card: Card
    turned: str


class Faced(Happening):
    """A card was turned over."""

    kind: Literal["face"]
    card: Card
    face: Literal["up", "down"]


class Attached(Happening):
    """A card was attached to another (null: it no longer is)."""

    kind: Literal["attach"]
    card: Card
    to: CardId | None


class Shown(Happening):
    """Cards were shown to a seat, or (null) to all. Who did not see them is told no cards."""

    kind: Literal["show"]
    cards: list[Card]
    to: SeatName | None


class Shuffled(Happening):
    """A zone was shuffled: ids of cards in it that the reader does not see have ended."""

    kind: Literal["shuffle"]
    zone: ZoneId
    of: SeatName | None


class Given(Happening):
    """A card now belongs to another."""

    kind: Literal["give"]
    card: Card
    start: SeatName | None
    end: SeatName | None


class Valued(Happening):
    """A value with a title changed: of the game, a seat, or a card."""

    kind: Literal["value"]
    name: str
    seat: SeatName | None = None
    card: Card | None = None
    old: Value
    new: Value


class Figured(Happening):
    """A figure is another than before the beat."""

    kind: Literal["figure"]
    name: str
    card: CardId
    part: Number | None = None
    old: int | None
    new: int | None


class Modified(Happening):
    """A change of a property begins (`modify`) or ends (`expire`)."""

    kind: Literal["modify", "expire"]
    name: str
    seat: SeatName | None = None
    card: Card | None = None
    how: str
    amount: Value = None
    until: str | None = None


class Effect(Happening):
    """An effect waits (`wait`), is now carried out (`trigger`), or was used (`use`)."""

    kind: Literal["wait", "trigger", "use"]
    effect: Source


class Stepped(Happening):
    """A phase or step begins, or a turn with it."""

    kind: Literal["step"]
    step: str
    title: str
    of: SeatName | None
    turn: Number


class Left(Happening):
    """A player is out of the game."""

    kind: Literal["out"]
    seat: SeatName


class Ended(Happening):
    """The game is over: the place of each seat, none in a draw."""

    kind: Literal["end"]
    places: dict[str, Number]


Event = Annotated[
    Chosen
    | Moved
    | Turned
    | Faced
    | Attached
    | Shown
    | Shuffled
    | Given
    | Valued
    | Figured
    | Modified
    | Effect
    | Stepped
    | Left
    | Ended,
    Field(discriminator="kind"),
]


class Beat(Part):
    """What is shown together. It begins with a choice, of whomever, and holds what that caused up
    to the next one. `by`: who chose; null for what comes before the first choice.
    """

    n: Number
    turn: Number
    by: SeatName | None
    events: list[Event]
