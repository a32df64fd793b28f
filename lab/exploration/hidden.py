"""Hidden stays hidden: two cards that a seat does not know change places, and nothing shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ...dsl.cards.deckfile import DeckEntry, DeckList
from ...interpreter.backend.layout import SEAT, SITE, State
from ...interpreter.knowledge.record import GameRecorder, recorder_of
from ...interpreter.knowledge.view import View
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Match
from .games import Tables
from .invariants import Violation

EXCHANGES = 12  # decisions of a game behind which hidden cards are exchanged


def shown_by_exchange(
    tables: Tables, setup: GameSetup, answers: Sequence[int], chance: Random
) -> Iterator[tuple[Violation, int]]:
    """Two cards that a seat does not know change places. Whatever it then sees and is asked is as
    before, as long as it gets to know neither. With each violation how many answers led there.
    """
    pair = exchangeable(setup.match, chance)
    other = exchanged(tables, setup, pair) if pair is not None else None
    if pair is None or other is None:
        return
    state = setup.first_state(True)
    sampled = {*chance.sample(range(len(answers)), min(EXCHANGES, len(answers)))}
    for number, index in enumerate(answers):
        here = other.engine(True).clone(state) if number in sampled else None
        before, asked = knowers(state, pair), int(state[SEAT])
        setup.engine(True).apply(state, index)
        if here is None or before >> asked & 1:
            continue
        exchange_printed(other.match, here, pair)
        text = difference(setup, other, state, here, index, before, pair)
        if text:
            yield Violation("hidden-shows", "", text), number + 1
            return


def exchangeable(match: Match, chance: Random) -> tuple[int, int] | None:
    """Two cards of one player that are not the same card."""
    one = chance.randrange(len(match.cards))
    definition, owner = match.cards[one]
    others = [c for c, (d, o) in enumerate(match.cards) if o == owner and d != definition]
    return (one, chance.choice(others)) if others else None


def exchanged(tables: Tables, setup: GameSetup, pair: tuple[int, int]) -> GameSetup | None:
    """The game in which each of two cards is the other; None where that is no such game."""
    one, other = pair
    cards, match = [*setup.match.cards], setup.match
    cards[one], cards[other] = cards[other], cards[one]
    owners = match.program.deck.owners(len(setup.seats))
    lists = [*setup.decks]
    for number, seat in enumerate(owners):
        mine = [card for card, (_, owner) in enumerate(match.cards) if owner == seat]
        if one in mine:
            lists[number] = swapped(lists[number], mine.index(one), mine.index(other))
    made = tables.setup(tuple(lists), setup.options, len(setup.seats), setup.seed)
    same = made.match.cards == tuple(cards) and made.match.starts == match.starts
    return made if same else None


def swapped(deck: DeckList, one: int, other: int) -> DeckList:
    """A deck with two of its cards in each other's place."""
    cards, parts = [*deck.cards], deck.parts
    if max(one, other) < len(cards):
        cards[one], cards[other] = cards[other], cards[one]
    rows = zip(cards, parts, strict=True)
    return DeckList(deck.name, tuple(DeckEntry(1, "", card, part=part) for card, part in rows))


def exchange_printed(match: Match, state: State, pair: tuple[int, int]) -> None:
    """What the state keeps of what is printed on two cards goes along with it."""
    one, other = pair
    for slot in match.layout.fields.values():
        if slot.spec.printed:
            cells = state[slot.index] = state[slot.index].copy()
            cells[one], cells[other] = cells[other], cells[one]


def knowers(state: State, pair: tuple[int, int]) -> int:
    """The seats that know one of two cards."""
    known = recorder_of(state, GameRecorder).known
    return known[pair[0]] | known[pair[1]]


def difference(
    setup: GameSetup,
    other: GameSetup,
    state: State,
    here: State,
    index: int,
    before: int,
    pair: tuple[int, int],
) -> str:
    """What a seat that knows neither card, before and behind a decision, sees of the exchange."""
    begun = recorder_of(here, GameRecorder).count()
    try:
        other.engine(True).apply(here, index)
    except (RuleFault, IndexError):
        return ""
    knowing = before | knowers(state, pair) | knowers(here, pair)
    if forced(state, begun, knowing) or forced(here, begun, knowing):
        return ""  # whoever knows them had one answer, and that may be another one
    ends = [(one[SEAT], one[SITE]) for one in (state, here)]
    if ends[0] != ends[1]:
        if knowing or state[SEAT] < 0 or here[SEAT] < 0:
            return ""  # whoever knows them may be asked something else; the end lays all open
        return "Who is asked what depends on which of two cards that nobody knows lies where."
    for seat, name in enumerate(setup.seats if state[SEAT] >= 0 else ()):
        if knowing >> seat & 1:
            continue
        if View(setup, state, seat).whole() != View(other, here, seat).whole():
            names = " and ".join(
                f'"{setup.words.cards[setup.match.cards[c][0]].name}"' for c in pair
            )
            return f"What {name} sees depends on where {names} lie, and {name} knows neither."
    return ""


def forced(state: State, since: int, knowing: int) -> bool:
    """Whether a choice was made for one of some seats since so many events."""
    events = recorder_of(state, GameRecorder).events[since:]
    return any(one.kind == "forced" and knowing >> int(one.values[0]) & 1 for one in events)
