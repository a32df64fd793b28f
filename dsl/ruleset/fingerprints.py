"""Short digests of files and lists, to notice that something is not what it was."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from ..loading.source import Source

DIGITS = 12
LONG = 16


def short_digest(lines: Iterable[str], digits: int = DIGITS) -> str:
    """A digest of some lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:digits]


def digest_of(lines: Sequence[str]) -> str:
    """The digest that closes a transcript or a save."""
    return short_digest(lines, LONG)


def fingerprint_of(lines: Iterable[str]) -> str:
    """A digest of lines of a file that ignores comments, blanks and empty lines."""
    return short_digest(plain_lines(lines))


def plain_lines(lines: Iterable[str]) -> list[str]:
    """Lines without the differences that mean nothing."""
    found: list[str] = []
    for line in lines:
        bare = line.strip()
        if bare and not bare.startswith("#"):
            margin = len(line) - len(line.lstrip())
            found.append(" " * margin + " ".join(bare.split()))
    return found


def rules_fingerprint(sources: Iterable[Source]) -> str:
    """A digest of the rules of a format."""
    lines: list[str] = []
    for source in sources:
        lines += source.text.splitlines()
    return fingerprint_of(lines)
