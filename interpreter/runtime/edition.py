"""A format ready to be played: what its files mean, worked out once and kept in the cache."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from typing import Any

from ...dsl.cards.deckfile import DeckList, read_decks
from ...dsl.ir.ir import Program
from ...dsl.ir.wordbook import Wordbook
from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.library import FormatFiles
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem, RulesError, has_errors, sort_problems
from ..backend.compile import Compiled, compile_program
from ..backend.writer import Variant
from .faults import CannotCompile
from .match import PLAIN, RECORDING

PARTS = {PLAIN: "plain", RECORDING: "recording"}  # the variants whose code is kept


@dataclass(frozen=True, slots=True)
class Contents:
    """All that playing needs. `program` has no procedures and functions: the code has them."""

    program: Program
    wordbook: Wordbook
    decks: tuple[DeckList, ...]
    warnings: tuple[Problem, ...]


class Edition:
    """The contents of a format's files, and the code and vocabulary made from them."""

    def __init__(self, files: FormatFiles) -> None:
        self.files = files
        every = [*files.every_rules(), *files.every_cards(), *files.decks, *files.own_decks]
        mapping = files.mapping()
        every += [mapping] if mapping is not None else []
        self.cache = Cache(key_of(files.name, every))
        self._program: Program | None = None
        self._vocabulary: Any = None
        self._compiled: dict[Variant, Compiled] = {}
        kept = self.cache.read("contents")
        self.contents: Contents = pickle.loads(kept) if kept is not None else self._work()

    @property
    def name(self) -> str:
        """The name or path by which the format can be loaded again."""
        return self.files.name

    # ---- what takes long

    def _work(self) -> Contents:
        """Reads all files; raises `RulesError` if there is a mistake in them."""
        from ...dsl.loading.load import load
        from ...dsl.loading.wordbook_of import wordbook_of

        files = self.files
        loaded = load(files)
        if loaded.program is None or not loaded.usable:
            raise RulesError(loaded.problems)
        wordbook = wordbook_of(loaded)
        numbers = wordbook.card_numbers()
        decks, found = read_decks(files.decks, numbers, True, wordbook.part_names)
        own, more = read_decks(files.own_decks, numbers, False, wordbook.part_names)
        problems = sort_problems([*loaded.problems, *found, *more])
        if has_errors(problems):
            raise RulesError(problems)
        self._program, self._vocabulary = loaded.program, loaded.vocabulary
        slim = slim_program(loaded.program)
        contents = Contents(slim, wordbook, by_name(decks, own), tuple(problems))
        self.cache.write("contents", pickle.dumps(contents))
        self.cache.write("program", pickle.dumps(loaded.program))
        self.cache.write("vocabulary", pickle.dumps(loaded.vocabulary))
        return contents

    def program(self) -> Program:
        """The whole program, for those who compile it."""
        if self._program is None:
            kept = self.cache.read("program")
            if kept is None:
                self._work()
            else:
                self._program = pickle.loads(kept)
        assert self._program is not None
        return self._program

    def vocabulary(self) -> Any:
        """The `dsl.vocabulary.Vocabulary` of the format."""
        if self._vocabulary is None:
            kept = self.cache.read("vocabulary")
            if kept is None:
                self._work()
            else:
                self._vocabulary = pickle.loads(kept)
        return self._vocabulary

    def compiled(self, _: Program, variant: Variant) -> Compiled:
        """The code of a variant."""
        if variant not in self._compiled:
            self._compiled[variant] = self._kept_code(variant) or self._new_code(variant)
        return self._compiled[variant]

    def _kept_code(self, variant: Variant) -> Compiled | None:
        kept = self.cache.read(PARTS[variant]) if variant in PARTS else None
        return pickle.loads(kept) if kept is not None else None

    def _new_code(self, variant: Variant) -> Compiled:
        try:
            compiled = replace(compile_program(self.program(), variant), source="")
        except CannotCompile as error:
            span = Span(str(self.files.rules[0]), 1, 1, 1, 1)
            problem = Problem(
                "nested-too-deep", f"This format cannot be played: {error}.", span
            )
            raise RulesError([problem]) from None
        if variant in PARTS:
            self.cache.write(PARTS[variant], pickle.dumps(compiled))
        return compiled


def slim_program(program: Program) -> Program:
    """The program without what only its compilation needs."""
    return replace(program, procedures={}, functions={}, dispatch={})


def by_name(decks: list[DeckList], own: list[DeckList]) -> tuple[DeckList, ...]:
    """The decks of the format and those a user adds, which go before others of their name."""
    found = {deck.name: deck for deck in decks}
    found.update({deck.name: deck for deck in own})
    return tuple(found.values())
