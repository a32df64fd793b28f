"""What the documents of a format declare and name: the clauses of its ledger, and the fields and
kinds of cards that records are read as.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.loading.documents import Steps, read_yaml
from ...dsl.loading.source import Source
from ...dsl.problems.problem import Problem
from ...dsl.ruleset.ledger import read_ledger
from .mentions import Mention
from .things import CATEGORY, CLAUSE, FIELD, PART, Thing


def declared_in_ledger(source: Source) -> Iterator[Thing]:
    """The clauses of a ledger."""
    for name, span in read_ledger(source)[0].spans.items():
        yield Thing(CLAUSE, name, span, span)


def named_in_ledger(source: Source) -> Iterator[Mention]:
    """The clauses of other formats that say the same as those of a ledger."""
    ledger = read_ledger(source)[0]
    for own, spans in ledger.same_spans.items():
        for name, span in zip(ledger.clauses[own].same_as, spans, strict=True):
            yield Mention(name, span, (CLAUSE,))


def named_in_mapping(text: str, file: str) -> Iterator[Mention]:
    """The fields, kinds and categories that a file about records names."""
    document = read_yaml(text, file)
    if isinstance(document, Problem):
        return
    kinds: dict[Steps, tuple[str, ...]] = {}
    for steps in document.places:
        if steps[:2] == ("kind", "is") and len(steps) == 3:
            kinds[steps] = ("card kind",)
        elif steps[:1] == ("fields",) and steps[-1] in ("behind", "reads") and len(steps) > 2:
            kinds[steps] = (FIELD, PART) if steps[-1] == "behind" else (CATEGORY,)
    for steps, of in kinds.items():
        said = document.value
        for step in steps:
            said = said[step]
        yield Mention(str(said), document.places[steps], of)
    for steps, span in document.keys.items():
        if steps[:1] == ("fields",) and len(steps) == 2:
            yield Mention(str(steps[1]), span, (FIELD, PART))
