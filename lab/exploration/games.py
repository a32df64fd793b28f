"""Games that look for the unusual: with cards that decks do not have, and by players who take
what was taken least often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from ...dsl.cards.deckfile import DeckEntry, DeckList
from ...dsl.ir.ir import FieldSpec
from ...dsl.ir.options import unpacked
from ...dsl.loading.load import Loaded
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import OPTIONS, PICKED, SEAT, SITE, State
from ...interpreter.backend.writer import Variant
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.rules import Rules, seat_names
from ..bots.choosing import BOTS, Bot

COUNTING = Variant(lines=True, marks=True)
CAP = 5_000  # decisions of a game
STUBBORN = 2_500  # of these, before players who may do the same for ever choose by chance
SWITCHED = 5  # in one of so many games the options of the format are set by chance

Kind = tuple[int, int, int]  # a site, an option of it or its group, the card it is about


@dataclass(slots=True)
class Table:
    """A game that is to be played: `bot` picks in it, by chance of its own. The decks of a
    `mixed` one need not be legal.
    """

    number: int
    setup: GameSetup
    chance: Random
    bot: Bot
    mixed: bool


Look = Callable[[State, list[int]], bool]  # at a state and the answers so far; whether to stop


@dataclass(slots=True)
class Played:
    """How a game went: its answers, the places it passed with how often, the fault that stopped
    it.
    """

    answers: list[int]
    passed: dict[int, int]
    fault: RuleFault | None = None


class Least:
    """Takes what was taken least often in all games before: at each site each kind of option with
    each card.
    """

    def __init__(self) -> None:
        self.taken: dict[Kind, int] = {}

    def bot(self, match: Match) -> Bot:
        """A player of a match."""
        sites, cards = match.program.sites, match.cards
        random = BOTS["random"]

        def pick(state: State, chance: Random) -> int:
            if state[PICKED] is not None:
                return random(state, chance)
            number: int = state[SITE]
            site, best, least, chosen = sites[number], 0, -1.0, (number, 0, -1)
            for index, option in enumerate(state[OPTIONS]):
                group, element = option, -1
                if option >= 0 and site.element_kinds:
                    group, element = unpacked(option, len(site.element_kinds))
                    element = element if site.element_kinds[group] == "card" else -1
                elif option >= 0 and site.kind == "card":
                    group, element = 0, option
                kind = (number, group, cards[element][0] if element >= 0 else -1)
                often = self.taken.get(kind, 0) + chance.random()
                if least < 0 or often < least:
                    best, least, chosen = index, often, kind
            self.taken[chosen] = self.taken.get(chosen, 0) + 1
            return best

        return pick


class Tables:
    """Games of a format: every second one with cards of its decks exchanged for others of their
    kind.
    """

    def __init__(self, loaded: Loaded, seed: int) -> None:
        self.rules = Rules(Edition(loaded.files, loaded))
        self.decks = {
            of_table: [self.rules.deck(name) for name in self.rules.decks_of(of_table)]
            for of_table in (False, True)
        }
        self.seed = seed
        self.least = Least()
        self.by_kind: dict[str, list[int]] = {}
        for number, card in enumerate(loaded.cards):
            self.by_kind.setdefault(card.kind, []).append(number)
        self.kinds = [card.kind for card in loaded.cards]

    @property
    def has_decks(self) -> bool:
        """Whether there is a deck for whoever needs one."""
        owners = self.rules.edition.contents.program.deck.owners(1)
        return all(self.decks[seat < 0] for seat in owners)

    @property
    def held(self) -> set[int]:
        """The cards that are in some deck."""
        every = [deck for decks in self.decks.values() for deck in decks]
        return {number for deck in every for number in deck.cards}

    def table(self, number: int) -> Table:
        """One of the games."""
        chance = Random(self.seed + number)
        known = self.rules.seat_numbers
        count = chance.choice(known) if len(known) > 1 else known[0]
        owners = self.rules.edition.contents.program.deck.owners(count)
        lists = tuple(chance.choice(self.decks[seat < 0]) for seat in owners)
        mixed = number % 2 == 1
        if mixed:
            lists = tuple(self.mixed(deck, chance) for deck in lists)
        program = self.rules.edition.program_for(count)
        options = {name: spec.start for name, spec in program.switches.items()}
        if number % SWITCHED == SWITCHED - 1:
            options |= {name: setting(spec, chance) for name, spec in program.switches.items()}
        setup = self.setup(lists, options, count, self.seed + number)
        return Table(number, setup, chance, self.bot_of(number // 2, setup.match), mixed)

    def bot_of(self, number: int, match: Match) -> Bot:
        """A player of a match: one of three, by turns."""
        return (BOTS["random"], self.least.bot(match), BOTS["eager"])[number % 3]

    def setup(
        self, lists: tuple[DeckList, ...], options: dict[str, int], count: int, seed: int
    ) -> GameSetup:
        """A game of some decks."""
        match = self.rules.match_of(lists, count)
        return GameSetup(self.rules.edition, match, seat_names(count), lists, options, seed)

    def mixed(self, deck: DeckList, chance: Random) -> DeckList:
        """A deck with about half of its cards exchanged."""
        entries = [
            DeckEntry(1, "", self.other(card, chance), part=part)
            for card, part in zip(deck.cards, deck.parts, strict=True)
        ]
        return DeckList("mixed", tuple(entries))

    def other(self, card: int, chance: Random) -> int:
        same = self.by_kind[self.kinds[card]]
        return chance.choice(same) if chance.random() < 0.5 else card


def setting(spec: FieldSpec, chance: Random) -> int:
    """What an option may be set to; as it is by itself, where that is without bounds."""
    if spec.low is None or spec.high is None:
        return spec.start
    return chance.randint(spec.low, spec.high)


def play(table: Table, look: Look | None = None) -> Played:
    """Plays a game to its end, or to where `look` says that it is enough."""
    engine, answers = table.setup.match.engine(COUNTING), list[int]()
    before, fault = [*engine.lines], None
    state, bot, chance = table.setup.unbegun_state(), table.bot, table.chance
    try:
        engine.begin(state)
        while state[SEAT] >= 0 and len(answers) < CAP:
            if look is not None and look(state, answers):
                break
            pick = bot if len(answers) < STUBBORN else BOTS["random"]
            answers.append(pick(state, chance))
            engine.apply(state, answers[-1])
    except RuleFault as error:
        fault = error
    return Played(answers, passed_since(before, engine.lines), fault)


def passed_since(before: Sequence[int], lines: Sequence[int]) -> dict[int, int]:
    """The places that an engine passed, with how often, by its counts before and now."""
    rows = enumerate(zip(before, lines, strict=True))
    return {place: after - early for place, (early, after) in rows if after > early}
