"""Problems as commands that GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .places import place_below
from .problem import Problem, sort_problems


def annotation_lines(problems: Iterable[Problem], home: Path) -> list[str]:
    """A line for each problem, in order of place; files below the absolute path `home` are named
    from there.
    """
    return [annotation(problem, home) for problem in sort_problems(problems)]


def annotation(problem: Problem, home: Path) -> str:
    """`::error title=playsheet (unknown-name),file=my.rules,line=2,col=5,..::I know no ..`"""
    place = place_below(problem.file, home) if problem.file else ""
    numbers = {
        "line": problem.line,
        "col": problem.column,
        "endLine": problem.end_line,
        "endColumn": problem.end_column,
    }
    named = {"title": f"playsheet ({problem.code})", "file": place, **numbers}
    parts = ",".join(f"{name}={in_property(str(value))}" for name, value in named.items() if value)
    words = f"{problem.message}\nMend: {problem.mend}" if problem.mend.strip() else problem.message
    words += f"\n{problem.advice}" if problem.advice else ""
    where = f"{place}:{problem.line}:{problem.column}: " if place and problem.line else ""
    return f"::{problem.severity} {parts}::{in_message(f'{where}{problem.code} {words}')}"


def in_message(text: str) -> str:
    """A text in which nothing ends the command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def in_property(text: str) -> str:
    """The same for a value of a property."""
    return in_message(text).replace(":", "%3A").replace(",", "%2C")
