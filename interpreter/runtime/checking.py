"""The problems of a format's ledger and decks, beyond those of its rules and cards."""

from __future__ import annotations

from ...dsl.cards.deckfile import read_decks
from ...dsl.ir import ir
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.strays import unread_files
from ...dsl.problems.problem import Problem, RulesError, has_errors, sort_problems
from ...dsl.ruleset.inheritance import heritage_of
from .deck_setup import broken_by, walking
from .edition import Edition
from .match import PLAIN


def problems_of(files: FormatFiles, loaded: Loaded) -> list[Problem]:
    """The problems of rules, cards, ledger and decks, and the rules that decks break."""
    problems = [*loaded.problems, *unread_files(files)]
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
    ask = walking(program)
    for deck in decks:
        problems += broken_by(program, deck, ask)
    return problems
