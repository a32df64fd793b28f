"""The ledger of a format: the rulebook's clauses in our own words, read from `clauses.yaml`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..loading.cache import Cache, key_of
from ..loading.source import Source
from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..problems.problem import Label, Problem, unknown

PART = "ledger"
KEYS = ("id", "fingerprint", "statement", "not_testable", "as")
LISTS = ("as",)


class Clause(BaseModel):
    """One clause: id, fingerprint of the rulebook's wording, what it says, why nothing tests it,
    and which clauses of the formats this one extends say the same.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

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
    same_spans: dict[str, Span] = field(default_factory=dict[str, Span])

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
    """The ledger of a text. Only the shape of the YAML is used: nothing in it is constructed."""
    ledger, problems = Ledger(file), list[Problem]()
    try:
        root = composed(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        span = first(file)
        if mark is not None:
            span = Span(file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
        what = getattr(error, "problem", None) or "it makes no sense"
        return ledger, [Problem("bad-yaml", f"I cannot read this as YAML: {what}.", span)]
    if root is None:
        return ledger, problems
    if not isinstance(root, yaml.SequenceNode):
        message = "A ledger is a list of clauses."
        return ledger, [Problem("bad-ledger", message, span_of(root, file), "- id: AB-SETUP-01")]
    for node in root.value:
        add_clause(ledger, node, problems)
    return ledger, problems


def composed(text: str) -> yaml.Node | None:
    """The nodes of a YAML text."""
    compose: Callable[..., yaml.Node | None] = getattr(yaml, "compose")  # noqa: B009 - loosely typed
    return compose(text, Loader=yaml.SafeLoader)


def add_clause(ledger: Ledger, node: yaml.Node, problems: list[Problem]) -> None:
    file = ledger.file
    if not isinstance(node, yaml.MappingNode):
        message = "A clause is a group of lines: id, fingerprint, statement."
        problems.append(Problem("bad-ledger", message, span_of(node, file), "- id: AB-SETUP-01"))
        return
    before = len(problems)
    values: dict[str, str | list[str]] = {}
    spans: dict[str, Span] = {}
    for key, value in node.value:
        name = str(key.value)
        if name not in KEYS:
            problems.append(
                unknown("unknown-key", "line of a clause", name, span_of(key, file), KEYS)
            )
        elif name in values:
            message = f"{name} is given twice."
            problems.append(Problem("given-twice", message, span_of(key, file)))
        elif isinstance(value, yaml.SequenceNode) and name in LISTS:
            values[name] = [str(item.value) for item in value.value]
            spans[name] = span_of(value, file)
        elif not isinstance(value, yaml.ScalarNode) or name in LISTS:
            text = EXPECTED["as"] if name in LISTS else f"{name} is one text."
            problems.append(Problem("bad-ledger", text, span_of(value, file)))
        else:
            values[name], spans[name] = str(value.value), span_of(value, file)
    if len(problems) > before:
        return
    try:
        clause = Clause.model_validate(values)
    except ValidationError as error:
        problems += [wrong_value(detail["loc"], node, spans, file) for detail in error.errors()]
        return
    old = ledger.spans.get(clause.id)
    if old is not None:
        message = f"There are two clauses {clause.id}."
        label = Label(old, "the first one")
        problems.append(Problem("declared-twice", message, spans["id"], labels=(label,)))
        return
    ledger.clauses[clause.id], ledger.spans[clause.id] = clause, spans["id"]
    if "as" in spans:
        ledger.same_spans[clause.id] = spans["as"]


def wrong_value(
    where: tuple[int | str, ...], node: yaml.Node, spans: dict[str, Span], file: str
) -> Problem:
    name = str(where[0]) if where else "id"
    if name not in spans:
        return Problem(
            "bad-ledger", f"This clause has no {name}.", span_of(node, file), f"{name}: .."
        )
    return Problem("bad-ledger", EXPECTED.get(name, f"{name} is wrong."), spans[name])


def span_of(node: yaml.Node, file: str) -> Span:
    start, end = node.start_mark, node.end_mark
    if start is None or end is None:
        return first(file)
    if end.line > start.line:
        return Span(file, start.line + 1, start.column + 1, start.line + 1, start.column + 2)
    return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def first(file: str) -> Span:
    return Span(file, 1, 1, 1, 1)
