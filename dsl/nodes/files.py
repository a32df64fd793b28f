"""The other kinds of file: cards, decks, scenarios, transcripts."""

from __future__ import annotations

from .base import Node, Word, node
from .expressions import Expression
from .statements import Cites, Path


@node()
class CardField(Node):
    """A line of a card: `attack[circle]  420` has key `circle`; `value` is the rest of the
    line as written. Of a record only what `reads` as a category may be the line, and the rest
    one of the field `behind`.
    """

    name: Word
    key: Word | None
    value: Word
    reads: Word | None = None
    behind: Word | None = None


@node("card {name:STRING} {code:CODE}\n{fields}")
class Card(Node):
    name: Word
    code: Word
    fields: tuple[CardField, ...]


@node()
class CardHead(Node):
    """A column of a table of cards: the field, or one entry of it."""

    name: Word
    key: Word | None


@node()
class CardRow(Node):
    """A card of a table. An empty cell is none."""

    name: Word
    code: Word
    cells: tuple[Word | None, ...]


@node()
class CardTable(Node):
    """`cards Plant | colour | level`, and a row for each card."""

    kind: Word | None
    heads: tuple[CardHead, ...]
    rows: tuple[CardRow, ...]


@node("{number} [{name:NAME}] {code:CODE}\n")
class DeckLine(Node):
    number: int
    name: Word | None
    code: Word


@node("{part:HEADER}:\n")
class DeckHeader(Node):
    """`side:`, above the cards of that part."""

    part: Word


@node()
class Deck(Node):
    lines: tuple[DeckLine | DeckHeader, ...]


# ---- scenarios


class Value(Node):
    __slots__ = ()


@node("{number:signed}")
class NumberValue(Value):
    number: int


@node("{word}")
class WordValue(Value):
    word: Word


@node("{text:STRING}")
class StringValue(Value):
    text: Word


@node("{words|'s }")
class Place(Node):
    """`ana's draw_pile`: an owner chain and what of it."""

    words: tuple[Word, ...]


@node("with {field}[\\[{key}\\]] {value}")
class WithField(Node):
    field: Word
    key: Word | None
    value: Value


class Piece(Node):
    __slots__ = ()


@node("{number} cards")
class FillerPiece(Piece):
    """`10 cards`: any cards."""

    number: int


@node("nothing")
class NothingPiece(Piece): ...


@node("as {place}")
class NotedAs(Node):
    """`as ana's partner`: a note of the game or a player is this card."""

    place: Place


@node("onto {name:STRING} {fields} {notes}")
class Under(Node):
    """`onto "Cub"`: the card that lies under the one before it."""

    name: Word
    fields: tuple[WithField, ...]
    notes: tuple[NotedAs, ...] = ()


@node("on {name:STRING} [of {player}]")
class OnCard(Node):
    """`on "Lion" of bo`: the card that the one before it is attached to."""

    name: Word
    player: Word | None


@node("[{number}] {name:STRING} {fields} {notes} {unders} {bearer}")
class CardPiece(Piece):
    number: int | None
    name: Word
    fields: tuple[WithField, ...]
    notes: tuple[NotedAs, ...] = ()
    unders: tuple[Under, ...] = ()
    bearer: OnCard | None = None


@node("{pieces|, }")
class Pieces(Node):
    pieces: tuple[Piece, ...]


@node("{how:face/turned} {word}")
class Facing(Node):
    how: Word
    word: Word


class Fact(Node):
    __slots__ = ()


@node("seed {number}")
class SeedFact(Fact):
    number: int


@node("seats {number}")
class SeatsFact(Fact):
    number: int


@node("option {name} {value}")
class OptionFact(Fact):
    name: Word
    value: Value


@node("decks {names|, }")
class DecksFact(Fact):
    names: tuple[Word, ...]


@node("phase {path} [of {player}]")
class PhaseFact(Fact):
    path: Path
    player: Word | None


@node("{place} is {values|, }")
class ValueFact(Fact):
    place: Place
    values: tuple[Value, ...]


@node("{place} {more:also} holds {pieces} {facing}")
class HoldsFact(Fact):
    """`more`: behind another fact about the same zone, on top of those cards."""

    place: Place
    more: bool
    pieces: Pieces
    facing: Facing | None


