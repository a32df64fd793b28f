"""What a format says of itself, once for every game: the same bytes for everybody."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .parts import Number, Part


class ZoneKind(Part):
    """A zone as it is declared. `places`: each card lies at a place that can be followed, also by
    those who do not see it; without, those who do not see the cards know their number alone.
    `objects`: cards in it lie on each other and are one thing. `turned`: how cards may lie, the
    first is upright. `counted`: who knows how many there are.
    """

    title: str
    per: Literal["player", "table"]
    kind: Literal["pile", "stack", "group", "queue", "slots"]
    seen: Literal["all", "owner", "others", "nobody", "knowers"]
    counted: Literal["all", "owner"]
    face: Literal["up", "down"]
    places: bool
    objects: bool
    turned: Annotated[dict[str, str], Field(description="Titles by id.")]
    attached: Annotated[list[str], Field(description="The zones whose cards bear cards of this.")]


class ValueKind(Part):
    """A number, a truth or a note that players care about. `two_sided`: it has the opposite sign
    for the other player. `secret`: only whose it is reads it. `gauge`: it is always told; a note is
    told where it is not as at the start.
    """

    title: str
    per: Literal["game", "player", "card"]
    type: str
    gauge: bool
    low: int | None
    high: int | None
    two_sided: bool
    secret: bool


class OptionKind(Part):
    """An option of the rules, on which players agree before a game: how it stands unless they do,
    a truth or a number, which may have limits.
    """

    title: str
    value: bool | int
    low: int | None
    high: int | None


class Figure(Part):
    """A number of a card that starts as what is printed in a field and may be changed."""

    title: str
    of: Annotated[list[str], Field(description="Kinds of card.")]
    prints: str
    part: Annotated[str | None, Field(description="The part of a card that has it.")] = None


class FieldKind(Part):
    """A field of cards. `text`: what is in it is said in sentences that do something."""

    title: str
    type: str
    text: bool


class CardKind(Part):
    """A kind of card, and what may be printed on one, in the order of the rules."""

    title: str
    fields: list[str]


class Sentence(Part):
    """Some words of a text that are one sentence to the rules: from, to (behind the last)."""

    words: tuple[Number, Number]
    says: str


class PrintedText(Part):
    """A text of a card, with its sentences as far as they are known."""

    field: str
    text: str
    sentences: list[Sentence]


class PrintedCard(Part):
    """A card as it is printed. `fields`: what is no text, in words; `texts` in printed order."""

    name: str
    kind: str
    fields: dict[str, str | int]
    texts: list[PrintedText]


class Face(Part):
    """The fields of a card by where on its small face they stand."""

    corner: list[str]
    band: list[str]
    figure: list[str]
    text: list[str]


class Looks(Part):
    """What the format's .looks file says. `rows` of a player's zones, from the middle outwards
    (null: an empty place); `between`: zones and values in the middle; `beside`: values beside a
    name; `forms`: how a zone or value is drawn; `hidden`: zones while they are empty, values;
    `faces` by kind; `colours` and `symbols` by what stands on cards; `goal`: how the game is won.
    """

    rows: list[list[str | None]]
    between: list[str]
    beside: list[str]
    forms: dict[str, Literal["row", "fan", "pile", "count", "track"]]
    hidden: list[str]
    faces: dict[str, Face]
    colours: dict[str, str]
    symbols: dict[str, str]
    goal: str = ""


class Schema(Part):
    """A format. `rules`: the fingerprint of its rules; `looks`: how it wants to be drawn, null
    where it does not say.
    """

    v: Literal[1]
    format: str
    title: str
    rules: str
    language: str
    languages: list[str]
    seats: tuple[Number, Number]
    looks: Looks | None
    steps: Annotated[dict[str, str], Field(description="Titles by path, in order.")]
    options: Annotated[dict[str, OptionKind], Field(description="By name, as declared.")]
    zones: dict[str, ZoneKind]
    values: dict[str, ValueKind]
    figures: dict[str, Figure]
    fields: dict[str, FieldKind]
    kinds: dict[str, CardKind]
    parts: Annotated[dict[str, list[str]], Field(description="Parts of cards, by their name.")]
    terms: Annotated[dict[str, str], Field(description="What words of cards mean, by the words.")]
    cards: Annotated[dict[str, PrintedCard], Field(description="By code.")]
