"""Problems as a log in SARIF 2.1.0, in which checkers report to code hosts and editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

from ..nodes.base import Span
from .catalog import Entry, entry_of, explain
from .places import place_below
from .problem import Problem, example_record, sort_problems

Json = Mapping[str, object]
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
HERE = "%SRCROOT%"  # the working directory


def sarif_log(problems: Iterable[Problem], version: str, home: Path, whole: bool = True) -> Json:
    """A log of one run: the problems in order of place, and what is known of their codes. Files
    below the absolute path `home` are named from there. `whole`: nobody stopped the run.
    """
    found = sort_problems(problems)
    codes = sorted({problem.code for problem in found})
    driver = {"name": "playsheet", "version": version, "rules": [*map(rule_record, codes)]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {HERE: {"uri": home.as_uri().rstrip("/") + "/"}},
        "invocations": [{"executionSuccessful": whole}],
        "results": [result_record(one, codes.index(one.code), home) for one in found],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def rule_record(code: str) -> Json:
    """What the catalog says of a code."""
    entry = entry_of(code) or Entry(title=code, why="", mend="")
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.why or entry.title},
        "help": {"text": explain(code) or code},
    }


def result_record(problem: Problem, rule: int, home: Path) -> Json:
    """One finding, with its places and what would mend it."""
    result: dict[str, object] = {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": problem.severity,
        "message": {"text": said(problem)},
        "locations": [location(problem.span, home)] if problem.file else [],
    }
    if problem.labels:
        result["relatedLocations"] = [
            {"id": number, **location(label.span, home), "message": {"text": label.note}}
            for number, label in enumerate(problem.labels)
        ]
    if problem.example is not None:
        result["properties"] = {"example": example_record(problem.example)}
    if problem.replaces and problem.mend:
        result["fixes"] = [fix_record(problem, home)]
    return result


def said(problem: Problem) -> str:
    """The message, with what shows it and a mend that only a person can follow."""
    rows = [problem.message]
    rows += [f"For example: {problem.example.text}"] if problem.example is not None else []
    rows += [f"Mend: {problem.mend}"] if problem.mend.strip() and not problem.replaces else []
    rows += [problem.advice] if problem.advice else []
    return "\n".join(rows)


def fix_record(problem: Problem, home: Path) -> Json:
    """The mend in place of what stands there."""
    replacement = {"deletedRegion": region(problem.span), "insertedContent": {"text": problem.mend}}
    change = {"artifactLocation": file_record(problem.file, home), "replacements": [replacement]}
    return {"description": {"text": f"Write: {problem.mend}"}, "artifactChanges": [change]}


def location(span: Span, home: Path) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": file_record(span.file, home)}
    if span.line:
        place["region"] = region(span)
    return {"physicalLocation": place}


def file_record(file: str, home: Path) -> Json:
    """A file by its path from the working directory, or by its whole address."""
    place = place_below(file, home)
    if Path(place).is_absolute():
        return {"uri": Path(place).as_uri()}
    return {"uri": quote(place), "uriBaseId": HERE}


def region(span: Span) -> Json:
    """Lines and columns from 1; the end is behind the last letter, there as here."""
    return {
        "startLine": span.line,
        "startColumn": max(span.column, 1),
        "endLine": span.end_line,
        "endColumn": max(span.end_column, 1),
    }
