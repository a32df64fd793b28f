"""What there is to say of a card as it was read, of a clause and what implements it, of options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from ..dsl.cards.definition import CardDefinition
from ..dsl.cards.print_cards import CardPrinter
from ..dsl.loading.library import RECORDS
from ..dsl.loading.load import Loaded
from ..dsl.loading.parsed import parse_source
from ..dsl.loading.source import Source
from ..dsl.nodes import files
from ..dsl.nodes.base import Node, walk
from ..dsl.nodes.dataclass import dataclass
from ..dsl.nodes.declarations import NumberValue, OptionDeclaration
from ..dsl.nodes.expressions import Sentence, Text, Use
from ..dsl.nodes.statements import Cites
from ..dsl.ruleset.clauses import clauses_of
from ..dsl.syntax.rows import lines_of
from ..dsl.vocabulary.reading import assumptions_of, plain_value
from ..dsl.vocabulary.titles import titles_in

CITES = re.compile(r"(^|\s+)cites\s+[A-Z0-9.,\s-]+$")


@dataclass(frozen=True, slots=True)
class Where:
    """A line of a file: of the rules, or the title of a scenario."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class ClauseRecord:
    """A clause and what implements it."""

    clause: str
    format: str
    statement: str
    not_testable: str | None
    rules: list[Where]
    scenarios: list[Where]

    def __str__(self) -> str:
        rows = [f"{self.clause} ({self.format})", f"  {self.statement}"]
        if self.not_testable:
            rows.append(f"  Not testable: {self.not_testable}")
        titles = ("Rules that cite it", "Scenarios that name it")
        for title, found in zip(titles, (self.rules, self.scenarios), strict=True):
            rows += ["", f"{title}:" if found else f"{title}: none"]
            rows += [f"  {row.place}  {row.text}" for row in found]
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class Reading:
    """One sentence of a card: in the usual words, what was assumed, what it is made of."""

    field: str
    canonical: str
    assumptions: list[str]
    phrases: list[str]


@dataclass(frozen=True, slots=True)
class CardRecord:
    """A card as it is printed and as it was read."""

    card: str
    code: str
    kind: str
    format: str
    place: str
    printed: list[str]
    readings: list[Reading]

    def __str__(self) -> str:
        rows = [f"{self.card} {self.code}, {self.kind} ({self.format})"]
        rows += [f"  at {self.place}", "", *(f"  {line}" for line in self.printed)]
        for reading in self.readings:
            rows += ["", f"{reading.field}, read as: {reading.canonical}"]
            rows += [f"  {line}" for line in reading.phrases]
            rows += [f"  assumed: {line}" for line in reading.assumptions]
        return "\n".join(rows)


# ---- clauses


def nodes_of(kind: str, sources: Iterable[Source]) -> Iterator[tuple[Node, list[str]]]:
    """The top nodes of some files, each with the lines of its file."""
    for source in sources:
        lines = lines_of(source.text)
        for node in parse_source(kind, source)[0]:
            yield node, lines


def where_cited(sources: Iterable[Source]) -> dict[str, list[Where]]:
    """The lines of the rules that cite each clause."""
    found: dict[str, dict[str, Where]] = {}
    for top, lines in nodes_of("rules", sources):
        for node in walk(top):
            for clause in clauses_of(node) if isinstance(node, Cites) else ():
                place = f"{node.span.file}:{node.span.line}"
                row = Where(place, said_before(lines, node.span.line))
                found.setdefault(clause, {}).setdefault(place, row)
    return {clause: [*rows.values()] for clause, rows in found.items()}


def said_before(lines: list[str], line: int) -> str:
    """What the line in which clauses are cited says; where it only cites, the one above it."""
    above = (without_cites(lines[k - 1]) for k in range(line, 0, -1))
    return next(filter(None, above), "")


def rules_citing(sources: Iterable[Source], clause: str) -> list[Where]:
    """The lines of the rules that cite a clause."""
    return where_cited(sources).get(clause, [])


def without_cites(line: str) -> str:
    """What a line of the rules says, but the clauses that it cites."""
    return CITES.sub("", line.partition("  #")[0]).strip()


def scenarios_by_clause(sources: Iterable[Source]) -> dict[str, list[Where]]:
    """The scenarios that name each clause."""
    found: dict[str, list[Where]] = {}
    for node, _ in nodes_of("scenario", sources):
        if isinstance(node, files.Scenario):
            row = Where(f"{node.span.file}:{node.span.line}", str(node.title))
            for clause in dict.fromkeys(clauses_of(node.covers)):
                found.setdefault(clause, []).append(row)
    return found


def scenarios_covering(sources: Iterable[Source], clause: str) -> list[Where]:
    """The scenarios that name a clause."""
    return scenarios_by_clause(sources).get(clause, [])


