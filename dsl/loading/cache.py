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
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

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
K = TypeVar("K")
T = TypeVar("T")


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


class Recent(Generic[T]):
    """The last values of a kind by their key, for a process that stays and asks for them again."""

    def __init__(self, most: int = 4) -> None:
        self.most = most
        self.found: dict[str, T] = {}

    def get(self, key: str, work: Callable[[], T]) -> T:
        """The value of a key, worked out unless it is remembered."""
        return self.put(key, self.found[key] if key in self.found else work())

    def put(self, key: str, value: T) -> T:
        """Remembers the value of a key as the last one."""
        self.found.pop(key, None)
        self.found[key] = value
        if len(self.found) > self.most:
            del self.found[next(iter(self.found))]
        return value


class Remembered(Generic[T]):
    """What was worked out of things that never change, by the thing itself: what an edit leaves
    alone is the same object as before. What was not asked for between two times that it is renewed
    is let go of.
    """

    def __init__(self) -> None:
        self.now: dict[int, tuple[object, T]] = {}
        self.before: dict[int, tuple[object, T]] = {}

    def of(self, thing: K, work: Callable[[K], T]) -> T:
        """What comes of a thing, worked out once."""
        found = self.find(thing)
        return self.put(thing, work(thing)) if found is None else found

    def find(self, thing: object) -> T | None:
        """What is remembered of a thing."""
        found = self.now.get(id(thing))
        if found is None and id(thing) in self.before:
            found = self.now[id(thing)] = self.before.pop(id(thing))
        return None if found is None else found[1]

    def put(self, thing: object, value: T) -> T:
        """Remembers what came of a thing."""
        self.now[id(thing)] = thing, value
        return value

    def renew(self) -> None:
        """Begins to look for what is not asked for any more."""
        self.before, self.now = self.now, {}


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
