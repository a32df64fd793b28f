"""From decks to a match: which card is whose, where it starts, and whether the decks are legal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from ...dsl.cards.deckfile import DeckList
from ...dsl.ir import ir
from ...dsl.ir.deck import DeckPart, DeckRule
from ...dsl.ir.ir import NONE, Program
from ...dsl.ir.names import DECK_PART, brings_table, field_table, option_field
from ...dsl.ir.wordbook import clean
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Label, Problem, RulesError
from ..backend.layout import State
from ..reference.evaluator import Evaluator
from .faults import RuleFault, what_happened
from .match import PLAIN, Compile, Match

Starts = dict[tuple[str, int], list[int]]
Fitting = Callable[[str, Sequence[int]], Collection[int]]
Ask = Callable[[Match, State, str, Sequence[int]], Any]


@dataclass(frozen=True, slots=True)
class Companion:
    """A card that comes along: with which card, by which of its fields, where it starts."""

    card: int
    field: str
    zone: str
    definition: int


def call(match: Match, state: State, function: str, cards: Sequence[int]) -> Any:
    """What a function of the program gives for some cards."""
    number = match.compiled(PLAIN).symbols.functions[function]
    names = match.engine(PLAIN).namespace
    names["looks"] = names["most_looks"]
    try:
        return names[f"f{number}"](state, cards)
    except ZeroDivisionError:
        raise RuleFault("division-by-zero", 0) from None


def new_match(
    program: Program, decks: Sequence[DeckList], compile: Compile | None = None, ask: Ask = call
) -> Match:
    """A match in which each seat plays its deck. The cards that come along with others are
    numbered behind those of the decks. `ask` works out functions of the program.
    """
    parts = program.deck.parts
    listed = [(card, seat) for seat, deck in enumerate(decks) for card in deck.cards]
    companions = companions_of(program, program.deck.brings, listed)
    cards = [
        *listed,
        *((companion.definition, listed[companion.card][1]) for companion in companions),
    ]
    anywhere: Starts = {}
    zone = next(iter(program.zones))
    for card, (_, seat) in enumerate(cards):  # somewhere, until the rules can be asked
        anywhere.setdefault((zone, owner_of(program, zone, seat)), []).append(card)
    match = Match(program, cards, anywhere, compile=compile)
    pair_up(match, companions, range(len(listed), len(cards)))
    state = match.new_state(0)

    def fitting(function: str, held: Sequence[int]) -> Collection[int]:
        return ask(match, state, function, held)

    starts: Starts = {}
    for members, deck in zip(ranges_of(decks), decks, strict=True):
        try:
            sort_deck(match, parts, members, deck.parts, fitting)
        except RuleFault as fault:
            raise RulesError([unanswered(program, deck, fault)]) from None
    for number, part in enumerate(parts):
        for seat, members in enumerate(ranges_of(decks)):
            place = (part.zone, owner_of(program, part.zone, seat))
            lie = [card for card in members if part_of(match, card) == number]
            starts.setdefault(place, []).extend(lie)
    for card, companion in enumerate(companions, len(listed)):
        place = (companion.zone, owner_of(program, companion.zone, cards[card][1]))
        starts.setdefault(place, []).append(card)
    match.starts = {place: tuple(members) for place, members in starts.items()}
    return match


def walking(program: Program) -> Ask:
    """Works out functions of a program that has no code."""
    evaluator = Evaluator(program)

    def ask(match: Match, state: State, function: str, cards: Sequence[int]) -> Any:
        every = ir.Items(tuple(ir.Int(card) for card in cards))
        return evaluator.evaluate(match, state, ir.Apply(function, (every,)))

    return ask


def broken_by(program: Program, deck: DeckList, ask: Ask) -> list[Problem]:
    """A problem for each rule that a deck breaks, played by each seat as the format is set."""
    options = {name: spec.start for name, spec in program.switches.items()}
    lists = (deck,) * program.seats
    try:
        return broken_rules(new_match(program, lists, ask=ask), lists, options, ask)
    except RulesError as error:
        return error.problems


def owner_of(program: Program, zone: str, seat: int) -> int:
    """Whose a zone is that holds cards of a seat."""
    return seat if program.zones[zone].per_player else NONE


def ranges_of(decks: Iterable[DeckList]) -> list[range]:
    """The cards of the match that each deck holds."""
    found: list[range] = []
    for deck in decks:
        first = found[-1].stop if found else 0
        found.append(range(first, first + len(deck.cards)))
    return found


# ---- cards that come along


def companions_of(
    program: Program, brings: Iterable[tuple[str, str]], cards: Sequence[tuple[int, int]]
) -> list[Companion]:
    """What comes along with each of some cards (definition, seat)."""
    fields = [(field, zone, program.tables[brings_table(field)]) for field, zone in brings]
    return [
        Companion(card, field, zone, definition)
        for card, (number, _) in enumerate(cards)
        for field, zone, table in fields
        if isinstance(definition := table[number], int) and definition >= 0
    ]


def pair_up(match: Match, companions: Iterable[Companion], cards: Iterable[int]) -> None:
    """Each of two cards is the other of the other."""
    for companion, card in zip(companions, cards, strict=True):
        for one, other in ((companion.card, card), (card, companion.card)):
            match.set_fact(field_table(companion.field), one, other)


# ---- parts of decks


def sort_deck(
    match: Match,
    parts: Sequence[DeckPart],
    cards: Sequence[int],
    named: Sequence[str],
    fitting: Fitting,
) -> None:
    """Tells the match which part of its deck each card is in: the one its list names, else
    the first. A list that names none leaves it to the cards: each is in the first part whose
    `only` lines let it in.
    """
    if DECK_PART not in match.tables:
        return
    numbers = {part.name: number for number, part in enumerate(parts) if part.name}
    first = next((k for k, part in enumerate(parts) if not part.name), 0)
    for card, name in zip(cards, named, strict=True):
        match.set_fact(DECK_PART, card, numbers[name] if name else NONE)
    left = [card for card, name in zip(cards, named, strict=True) if not name]
    if len(left) == len(cards):
        for number, part in enumerate(parts):
            inside = {*fitting(part.fits, cards)} if part.fits else set[int]()
            for card in inside.intersection(left):
                match.set_fact(DECK_PART, card, number)
            left = [card for card in left if card not in inside]
    for card in left:
        match.set_fact(DECK_PART, card, first)


def part_of(match: Match, card: int) -> int:
    """The number of the part of its deck that a card is in."""
    return int(match.tables[DECK_PART][card]) if DECK_PART in match.tables else 0


# ---- rules


def broken_rules(
    match: Match, decks: Sequence[DeckList], options: Mapping[str, int], ask: Ask = call
) -> list[Problem]:
    """A problem for each rule that a deck breaks, at the deck."""
    fields = {option_field(name): value for name, value in options.items()}
    problems: list[Problem] = []
    for members, deck in zip(ranges_of(decks), decks, strict=True):
        try:
            broken = rules_broken(match, members, fields, ask)
        except RuleFault as fault:
            problems.append(unanswered(match.program, deck, fault))
            continue
        for rule in broken:
            span = match.program.places[rule.place].span
            text = f'The deck "{deck.name}" breaks a rule: {clean(rule.text)}.'
            label = Label(span, "the rule")
            problems.append(Problem("deck-illegal", text, deck.span, labels=(label,)))
    return problems


def unanswered(program: Program, deck: DeckList, fault: RuleFault) -> Problem:
    """What is told where it cannot be found out whether a deck is legal."""
    places = program.places
    labels = (Label(places[fault.place].span, "this rule"),) if fault.place else ()
    text = (
        f'The rules for the deck "{deck.name}" cannot be worked out: {what_happened(fault.code)}.'
    )
    return Problem(fault.code, text, deck.span, labels=labels)


def rules_broken(
    match: Match, cards: Sequence[int], fields: Mapping[str, int], ask: Ask = call
) -> list[DeckRule]:
    """The rules that the cards of one deck break, with some fields of the game set."""
    state, held = match.new_state(0), tuple(cards)
    for name, value in fields.items():
        match.set_field(state, name, value)
    rules = match.program.deck.rules
    return [rule for rule in rules if not ask(match, state, rule.function, held)]
