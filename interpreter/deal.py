"""From decks to a match: which card is whose, where it starts, and whether the decks are legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..dsl.deckfile import DeckList
from ..dsl.ir import Place
from ..dsl.nodes.base import Span
from ..dsl.problems import Label, Problem
from .edition import Edition
from .layout import State
from .match import PLAIN, Match
from .sitting import OPTION

Starts = dict[tuple[str, int], list[int]]


def new_match(edition: Edition, decks: Sequence[DeckList]) -> Match:
    """A match in which each seat plays its deck."""
    program = edition.contents.program
    cards = [(card, seat) for seat, deck in enumerate(decks) for card in deck.cards]
    anywhere: Starts = {}
    for card, (_, seat) in enumerate(cards):  # somewhere, until the rules can be asked
        zone = next(iter(program.zones))
        owner = seat if program.zones[zone].per_player else -1
        anywhere.setdefault((zone, owner), []).append(card)
    match = Match(program, cards, anywhere, compile=edition.compiled)
    state = match.new_state(0)
    starts: Starts = {}
    placed = [False] * len(cards)
    for function, zone in edition.contents.wordbook.starts_in:
        for seat in range(len(decks)):
            owner = seat if program.zones[zone].per_player else -1
            for card in call(match, state, function, cards_of(match, seat)):
                if not placed[card]:
                    placed[card] = True
                    starts.setdefault((zone, owner), []).append(card)
    left = [card for card, done in enumerate(placed) if not done]
    for card in left:  # of no deck's part: the last rule that says where a deck starts
        _, zone = edition.contents.wordbook.starts_in[-1]
        owner = match.cards[card][1] if program.zones[zone].per_player else -1
        starts.setdefault((zone, owner), []).append(card)
    match.starts = {place: tuple(members) for place, members in starts.items()}
    return match


def cards_of(match: Match, seat: int) -> tuple[int, ...]:
    return tuple(card for card, (_, owner) in enumerate(match.cards) if owner == seat)


def call(match: Match, state: State, function: str, cards: Sequence[int]) -> Sequence[int]:
    """The members that a function of the program gives for some cards."""
    number = match.compiled(PLAIN).symbols.functions[function]
    return match.engine(PLAIN).namespace[f"f{number}"](state, cards)


def broken_rules(
    edition: Edition, match: Match, decks: Sequence[DeckList], options: Mapping[str, int]
) -> list[Problem]:
    """A problem for each rule that a deck breaks, at the deck."""
    state = match.new_state(0)
    for name, value in options.items():
        match.set_field(state, OPTION + name, value)
    problems: list[Problem] = []
    for seat, deck in enumerate(decks):
        cards = cards_of(match, seat)
        for test in edition.contents.wordbook.deck_tests:
            if not call(match, state, test.function, cards):
                place = match.program.places[test.place]
                text = f'The deck "{deck.name}" breaks a rule: {test.text}.'
                label = Label(span_of(place), "the rule")
                problems.append(Problem("deck-illegal", text, deck.span, labels=(label,)))
    return problems


def span_of(place: Place) -> Span:
    return Span(place.file, place.line, place.column, place.end_line, place.end_column)
