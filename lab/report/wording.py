"""What the things of a format are called on the page: in the format's own words."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl.loading.documents import read_yaml
from ...dsl.loading.library import FormatFiles
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem
from ...interpreter.runtime.rules import Rules, seat_names
from ..bots.worth import says_value
from ..simulation.carried import Work


@dataclass(frozen=True, slots=True)
class Words:
    """The title of a format, its cards by code, what its clauses say, the seats, and the codes of
    the cards in each deck. `is_valued`: whether the rules say what a position is worth.
    """

    title: str
    name: str
    cards: Mapping[str, str]
    clauses: Mapping[str, str]
    seats: tuple[str, ...]
    contents: Mapping[str, frozenset[str]]
    is_valued: bool

    def card(self, code: str) -> str:
        """The name of a card; with its code where several have the name."""
        return self.cards.get(code, code)


def words_of(rules: Rules, work: Work) -> Words:
    """The words of a format for a run."""
    decks = {name for row in work.plan.lists for name in row}
    shared = rules.edition.contents.wordbook.shared_names
    cards = {
        card.code: f"{card.name} ({card.code})" if card.name in shared else card.name
        for card in rules.cards
    }
    found = {name: frozenset(entry.code for entry in rules.deck(name).entries) for name in decks}
    clauses = statements(rules.edition.files)
    match = work.opened()(0, work.plan.decks_of(0)).match
    seats = seat_names(work.seats)
    return Words(rules.title, rules.name, cards, clauses, seats, found, says_value(match))


def statements(files: FormatFiles) -> dict[str, str]:
    """What the clauses of a format and of those it extends say, as far as a ledger tells."""
    found = statements(files.parent) if files.parent is not None else {}
    if files.ledger is None:
        return found
    text, problems = files.ledger.decoded()
    document = read_yaml(text, files.ledger.name)
    if problems or isinstance(document, Problem):
        return found
    for row in document.members:
        if isinstance(row, dict) and "id" in row and "statement" in row:
            found[str(row["id"])] = str(row["statement"])  # pyright: ignore
    return found
