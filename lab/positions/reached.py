"""A position in which a card can be chosen: a deck with it, and play until it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...dsl.cards.deckfile import DeckEntry, DeckList
from ...dsl.loading.library import WrongUse
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError
from ...interpreter.backend.layout import OPTIONS, SEAT, SITE, State
from ...interpreter.messages.values import meant_by
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules
from ..bots.choosing import BOTS

MOST_GAMES = 100
MOST_DECISIONS = 400  # of a game
MOST_COPIES = 4
TRIES = 12  # to take other cards out of a deck, for each number of copies


@dataclass(frozen=True, slots=True)
class Reached:
    """What leads to a position: the seed, the decks, and the answers; the seat that is asked there,
    and whether the card is `offered` (else it only lies in that seat's hand).
    """

    seed: int
    decks: tuple[DeckList, ...]
    answers: tuple[int, ...]
    seat: int
    offered: bool


def reach(rules: Rules, code: str) -> Reached:
    """The first choice of a game by chance in which an action with a card is offered; else one in
    which it is offered in any way, else one with the card in hand. Raises `WrongUse`.
    """
    number = next((n for n, card in enumerate(rules.cards) if card.code == code), -1)
    if number < 0:
        raise WrongUse(f"There is no card {code} in the rules as they were saved.")
    decks, found = decks_with(rules, number), list[tuple[int, Reached]]()
    for game in range(MOST_GAMES):
        setup = rules.new_setup(game, [*decks], None, rules.seat_numbers[0])
        bot = ("eager", "random")[game % 2]
        found += played(setup, number, bot)
        if found and max(found, key=worth)[0] == ACTION:
            break
    if not found:
        raise WrongUse(f"In {MOST_GAMES} games by chance, {code} was never in a hand or offered.")
    return max(found, key=worth)[1]


HELD, IN_QUESTION, ACTION = 1, 2, 3  # how well a position shows a card


def worth(found: tuple[int, Reached]) -> int:
    """Of positions that show as much the first is the best."""
    return found[0]


def played(setup: GameSetup, number: int, bot: str) -> Iterator[tuple[int, Reached]]:
    """Each position of a game by chance that shows a card better than those before it."""
    engine, chance, state = setup.engine(), Random(setup.seed), setup.unbegun_state()
    answers, best, pick = list[int](), 0, BOTS[bot]
    try:
        setup.begin(state)
        while state[SEAT] >= 0 and len(answers) < MOST_DECISIONS:
            shown = shows(setup, state, number)
            if shown > best:
                best, seat = shown, int(state[SEAT])
                offered = shown > HELD
                yield shown, Reached(setup.seed, setup.decks, tuple(answers), seat, offered)
                if best == ACTION:
                    return
            answers.append(pick(state, chance))
            engine.apply(state, answers[-1])
    except RuleFault:
        return  # the game that the author plays tells of it


def shows(setup: GameSetup, state: State, number: int) -> int:
    """How well the open choice shows a card by its number in the format; 0 for not at all."""
    match, words = setup.match, setup.wording()
    site = match.program.sites[int(state[SITE])]
    for option in state[OPTIONS] if site.kind != "trigger" else ():
        card = words.card_of(meant_by(site, option), ())
        if card >= 0 and match.cards[card][0] == number:
            return ACTION if site.kind == "action" else IN_QUESTION
    for cell, (zone, owner) in match.layout.zone_at.items():
        spec = match.program.zones[zone]
        held = owner == state[SEAT] and spec.kind == "group" and not spec.keeps_object
        if held and any(match.cards[int(card)][0] == number for card in state[cell]):
            return HELD
    return 0


# ---- decks


def decks_with(rules: Rules, number: int) -> list[DeckList]:
    """Decks for a game in which one has a card: one that ships, else one of these in which it
    stands for other cards. Raises `WrongUse`.
    """
    seats = rules.seat_numbers[0]
    owners = rules.edition.contents.program.deck.owners(seats)
    reason = "No deck is there to put it in."
    for deck in candidates(rules, number):
        of_table = rules.is_tables(deck)
        known = [rules.deck(name) for name in rules.decks_of(of_table)]
        count = sum((seat < 0) == of_table for seat in owners)
        given = [deck, *(known[n % len(known)] for n in range(count - 1))]
        try:
            rules.new_setup(0, given, None, seats)
            return given
        except RulesError as error:
            reason = error.problems[0].message
        except WrongUse as error:
            reason = str(error)
    raise WrongUse(f"No legal deck with {rules.cards[number].code} was found. {reason}")


def candidates(rules: Rules, number: int) -> Iterator[DeckList]:
    """Decks with a card, whether they are legal or not, those that ship first."""
    known = [rules.deck(name) for name in (*rules.decks_of(False), *rules.decks_of(True))]
    yield from (deck for deck in known if number in deck.cards)
    kind, chance = rules.cards[number].kind, Random(number)
    for deck in known:
        cards = deck.cards
        same = [place for place, card in enumerate(cards) if rules.cards[card].kind == kind]
        for places in (same, [*range(len(cards))]):
            for copies in range(min(MOST_COPIES, len(places)), 0, -1):
                for _ in range(TRIES):
                    yield exchanged(rules, deck, number, {*chance.sample(places, copies)})


def exchanged(rules: Rules, deck: DeckList, number: int, places: set[int]) -> DeckList:
    """A deck with a card in some places of its list."""
    counts: dict[tuple[int, str], int] = {}
    for place, (card, part) in enumerate(zip(deck.cards, deck.parts, strict=True)):
        key = (number if place in places else card), part
        counts[key] = counts.get(key, 0) + 1
    entries = (
        DeckEntry(count, rules.cards[card].code, card, part=part)
        for (card, part), count in counts.items()
    )
    return DeckList("deck_1", tuple(entries))
