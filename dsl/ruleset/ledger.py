"""The ledger of a format: the rulebook's clauses in our own words, read from `clauses.yaml`."""

from __future__ import annotations

import hashlib
import re
from dataclasses import field

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from ..loading.cache import Cache, key_of
from ..loading.documents import Document, read_yaml
from ..loading.source import Source
from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..problems.problem import MOST_PROBLEMS, Label, Problem, more_below, unknown
from ..problems.similar import nearest

PART = "ledger"
KEYS = ("id", "fingerprint", "statement", "not_testable", "as")


class Clause(BaseModel):
    """One clause: id, fingerprint of the rulebook's wording, what it says, why nothing tests it,
    and which clauses of the formats this one extends say the same.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$")
    fingerprint: str = Field(pattern=r"^[0-9a-f]{6,64}$")
    statement: str = Field(min_length=1)
    not_testable: str | None = Field(default=None, min_length=1)
    same_as: tuple[str, ...] = Field(default=(), alias="as")


@dataclass(slots=True)
class Ledger:
    """All clauses by id, in order of the file, and where each stands."""

    file: str = ""
    clauses: dict[str, Clause] = field(default_factory=dict[str, Clause])
    spans: dict[str, Span] = field(default_factory=dict[str, Span])
    same_spans: dict[str, tuple[Span, ...]] = field(default_factory=dict[str, tuple[Span, ...]])
    is_whole: bool = True  # no clause was left out for a mistake in it

    @property
    def testable(self) -> list[str]:
        return [name for name, clause in self.clauses.items() if clause.not_testable is None]


EXPECTED = {
    "id": "An id is capitals and digits in parts, like AB-SETUP-01.",
    "fingerprint": "A fingerprint is 6 to 64 digits and letters a to f.",
    "statement": "A statement is at least one word.",
    "not_testable": "Say why nothing can test the clause.",
    "as": "These are ids of clauses, in brackets: [AB-SETUP-01].",
}


def read_ledger(source: Source) -> tuple[Ledger, list[Problem]]:
    """The ledger of a file and what is wrong in it; wrong clauses are left out."""
    if PART not in source.known:
        cache = Cache(key_of(PART, (source,)))
        source.known[PART] = cache.read(PART)
        if source.known[PART] is None:
            source.known[PART] = new_ledger(source)
            cache.write(PART, source.known[PART])
    ledger, problems = source.known[PART]
    return ledger, [*problems]


def new_ledger(source: Source) -> tuple[Ledger, list[Problem]]:
    """The same, worked out."""
    text, problems = source.decoded()
    if problems:
        return Ledger(source.name), problems
    return ledger_of(text, source.name)


def ledger_of(text: str, file: str) -> tuple[Ledger, list[Problem]]:
    """The ledger of a text."""
    ledger, problems = Ledger(file), list[Problem]()
    document = read_yaml(text, file)
    if isinstance(document, Problem):
        return ledger, [document]
    if document.value is None:
        return ledger, problems
    if not isinstance(document.value, list):
        message = "A ledger is a list of clauses; each begins as in `- id: AB-SETUP-01`."
        return ledger, [Problem("bad-ledger", message, document.at(()))]
    for number in range(len(document.members)):
        add_clause(ledger, document, number, problems)
        if len(problems) > MOST_PROBLEMS:
            problems.append(more_below(document.at((number,))))
            break
    return ledger, problems


def add_clause(ledger: Ledger, document: Document, number: int, problems: list[Problem]) -> None:
    values, span = document.value[number], document.at((number,))
    if not isinstance(values, dict):
        message = (
            "A clause is a group of lines: id, fingerprint, statement. The first begins as in "
        )
        message += "`- id: AB-SETUP-01`."
        problems.append(Problem("bad-ledger", message, span))
        ledger.is_whole = False
        return
    try:
        clause = Clause.model_validate(values)
    except ValidationError as error:
        told = error.errors()[: MOST_PROBLEMS + 1]
        names = {str(one["loc"][0]) for one in told if one["type"] == "missing"}
        strange = {str(one["loc"][0]) for one in told if one["type"] == "extra_forbidden"}
        meant = {nearest(one, KEYS) for one in strange}  # what is misspelt is not missing too
        told = [one for one in told if str(one["loc"][0]) not in names & meant]
        problems += [wrong_value(document, number, detail) for detail in told]
        ledger.is_whole = False
        return
    here, old = document.at((number, "id")), ledger.spans.get(clause.id)
    if old is not None:
        message = f"There are two clauses {clause.id}."
        label = Label(old, "the first one")
        problems.append(Problem("declared-twice", message, here, labels=(label,)))
        ledger.is_whole = False
        return
    ledger.clauses[clause.id], ledger.spans[clause.id] = clause, here
    if clause.same_as:
        ledger.same_spans[clause.id] = tuple(
            document.at((number, "as", each)) for each in range(len(clause.same_as))
        )


def wrong_value(document: Document, number: int, detail: ErrorDetails) -> Problem:
    """What is wrong with a line of a clause, or which one is missing."""
    steps = (number, *detail["loc"][:1])
    name = str(steps[-1])
    if detail["type"] == "extra_forbidden":
        return unknown("unknown-key", "line of a clause", name, document.keys[steps], KEYS)
    span = document.at((number, *detail["loc"]))
    if detail["type"] == "missing":
        message = f"This clause has no {name}: a line `{name}:`."
        mend = fingerprint_line(document.value[number], span) if name == "fingerprint" else ""
        return Problem("bad-ledger", message, span, mend, replaces=bool(mend))
    said = str(document.value[number].get(name, ""))
    mend = re.sub(r"[^A-Z0-9]+", "-", said.upper()).strip("-") if name == "id" else ""
    return Problem("bad-ledger", EXPECTED[name], span, mend if "-" in mend else "")


def fingerprint_line(clause: dict[str, object], span: Span) -> str:
    """The fingerprint of a clause that no other rulebook words, before its first line."""
    said = clause.get("statement")
    if not isinstance(said, str):
        return ""
    digits = hashlib.sha256(said.encode()).hexdigest()[:12]
    return f'fingerprint: "{digits}"\n{" " * (span.column - 1)}'
