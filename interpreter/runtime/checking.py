"""The problems of a format's ledger, mapping and decks, beyond those of its rules and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import is_

from ...dsl.cards.deckfile import DeckList, read_decks
from ...dsl.cards.records import read_mapping
from ...dsl.consistency.kept import inconsistencies_of
from ...dsl.ir import ir
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.source import Source
from ...dsl.loading.strays import unread_files
from ...dsl.looks.check import looks_problems
from ...dsl.nodes.base import Span
from ...dsl.problems.accepted import acceptances, without_accepted, wrongly_accepted
from ...dsl.problems.problem import Problem, RulesError, has_errors, sort_problems
from ...dsl.ruleset.inheritance import heritage_of
from ...dsl.ruleset.remembered import Recent
from .deck_setup import Ask, broken_by, walking
from .edition import Edition
from .match import PLAIN

CONTRADICTORY = "deck-contradictory"
# How far off a number of a deck may be, how many are tried, and of how large a deck.
FAR, MOST_TRIES, MOST_CARDS = 2, 40, 100
Judged = tuple[tuple[str, ...], tuple[object, ...]]  # the parts of its cards; the rules, the cards
LEGAL: Recent[dict[str, Judged]] = Recent()  # the decks of a format that break no rule, by name


def problems_of(files: FormatFiles, loaded: Loaded) -> list[Problem]:
    """The problems of rules, cards, ledger, mapping, looks and decks, and the rules that decks
    break.
    """
    problems = [*loaded.problems, *unread_files(files)]
    problems += heritage_of(files)[1]
    mapping = files.own_mapping
    if mapping is not None:  # with records it was read already
        problems += [one for one in read_mapping(mapping)[1] if one not in problems]
    if loaded.program is not None and loaded.usable:
        problems += deck_problems(files, loaded, loaded.program)
        if loaded.ruleset is not None:
            problems += looks_problems(files, loaded.ruleset, loaded.program)
    more = inconsistencies_of(files, loaded)
    if any(one.code == CONTRADICTORY for one in more):  # then every deck is illegal
        problems = [one for one in problems if one.code != "deck-illegal"]
    problems += more
    own = acceptances(texts_of([*files.rules, *files.cards]))
    found = without_accepted(problems, acceptances(texts_of(files.played())))
    return sort_problems([*found, *wrongly_accepted(problems, own, loaded.usable)])


def texts_of(sources: Iterable[Source]) -> Iterator[tuple[str, str]]:
    """The names of files with their texts."""
    return ((source.name, source.decoded()[0]) for source in sources)


def deck_problems(files: FormatFiles, loaded: Loaded, program: ir.Program) -> list[Problem]:
    """What is wrong in the decks of a format. Rules that nest deep are compiled to find out
    whether they can be played.
    """
    numbers = {str(card.code): (k, str(card.name)) for k, card in enumerate(loaded.cards)}
    parts = program.deck.part_names
    decks, problems = read_decks(files.every_deck(), numbers, True, parts, loaded.left)
    if has_errors(problems):
        return problems
    if loaded.is_deep:
        try:
            Edition(files, loaded).compiled(program, PLAIN)
        except RulesError as error:
            return error.problems
    ask, legal = walking(program), LEGAL.get(files.name, dict)
    for deck in decks:
        printed = tuple(loaded.cards[number] for number in deck.cards)
        known = deck.parts, (loaded.ruleset, *printed)
        if deck.name in legal and same_deck(legal[deck.name], known):
            continue
        legal.pop(deck.name, None)
        broken = broken_by(program, deck, ask)
        if not broken and not program.deck.brings:
            legal[deck.name] = known
        if {one.code for one in broken} == {"deck-illegal"} and len(deck.cards) <= MOST_CARDS:
            span, mend = fitting_number(program, deck, ask) or (deck.span, "")
            broken = [replace(problem, span=span, remedy=mend) for problem in broken]
        problems += broken
    return problems


def same_deck(one: Judged, other: Judged) -> bool:
    """Whether the same rules judge the same cards in the same parts of a deck."""
    return one[0] == other[0] and len(one[1]) == len(other[1]) and all(map(is_, one[1], other[1]))


def fitting_number(program: ir.Program, deck: DeckList, ask: Ask) -> tuple[Span, str] | None:
    """A line of a deck with another number, with which the deck breaks no rule: where that number
    stands, and what it would be.
    """
    places = [*enumerate(deck.entries)][::-1]
    steps = [step for far in range(1, FAR + 1) for step in (-far, far)]
    tries = [(place, entry, entry.number + step) for step in steps for place, entry in places]
    for place, entry, number in [one for one in tries if one[2] > 0][:MOST_TRIES]:
        changed = (*deck.entries[:place], replace(entry, number=number), *deck.entries[place + 1 :])
        if not broken_by(program, replace(deck, entries=changed), ask):
            end = entry.span.column + len(str(entry.number))
            return replace(entry.span, end_line=entry.span.line, end_column=end), str(number)
    return None
