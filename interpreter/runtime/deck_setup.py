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
from ...dsl.problems.problem import Advice, Label, Problem, RulesError
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
    """A match with the decks of a game: those of the seats, then the table's, as far as the format
    has them. The cards that come along with others are numbered behind those of the decks. `ask`
    works out functions of the program.
    """
    parts, owners = program.deck.parts, program.deck.owners(program.seats)
    listed = [(card, seat) for seat, deck in zip(owners, decks, strict=True) for card in deck.cards]
    companions = companions_of(program, program.deck.brings, listed)
    cards = [
        *listed,
        *((companion.definition, listed[companion.card][1]) for companion in companions),
    ]
    anywhere: Starts = {}
    zone = next(iter(program.zones))
    for card, (_, seat) in enumerate(cards):  # somewhere, until the rules can be asked
        anywhere.setdefault((zone, owner_of(program, zone, max(seat, 0))), []).append(card)
    match = Match(program, cards, anywhere, compile=compile)
    pair_up(match, companions, range(len(listed), len(cards)))
    state = match.new_state(0)

    def fitting(function: str, held: Sequence[int]) -> Collection[int]:
        return ask(match, state, function, held)

    starts: Starts = {}
    for seat, members, deck in zip(owners, ranges_of(decks), decks, strict=True):
        if program.deck.is_mixed(deck.parts):
            text = f'The deck "{deck.name}" has cards of the table and cards of a player.'
            raise RulesError(
                [Problem("deck-mixed", text, deck.span, Advice("Make two decks of it."))]
            )
        try:
            sort_deck(match, parts, seat < 0, members, deck.parts, fitting)
        except RuleFault as fault:
            raise RulesError([unanswered(program, deck, fault)]) from None
    for number, part in enumerate(parts):
        for seat, members in zip(owners, ranges_of(decks), strict=True):
            if part.of_table != (seat < 0):
                continue
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
    """A problem for each rule that a deck breaks, as the format is set."""
    options = {name: spec.start for name, spec in program.switches.items()}
    lists, of_table = alone(program, deck), program.deck.is_tables(deck.parts)
    try:
        return broken_rules(new_match(program, lists, ask=ask), lists, options, ask, of_table)
    except RulesError as error:
        return error.problems


def alone(program: Program, deck: DeckList) -> tuple[DeckList, ...]:
    """The decks of a game in which there is only this one: the table's, or of all seats."""
    none, of_table = DeckList("", ()), program.deck.is_tables(deck.parts)
    owners = program.deck.owners(program.seats)
    return tuple(deck if (seat < 0) == of_table else none for seat in owners)


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
    of_table: bool,
    cards: Sequence[int],
    named: Sequence[str],
    fitting: Fitting,
) -> None:
    """Tells the match which part of its deck each card is in, of those of the table's or of a
    player's: the one its list names, else the first. A list that names none leaves it to the
    cards: each is in the first part whose `only` lines let it in.
    """
    if DECK_PART not in match.tables:
        return
    mine = [number for number, part in enumerate(parts) if part.of_table == of_table]
    numbers = {parts[number].name: number for number in mine if parts[number].name}
    first = next((number for number in mine if not parts[number].name), mine[0])
    for card, name in zip(cards, named, strict=True):
        match.set_fact(DECK_PART, card, numbers.get(name, NONE))
    left = [card for card, name in zip(cards, named, strict=True) if name not in numbers]
    if len(left) == len(cards):
        for number in mine:
            part = parts[number]
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
    match: Match,
    decks: Sequence[DeckList],
    options: Mapping[str, int],
    ask: Ask = call,
    only: bool | None = None,
) -> list[Problem]:
    """A problem for each rule that a deck breaks, at the deck; `only` decks of the table, or of
    players.
    """
    fields = {option_field(name): value for name, value in options.items()}
    owners = match.program.deck.owners(match.program.seats)
    problems: list[Problem] = []
    for seat, members, deck in zip(owners, ranges_of(decks), decks, strict=True):
        if only not in (None, seat < 0):
            continue
        try:
            broken = rules_broken(match, seat < 0, members, fields, ask)
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
    match: Match, of_table: bool, cards: Sequence[int], fields: Mapping[str, int], ask: Ask = call
) -> list[DeckRule]:
    """The rules that the cards of one deck break, with some fields of the game set."""
    state, held = match.new_state(0), tuple(cards)
    for name, value in fields.items():
        match.set_field(state, name, value)
    rules = (rule for rule in match.program.deck.rules if rule.of_table == of_table)
    return [rule for rule in rules if not ask(match, state, rule.function, held)]
