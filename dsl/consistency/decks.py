"""Deck rules that no deck can keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..problems.problem import Advice, Label, Problems
from ..typed import values as v
from ..typed.format import DeckTest, Format
from ..typed.types import NUMBER
from ..typed.values import Value
from ..typed.walk import walk
from .deciding.decide import is_impossible
from .deciding.formulas import Formula, joined, opposite, tested
from .deciding.terms import Terms


def deck_rules(format: Format, terms: Terms, found: Problems) -> None:
    """Lines of a deck that contradict each other, or that another one says already."""
    for of_table in (False, True):
        tests = [test for test in format.course.deck.tests if test.of_table is of_table]
        contradictory(tests, terms, found)


def contradictory(tests: Sequence[DeckTest], terms: Terms, found: Problems) -> None:
    """The first line that cannot be kept together with those before it; one that says nothing
    more than these.
    """
    known: Formula = True
    for number, test in enumerate(tests):
        mine = kept(test, terms)
        now = joined(True, known, mine)
        if is_impossible(now, terms.domains):
            other = blamed(tests[:number], mine, terms)
            text = f"No deck can be so: this contradicts `{other.text}`."
            label = Label(other.at.span, "the other line")
            found.report(
                "deck-contradictory", text, test.at.span, Advice("Change one of them."), label
            )
            return
        if number and says_nothing(known, test, terms):
            text, fix = "This says nothing: the lines above say it already.", "Remove it."
            said = (one for one in tests[:number] if says_nothing(kept(one, terms), test, terms))
            labels = (Label(one.at.span, "this says it") for one in islice(said, 1))
            found.report(
                "deck-said-already", text, test.at.span, Advice(fix), *labels, severity="warning"
            )
        known = now


def kept(test: DeckTest, terms: Terms) -> Formula:
    """What a line says of a deck."""
    return joined(True, terms.formula(test.holds), *fewer(test.holds, terms))


def says_nothing(known: Formula, test: DeckTest, terms: Terms) -> bool:
    """Whether a line follows of what is known."""
    said = terms.formula(test.holds)
    otherwise = joined(True, known, *fewer(test.holds, terms), opposite(said))
    return not isinstance(said, bool) and is_impossible(otherwise, terms.domains)


def blamed(tests: Sequence[DeckTest], mine: Formula, terms: Terms) -> DeckTest:
    """The line that alone contradicts another, else the last one."""
    for test in tests:
        if is_impossible(joined(True, kept(test, terms), mine), terms.domains):
            return test
    return tests[-1]


def fewer(value: Value, terms: Terms) -> Iterator[Formula]:
    """Some of the cards are never more than all of them."""
    for part in walk(value):
        if isinstance(part, v.Count) and isinstance(part.of.form, v.Where):
            some = terms.sum(Value(part, NUMBER), {})
            every = terms.sum(Value(v.Count(part.of.form.of), NUMBER), {})
            yield tested("<=", some.plus(every, -1))
