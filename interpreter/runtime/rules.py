"""A loaded format: what `load` gives. New games, saved games, and readings of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any, cast

from ...dsl.cards.deckfile import DeckList, deck_of_data, read_deck
from ...dsl.ir.deck import Deck
from ...dsl.ir.wordbook import CardWords, span_said
from ...dsl.loading.library import WrongUse, said, sources_of, text_in, wrong_name, wrong_type
from ...dsl.loading.source import Source
from ...dsl.problems.problem import Problem, RulesError, has_errors
from .deck_setup import broken_rules, new_match
from .edition import Edition
from .fault_report import located
from .faults import RuleFault
from .game import Game, linked
from .game_setup import GameSetup
from .match import Match

NAMES = ("ana", "bo", "cleo", "dan", "eve", "finn")
LONGEST_NAME = 40
LARGEST_SEED = 10**30 - 1
MOST_MATCHES = 16
MOST_LISTS = 1_000

SWITCH = {"on": 1, "yes": 1, "True": 1, "1": 1, "off": 0, "no": 0, "False": 0, "0": 0}
WHOLE = re.compile(r"-?[0-9]{1,15}")

Cards = tuple[int, tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]]  # and so many seats
Named = tuple[str, DeckList]
Called = tuple[object, int | None]  # decks by their names, and so many seats


class Opening:
    """Games of the same decks, seats and options, which differ in their seeds."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup

    def game(self, seed: int, record: bool) -> Game:
        """The game of a seed at its first choice."""
        return begun(self.setup.with_seed(seed), record)


