"""What scenarios may name: the cards of a format, its decks, and the clauses of its ledger."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TypeVar

from ...dsl.cards.deckfile import DeckList, decks_without_problems, read_decks
from ...dsl.cards.definition import CardDefinition
from ...dsl.cards.memo import Memo
from ...dsl.loading.load import Loaded
from ...dsl.nodes.base import Node
from ...dsl.problems.problem import Problem
from ...dsl.resolve.resolve import found_in_rules
from ...dsl.ruleset.inheritance import Heritage
from ...dsl.ruleset.reads import Ask
from ...dsl.ruleset.ruleset import Ruleset
from ...dsl.vocabulary.vocabulary import Vocabulary
from .cards import home_codes
from .prepared import Asked, declared_deck

FILLERS = 5  # any cards are taken from so many different ones
T = TypeVar("T")


class NotedMemo(Memo):
    """What is known of texts, noting what is asked."""

    def __init__(self, vocabulary: Vocabulary, note: Callable[..., object]) -> None:
        super().__init__(vocabulary)
        self.note = note

    def read(self, word: str, category: str = "", *, is_record: bool = False) -> Node | Problem:
        found = super().read(word, category, is_record=is_record)
        self.note(found, read_again, str(word), category, is_record)
        return found


def read_again(memo: Memo, text: str, category: str, is_record: bool) -> Node | Problem:
    """What a text says, wherever it stands."""
    return memo.read(text, category, is_record=is_record)


class CardPool:
    """Finds the cards of scenarios among `cards`, and gathers them, and only them, in `used`;
    a card changed by `with` is one of its own. Where a user added cards, `home` are the codes of
    the format's own, each with its name there: a name means those before others. It also knows
    the decks and, if there is a ledger, the `clauses`. What is asked of it is noted.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        vocabulary: Vocabulary,
        cards: Sequence[CardDefinition],
        decks: dict[str, DeckList],
        home: Mapping[str, str] | None = None,
        clauses: Collection[str] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.memo = NotedMemo(vocabulary, self.note_words)
        self.cards = cards
        self.at_home = [card for card in cards if str(card.code) in home] if home else cards
        self.decks = decks
        self.clauses = clauses
        self.deck = declared_deck(ruleset)
        self.used: list[CardDefinition] = []
        self.changed: set[int] = set()  # those of them that no file has
        self.numbers: dict[tuple[str, str], int] = {}
        self.asked: Asked | None = None  # by what is read now
        self.wrong = 0  # problems so far
        self.by_name: dict[str, list[CardDefinition]] = {}
        for card in self.at_home:
            for name in {str(card.name), (home or {}).get(str(card.code), str(card.name))}:
                self.by_name.setdefault(name, []).append(card)
        for card in cards:
            self.by_name.setdefault(str(card.name), [card])
            self.by_name.setdefault(str(card.code), []).append(card)

    def called(self, name: str) -> list[CardDefinition]:
        """The cards of a name or code."""
        return self.noted(self.by_name.get(name, []), CardPool.called, name)

    def fillers(self, kind: str, named: frozenset[str]) -> list[CardDefinition]:
        """Some cards of a kind (empty: any) that are not named, those that say least first."""
        fitting = [card for card in self.brief_first if not kind or card.kind == kind]
        unnamed = (card for card in fitting if str(card.name) not in named)
        found = [*islice(unnamed, FILLERS)] or fitting[:FILLERS]
        return self.noted(found, CardPool.fillers, kind, named)

    def known_decks(self) -> dict[str, DeckList]:
        """All decks of the format, by name."""
        self.plain_decks()
        return self.decks

    def plain_decks(self) -> Sequence[object]:
        """The same as data."""
        every = [(name, [one.plain for one in deck.entries]) for name, deck in self.decks.items()]
        return self.noted(every, CardPool.plain_decks)

    def has_clause(self, clause: str) -> bool:
        """Whether a clause is in the ledger; without a ledger any may be."""
        known = self.clauses is None or clause in self.clauses
        return self.noted(known, CardPool.has_clause, clause)

    @cached_property
    def names_any(self) -> bool:
        """Whether rules let a player name a card that is not in the game."""
        with self.ruleset.noting(None):
            return "names" in found_in_rules(self.ruleset).features

    def note_words(self, found: object, ask: Ask, *said: Hashable) -> None:
        """What was found for a question about words."""
        if self.asked is not None:
            self.asked.words.note(found, ask, *said)

    def noted(self, found: T, ask: Ask, *said: Hashable) -> T:
        """What was found for a question."""
        if self.asked is not None:
            self.asked.cards.note(found, ask, *said)
        return found

    @cached_property
    def brief_first(self) -> list[CardDefinition]:
        """The cards at home, those that say least first."""
        said = {id(c): sum(len(t.sentences) for t in c.texts.values()) for c in self.at_home}
        return sorted(self.at_home, key=lambda card: said[id(card)])

    def number_of(self, card: CardDefinition, variant: str = "") -> int:
        """The number of a card among those used."""
        key = (str(card.code), variant)
        if key not in self.numbers:
            self.numbers[key] = len(self.used)
            self.used.append(card)
            self.changed |= {self.numbers[key]} if variant else set()
        return self.numbers[key]


def pool_of(loaded: Loaded, heritage: Heritage) -> tuple[CardPool, list[Problem]]:
    """What the scenarios of a format may name, and what is wrong in its decks."""
    assert loaded.ruleset is not None and loaded.vocabulary is not None
    sources, ledger = loaded.files, heritage.ledger
    numbers = {str(c.code): (k, str(c.name)) for k, c in enumerate(loaded.cards)}
    parts = list(loaded.program.deck.part_names) if loaded.program is not None else []
    decks, problems = read_decks(sources.every_deck(), numbers, True, parts, loaded.left)
    decks += decks_without_problems(sources.inherited_decks(), numbers, parts)
    by_name, home = {deck.name: deck for deck in decks}, home_codes(sources)
    clauses = ledger.clauses if ledger is not None and ledger.is_whole else None
    words = loaded.vocabulary
    return CardPool(loaded.ruleset, words, loaded.cards, by_name, home, clauses), problems
