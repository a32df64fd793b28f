"""Which formats a file is part of."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ...dsl.loading.library import (
    CARDS,
    LIBRARIES,
    RULES,
    FormatFiles,
    WrongUse,
    parent_name,
    root,
    shipped_formats,
    sources_of,
)


def formats_around(path: Path) -> list[str]:
    """The names or folders of the formats that a file is part of: that of the folder around it, or
    the shipped one whose cards it has; of a library, those that use it.
    """
    for folder in path.resolve().parents:
        if folder.parent == (root() / CARDS).resolve():
            return [folder.name] if folder.name in shipped_formats() else []
        if any(folder.glob("*.rules")):
            if is_format(folder):
                shipped = folder.parent == (root() / RULES).resolve()
                return [folder.name if shipped else str(folder)]
            return [*users_of(folder)]
    return []


def is_format(folder: Path) -> bool:
    """Whether rules in a folder begin with `format`, and are not words that formats share."""
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in folder.glob("*.rules"))
    every = [line for text in texts for line in text.splitlines()]
    declares = any(line.startswith("format ") for line in every)
    return declares or not any(line.startswith("library ") for line in every)


def users_of(folder: Path) -> Iterator[str]:
    """The formats that use a library: those that ship, or those in folders beside it."""
    if folder.parent == (root() / LIBRARIES).resolve():
        names = shipped_formats()
    else:
        names = [str(one) for one in siblings_of(folder)]
    for name in names:
        files = found_files(name)
        if files is not None and folder.name in files.used():
            yield name


def dependants_of(files: FormatFiles) -> Iterator[str]:
    """The formats that extend one: those that ship, or those in folders beside its own."""
    home = files.rules[0].path.parent
    every = shipped_formats() if files.name in shipped_formats() else []
    for name in every or [str(one) for one in siblings_of(home)]:
        other = found_files(name)
        if other is not None and name != files.name:
            parent = other.parent
            own = parent.rules[0].path.parent if parent is not None else None
            named = parent is None and parent_name(other.rules) == home.name
            if named or (own is not None and os.path.realpath(own) == os.path.realpath(home)):
                yield name


def relatives_of(files: FormatFiles, path: Path) -> list[str]:
    """All formats that may name what a file of one declares: the oldest that it extends, those
    that use the library around the file, and whatever extends these.
    """
    oldest = files
    while oldest.parent is not None:
        oldest = oldest.parent
    found = [*formats_around(oldest.rules[0].path)]
    found += [one for one in formats_around(path) if one not in found]
    for name in found:
        own = found_files(name)
        more = [] if own is None else [*dependants_of(own)]
        found += [one for one in more if one not in found]
    return found


def siblings_of(folder: Path) -> Iterator[Path]:
    """The folders with rules beside one."""
    for other in sorted(folder.parent.iterdir()):
        if other != folder and other.is_dir() and any(other.glob("*.rules")):
            yield other


def found_files(name: str) -> FormatFiles | None:
    """The files of a format, None where there is none of that name."""
    try:
        return sources_of(name)
    except WrongUse:
        return None
