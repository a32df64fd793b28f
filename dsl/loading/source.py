"""A file as it was read: its bytes once, and whatever is known by them."""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Any

from ..nodes.base import Span
from ..problems.problem import Problem
from ..syntax.rows import lines_of

MOST_BYTES = 16_000_000
# Letters that are not seen, or turn round what is seen: no file has a use for them.
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)

# What an editor has open and not saved yet, by the real path of the file.
OPEN: ContextVar[Mapping[str, bytes] | None] = ContextVar("OPEN", default=None)


@contextmanager
def instead_of_files(texts: Mapping[str, bytes]) -> Generator[None]:
    """Meanwhile files of these real paths have these bytes, whatever is on the disk."""
    before = OPEN.set(texts)
    try:
        yield
    finally:
        OPEN.reset(before)


class Source:
    """A file that is read when its bytes are first asked for, and never again: what is parsed,
    shown and kept under `digest` are the same bytes, whatever becomes of the file meanwhile.

    `home` is the folder that it was found in, and must lie in: a link may lead anywhere. `known`
    has what was made of the bytes, by what it is.
    """

    def __init__(self, path: Path, home: Path | None = None) -> None:
        self.path = path
        self.home = home
        self.known: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    @property
    def name(self) -> str:
        """What problems call the file."""
        return str(self.path)

    def called(self, path: Path, raw: bytes | None = None) -> Source:
        """The same bytes, or others, under another name."""
        found = Source(path)
        found.__dict__["raw"] = self.raw if raw is None else raw
        return found

    @cached_property
    def raw(self) -> bytes | OSError:
        """The bytes, or why there are none."""
        unsaved = OPEN.get()
        if unsaved and (found := unsaved.get(os.path.realpath(self.path))) is not None:
            return found
        try:
            if self.home is not None and not is_inside(self.path, self.home):
                raise OSError(errno.EXDEV, "it is a link that leads out of the folder")
            return read_regular(self.path)
        except OSError as error:
            return error

    @cached_property
    def digest(self) -> str:
        """A digest of the bytes that were read."""
        raw = self.raw if isinstance(self.raw, bytes) else b"unreadable"
        return hashlib.sha256(raw).hexdigest()

    def decoded(self) -> tuple[str, list[Problem]]:
        """The text, and what is wrong with the bytes."""
        text, problems = self.understood
        return text, [*problems]

    @cached_property
    def understood(self) -> tuple[str, list[Problem]]:
        if isinstance(self.raw, bytes):
            return decode_source(self.raw, self.name)
        reason = self.raw.strerror or "it cannot be opened"
        message = f"I cannot read this file: {reason}."
        return "", [Problem("file-unreadable", message, Span(self.name, 1, 1, 1, 1))]

    @property
    def text(self) -> str:
        """The text, as far as the bytes are one."""
        return self.understood[0]


def is_inside(path: Path, home: Path) -> bool:
    """Whether a file lies in a folder, wherever links lead."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(home))


def read_regular(path: Path) -> bytes:
    """The bytes of a file that is neither a folder nor a pipe nor a device; of one that is too
    large, enough to tell.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, "it is no ordinary file")
        with open(number, "rb", closefd=False) as file:
            return file.read(MOST_BYTES + 1)
    finally:
        os.close(number)


def decode_source(raw: bytes, file: str) -> tuple[str, list[Problem]]:
    """Bytes as text, and where they are none."""
    if len(raw) > MOST_BYTES:
        message = f"This file is larger than {MOST_BYTES:,} bytes, which are allowed."
        return "", [Problem("file-too-large", message, Span(file, 1, 1, 1, 1))]
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        message = f"This byte (0x{raw[error.start]:02X}) is no text. Save the file as UTF-8."
        problem = Problem("file-not-text", message, place_behind(before, file))
        return raw.decode("utf-8-sig", "replace"), [problem]
    odd = unseen_letter(text)
    if odd is None:
        return text, []
    place = place_behind(text[: odd.start()], file)
    return text, [Problem("letter-invisible", said_of(odd), place)]


def unseen_letter(text: str) -> re.Match[str] | None:
    """The first letter of a text that no file may have."""
    return UNSEEN.search(text)


def said_of(letter: re.Match[str]) -> str:
    """What to tell of a letter that is not seen."""
    return f"There is an invisible character here (U+{ord(letter[0]):04X})."


def place_behind(before: str, file: str) -> Span:
    """The place of one letter behind some text."""
    lines = lines_of(before)
    line, column = len(lines), len(lines[-1]) + 1
    return Span(file, line, column, line, column + 1)
