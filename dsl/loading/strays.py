"""Files in the folder of a format that nobody reads, though they look as if somebody should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..nodes.base import Span
from ..problems.problem import Advice, Problem, Remedy
from ..problems.similar import nearest
from .library import CARDS, LEDGER, MAPPING, FormatFiles, root, shipped_formats

READ = ("rules", "cards", "deck", "scenario", "looks")
NOTES = "md txt rst html css pdf log bak"
PICTURES = "png jpg jpeg gif svg webp"
DATA = "game json jsonl csv tsv parquet"
BESIDE = frozenset(f"{NOTES} {PICTURES} {DATA}".split())  # what else may lie there


def unread_files(files: FormatFiles) -> Iterator[Problem]:
    """A warning for each file that is not read, at its first line."""
    if not files.rules:
        return
    folder = files.rules[0].path.parent
    folders = [folder, root() / CARDS / files.name] if files.name in shipped_formats() else [folder]
    read = {source.path for source in files.every()}
    for place in folders:
        for path in sorted(place.rglob("*")):
            inside = path.relative_to(place)
            hidden = any(part.startswith((".", "_")) for part in inside.parts)
            if path in read or hidden or path.is_dir() or not is_meant(path):
                continue
            span = Span(path.as_posix(), 1, 1, 1, 1)
            text, mend = why_unread(path)
            yield Problem("file-not-read", text, span, mend, severity="warning")


def is_meant(path: Path) -> bool:
    """Whether somebody may think that a file is read."""
    ending = path.suffix.removeprefix(".").lower()
    return bool(ending) and ending not in BESIDE


def why_unread(path: Path) -> tuple[str, Remedy]:
    ending = path.suffix.removeprefix(".")
    if ending == READ[0]:
        return (
            "This file is not read: rules lie in the folder of the format itself.",
            Advice("Move it there."),
        )
    if ending in ("yaml", "yml"):
        return f"This file is not read: a format has {LEDGER} and {MAPPING}, no other.", ""
    meant = nearest(ending.lower(), READ)
    mend = Advice(f"Call it {path.stem}.{meant}.") if meant else ""
    endings = ", ".join(f".{one}" for one in READ)
    return f"This file is not read: files of a format end in {endings}.", mend
