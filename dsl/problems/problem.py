"""Problems as values: a code, a sentence, places, one mend or advice. Made where a fault is found,
shown by `report`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import NotRequired, TypedDict, cast

from ..nodes.base import NOWHERE, Span, Word
from ..nodes.dataclass import dataclass
from .similar import nearest, said_otherwise, some_of

KNOWN = " Known here:"
MOST_PROBLEMS = 100  # of one file: whoever made more of them mends those first


@dataclass(frozen=True, slots=True)
class Label:
    """A further place that explains a problem."""

    span: Span
    note: str


@dataclass(frozen=True, slots=True)
class Example:
    """What shows a problem: in words, and the numbers and symbols, cards or sentence of it."""

    text: str
    values: tuple[tuple[str, int | str], ...] = ()
    cards: tuple[str, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence that says what to do, where no text alone can be put in place."""

    text: str


Remedy = str | Advice  # a text to put in place of what stands at the span, or a sentence


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `severity` is error or warning; `code` has an entry in the catalog. With
    `replaces` the mend, put in place of what stands at the span, is known to be right.
    """

    code: str
    message: str
    span: Span = NOWHERE
    remedy: Remedy = ""
    severity: str = "error"
    labels: tuple[Label, ...] = ()
    replaces: bool = False
    example: Example | None = None

    @property
    def mend(self) -> str:
        """The text that mends, in place of what stands at the span; empty where none does."""
        return self.remedy if isinstance(self.remedy, str) else ""

    @property
    def advice(self) -> str:
        """The sentence that says what to do instead; empty where a text mends or none is known."""
        return self.remedy.text if isinstance(self.remedy, Advice) else ""

    @property
    def file(self) -> str:
        return self.span.file

    @property
    def line(self) -> int:
        return self.span.line

    @property
    def column(self) -> int:
        return self.span.column

    @property
    def end_line(self) -> int:
        return self.span.end_line

    @property
    def end_column(self) -> int:
        return self.span.end_column


class RulesError(Exception):
    """A ruleset or card file that cannot be used; `problems` says why, all of it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sort_problems(problems)
        errors = (problem for problem in self.problems if problem.severity == "error")
        first = next(errors, self.problems[0] if self.problems else None)
        super().__init__(f"{first.file}:{first.line}: {first.message}" if first else "no problem")


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """By file, place and code, each once; of one file not more errors than one mends at a time."""
    said = ((p.message.partition(KNOWN)[0], p) for p in problems)
    unique = {(p.code, p.span, p.remedy, p.labels, text): p for text, p in said}
    found = sorted(unique.values(), key=lambda p: (p.file, p.line, p.column, p.code, p.message))
    errors = Counter(problem.file for problem in found if problem.severity == "error")
    long = {file for file, count in errors.items() if count > MOST_PROBLEMS + 1}
    return (
        found
        if not long
        else [
            p
            for file, own in groupby(found, lambda p: p.file)
            for p in (first_of_file(own) if file in long else own)
        ]
    )


def first_of_file(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Warnings, and as many errors as are told of one file."""
    errors = 0
    for problem in problems:
        errors += problem.severity == "error"
        if problem.severity != "error" or errors <= MOST_PROBLEMS:
            yield problem
        elif errors == MOST_PROBLEMS + 1:
            yield more_below(problem.span)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether anything keeps the files from being used; warnings do not."""
    return any(problem.severity == "error" for problem in problems)


SAID = ("unknown-name", "unknown-type", "unknown-word")  # where words of other languages stand


def unknown(code: str, what: str, word: str, span: Span, known: Iterable[str]) -> Problem:
    """`I know no zone "hnd" here. Did you mean "hand"?`"""
    names = frozenset(known) - {word}
    guess = said_otherwise(word, names, code != "unknown-word") if code in SAID else ""
    guess = guess or (nearest(word, names) if names else None)
    if guess:
        message = f'I know no {what} "{word}" here. Did you mean "{guess}"?'
        signs = span.end_column - span.column - len(word) if span.end_line == span.line else -1
        mend = f'"{guess}"' if signs == 2 else guess
        return Problem(code, message, span, mend, replaces=signs in (0, 2))
    more = f"{KNOWN} {some_of(names)}." if names else ""
    return Problem(code, f'I know no {what} "{word}" here.{more}', span)


def more_below(span: Span) -> Problem:
    """That a file is not looked at any further."""
    message = "There are more mistakes below; mend these first."
    place = Span(span.file, span.line, 1, span.line, 1)
    return Problem("too-many-problems", message, place)


class Problems(list[Problem]):
    """Problems in the order in which they are found; `before` of them were found elsewhere."""

    before = 0

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        remedy: Remedy = "",
        *labels: Label,
        severity: str = "error",
        example: Example | None = None,
    ) -> None:
        self.append(Problem(code, message, span, remedy, severity, labels, example=example))

    def unknown(
        self, code: str, what: str, word: str, known: Iterable[str], span: Span | None = None
    ) -> None:
        """A word that names nothing, at its own place unless another is given. Behind very many
        problems nothing is offered in its place.
        """
        own = word.span if isinstance(word, Word) else NOWHERE
        offered = known if self.before + len(self) <= MOST_PROBLEMS else ()
        self.append(unknown(code, what, str(word), span or own, offered))


# ---- for programs


class PlaceRecord(TypedDict):
    """A part of a file; lines and columns count from 1, the end is behind the last letter."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class LabelRecord(PlaceRecord):
    """A further place."""

    note: str


class ExampleRecord(TypedDict):
    """What shows a problem; only what there is of values, cards and a sentence."""

    text: str
    values: NotRequired[dict[str, int | str]]
    cards: NotRequired[list[str]]
    sentence: NotRequired[str]


class ProblemRecord(PlaceRecord):
    """A problem."""

    code: str
    severity: str
    message: str
    mend: str
    advice: str
    labels: list[LabelRecord]
    example: NotRequired[ExampleRecord]


def place_record(span: Span) -> PlaceRecord:
    """A place as plain data."""
    return cast(PlaceRecord, asdict(span))


def problem_records(problems: Iterable[Problem]) -> list[ProblemRecord]:
    """Problems as plain data, in order of place."""
    return [*map(problem_record, sort_problems(problems))]


def problem_record(problem: Problem) -> ProblemRecord:
    record: ProblemRecord = {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        **place_record(problem.span),
        "mend": problem.mend,
        "advice": problem.advice,
        "labels": [{**place_record(label.span), "note": label.note} for label in problem.labels],
    }
    if problem.example is not None:
        record["example"] = example_record(problem.example)
    return record


def example_record(example: Example) -> ExampleRecord:
    """What shows a problem as plain data."""
    record: ExampleRecord = {"text": example.text}
    if example.values:
        record["values"] = dict(example.values)
    if example.cards:
        record["cards"] = [*example.cards]
    if example.sentence:
        record["sentence"] = example.sentence
    return record