@node("the deck['s {part}] holds {pieces}")
class DeckFact(Fact):
    """`the deck holds ..`, `the deck's side holds ..`."""

    part: Word | None
    pieces: Pieces


@node("{draw} falls {on:on} {values|, }")
class FallsFact(Fact):
    """`coin falls heads, tails`, `chosen falls on bo`: what chance picks, time after time."""

    draw: Word
    on: bool
    values: tuple[Value, ...]


@node("{draw} shows {values|, }", "fact")
class ShowsFact(Fact):
    """`die shows 3`: the same."""

    draw: Word
    values: tuple[Value, ...]


@node("{player} draws {cards:STRING|, } [from {zone}]")
class DrawsFact(Fact):
    """What lies on top of a zone when it has been shuffled."""

    player: Word
    cards: tuple[Word, ...]
    zone: Word | None


@node("{what=shuffle} keeps")
class ShuffleFact(Fact):
    """`shuffle keeps`: what is shuffled lies as before."""

    what: Word


class Deed(Node):
    __slots__ = ()


@node("{values+}")
class Picked(Node):
    """One choice: the label of an action and what it is done with, or a single option."""

    values: tuple[Value, ...]


@node("{player} chooses {picks| then }")
class ChoosesDeed(Deed):
    player: Word
    picks: tuple[Picked, ...]


@node("{player} passes")
class PassesDeed(Deed):
    player: Word


@node("play runs to {path} [of {player}]")
class RunsDeed(Deed):
    path: Path
    player: Word | None


@node("play stops after {path} [of {player}]", "deed")
class StopsDeed(RunsDeed): ...


class Claim(Node):
    __slots__ = ()


@node("{condition}")
class ConditionClaim(Claim):
    """Any condition of the language."""

    condition: Expression


@node("{place:postfix} holds {pieces} {facing}")
class HoldsClaim(Claim):
    place: Expression
    pieces: Pieces
    facing: Facing | None


@node("{players|, }")
class Placed(Node):
    """Those who share a place."""

    players: tuple[Word, ...]


@node("the game is won by {places| then }")
class WonClaim(Claim):
    """By whom; with `then` also who came second, third .."""

    places: tuple[Placed, ...]


@node("the game is drawn")
class DrawnClaim(Claim): ...


@node("the game goes on")
class GoesOnClaim(Claim): ...


@node("the deck is legal")
class LegalClaim(Claim): ...


@node("the deck breaks {text:STRING}")
class BreaksClaim(Claim):
    text: Word


@node("{player} may {picks| then }")
class MayClaim(Claim):
    player: Word
    picks: tuple[Picked, ...]


@node("{player} may not {picks| then }", "claim")
class MayNotClaim(MayClaim): ...


@node("{player} decides [{prompt:STRING}]")
class DecidesClaim(Claim):
    player: Word
    prompt: Word | None


@node("{player} sees {card:STRING} in {place:postfix}")
class SeesClaim(Claim):
    player: Word
    card: Word
    place: Expression


@node("{player} does not see {card:STRING} in {place:postfix}", "claim")
class NotSeesClaim(SeesClaim): ...


@node("{player} sees {place}")
class ReadsClaim(Claim):
    """`ana sees bo's chips`: the value of a gauge or note."""

    player: Word
    place: Place


@node("{player} does not see {place}", "claim")
class NotReadsClaim(ReadsClaim): ...


@node("{path} [{card:STRING}] [of {player}]")
class Happening(Node):
    """An event by verb, primitive or path; then a card's name, then the player it concerns."""

    path: Path
    card: Word | None
    player: Word | None


@node("in order {happenings|, }")
class OrderClaim(Claim):
    happenings: tuple[Happening, ...]


@node("never {happening}")
class NeverClaim(Claim):
    happening: Happening


@node()
class Round(Node):
    deeds: tuple[Deed, ...]
    claims: tuple[Claim, ...]


@node()
class Scenario(Node):
    title: Word
    covers: Cites | None
    format: Word | None
    facts: tuple[Fact, ...]
    rounds: tuple[Round, ...]
