"""What a format has from those it extends: clauses that say the same, and old names."""

from __future__ import annotations

import re
from dataclasses import field

from ..loading.library import FormatFiles
from ..loading.parsed import parse_source
from ..loading.source import Source
from ..nodes.base import Node, Word
from ..nodes.dataclass import dataclass
from ..nodes.edits import RenameEdit, ReorderEdit
from ..problems.problem import Problem, unknown
from .edit_turn import moved_path
from .ledger import Ledger, read_ledger

EDITS = re.compile(r"^(rename|reorder) ", re.MULTILINE)


@dataclass(slots=True)
class Heritage:
    """The ledger of a format, the clauses of its ancestors that its own stand for, what its
    ancestors called things, and the names of all clauses of theirs.
    """

    ledger: Ledger | None = None
    same: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    renamed: dict[str, Word] = field(default_factory=dict[str, Word])
    older: list[set[str]] = field(default_factory=list[set[str]])

    def meant_by(self) -> dict[str, set[str]]:
        """For each clause of an ancestor the own clauses that say the same."""
        found: dict[str, set[str]] = {}
        for clause, others in self.same.items():
            for other in others:
                found.setdefault(other, set()).add(clause)
        return found


def heritage_of(files: FormatFiles) -> tuple[Heritage, list[Problem]]:
    """The ledger of a format with those of its ancestors behind it, and what is wrong in its
    own.
    """
    problems: list[Problem] = []
    found = Heritage()
    if files.parent is not None:
        found = heritage_of(files.parent)[0]
        for before, after in renames_in(files.rules):
            found.renamed = {
                old: after if new == before else new for old, new in found.renamed.items()
            } | {before: after}
    inherited, known = found.same, found.ledger.clauses if found.ledger else {}
    found.older.append({*known})
    found.ledger, found.same = None, {}
    if files.ledger is None:
        return found, problems
    found.ledger, problems = read_ledger(files.ledger)
    if problems and not found.ledger.clauses:  # nothing more is to be said of clauses
        found.ledger = None
        return found, problems
    for clause in found.ledger.clauses.values():
        others = dict.fromkeys(clause.same_as)
        spans = found.ledger.same_spans.get(clause.id, ())
        for other, span in zip(clause.same_as, spans, strict=True):
            if other not in known:
                what = "clause of the parent format"
                problems.append(unknown("unknown-clause", what, other, span, known))
            others |= dict.fromkeys(inherited.get(other, ()))
        if others:
            found.same[clause.id] = tuple(others)
    return found, problems


def renames_in(rules: list[Source]) -> list[tuple[str, Word]]:
    """The old and the new names and paths of what some files of rules rename or move."""
    nodes: list[Node] = []
    for source in rules:
        text, problems = source.decoded()
        if not problems and EDITS.search(text):
            nodes += parse_source("rules", source)[0]
    named = [(str(n.old), n.new) for n in nodes if isinstance(n, RenameEdit)]
    moved = [moved_path(n) for n in nodes if isinstance(n, ReorderEdit)]
    return [*named, *(pair for pair in moved if pair is not None)]
