"""The fewest cards, facts and words with which a scenario still fails by the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ...dsl.nodes import files

MOST_RUNS = 600  # of scenarios with less in them

Facts = tuple[files.Fact, ...]


class Part(NamedTuple):
    """What can be left out: a fact, or one card or stack of cards of it."""

    fact: int
    piece: files.Piece | None


class Fewest:
    """Leaves parts of some facts out, as long as `shows` says that the same is still wrong."""

    def __init__(self, facts: Facts, shows: Callable[[Facts], bool]) -> None:
        self.facts = facts
        self.shows = shows
        self.parts = [*parts_of(facts)]
        self.left = MOST_RUNS

    def run(self) -> Facts:
        """The smallest facts that were found."""
        size = len(self.parts) // 2
        while size:
            before = len(self.parts)
            start = before - size
            while start >= 0:
                self.tried([*self.parts[:start], *self.parts[start + size :]])
                start -= size
            size = size if len(self.parts) < before else size // 2
        for number in range(len(self.parts)):
            for plain in plainer(self.parts[number].piece):
                rest = self.parts[number]._replace(piece=plain)
                self.tried([*self.parts[:number], rest, *self.parts[number + 1 :]])
        return facts_of(self.facts, self.parts)

    def tried(self, parts: Sequence[Part]) -> None:
        """Goes on with fewer parts where the same is wrong with them."""
        kept = {number for number, fact in enumerate(self.facts) if isinstance(fact, FRAME)}
        if self.left <= 0 or not kept <= {part.fact for part in parts}:
            return
        self.left -= 1
        if self.shows(facts_of(self.facts, parts)):
            self.parts = [*parts]


FRAME = (files.SeatsFact, files.PhaseFact, files.DecksFact)  # without these it is another game


def parts_of(facts: Iterable[files.Fact]) -> Iterator[Part]:
    """Each card or stack by itself, and each other fact."""
    for number, fact in enumerate(facts):
        if not isinstance(fact, files.HoldsFact):
            yield Part(number, None)
            continue
        for piece in fact.pieces.pieces:
            copies = piece.number or 1 if isinstance(piece, files.CardPiece) else 1
            one = replace(piece, number=None) if isinstance(piece, files.CardPiece) else piece
            yield from [Part(number, one)] * copies


def facts_of(facts: Facts, parts: Iterable[Part]) -> Facts:
    """The facts of some parts; equal cards side by side are counted."""
    found, places = list[files.Fact](), list[files.Place]()
    for number, group in groupby(parts, key=lambda part: part.fact):
        fact = facts[number]
        if isinstance(fact, files.HoldsFact):
            runs = ((one, len([*same])) for one, same in groupby(part.piece for part in group))
            pieces = tuple(counted(one, many) for one, many in runs if one is not None)
            listed = replace(fact.pieces, pieces=pieces)
            fact = replace(fact, pieces=listed, more=fact.place in places)
            places.append(fact.place)
        found.append(fact)
    return tuple(found)


def counted(piece: files.Piece, many: int) -> files.Piece:
    return replace(piece, number=many) if isinstance(piece, files.CardPiece) and many > 1 else piece


def plainer(piece: files.Piece | None) -> Iterator[files.Piece]:
    """A card with less said of it, most left out first."""
    if isinstance(piece, files.CardPiece) and (piece.fields or piece.notes or piece.unders):
        yield replace(piece, fields=(), notes=(), unders=())
        yield replace(piece, unders=())
        yield replace(piece, fields=(), notes=())
