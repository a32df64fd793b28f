"""A format ready to be played: what its files mean, worked out once and kept in the cache."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from typing import Any

from ...dsl.cards.deckfile import CardNumbers, DeckList, decks_without_problems, read_decks
from ...dsl.ir.ir import Program
from ...dsl.ir.wordbook import Wordbook
from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.library import FormatFiles
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, RulesError, has_errors, sort_problems
from ..backend.compile import Compiled, compile_program
from ..backend.writer import Variant
from .deck_setup import broken_by, walking
from .faults import CannotCompile
from .match import PLAIN, RECORDING

PARTS = {PLAIN: "plain", RECORDING: "recording"}  # the variants whose code is kept


@dataclass(frozen=True, slots=True)
class Contents:
    """All that playing needs. `program`, for the smallest number of seats, has no procedures and
    functions: the code has them. `left`: by code why a printed card is left out.
    """

    program: Program
    wordbook: Wordbook
    decks: tuple[DeckList, ...]
    warnings: tuple[Problem, ...]
    left: Mapping[str, Problem] = field(default_factory=dict[str, Problem])


class Edition:
    """The contents of a format's files, and the code and vocabulary made from them."""

    def __init__(self, files: FormatFiles, loaded: Any = None) -> None:
        """`loaded` is the `Loaded` of the files, if there is one already."""
        self.files = files
        self.cache = Cache(key_of(files.kept_as, files.played()))
        self._loaded = loaded
        self._compiled: dict[tuple[int, Variant], Compiled] = {}
        self.contents: Contents = self.cache.read("contents") or self._work()
        self._programs = {self.contents.program.seats: self.contents.program}

    @property
    def name(self) -> str:
        """The name or path by which the format can be loaded again."""
        return self.files.name

    # ---- what takes long

    def _work(self) -> Contents:
        """Works the contents out; raises `RulesError` if there is a mistake in the files."""
        from ...dsl.loading.kept import words_for

        files, loaded = self.files, self.loaded(whole=True)
        if loaded.program is None or not loaded.usable:
            raise RulesError(loaded.problems)
        wordbook = words_for(loaded)
        numbers = wordbook.card_numbers()
        decks, found = read_decks(files.decks, numbers, True, wordbook.part_names, loaded.left)
        own, more = read_decks(files.own_decks, numbers, False, wordbook.part_names, loaded.left)
        problems = sort_problems([*loaded.problems, *found, *more])
        if has_errors(problems):
            raise RulesError(problems)
        slim = slim_program(loaded.program)
        if not loaded.is_deep:
            decks += self._inherited(loaded.program, numbers, wordbook.part_names)
        known = by_name(decks, own)
        contents = Contents(slim, wordbook, known, tuple(problems), loaded.left)
        self.cache.write("contents", contents)
        return contents

    def _inherited(
        self, program: Program, numbers: CardNumbers, parts: Collection[str]
    ) -> list[DeckList]:
        """The decks of the formats it extends that may be played here."""
        decks = decks_without_problems(self.files.inherited_decks(), numbers, parts)
        ask = walking(program)
        return [deck for deck in decks if not broken_by(program, deck, ask)]

    def loaded(self, whole: bool = False) -> Any:
        """The `dsl.loading.load.Loaded` of the format."""
        if self._loaded is None or (whole and self._loaded.format is None):
            from ...dsl.loading.kept import loaded_of

            self._loaded = loaded_of(self.files, whole)
        return self._loaded

    def program_for(self, seats: int) -> Program:
        """What `contents` has as its program, for some number of seats."""
        if seats not in self._programs:
            part = f"program for {seats}"
            found = self.cache.read(part)
            if found is None:
                found = slim_program(self.whole_program(seats))
                self.cache.write(part, found)
            self._programs[seats] = found
        return self._programs[seats]

    def whole_program(self, seats: int) -> Program:
        """The same with what only its compilation needs."""
        if seats == self.contents.program.seats:
            return self.loaded().program
        from ...dsl.loading.kept import program_for

        return program_for(self.loaded(whole=True), seats)

    def vocabulary(self) -> Any:
        """The `dsl.vocabulary.Vocabulary` of the format."""
        return self.loaded().vocabulary

    def compiled(self, program: Program, variant: Variant) -> Compiled:
        """The code of a variant for as many seats as a program of this edition has."""
        key = (program.seats, variant)
        if key not in self._compiled:
            part = self._part(*key)
            kept = self.cache.read(part) if part else None
            self._compiled[key] = kept or self._new_code(*key)
        return self._compiled[key]

    def _part(self, seats: int, variant: Variant) -> str:
        """What the code is called in the cache; empty if it is not kept."""
        name = PARTS.get(variant, "")
        return name if not name or seats == self.contents.program.seats else f"{name} for {seats}"

    def _new_code(self, seats: int, variant: Variant) -> Compiled:
        try:
            compiled = replace(compile_program(self.whole_program(seats), variant), source="")
        except CannotCompile as error:
            span = Span(self.files.rules[0].name, 1, 1, 1, 1)
            problem = Problem("nested-too-deep", f"This format cannot be played: {error}.", span)
            raise RulesError([problem]) from None
        if part := self._part(seats, variant):
            self.cache.write(part, compiled)
        return compiled


def slim_program(program: Program) -> Program:
    """The program without what only its compilation needs."""
    return replace(program, procedures={}, functions={}, dispatch={})


def by_name(decks: list[DeckList], own: list[DeckList]) -> tuple[DeckList, ...]:
    """The decks of the format and those a user adds, which go before others of their name."""
    found = {deck.name: deck for deck in decks}
    found.update({deck.name: deck for deck in own})
    return tuple(found.values())
