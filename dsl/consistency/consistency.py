"""Every check of whether the rules of a format agree with themselves and with its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..nodes.base import Word, walk
from ..nodes.statements import Cites
from ..problems.problem import Advice, Problem, Problems
from ..ruleset.clauses import named, unknown_clause
from ..ruleset.inheritance import Heritage
from ..ruleset.ledger import Ledger
from ..ruleset.ruleset import Origin, Ruleset
from ..typed.format import Format
from .alike import said_twice
from .conditions import constant_conditions
from .contents import contents
from .deciding.terms import Terms
from .decks import deck_rules
from .figures import figures
from .gaps import missing_cases
from .hearing import hearing
from .latest import Looked
from .lifetimes import lifetimes
from .pool import pool
from .reach import unreached
from .telling import tellings

Check = Callable[[Format, Terms, Problems], None]
CHECKS: tuple[Check, ...] = (
    constant_conditions,
    missing_cases,
    unreached,
    said_twice,
    lifetimes,
    contents,
    tellings,
    hearing,
    deck_rules,
    pool,
    figures,
)


def inconsistencies(format: Format, heritage: Heritage) -> list[Problem]:
    """What the rules of a format can never do, and where they contradict themselves."""
    for one in Looked.every:
        one.renew()
    found, terms = Problems(), Terms(format)
    for check in CHECKS:
        check(format, terms, found)
    clauses(format.ruleset, heritage, found)
    return found


def clauses(ruleset: Ruleset, heritage: Heritage, found: Problems) -> None:
    """Each clause of the ledger that can be tested, if no line of the rules cites it or one of
    another format that says the same; and what lines cite that no ledger has.
    """
    ledger = heritage.ledger
    if ledger is None:
        return
    every = [pair for cites in cites_in(ruleset) for pair in named(cites)]
    if ledger.is_whole:
        unknown_clauses(every, ledger, heritage, found)
    names = {clause for _, clause in every}
    for clause in ledger.testable:
        if clause not in names and names.isdisjoint(heritage.same.get(clause, ())):
            text = f"No rule cites {clause}: {ledger.clauses[clause].statement}"
            fix = Advice(f"Write `cites {clause}` behind the rule that carries it out.")
            found.report("clause-uncited", text, ledger.spans[clause], fix, severity="warning")


def unknown_clauses(
    every: Iterable[tuple[Word, str]], ledger: Ledger, heritage: Heritage, found: Problems
) -> None:
    """What the rules beside a ledger cite that neither it nor one of a parent has."""
    known = {*ledger.clauses}.union(*heritage.same.values(), *heritage.older)
    home = Path(ledger.file).parent
    places = {(word.span, clause): word for word, clause in every}  # edits of a parent come twice
    for (span, clause), word in places.items():
        if clause not in known and Path(span.file).is_relative_to(home):
            found.append(unknown_clause(word, clause, ledger.clauses))


def cites_in(ruleset: Ruleset) -> Iterator[Cites]:
    """What rules cite, and what changes the rules of a parent does."""
    yield from ruleset.inside(Cites)
    origin: Origin | None = ruleset.origin
    for node in () if origin is None else (*origin.own, *origin.edits):
        yield from (part for part in walk(node) if isinstance(part, Cites))
