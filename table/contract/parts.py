"""What the messages of a table are made of: texts that name cards, values, places."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

VERSION = 1

CardId = Annotated[str, Field(pattern=r"^c[1-9][0-9]{0,8}$")]
ZoneId = Annotated[str, Field(description="A zone of the schema.")]
SeatName = Annotated[str, Field(description="The name of a seat.")]
Number = Annotated[int, Field(ge=0)]


class Part(BaseModel):
    """A part of a message: it has the fields that are listed, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Mention(Part):
    """A card in a text: what the reader calls it, its id if it can be pointed at, its code if he
    knows what it is.
    """

    text: str
    card: CardId | None = None
    code: str | None = None


Text = Annotated[
    tuple[str | Mention, ...],
    Field(description="Pieces of one line, in order; to be set side by side."),
]


class CardValue(Part):
    """A value that is a card; null for one that the reader cannot point at."""

    card: CardId | None


class SeatValue(Part):
    """A value that is a seat."""

    seat: SeatName


Value = Annotated[
    bool | int | str | CardValue | SeatValue | None,
    Field(description="A number, a truth, words of the format, a card, a seat, or none."),
]
Values = Annotated[dict[str, Value], Field(description="By the id of the value in the schema.")]


class CardPlace(Part):
    """Something on the table that has an id."""

    card: CardId


class ZonePlace(Part):
    """A place in a zone of places, from 0 at the bottom, in which lies a card without an id."""

    zone: ZoneId
    of: SeatName | None
    place: Number


class HiddenPlace(Part):
    """Some card of a zone without places: which of so many nobody says, chance picks it."""

    zone: ZoneId
    of: SeatName | None
    hidden: Number


class SeatPlace(Part):
    """A player."""

    seat: SeatName


class ZoneEnd(Part):
    """A zone as the whole that it is."""

    zone: ZoneId
    of: SeatName | None


Place = Annotated[
    CardPlace | ZonePlace | HiddenPlace | SeatPlace,
    Field(description="What on the table an option is about."),
]


class Source(Part):
    """The card whose text speaks, and which words of it: `words` are the first and the end of them
    in the text number `text` of the card (see `PrintedCard.texts`).
    """

    card: CardId | None = None
    code: str | None = None
    text: Number | None = None
    words: tuple[Number, Number] | None = None
    says: str | None = Field(default=None, description="The sentence, in the reader's language.")
    of: SeatName | None = Field(default=None, description="For whom it speaks.")


class RulePlace(Part):
    """A line of the rules."""

    file: str
    line: Number


Reader = Literal["seat", "public", "all"]
