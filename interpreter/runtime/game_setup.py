"""What a game is played with: all that its clones share and that no answer changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cached_property
from typing import Any, cast

from ...dsl.cards.deckfile import DeckList
from ...dsl.ir.names import brings_table, option_field
from ...dsl.ir.wordbook import Wordbook
from ...dsl.loading.library import wrong_name
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.fingerprints import short_digest
from ..backend.layout import RECORDER, RESULT, State
from ..knowledge.record import GameRecorder, recorder_of
from ..knowledge.turns import turns_in
from ..knowledge.visibility import visibility_of
from ..messages.values import Wording
from .edition import Edition
from .match import PLAIN, RECORDING, Engine, Match


def cards_fingerprint(edition: Edition, decks: Iterable[DeckList]) -> str:
    """A digest of all cards of some decks, and of those that come along with them."""
    words, program = edition.contents.wordbook, edition.contents.program
    numbers = {entry.card for deck in decks for entry in deck.entries}
    for name, _ in program.deck.brings:
        table = program.tables[brings_table(name)]
        brought = (table[card] for card in tuple(numbers))
        numbers |= {card for card in brought if isinstance(card, int) and card >= 0}
    used = [words.cards[number] for number in numbers]
    return short_digest(sorted({f"{card.code} {card.fingerprint}" for card in used}))


def winners_of(state: State) -> tuple[int, ...] | None:
    """The seats that have won, none in a draw, None while the game goes on."""
    found = state[RESULT]
    if found is None:
        return None
    return tuple(seat for seat, place in enumerate(found[0]) if place == 1)


@dataclass(eq=False)
class GameSetup:
    """`decks` are those of the seats, then that of the table, as far as the format has them;
    `options` holds every switch; `base` is the state that the answers start from, None when they
    start from the seed; it may hold a recorder of what is known then. `is_dealt`: it is a game that
    a seat could be in.
    """

    edition: Edition
    match: Match
    seats: tuple[str, ...]
    decks: tuple[DeckList, ...]
    options: dict[str, int]
    seed: int
    base: State | None = None
    is_dealt: bool = False
    _engines: dict[bool, Engine] = field(default_factory=dict[bool, Engine])
    _wordings: dict[str, Wording] = field(default_factory=dict[str, Wording])

    def with_seed(self, seed: int) -> GameSetup:
        """The same for a game of another seed, and what is worked out of it is shared."""
        found = new(GameSetup)
        found.__dict__ = {**self.__dict__, "seed": seed}
        return found

    # ---- playing

    def engine(self, recording: bool = False) -> Engine:
        """The functions that play, plain or recording."""
        if recording not in self._engines:
            self._engines[recording] = self.match.engine(RECORDING if recording else PLAIN)
        return self._engines[recording]

    def unbegun_state(self, recording: bool = False) -> State:
        """The state before anything has happened."""
        if self.base is not None:
            state = self.engine().clone(self.base)
            if state[RECORDER] is not None and recording:
                return state
            state[RECORDER] = None
        else:
            state = self.match.new_state(self.seed, recording)
            for name, value in self.options.items():
                self.match.set_field(state, option_field(name), value)
        if recording and state[RECORDER] is None:
            state[RECORDER] = self.match.new_game_recorder(state)
        return state

    def begin(self, state: State, recording: bool = False) -> None:
        """Runs up to the first choice."""
        if self.base is None:
            self.engine(recording).begin(state)

    def first_state(self, recording: bool = False) -> State:
        """The state in which the first answer is given."""
        state = self.unbegun_state(recording)
        self.begin(state, recording)
        return state

    def state_after(self, answers: Iterable[int], recording: bool = False) -> State:
        """The state behind some answers, played again."""
        state = self.first_state(recording)
        apply = self.engine(recording).apply
        for index in answers:
            apply(state, index)
        return state

    # ---- what it is

    @property
    def words(self) -> Wordbook:
        """What everything in it is called."""
        return self.edition.contents.wordbook

    def wording(self, language: str | None = None) -> Wording:
        """The words of a language; of the format's own, if none is named."""
        words = self.edition.contents.wordbook
        language = words.languages[0] if language is None else language
        if language not in words.languages:
            raise wrong_name("language", language, words.languages)
        if language not in self._wordings:
            self._wordings[language] = Wording(words, self.match, self.seats, language)
        return self._wordings[language]

    def deck_of(self, seat: int) -> DeckList | None:
        """The deck of a seat, or (-1) of the table; None where it has none."""
        owners = self.match.program.deck.owners(len(self.seats))
        return self.decks[owners.index(seat)] if seat in owners else None

    def result_of(self, state: State) -> tuple[str, ...] | None:
        """("win", seat ..) or ("draw",); None while the game goes on."""
        winners = winners_of(state)
        if winners is None:
            return None
        return ("win", *(self.seats[seat] for seat in winners)) if winners else ("draw",)

    def places_of(self, state: State) -> dict[str, int]:
        """The place of each seat once the game is over; in a draw all are first."""
        found = state[RESULT]
        if found is None:
            return {}
        return dict(zip(self.seats, found[0] or [1] * len(self.seats), strict=True))

    def audience(self, state: State, card: int) -> int:
        """The mask of the seats that see a card where it lies now."""
        return visibility_of(self.match.layout).audience(state, card)

    def turn_of(self, state: State) -> int:
        """The number of the turn of a recorded state, from 1; 0 during set-up."""
        events = recorder_of(state, GameRecorder).events
        return turns_in(self.edition.contents.wordbook.phases, events)

    @cached_property
    def cards_fingerprint(self) -> str:
        """Changes with any card of the decks."""
        return cards_fingerprint(self.edition, self.decks)

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """Equal where states of the games can be compared."""
        rules = self.edition.contents.wordbook.rules
        cards = tuple(tuple(entry.plain for entry in deck.entries) for deck in self.decks)
        return rules, self.cards_fingerprint, self.seats, cards, self.match.cards


new = cast(Any, object.__new__)
