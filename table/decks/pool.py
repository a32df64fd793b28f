"""What decks of a format are made of, and what is asked of a deck: see `contract.decks`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from ...dsl.cards.deckfile import CardNumbers, DeckEntry, DeckList, deck_of_data
from ...dsl.ir.deck import TABLE, DeckPart
from ...dsl.ir.wordbook import clean
from ...dsl.loading.library import wrong_name
from ...interpreter.messages.wording import titled
from ...interpreter.runtime.deck_setup import alone, call, new_match
from ...interpreter.runtime.rules import Rules
from ..contract.decks import CheckDeck, ReadList, WriteList
from ..contract.parts import VERSION
from .legality import broken_by
from .lists import ListReader
from .shapes import SHAPES, written

Plain = dict[str, Any]


class DeckBuilding:
    """Answers for one format."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.reader = ListReader(rules)

    # ---- what there is

    def pool(self, schema: Plain) -> Plain:
        """The pool, with what the format says of itself."""
        program = self.rules.edition.contents.program
        return {
            "v": VERSION,
            "schema": schema,
            "parts": [self.part(part) for part in program.deck.parts],
            "rules": [
                {
                    "text": clean(rule.text),
                    "clauses": [*program.places[rule.place].clauses],
                    "of_table": rule.of_table,
                }
                for rule in program.deck.rules
            ],
            "decks": [self.shipped(self.rules.deck(name)) for name in self.rules.decks],
            "shapes": [
                {"name": shape.name, "example": shape.example, "ending": shape.ending}
                for shape in SHAPES.values()
            ],
        }

    def part(self, part: DeckPart) -> Plain:
        """A part of a deck."""
        deck = self.rules.edition.contents.program.deck
        tables = TABLE if part.of_table and deck.is_brought else ""
        return {
            "name": part.name or tables,
            "title": titled(part.name or part.zone),
            "of_table": part.of_table,
            "fits": self.fitting(part) if part.fits else None,
        }

    def fitting(self, part: DeckPart) -> list[str]:
        """The cards that fit into a part by themselves, whatever else is in the deck."""
        contents = self.rules.edition.contents
        header = next(filter(None, contents.program.deck.names_of(part.of_table)), "")
        cards = self.rules.cards
        every = (DeckEntry(1, card.code, n, part=header) for n, card in enumerate(cards))
        lists = alone(contents.program, DeckList("", tuple(every)))
        match = new_match(contents.program, lists, self.rules.edition.compiled)
        state = match.new_state(0)
        return [card.code for n, card in enumerate(cards) if call(match, state, part.fits, (n,))]

    def shipped(self, deck: DeckList) -> Plain:
        """A deck of the format."""
        of_table = self.rules.is_tables(deck)
        return {"name": deck.name, "of_table": of_table, "rows": rows_of(deck.entries)}

    # ---- what is asked

    def answer(self, question: CheckDeck | ReadList | WriteList) -> Plain:
        """The answer to a question; raises `WrongUse`."""
        if isinstance(question, ReadList):
            return self.read(question.text)
        deck = deck_of_data("list", [*question.rows], self.numbers, self.parts)
        if isinstance(question, CheckDeck):
            return self.checked(deck)
        if question.shape not in SHAPES:
            raise wrong_name("shape", question.shape, SHAPES)
        text = written(self.reader, deck.entries, question.shape)
        return {"t": "write", "text": text, "ending": SHAPES[question.shape].ending}

    @property
    def numbers(self) -> CardNumbers:
        """The number and name of each card by its code."""
        return self.rules.edition.contents.wordbook.card_numbers()

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that rows may name."""
        return self.rules.edition.contents.wordbook.part_names

    def checked(self, deck: DeckList) -> Plain:
        """Whether a deck is legal."""
        broken = [
            {
                "rule": one.rule if one.rule >= 0 else None,
                "text": one.text,
                "file": PurePath(one.file).name,
                "line": one.line,
                "clauses": [*one.clauses],
            }
            for one in broken_by(self.rules, deck)
        ]
        return {"t": "check", "cards": len(deck.cards), "legal": not broken, "broken": broken}

    def read(self, text: str) -> Plain:
        """The deck of a list."""
        found = self.reader.read(text)
        told = [
            {
                "what": one.what,
                "line": one.line,
                "text": one.text,
                "message": one.message,
                "offers": [*one.offers],
            }
            for one in found.told
        ]
        beside = rows_of(found.beside)
        rows = rows_of(found.entries)
        return {"t": "read", "rows": rows, "beside": beside, "notes": found.notes, "told": told}


def rows_of(entries: Iterable[DeckEntry]) -> list[list[Any]]:
    """Entries as rows of the contract."""
    return [[entry.number, entry.code, entry.part] for entry in entries]
