"""The blessed branches of a format, played again by rules that stand in no files: mutants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ...dsl.cards.deckfile import decks_without_problems
from ...dsl.ir.ir import Program
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.wordbook_of import Written, wordbook_of
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.compile import LazyCode
from ...interpreter.backend.writer import Variant
from ...interpreter.runtime.edition import Contents, Edition, slim_program
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import RECORDING
from ...interpreter.runtime.rules import Rules
from ..coverage.rule_lines import Key, RuleLine, executed
from ..exploration.games import COUNTING, passed_since
from ..scenarios.cards import phrases_of
from ..scenarios.prepared import PreparedRules
from .followed import follow
from .kept import Branch, branches_of


class PreparedEdition(Edition):
    """What prepared rules are played by; the cards of the format come first in their pool. Nothing
    is kept, and code is written when it is needed. `written`: see `wordbook_of`.
    """

    def __init__(self, loaded: Loaded, prepared: PreparedRules, written: Written) -> None:
        self.files: FormatFiles = loaded.files
        self.prepared = prepared
        program, cards = prepared.program, prepared.pool[: len(loaded.cards)]
        made = {"program": program, "format": prepared.format}
        self._loaded = replace(loaded, ruleset=prepared.ruleset, cards=cards, **made)
        words = wordbook_of(self._loaded, written)
        decks = decks_without_problems(
            [*self.files.decks, *self.files.inherited_decks()],
            words.card_numbers(),
            words.part_names,
        )
        self.contents = Contents(slim_program(program), words, tuple(decks), ())
        self._codes: dict[tuple[int, Variant], LazyCode] = {}

    def program_for(self, seats: int) -> Program:
        """The whole program for some number of seats."""
        return self.prepared.for_seats(seats).program

    def compiled(self, program: Program, variant: Variant) -> LazyCode:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Code that records also where that is not needed: most of it is needed once."""
        wanted = variant if variant.lines else RECORDING
        key = program.seats, wanted
        if key not in self._codes:
            self._codes[key] = LazyCode(self.program_for(program.seats), wanted)
        return self._codes[key]


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A blessed branch, the phrases of its cards, and the lines of the rules that it ran."""

    branch: Branch
    phrases: set[str]
    ran: set[Key]


class KeptGames:
    """The blessed branches of a format that are, by its rules, as they were. `prepared` are these
    with all its cards, `lines` those of its rules.
    """

    def __init__(self, loaded: Loaded, prepared: PreparedRules, lines: dict[Key, RuleLine]) -> None:
        self.loaded, self.prepared, self.lines = loaded, prepared, lines
        self.written: Written = {}

    @cached_property
    def games(self) -> Sequence[KeptGame]:
        """Each played once, with what it ran."""
        return [*self._played()]

    def _played(self) -> Iterator[KeptGame]:
        blessed = [one for one in branches_of(self.loaded.files).all() if one.blessed]
        if not blessed:
            return
        rules = Rules(PreparedEdition(self.loaded, self.prepared, self.written))
        for one in blessed:
            found = follow(one.file, rules)
            if found.how == "same" and found.game is not None:
                setup, _ = found.game.whole()
                cards = {number for deck in setup.decks for number in deck.cards}
                phrases = set[str]().union(*(phrases_of(self.prepared.pool[n]) for n in cards))
                passed, places = passed_in(setup, found.answers), setup.match.program.places
                yield KeptGame(one, phrases, executed(self.lines, places, passed, phrases))

    def differing(
        self, prepared: PreparedRules, matters: Callable[[set[str], set[Key]], bool]
    ) -> str:
        """The name of the first game that comes out otherwise by other rules with the same cards,
        among those to which these can matter by their phrases and lines; empty: none does.
        """
        games = [one.branch for one in self.games if matters(one.phrases, one.ran)]
        rules: Rules | None = None
        for one in games:
            try:
                rules = rules or Rules(PreparedEdition(self.loaded, prepared, self.written))
                same = follow(one.file, rules).how == "same"
            except Exception:  # what the floors promise each other holds for sound rules only
                same = False
            if not same:
                return one.name
        return ""


def passed_in(setup: GameSetup, answers: Iterable[int]) -> set[int]:
    """The places of the rules that a game passes."""
    engine, state = setup.match.engine(COUNTING), setup.unbegun_state()
    before = [*engine.lines]
    engine.begin(state)
    for answer in answers:
        engine.apply(state, answer)
    return {*passed_since(before, engine.lines)}
