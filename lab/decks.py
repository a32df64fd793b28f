"""Deck lists: reading them, and what the deck rules of a format say about one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..dsl.meaning.context import CardDefinition
from ..dsl.nodes import files
from ..dsl.nodes.base import Span
from ..dsl.parse import parse_file, read_source
from ..dsl.problems import Problem, unknown


@dataclass(slots=True)
class DeckList:
    """A deck by name: its cards in order of the file, each as often as it is in the deck."""

    name: str
    span: Span
    cards: list[CardDefinition] = field(default_factory=list[CardDefinition])


def read_decks(
    paths: Sequence[Path], cards: Sequence[CardDefinition]
) -> tuple[dict[str, DeckList], list[Problem]]:
    """The decks of some files by the names of the files, in their order."""
    found: dict[str, DeckList] = {}
    problems: list[Problem] = []
    for path in paths:
        deck, wrong = read_deck(path, cards)
        found[deck.name] = deck
        problems += wrong
    return found, problems


def read_deck(path: Path, cards: Sequence[CardDefinition]) -> tuple[DeckList, list[Problem]]:
    """The deck of a file; cards that are not in the pool are left out and reported."""
    text, problems = read_source(path)
    nodes, wrong = parse_file("deck", text, str(path))
    problems = [*problems, *wrong]
    deck = DeckList(path.stem, Span(str(path), 1, 1, 1, 1))
    by_code = {str(card.code): card for card in cards}
    for line in nodes:
        if not isinstance(line, files.DeckLine):
            continue
        card = by_code.get(str(line.code))
        if card is None:
            problems.append(
                unknown("unknown-card", "card", str(line.code), line.code.span, by_code)
            )
            continue
        if line.name is not None and line.name != card.name:
            message = f'{line.code} is "{card.name}", not "{line.name}".'
            problems.append(Problem("wrong-name", message, line.name.span, str(card.name)))
        deck.cards += [card] * line.number
    return deck, problems
