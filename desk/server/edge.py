"""Between the protocol, whose columns count UTF-16 units, and the service, which counts letters."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem
from ...dsl.problems.translation import ENGLISH, told_in
from ..index.text import Place, Range, line_at, range_of

SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
SOURCE = __name__.partition(".")[0]


def path_of(uri: str) -> str:
    """The real path of a file's address; that of no file is empty."""
    found = to_fs_path(uri) if uri.startswith("file:") else None
    return os.path.realpath(found) if found else ""


def uri_of(path: str) -> str:
    """The address of a file."""
    return from_fs_path(str(Path(path).absolute())) or ""


def place_of(codec: PositionCodec, lines: Sequence[str], position: types.Position) -> Place:
    """A position of the protocol as a place; one behind the end of a line is its end."""
    line, units = line_at(lines, position.line), 0
    for column, letter in enumerate(line):
        if units >= position.character:
            return Place(position.line, column)
        units += codec.client_num_units(letter)
    return Place(position.line, len(line))


def position_of(codec: PositionCodec, lines: Sequence[str], place: Place) -> types.Position:
    """A place as a position of the protocol."""
    before = line_at(lines, place.line)[: place.column]
    return types.Position(place.line, codec.client_num_units(before))


def range_in(codec: PositionCodec, lines: Sequence[str], found: Range | Span) -> types.Range:
    """A part of a text as a range of the protocol."""
    part = range_of(found) if isinstance(found, Span) else found
    return types.Range(position_of(codec, lines, part.start), position_of(codec, lines, part.end))


def said(problem: Problem, language: str = ENGLISH) -> str:
    """The message, with an example and a mend that only a person can follow."""
    rows = [problem.message]
    if problem.example is not None:
        rows.append(f"{told_in(language, 'For example:')} {problem.example.text}")
    if problem.mend.strip() and not problem.replaces:
        rows.append(f"{told_in(language, 'Mend:')} {problem.mend}")
    rows += [problem.advice] if problem.advice else []
    return "\n".join(rows)
