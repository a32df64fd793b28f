"""Random games that together show most of what rules and cards do, to be kept as branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from ...dsl.cards.deckfile import DeckList
from ...dsl.loading.load import Loaded
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError
from ...interpreter.backend.layout import SEAT
from ...interpreter.runtime.game import Game, linked
from ...interpreter.runtime.game_setup import GameSetup
from ..exploration.games import Played, Table, Tables, play
from ..work import Progress, silent

MOST_KEPT = 50
SHARES = (0.6, 0.3, 0.1)  # of cards that are exchanged, from deck to deck less
LONGEST = 200  # answers of a game that is kept, where there are others


@dataclass(frozen=True, slots=True)
class Shown:
    """A game that was played, and the places of rules and cards that it passed."""

    table: Table
    answers: tuple[int, ...]
    places: frozenset[int]

    @property
    def game(self) -> Game:
        """The same as one that can be saved."""
        setup = self.table.setup
        return Game(setup, setup.state_after(self.answers), linked(self.answers))


def telling(
    loaded: Loaded, keep: int, games: int, seed: int, tick: Progress = silent
) -> list[Game]:
    """So many of some random games: each time the one that passes most that those before do not.
    Games that a fault stopped and, if they can be helped, long ones are left out. Fewer come back
    where further ones would show nothing new.
    """
    shown = [*played(Tables(loaded, seed), games, tick)]
    short = [one for one in shown if len(one.answers) <= LONGEST]
    left, known, found = short or shown, set[int](), list[Shown]()
    while left and len(found) < keep:
        best = max(left, key=lambda one: (len(one.places - known), -len(one.answers)))
        if best.places <= known:
            break
        found.append(best)
        known |= best.places
    return [one.game for one in found]


def played(tables: Tables, games: int, tick: Progress) -> Iterator[Shown]:
    """The games of the tables whose decks are legal, each second one with other cards in them."""
    for number in range(games if tables.has_decks else 0):
        table = tables.table(2 * number)
        setup = legal(tables, table, SHARES if number % 2 else ())
        if setup is not None:
            table.setup, table.bot = setup, tables.bot_of(number, setup.match)
            went: Played = play(table)
            state = table.setup.state_after(went.answers) if went.fault is None else None
            if state is not None and state[SEAT] < 0:
                yield Shown(table, tuple(went.answers), frozenset(went.passed))
        tick(number + 1, games)


def legal(tables: Tables, table: Table, shares: Sequence[float] = ()) -> GameSetup | None:
    """A game of its decks with a share of the cards exchanged, all alike, for others of their kind:
    the first share with which the decks are legal, else none of them; without the options of the
    table where it takes that.
    """
    setup, rules = table.setup, tables.rules
    unset = {name: spec.start for name, spec in setup.match.program.switches.items()}
    for share in (*shares, 0.0):
        decks = [other_deck(tables, deck, table.chance, share) for deck in setup.decks]
        for options in (setup.options, unset):
            with suppress(RulesError):
                return rules.new_setup(setup.seed, decks, options, setup.seats)
    return None


def other_deck(tables: Tables, deck: DeckList, chance: Random, share: float) -> DeckList:
    """A deck with a share of its cards exchanged."""
    if not share:
        return deck
    cards, taken, parts = tables.rules.cards, {*deck.cards}, dict[str, dict[str, int]]()
    for entry in deck.entries:
        same = [n for n in tables.by_kind[tables.kinds[entry.card]] if n not in taken]
        card = chance.choice(same) if same and chance.random() < share else entry.card
        taken.add(card)
        held = parts.setdefault(entry.part, {})
        held[cards[card].code] = held.get(cards[card].code, 0) + entry.number
    return tables.rules.deck(parts if any(parts) else parts[""])