class Rules:
    """A format ready to be played."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        contents = edition.contents
        self._words = contents.wordbook
        self._decks = {deck.name: deck for deck in contents.decks}
        self._numbers = contents.wordbook.card_numbers()
        self._specs = contents.program.switches
        self._matches: dict[Cards, Match] = {}
        self._legal: set[tuple[Cards, tuple[int, ...]]] = set()
        self._openings: dict[Called, Opening] = {}

    def __repr__(self) -> str:
        return f"Rules({self.name!r})"

    # ---- what there is

    @property
    def name(self) -> str:
        """The name or path by which it was loaded."""
        return self.edition.name

    @property
    def title(self) -> str:
        """What the format calls itself."""
        return self._words.title

    @property
    def seats(self) -> tuple[str, ...]:
        """The names that the seats have unless others, or more of them, are given."""
        return seat_names(self.seat_numbers[0])

    @property
    def seat_numbers(self) -> range:
        """The numbers of seats that a game may have."""
        return self._words.seats

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which cards may be written."""
        return self._words.languages

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of the decks."""
        return tuple(self._decks)

    @property
    def cards(self) -> tuple[CardWords, ...]:
        """The cards as they are printed."""
        return self._words.cards

    @property
    def options(self) -> dict[str, Any]:
        """The switches of the format, and how they stand unless set."""
        return {
            name: bool(spec.start) if spec.type == "truth" else spec.start
            for name, spec in self._specs.items()
        }

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What was found on loading that does not stop play."""
        return self.edition.contents.warnings

    # ---- games

    def new_game(
        self,
        seed: int = 0,
        decks: Any = None,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[str] | int | None = None,
        record: bool = False,
    ) -> Game:
        """A game at its first choice.

        `decks`: one for each seat or one for all: a name, the path of a .deck file,
        {code: number}, or {part: {code: number}}; among them the table's, where it has one. A deck
        that breaks a rule raises `RulesError`.
        `seats`: their names, or how many; unsaid, as many as decks are given, else the fewest.
        """
        if seed.__class__ is not int or not -LARGEST_SEED <= seed <= LARGEST_SEED:
            seed = checked_seed(seed)
        return self._opening(decks, options, seats).game(seed, bool(record))

    def new_setup(
        self, seed: Any, decks: Any, options: Mapping[str, Any] | None, seats: Any
    ) -> GameSetup:
        """What a game can begin with; `WrongUse` and `RulesError` as for `new_game`."""
        seed = checked_seed(seed)
        return self._opening(decks, options, seats).setup.with_seed(seed)

    def _opening(self, decks: Any, options: Mapping[str, Any] | None, seats: Any) -> Opening:
        """That of some decks; of decks by their names it is kept."""
        if options is not None or not (seats is None or seats.__class__ is int):
            return self._opened(decks, options, seats)
        key = tuple[Any, ...](decks) if decks.__class__ is list else decks, seats
        try:
            found = self._openings.get(key)
        except TypeError:  # lists of cards
            return self._opened(decks, options, seats)
        if found is None:
            found = self._opened(decks, options, seats)
            if self._are_names(key[0]):
                if len(self._openings) >= MOST_MATCHES:
                    self._openings.pop(next(iter(self._openings)))
                self._openings[key] = found
        return found

    def _are_names(self, decks: Any) -> bool:
        """Whether they are names of the decks of the format, or nothing."""
        names = cast(tuple[Any, ...], decks if isinstance(decks, tuple) else (decks,))
        return decks is None or all(isinstance(one, str) and one in self._decks for one in names)

    def _opened(self, decks: Any, options: Mapping[str, Any] | None, seats: Any) -> Opening:
        given = self._given(decks)
        names = self._names(seats, given)
        lists = self._lists(given, len(names))
        values = self._switches({} if options is None else options)
        match = self.match_of(lists, len(names))
        key = (cards_key(lists, len(names)), tuple(values.values()))
        if key not in self._legal:
            problems = broken_rules(match, lists, values)
            if problems:
                raise RulesError(problems)
            self._legal.add(key)
        return self._opening_of(GameSetup(self.edition, match, names, lists, values, 0))

    def _opening_of(self, setup: GameSetup) -> Opening:
        return Opening(setup)

    def match_of(self, decks: tuple[DeckList, ...], seats: int) -> Match:
        """The match of the decks of a game, whether they are legal or not."""
        key = cards_key(decks, seats)
        if key not in self._matches:
            if len(self._matches) >= MOST_MATCHES:
                self._matches.pop(next(iter(self._matches)))
            program = self.edition.program_for(seats)
            self._matches[key] = new_match(program, decks, self.edition.compiled)
        return self._matches[key]

    # ---- arguments

    def _names(self, given: Any, decks: list[DeckList]) -> tuple[str, ...]:
        known = self.seat_numbers
        if given is None:
            count = sum(not self.is_tables(deck) for deck in decks)
            given = count if count in known else known[0]
        if isinstance(given, int) and not isinstance(given, bool):
            self._check_number(given)
            return seat_names(given)
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise WrongUse(f"Seats are a list of {span_said(known)} names.")
        names = cast(tuple[object, ...], tuple(given))  # pyright: ignore[reportUnknownArgumentType]
        self._check_number(len(names))
        found = [name for name in names if isinstance(name, str) and is_name(name)]
        if len(found) < len(names):
            wrong = next(name for name in names if name not in found)
            raise WrongUse(f"{said(wrong)} cannot be the name of a seat.")
        if len(set(found)) < len(names):
            raise WrongUse("Two seats have the same name.")
        return tuple(found)

    def _check_number(self, seats: int) -> None:
        if seats not in self.seat_numbers:
            raise WrongUse(f"There are {span_said(self.seat_numbers)} seats, not {seats}.")

    def _given(self, given: Any) -> list[DeckList]:
        """The decks that are named or listed."""
        if given is None:
            return []
        if isinstance(given, str | Path | Mapping):
            given = [given]
        if not isinstance(given, Sequence):
            raise WrongUse("Decks are a list of names or lists of cards.")
        listed = cast(Sequence[Any], given)
        return [self.deck(one, number) for number, one in enumerate(listed, 1)]

    def _lists(self, given: list[DeckList], count: int) -> tuple[DeckList, ...]:
        """The decks of the seats, then that of the table; where none is said, those that ship."""
        rows = self._assigned([(deck.name, deck) for deck in given], count)
        return tuple(deck for _, deck in rows)

    def _assigned(self, given: list[Named], count: int) -> Iterator[Named]:
        owners = self._rules_of_decks.owners(count)
        for of_table in sorted({seat < 0 for seat in owners}):
            wanted = sum((seat < 0) == of_table for seat in owners)
            mine = [one for one in given if self.is_tables(one[1]) == of_table]
            if len(mine) > 1 and len(mine) != wanted:
                raise WrongUse(wrong_number(of_table, count, len(mine)))
            mine = mine or [(name, self._decks[name]) for name in self.decks_of(of_table)]
            if not mine:
                whose = " of the table" if of_table else ""
                raise WrongUse(f"This format has no deck{whose}; say which decks are played.")
            yield from (mine[number % len(mine)] for number in range(wanted))

    @property
    def _rules_of_decks(self) -> Deck:
        return self.edition.contents.program.deck

    def is_tables(self, deck: DeckList) -> bool:
        """Whether a deck is the table's, by the headers in it, or as players have none."""
        return self._rules_of_decks.is_tables(deck.headers)

    def decks_of(self, of_table: bool) -> tuple[str, ...]:
        """The names of the decks for the table, or for players."""
        return tuple(name for name, deck in self._decks.items() if self.is_tables(deck) == of_table)

    def deck_lists(
        self, count: int, most: int = MOST_LISTS, given: list[str] | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """The decks with which so many can play, by name: of each seat, then of the table. Those
        given, or all there are; of very many, some.
        """
        owners = self._rules_of_decks.owners(count)
        if given:
            rows = [*self._assigned([(name, self.deck(name)) for name in given], count)]
            return (tuple(name for name, _ in rows),)
        ways = [self.decks_of(seat < 0) for seat in owners]
        if not all(ways):
            raise WrongUse("This format has no deck; say which decks are played.")
        if prod(map(len, ways)) <= most:
            return tuple(product(*ways))
        chance = Random(0)
        return tuple(tuple(map(chance.choice, ways)) for _ in range(most))

    def deck(self, given: Any, number: int = 1) -> DeckList:
        """A deck by its name, from a file, or of plain data."""
        if isinstance(given, DeckList):
            return given
        parts, left = self._words.part_names, self.edition.contents.left
        if not isinstance(given, str | Path):
            return deck_of_data(f"deck_{number}", given, self._numbers, parts, left)
        name = str(given)
        if name in self._decks:
            return self._decks[name]
        path = Path(given)
        if path.suffix != ".deck":
            raise wrong_name("deck", name, self._decks)
        if not path.is_file():
            raise WrongUse(f'There is no file "{name}".')
        deck, problems = read_deck(Source(path), self._numbers, parts=parts, left=left)
        if has_errors(problems):
            raise RulesError(problems)
        return deck

    def _switches(self, given: Any) -> dict[str, int]:
        if not isinstance(given, Mapping):
            raise wrong_type("What options are set to", "a value for each name", given)
        values = {name: spec.start for name, spec in self._specs.items()}
        for name, value in cast(Mapping[str, Any], given).items():
            if name not in values:
                raise wrong_name("option", name, values)
            values[name] = self._switch(name, value)
        return values

    def _switch(self, name: str, value: Any) -> int:
        spec = self._specs[name]
        if spec.type == "truth":
            if str(value) not in SWITCH:
                raise WrongUse(f"The option {name} is on or off, not {said(value)}.")
            return SWITCH[str(value)]
        low, high = spec.low, spec.high
        if WHOLE.fullmatch(str(value)) and not isinstance(value, bool):
            number = int(value)
            if (low is None or number >= low) and (high is None or number <= high):
                return number
        bounds = f" from {low}" if low is not None else ""
        bounds += f" to {high}" if high is not None else ""
        raise WrongUse(f"The option {name} is a whole number{bounds}, not {said(value)}.")

    # ---- saves and texts

    def game_from_json(self, text: str) -> Game:
        """The game of a save."""
        from ..transcript.save import loaded

        setup, state, answers = loaded(self.edition, self.match_of, text_in("A save", text))
        return Game(setup, state, linked(answers))

    def read(self, text: str, field: str | None = None) -> Any:
        """How a text of a card is understood: see `interpreter.readings`."""
        from .readings import read

        words, text = self._words, text_in("What is read", text)
        if field is not None:
            text_in("The name of a field", field)
        return read(self.edition.vocabulary(), words.text_fields, text, field, words.printed)


def checked_seed(seed: Any) -> int:
    """What is given as a seed; raises `WrongUse`."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise wrong_type("A seed", "a whole number", seed)
    if not -LARGEST_SEED <= seed <= LARGEST_SEED:
        raise WrongUse("A seed has at most 30 digits.")
    return seed


def cards_key(decks: Sequence[DeckList], seats: int) -> Cards:
    """What makes a match."""
    return seats, tuple((deck.cards, deck.parts) for deck in decks)


def wrong_number(of_table: bool, seats: int, given: int) -> str:
    """What is wrong with so many decks."""
    if of_table:
        return f"The table has one deck, and {given} are given."
    return f"There are {seats} seats, and {given} decks are given."


def seat_names(count: int) -> tuple[str, ...]:
    return tuple(NAMES[i] if i < len(NAMES) else f"player_{i + 1}" for i in range(count))


def is_name(name: str) -> bool:
    """Whether a name can stand in a transcript."""
    bare = name.strip() == name and name.isprintable() and '"' not in name
    return bare and 0 < len(name) <= LONGEST_NAME


def begun(setup: GameSetup, record: bool = False) -> Game:
    """The game of a setup at its first choice."""
    try:
        state = setup.first_state(record)
    except RuleFault as fault:
        raise located(setup, fault) from None
    return Game(setup, state)


def load(
    name_or_path: str | Path, cards: str | Path | None = None, decks: str | Path | None = None
) -> Rules:
    """A format by its name or folder, with cards and decks of one's own; raises `RulesError`."""
    return Rules(Edition(sources_of(name_or_path, cards, decks)))
