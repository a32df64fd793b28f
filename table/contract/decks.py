"""What a page and a server say to each other about decks, before there is a table: over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from .parts import Number, Part

MOST_ROWS = 400
MOST_TEXT = 30_000  # signs of a list

FormatName = Annotated[str, Field(max_length=300)]
DeckRow = Annotated[
    tuple[
        Annotated[int, Field(ge=1, le=1_000)],
        Annotated[str, Field(max_length=64)],
        Annotated[str, Field(max_length=64)],
    ],
    Field(description='So many of a card, its code, the part of the deck ("": unsaid).'),
]
DeckRows = Annotated[list[DeckRow], Field(max_length=MOST_ROWS)]


# ---- from the page


class CheckDeck(Part):
    """Whether a deck is legal."""

    t: Literal["check"]
    format: FormatName
    rows: DeckRows


class ReadList(Part):
    """Which deck a list of cards is, in whatever shape it is written."""

    t: Literal["read"]
    format: FormatName
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class WriteList(Part):
    """A deck as a list in one of the shapes of the pool."""

    t: Literal["write"]
    format: FormatName
    rows: DeckRows
    shape: Annotated[str, Field(max_length=40)]


DeckQuestion = Annotated[CheckDeck | ReadList | WriteList, Field(discriminator="t")]
DECK_QUESTION: TypeAdapter[Any] = TypeAdapter(DeckQuestion)


# ---- from the server


class DeckRuleRow(Part):
    """A rule that decks of a format obey, in the words of the rules. `of_table`: the deck of the
    table, not those of players.
    """

    text: str
    clauses: list[str]
    of_table: bool


class DeckPartRow(Part):
    """A part of a deck: its id, as rows name it (empty: it has no parts), what it is called, the
    cards that fit into it by themselves (null: any).
    """

    name: str
    title: str
    of_table: bool
    fits: list[str] | None


class ShippedDeck(Part):
    """A deck of the format."""

    name: str
    of_table: bool
    rows: list[DeckRow]


class ShapeRow(Part):
    """A shape of lists: its id, a line of it, the ending of its files."""

    name: str
    example: str
    ending: str


class Pool(Part):
    """`GET /api/pool?format=NAME`: what decks of a format are made of. `schema` has the cards,
    as for a table.
    """

    v: Literal[1]
    schema_: Annotated[dict[str, Any], Field(alias="schema")]
    parts: list[DeckPartRow]
    rules: list[DeckRuleRow]
    decks: list[ShippedDeck]
    shapes: list[ShapeRow]


class BrokenRule(Part):
    """A rule that a deck breaks: its number in `Pool.rules` (null: it is none of them, and `text`
    says what is wrong), where it is in the files of the format.
    """

    rule: Number | None
    text: str
    file: str
    line: Number
    clauses: list[str]


class DeckChecked(Part):
    """Whether it is legal."""

    t: Literal["check"]
    cards: Number
    legal: bool
    broken: list[BrokenRule]


class ToldLine(Part):
    """A line of a list that could not be taken as it is."""

    what: Literal["unknown-card", "ambiguous-card", "unknown-section", "wrong-count", "too-many"]
    line: Number
    text: str
    message: str
    offers: list[str]


class ListRead(Part):
    """The deck of a list; `beside`: cards that the list puts beside it."""

    t: Literal["read"]
    rows: list[DeckRow]
    beside: list[DeckRow]
    notes: list[str]
    told: list[ToldLine]


class ListWritten(Part):
    """The list as a text, and the ending of its file."""

    t: Literal["write"]
    text: str
    ending: str


DeckAnswer = Annotated[DeckChecked | ListRead | ListWritten, Field(discriminator="t")]
DECK_ANSWER: TypeAdapter[Any] = TypeAdapter(DeckAnswer)
