"""Where files lie, as readers elsewhere know them: from a folder on, where they are below it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ..nodes.base import Span
from .problem import Label, Problem


def place_text(span: Span) -> str:
    """`file:line:column`, as editors read it."""
    if not span.line:
        return span.file
    return f"{span.file}:{span.line}:{span.column}"


def place_below(file: str, home: Path) -> str:
    """A file's path from an absolute folder on; its whole path if it lies elsewhere."""
    path = Path(os.path.normpath(home / file))
    return path.relative_to(home).as_posix() if path.is_relative_to(home) else str(path)


def placed_below(problems: Iterable[Problem], home: Path) -> list[Problem]:
    """Problems whose files below a folder are named from there on; others as they were."""
    return [
        replace(
            problem,
            span=span_below(problem.span, home),
            labels=tuple(Label(span_below(one.span, home), one.note) for one in problem.labels),
        )
        for problem in problems
    ]


def span_below(span: Span, home: Path) -> Span:
    place = place_below(span.file, home) if span.file else ""
    return replace(span, file=span.file if os.path.isabs(place) else place)
