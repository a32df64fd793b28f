"""Every problem of a format's files that can be found without playing."""

from __future__ import annotations

from ...dsl.cards.deckfile import read_decks
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded, load
from ...dsl.problems.problem import Problem, RulesError, has_errors, sort_problems
from ...dsl.ruleset.inheritance import heritage_of
from .edition import Edition
from .rules import Rules


def loaded_of(files: FormatFiles) -> Loaded:
    """The meaning of a format's files, with the problems of its rules and cards."""
    return load(files)


def problems_of(files: FormatFiles, loaded: Loaded) -> list[Problem]:
    """The problems of rules, cards, ledger and decks, and the rules that decks break."""
    problems = [*loaded.problems]
    problems += heritage_of(files)[1]
    if loaded.usable:
        problems += deck_problems(files, loaded)
    return sort_problems(problems)


def deck_problems(files: FormatFiles, loaded: Loaded) -> list[Problem]:
    """What is wrong in the decks of a format."""
    numbers = {str(card.code): (k, str(card.name)) for k, card in enumerate(loaded.cards)}
    parts = loaded.program.deck.part_names if loaded.program is not None else ()
    decks, problems = read_decks(files.every_deck(), numbers, True, parts)
    if has_errors(problems):
        return problems
    try:
        rules = Rules(Edition(files))
    except RulesError as error:
        return error.problems
    for deck in decks:
        try:
            rules.new_setup(0, [deck], None, None)
        except RulesError as error:
            problems += error.problems
    return problems
