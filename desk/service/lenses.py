"""What is shown above a line: how many scenarios are about it, to be run with a click, and that
what it says never happens.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes import files
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.clauses import clauses_of
from ..index.index import CARDS, LEDGERS, RULES, SCENARIO, FileIndex, Index
from ..index.things import CARD, Thing
from .coverage import Coverage
from .hover import cites_in


@dataclass(frozen=True, slots=True)
class Lens:
    """A text above a line, counted from 0, and the scenarios that it runs: file and title."""

    line: int
    text: str
    runs: tuple[tuple[str, str], ...] = ()


def lenses(index: Index, file: FileIndex, outcome: Coverage | None = None) -> Iterator[Lens]:
    """What is shown in a file; `outcome`: of games and scenarios, once they were played."""
    for one in outcome.in_file(file) if outcome is not None else ():
        yield Lens(one.line, f"never happens: {one.why}")
    if file.kind == SCENARIO:
        for title, line in titles_in(file):
            yield Lens(line - 1, "Run", ((file.name, title),))
    elif file.kind == LEDGERS:
        for name, span in index.clause_spans.items():
            if span.file == file.name:
                rules = len(index.citing(RULES, name))
                tested = scenarios_of(index, [name])
                yield Lens(span.line - 1, f"{count(rules, 'rule')}, {said(tested)}", tested)
    elif file.kind in (RULES, CARDS):
        for thing in file.things:
            found = about(index, thing)
            if found is not None:
                yield Lens(thing.whole.line - 1, said(found), found)


def said(found: tuple[tuple[str, str], ...]) -> str:
    """`3 scenarios: run`."""
    return f"{count(len(found), 'scenario')}{': run' if found else ''}"


def count(number: int, what: str) -> str:
    """`no rules`, `1 rule`, `2 rules`."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def about(index: Index, thing: Thing) -> tuple[tuple[str, str], ...] | None:
    """The scenarios that hold a card, or that name a clause which a declaration cites; None for
    what nobody would look for.
    """
    if thing.kind == CARD:
        names = {thing.name, str(getattr(thing.node, "code", ""))}
        return tuple(dict.fromkeys(one for name in names for one in index.holding.get(name, ())))
    cited = [clause for node in cites_in(thing.node) for clause in clauses_of(node)]
    return scenarios_of(index, cited) if cited and thing.whole.column == 1 else None


def scenarios_of(index: Index, clauses: list[str]) -> tuple[tuple[str, str], ...]:
    """The scenarios that name one of some clauses."""
    found: dict[tuple[str, str], None] = {}
    for clause in clauses:
        for file, line in index.citing(SCENARIO, clause):
            title = next((title for title, at in titles_in(file) if at == line), "")
            found[file.name, title] = None
    return tuple(found)


def titles_in(file: FileIndex) -> list[tuple[str, int]]:
    """The scenarios of a file with the lines they begin in."""
    every = (one for one in file.things if isinstance(one.node, files.Scenario))
    return [(one.name, one.whole.line) for one in every]
