"""The problems of a format's ledger and decks, beyond those of its rules and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dsl.cards.deckfile import read_decks
from ...dsl.ir import ir
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.problems.problem import Problem, RulesError, has_errors, sort_problems
from ...dsl.ruleset.inheritance import heritage_of
from ..backend.layout import State
from ..reference.walker import Walker
from .deck_setup import broken_rules, new_match
from .edition import Edition
from .game_setup import option_specs
from .match import PLAIN, Match


def problems_of(files: FormatFiles, loaded: Loaded) -> list[Problem]:
    """The problems of rules, cards, ledger and decks, and the rules that decks break."""
    problems = [*loaded.problems]
    problems += heritage_of(files)[1]
    if loaded.program is not None and loaded.usable:
        problems += deck_problems(files, loaded, loaded.program)
    return sort_problems(problems)


def deck_problems(files: FormatFiles, loaded: Loaded, program: ir.Program) -> list[Problem]:
    """What is wrong in the decks of a format. Rules that nest deep are compiled to find out
    whether they can be played.
    """
    numbers = {str(card.code): (k, str(card.name)) for k, card in enumerate(loaded.cards)}
    decks, problems = read_decks(files.every_deck(), numbers, True, program.deck.part_names)
    if has_errors(problems):
        return problems
    if loaded.is_deep:
        try:
            Edition(files, loaded).compiled(program, PLAIN)
        except RulesError as error:
            return error.problems
    options = {name: spec.start for name, spec in option_specs(program).items()}
    reader = Walker(program, {}, (), [])

    def ask(match: Match, state: State, function: str, cards: Sequence[int]) -> Any:
        reader.tables, reader.cards, reader.state = match.tables, match.cards, state
        every = ir.Items(tuple(ir.Int(card) for card in cards))
        return reader.value(ir.Apply(function, (every,)), {})

    for deck in decks:
        lists = (deck,) * program.seats
        match = new_match(program, lists, ask=ask)
        problems += broken_rules(match, lists, options, ask)
    return problems
