"""What was worked out from a format's files, kept between runs by the contents of the files.

A part is only read back when the folder and the file are ours alone and the digest in front
fits: what comes back is unpickled, so nobody else may have written it. Whatever is wrong
with a cache, it is as if it were empty.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from .library import root
from .pickles import dumps, loads
from .source import Source

PLACE = "PLAYSHEET_CACHE"  # another folder; empty: no cache at all
MARK = b"playsheet cache 1\n"
DIGEST = hashlib.sha256().digest_size
ROOM = "formats"
ROOMS = ("grammar", "dsl", "interpreter", "lab")
MOST_FILES = 4_000
MOST_BYTES = 250_000_000  # a large format takes 10_000_000
LOOKS = 64  # parts that a process writes between two looks at how much room is taken


class Written:
    """How many parts this process has written."""

    parts = 0


class Cache:
    """The parts kept under one key: any values that can be pickled."""

    def __init__(self, key: str) -> None:
        self.key = key
        folder = cache_folder()
        self.folder = folder / ROOM if folder is not None else None

    def read(self, part: str) -> Any:
        """What was kept, None if there is nothing that can be trusted."""
        if self.folder is None or not is_ours(self.folder, stat.S_ISDIR):
            return None
        path = self._path(self.folder, part)
        try:
            if not is_ours(path, stat.S_ISREG):
                return None
            raw = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        head, found = raw[: len(MARK)], raw[len(MARK) + DIGEST :]
        fits = raw[len(MARK) : len(MARK) + DIGEST] == self._digest(part, found)
        return loads(found) if head == MARK and fits else None

    def write(self, part: str, value: object) -> None:
        """Keeps something, if there is a place to keep it."""
        folder = self.folder
        if folder is None:
            return
        try:
            found = dumps(value)
        except RecursionError:  # nodes in nodes in nodes
            return
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_ours(folder, stat.S_ISDIR):
                return
            number, name = tempfile.mkstemp(dir=folder)
            with os.fdopen(number, "wb") as file:
                file.write(MARK + self._digest(part, found) + found)
            os.replace(name, self._path(folder, part))
            if Written.parts % LOOKS == 0:
                thin_out(folder)
            Written.parts += 1
        except OSError:
            return

    def _path(self, folder: Path, part: str) -> Path:
        return folder / f"{self.key}-{part}"

    def _digest(self, part: str, found: bytes) -> bytes:
        return hashlib.sha256(f"{self.key} {part}\n".encode() + found).digest()


def cache_folder() -> Path | None:
    """Where caches of this user lie; None if that is switched off or nobody can tell."""
    if PLACE in os.environ:
        return Path(os.environ[PLACE]) if os.environ[PLACE] else None
    try:
        folder = user_cache_path(__name__.partition(".")[0], appauthor=False)
    except RuntimeError:  # a user without a home; older releases give back "~"
        return None
    return folder if folder.is_absolute() else None


def is_ours(path: Path, kind: object) -> bool:
    """Whether a place is no link, belongs to this user, and nobody else may write there."""
    try:
        found = path.lstat()
    except OSError:
        return False
    if not callable(kind) or not kind(found.st_mode):
        return False
    if not hasattr(os, "getuid"):
        return True
    closed = stat.S_IRWXG | stat.S_IRWXO
    return found.st_uid == os.getuid() and not found.st_mode & closed


def thin_out(folder: Path) -> None:
    """Lets go of what was not used for the longest time, where all takes too much room."""
    with os.scandir(folder) as entries:
        found = [(entry.stat(), entry.path) for entry in entries]
    room = MOST_BYTES - sum(about.st_size for about, _ in found)
    if room >= 0 and len(found) <= MOST_FILES:
        return
    found.sort(key=lambda one: one[0].st_mtime)
    for number, (about, path) in enumerate(found):
        if room >= 0 and len(found) - number <= MOST_FILES:
            return
        Path(path).unlink(missing_ok=True)
        room += about.st_size


def key_of(name: str, sources: Iterable[Source]) -> str:
    """A digest of everything a format's meaning depends on: the bytes of its files as they were
    read, and our own files.
    """
    digest = hashlib.sha256(f"{sys.version}\n{name}\n{own_key()}\n".encode())
    for source in sources:
        digest.update(f"{source.name}\n{source.digest}\n".encode())
    return digest.hexdigest()[:40]


@cache
def own_key() -> str:
    """A digest of the files that this process runs: what is changed on the disk meanwhile is for
    the next one.
    """
    return hashlib.sha256("".join(own_files()).encode()).hexdigest()


def own_files() -> Iterator[str]:
    """A line for each file of ours that decides what a text means."""
    pending = [root() / room for room in ROOMS]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        pending.append(Path(entry.path))
                elif entry.name.endswith((".py", ".lark", ".h")):
                    found = entry.stat()
                    yield f"{entry.name} {found.st_size} {found.st_mtime_ns}\n"
