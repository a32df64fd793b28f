"""Renames as texts: what files say afterwards."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from playsheet.desk.index.index import Index
from playsheet.desk.index.things import Thing
from playsheet.desk.renaming.rename import Edit


def changed(edits: Iterable[Edit]) -> dict[str, bytes]:
    """The texts of files after some edits."""
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.span.file, []).append(edit)
    texts: dict[str, bytes] = {}
    for file, own in by_file.items():
        lines = Path(file).read_text(encoding="utf-8").split("\n")
        for number in {one.span.line for one in own}:
            said = [one for one in own if one.span.line == number]
            lines[number - 1] = changed_line(lines[number - 1], said)
        texts[os.path.realpath(file)] = "\n".join(lines).encode()
    return texts


def new_lines(index: Index, edits: Iterable[Edit]) -> list[str]:
    """The lines of a format that some edits change, as they are afterwards."""
    by_line: dict[tuple[str, int], list[Edit]] = {}
    for edit in edits:
        by_line.setdefault((edit.span.file, edit.span.line), []).append(edit)
    rows = ((index.by_file[file].lines[n - 1], own) for (file, n), own in by_line.items())
    return [changed_line(line, own).strip() for line, own in rows]


def changed_line(line: str, edits: Iterable[Edit]) -> str:
    """A line after some edits."""
    for one in sorted(edits, key=lambda e: e.span.column, reverse=True):
        line = line[: one.span.column - 1] + one.text + line[one.span.end_column - 1 :]
    return line


def thing_in(index: Index, kind: str, name: str, line: str) -> Thing:
    """What is declared by a name in a line that holds a text."""
    for one in index.things[kind, name]:
        if line in index.by_file[one.span.file].lines[one.span.line - 1]:
            return one
    raise AssertionError(f"no {kind} {name} in a line with {line}")
