"""Whether a deck is legal, and if not, which rules of its format it breaks: what `check` says."""

from __future__ import annotations

from collections.abc import Iterable

from ...dsl.cards.deckfile import DeckEntry, DeckList
from ...dsl.ir.wordbook import clean
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, RulesError
from ...interpreter.runtime.deck_setup import alone, broken_rules, new_match
from ...interpreter.runtime.rules import Rules


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that a deck breaks: its words, its number among those of the format (-1: it is no
    line of the rules), where it is, and the clauses behind it.
    """

    rule: int
    text: str
    file: str = ""
    line: int = 0
    clauses: tuple[str, ...] = ()


def deck_list(name: str, entries: Iterable[DeckEntry]) -> DeckList:
    """Some cards as a deck of their own."""
    return DeckList(name, tuple(entries))


def broken_by(rules: Rules, deck: DeckList) -> list[Broken]:
    """The rules that a deck breaks by itself, with the options of the format as they are unless
    set; none where it may be played.
    """
    contents = rules.edition.contents
    program, of_table = contents.program, contents.program.deck.is_tables(deck.parts)
    options = {name: spec.start for name, spec in program.switches.items()}
    lists = alone(program, deck)
    try:
        match = new_match(program, lists, rules.edition.compiled)
        problems = broken_rules(match, lists, options, only=of_table)
    except RulesError as error:
        problems = error.problems
    return [*dict.fromkeys(broken_in(rules, problem, of_table) for problem in problems)]


def broken_in(rules: Rules, problem: Problem, of_table: bool) -> Broken:
    """What a problem of a deck says of a rule."""
    program = rules.edition.contents.program
    for number, rule in enumerate(program.deck.rules):
        place = program.places[rule.place]
        where = rule.of_table == of_table and problem.code == "deck-illegal"
        if where and any(label.span == place.span for label in problem.labels):
            return Broken(number, clean(rule.text), place.file, place.line, place.clauses)
    return Broken(-1, problem.message)