# ---- options


@dataclass(frozen=True, slots=True)
class OptionRecord:
    """An option: what it starts as (`on`, `off` or a number), the comment above it in the rules,
    and the clauses that it cites.
    """

    name: str
    title: str
    start: str
    note: str
    clauses: tuple[str, ...]


def options_of(ready: Loaded) -> list[OptionRecord]:
    """The options of a format, and of those it extends, as it settles them."""
    assert ready.ruleset is not None
    found: list[OptionRecord] = []
    for node in ready.ruleset.all(OptionDeclaration):
        value = node.value
        start = str(value.number) if isinstance(value, NumberValue) else str(value.word)
        lines = lines_of(ready.files.source(node.span.file).text)
        note = comment_above(lines, node.span.line)
        clauses = (*clauses_of(node.cites),)
        found.append(
            OptionRecord(str(node.name), str(node.title or node.name), start, note, clauses)
        )
    return found


def comment_above(lines: list[str], line: int) -> str:
    """What the comments directly above a line say."""
    first = line - 1
    while first and lines[first - 1].startswith("#"):
        first -= 1
    return " ".join(row.strip("# ") for row in lines[first : line - 1])


# ---- cards


def is_records(source: Source) -> bool:
    """Whether a file holds records of printed cards."""
    return source.path.suffix == RECORDS


class Explainer:
    """Explains the cards of one format; in a language, if one is asked for."""

    def __init__(self, ready: Loaded, lang: str | None = None) -> None:
        assert ready.ruleset is not None and ready.vocabulary is not None
        self.files, self.ruleset, self.vocabulary = ready.files, ready.ruleset, ready.vocabulary
        self.lang = lang
        self.titles = titles_in(self.ruleset).get(lang or "", {})

    def record(self, card: CardDefinition) -> CardRecord:
        """A card as it was read."""
        span = card.span
        if self.lang is not None or is_records(self.files.source(span.file)):
            titles = {f"{kind} {name}": names[0] for (kind, name), names in self.titles.items()}
            language = self.lang or self.ruleset.languages[0]
            printed = [*CardPrinter(self.ruleset, language, titles, self.said).lines(card)]
        else:
            lines = lines_of(self.files.source(span.file).text)
            printed = [line for line in lines[span.line - 1 : span.end_line] if line]
        names = (str(card.name), str(card.code), str(card.kind), self.files.name)
        readings = [self.reading(name, tree) for name, tree in trees_of(card)]
        return CardRecord(*names, f"{span.file}:{span.line}", printed, readings)

    def said(self, tree: Node, category: str = "") -> str:
        return self.vocabulary.write(tree, self.lang, category)

    def reading(self, field: str, tree: Node) -> Reading:
        whole = Text((tree,)) if isinstance(tree, Sentence) else tree
        title = self.titles.get(("field", field), (field,))[0]
        return Reading(title, self.said(whole), [*assumptions_of(whole)], [*self.outline(tree, 0)])

    def outline(self, tree: Node, depth: int) -> Iterator[str]:
        """The phrases a text is made of, each with its slots and where it is declared."""
        if isinstance(tree, Sentence):
            for label in tree.labels:
                yield f"{label}{self.declared_at(str(label), 'label')}"
            yield from self.outline(tree.effect, depth + len(tree.labels[:1]))
        if not isinstance(tree, Use):
            return
        slots = [
            f"{slot.name}: {plain_value(slot.value)}{'' if slot.given else ' (assumed)'}"
            for slot in tree.slots
            if not isinstance(slot.value, Use)
        ]
        name = str(tree.phrase)
        row = f"{'  ' * depth}{name}{self.declared_at(name, 'phrase', 'keyword')}"
        yield f"{row}  {', '.join(slots)}" if slots else row
        for slot in tree.slots:
            yield from self.outline(slot.value, depth + 1)

    def declared_at(self, name: str, *kinds: str) -> str:
        for node in (self.ruleset.names(kind).get(name) for kind in kinds):
            if node is not None:
                return f" ({Path(node.span.file).name}:{node.span.line})"
        return ""


def trees_of(card: CardDefinition) -> Iterator[tuple[str, Node]]:
    """Everything on a card that was read as words, by the field it stands in."""
    for name, value in card.fields.items():
        yield from ((name, tree) for tree in phrases_in(value))
    for name, text in card.texts.items():
        yield from ((name, sentence) for sentence in text.sentences)


def phrases_in(value: object) -> Iterator[Use]:
    """The phrases in a field, or in the fields of its parts."""
    if isinstance(value, Use):
        yield value
    elif isinstance(value, (tuple, list, dict)):
        inner = cast(Iterable[object], value.values() if isinstance(value, dict) else value)
        for one in inner:
            yield from phrases_in(one)
