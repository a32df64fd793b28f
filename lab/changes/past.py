"""A format as it was: in another folder, or in a revision of a git repository."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from ...dsl.loading.library import FormatFiles, WrongUse, as_it_was


@contextmanager
def past_of(files: FormatFiles, old: str) -> Generator[FormatFiles]:
    """A format with the formats it extends and the libraries it uses as they were. `old` is a
    folder: what lies beside it goes before what lies beside the format now; or a revision of the
    repositories that the folders lie in. Raises `WrongUse` where it is neither.
    """
    home = files.rules[0].path.resolve().parent
    if Path(old).is_dir():
        yield rules_in(as_it_was(files, lambda folder: beside(folder, home, Path(old))), old)
        return
    if old.startswith("-") or git(home, "log", "-1", old, "--") is None:
        text = f'"{old}" is no folder, and no revision of a git repository around {home}.'
        raise WrongUse(text)
    with tempfile.TemporaryDirectory() as room:
        past = as_it_was(files, lambda folder: in_revision(folder, old, Path(room)))
        yield rules_in(past, f"{home} at {old}")


def rules_in(files: FormatFiles, place: str) -> FormatFiles:
    """The same files, if there were rules."""
    if not files.rules:
        raise WrongUse(f"There are no rules in {place}.")
    for source in files.every():
        _ = source.raw  # read while it is there
    return files


def beside(folder: Path, home: Path, old: Path) -> Path | None:
    """The folder that stands to the old one as a folder stands to a format's home."""
    found = old.resolve() / os.path.relpath(folder.resolve(), home)
    return Path(os.path.normpath(found)) if found.is_dir() else None


def in_revision(folder: Path, revision: str, room: Path) -> Path | None:
    """A folder as it was in a revision, copied into a room; None where no repository knows it."""
    at = folder.resolve()
    packed = git(at, "archive", "--format=tar", revision)
    if packed is None:
        return None
    place = room / at.relative_to(at.anchor)
    place.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
        for member in tar:
            read = tar.extractfile(member) if member.isfile() else None
            if read is not None:
                path = place / member.name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(read.read())
    return place


def git(folder: Path, *words: str) -> bytes | None:
    """What git says, None where it cannot."""
    try:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
