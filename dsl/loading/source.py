"""A file as it was read: its bytes once, and whatever is known by them."""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path
from typing import Any

from ..nodes.base import Span
from ..problems.problem import Problem
from ..syntax.rows import lines_of

MOST_BYTES = 16_000_000


class Source:
    """A file that is read when its bytes are first asked for, and never again: what is parsed,
    shown and kept under `digest` are the same bytes, whatever becomes of the file meanwhile.

    `known` has what was made of them, by what it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"Source({self.name!r})"

    @property
    def name(self) -> str:
        """What problems call the file."""
        return str(self.path)

    @cached_property
    def raw(self) -> bytes | OSError:
        """The bytes, or why there are none."""
        try:
            return self.path.read_bytes()
        except OSError as error:
            return error

    @cached_property
    def digest(self) -> str:
        """A digest of the bytes that were read."""
        raw = self.raw if isinstance(self.raw, bytes) else b"unreadable"
        return hashlib.sha256(raw).hexdigest()

    def decoded(self) -> tuple[str, list[Problem]]:
        """The text, and what is wrong with the bytes."""
        if isinstance(self.raw, bytes):
            return decode_source(self.raw, self.name)
        reason = self.raw.strerror or "it cannot be opened"
        message = f"I cannot read this file: {reason}."
        return "", [Problem("file-unreadable", message, Span(self.name, 1, 1, 1, 1))]

    @property
    def text(self) -> str:
        """The text, as far as the bytes are one."""
        return self.decoded()[0]


def decode_source(raw: bytes, file: str) -> tuple[str, list[Problem]]:
    """Bytes as text, and where they are none."""
    if len(raw) > MOST_BYTES:
        message = f"This file has {len(raw):,} bytes; {MOST_BYTES:,} are allowed."
        return "", [Problem("file-too-large", message, Span(file, 1, 1, 1, 1))]
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        lines = lines_of(before)
        line, column = len(lines), len(lines[-1]) + 1
        message = f"This byte (0x{raw[error.start]:02X}) is no text. Save the file as UTF-8."
        problem = Problem("file-not-text", message, Span(file, line, column, line, column + 1))
        return raw.decode("utf-8-sig", "replace"), [problem]
