"""Clauses of the rulebook that no rule cites."""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes.base import walk
from ..nodes.statements import Cites
from ..problems.problem import Problems
from ..ruleset.clauses import clauses_of
from ..ruleset.inheritance import Heritage
from ..ruleset.ruleset import Origin, Ruleset


def clauses(ruleset: Ruleset, heritage: Heritage, found: Problems) -> None:
    """Each clause of the ledger that can be tested, if no line of the rules cites it or one of
    another format that says the same.
    """
    ledger = heritage.ledger
    if ledger is None:
        return
    cited = {clause for cites in cites_in(ruleset) for clause in clauses_of(cites)}
    for clause in ledger.testable:
        if clause not in cited and cited.isdisjoint(heritage.same.get(clause, ())):
            text = f"No rule cites {clause}: {ledger.clauses[clause].statement}"
            fix = f"cites {clause}"
            found.report("clause-uncited", text, ledger.spans[clause], fix, severity="warning")


def cites_in(ruleset: Ruleset) -> Iterator[Cites]:
    """What rules cite, and what changes the rules of a parent does."""
    yield from ruleset.inside(Cites)
    origin: Origin | None = ruleset.origin
    for node in () if origin is None else (*origin.own, *origin.edits):
        yield from (part for part in walk(node) if isinstance(part, Cites))
