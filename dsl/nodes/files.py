"""The other kinds of file: cards, decks, scenarios, transcripts."""

from __future__ import annotations

from dataclasses import dataclass

from .base import Node, Word
from .declarations import Path
from .expressions import Expression
from .statements import Cites


@dataclass(frozen=True, slots=True)
class CardField(Node):
    """A line of a card: `attack[circle]  420` has key `circle`; `value` is the rest of the
    line as written.
    """

    name: Word
    key: Word | None
    value: Word


@dataclass(frozen=True, slots=True)
class Card(Node):
    name: Word
    code: Word
    fields: tuple[CardField, ...]


@dataclass(frozen=True, slots=True)
class DeckLine(Node):
    number: int
    name: Word | None
    code: Word


@dataclass(frozen=True, slots=True)
class DeckHeader(Node):
    """`side:`, above the cards of that part."""

    part: Word


@dataclass(frozen=True, slots=True)
class Deck(Node):
    lines: tuple[DeckLine | DeckHeader, ...]


# ---- scenarios


class Value(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NumberValue(Value):
    number: int


@dataclass(frozen=True, slots=True)
class WordValue(Value):
    word: Word


@dataclass(frozen=True, slots=True)
class StringValue(Value):
    text: Word


@dataclass(frozen=True, slots=True)
class Place(Node):
    """`ana's draw_pile`: an owner chain and what of it."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class WithField(Node):
    field: Word
    key: Word | None
    value: Value


class Piece(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FillerPiece(Piece):
    """`10 cards`: any cards."""

    number: int


@dataclass(frozen=True, slots=True)
class NothingPiece(Piece):
    pass


@dataclass(frozen=True, slots=True)
class Under(Node):
    """`onto "Cub"`: the card that lies under the one before it."""

    name: Word
    fields: tuple[WithField, ...]


@dataclass(frozen=True, slots=True)
class CardPiece(Piece):
    number: int | None
    name: Word
    fields: tuple[WithField, ...]
    unders: tuple[Under, ...] = ()


@dataclass(frozen=True, slots=True)
class Pieces(Node):
    pieces: tuple[Piece, ...]


class Facing(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FaceFacing(Facing):
    word: Word


@dataclass(frozen=True, slots=True)
class TurnedFacing(Facing):
    word: Word


class Fact(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SeedFact(Fact):
    number: int


@dataclass(frozen=True, slots=True)
class OptionFact(Fact):
    name: Word
    value: Value


@dataclass(frozen=True, slots=True)
class DecksFact(Fact):
    names: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class PhaseFact(Fact):
    path: Path
    player: Word | None


@dataclass(frozen=True, slots=True)
class ValueFact(Fact):
    place: Place
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class HoldsFact(Fact):
    place: Place
    pieces: Pieces
    facing: Facing | None


@dataclass(frozen=True, slots=True)
class DeckFact(Fact):
    """`the deck holds ..`, `the deck's side holds ..`."""

    part: Word | None
    pieces: Pieces


class Deed(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Picked(Node):
    """One choice: the label of an action and what it is done with, or a single option."""

    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ChoosesDeed(Deed):
    player: Word
    picks: tuple[Picked, ...]


@dataclass(frozen=True, slots=True)
class PassesDeed(Deed):
    player: Word


@dataclass(frozen=True, slots=True)
class RunsDeed(Deed):
    path: Path
    player: Word | None


class Claim(Node):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ConditionClaim(Claim):
    """Any condition of the language."""

    condition: Expression


@dataclass(frozen=True, slots=True)
class HoldsClaim(Claim):
    place: Expression
    pieces: Pieces
    facing: Facing | None


@dataclass(frozen=True, slots=True)
class WonClaim(Claim):
    player: Word


@dataclass(frozen=True, slots=True)
class DrawnClaim(Claim):
    pass


@dataclass(frozen=True, slots=True)
class GoesOnClaim(Claim):
    pass


@dataclass(frozen=True, slots=True)
class LegalClaim(Claim):
    pass


@dataclass(frozen=True, slots=True)
class BreaksClaim(Claim):
    text: Word


@dataclass(frozen=True, slots=True)
class MayClaim(Claim):
    player: Word
    picks: tuple[Picked, ...]


@dataclass(frozen=True, slots=True)
class MayNotClaim(Claim):
    player: Word
    picks: tuple[Picked, ...]


@dataclass(frozen=True, slots=True)
class DecidesClaim(Claim):
    player: Word
    prompt: Word | None


@dataclass(frozen=True, slots=True)
class SeesClaim(Claim):
    player: Word
    card: Word
    place: Expression


@dataclass(frozen=True, slots=True)
class NotSeesClaim(Claim):
    player: Word
    card: Word
    place: Expression


@dataclass(frozen=True, slots=True)
class ReadsClaim(Claim):
    """`ana sees bo's chips`: the value of a gauge or note."""

    player: Word
    place: Place


@dataclass(frozen=True, slots=True)
class NotReadsClaim(Claim):
    player: Word
    place: Place


@dataclass(frozen=True, slots=True)
class Happening(Node):
    """An event by verb, primitive or path; then a card's name, then the player it concerns."""

    path: Path
    card: Word | None
    player: Word | None


@dataclass(frozen=True, slots=True)
class OrderClaim(Claim):
    happenings: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class NeverClaim(Claim):
    happening: Happening


@dataclass(frozen=True, slots=True)
class Round(Node):
    deeds: tuple[Deed, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Scenario(Node):
    title: Word
    covers: Cites | None
    format: Word | None
    facts: tuple[Fact, ...]
    rounds: tuple[Round, ...]
