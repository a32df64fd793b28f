"""Cuts card text and patterns into words; both with the same knife."""

from __future__ import annotations

import re

from ..nodes.base import NOWHERE, Span, Word
from ..nodes.dataclass import dataclass

# A quoted name, a number, the x of "x3", a word with inner apostrophes, a possessive, any
# other sign.
WORDS = re.compile(
    r"\"[^\"]*\"|\d+(?:\.\d+)*(?!\w)|[xX](?=\d+(?!\w))|[^\W\d_]+(?=\d+[>\uff1e])|\w+(?:'(?!s\b)\w+)*|'s\b|\S"
)
# The hyphen of a fragment may be printed outside its quotes: -"grass" is "-grass".
HYPHENS = re.compile(r"(?<![\w\"])-\"([^\"]*)\"|\"([^\"]*)\"-(?![\w\"])")
# Printed signs that mean the same; each replaced by one sign, so that places stay.
SAME = str.maketrans(
    "\u2019\u2018\u201c\u201d\uff1c\uff1e\u2212\u00a0\u3000\uff0c\u2022", "''\"\"<>-  ,\u30fb"
)
LONGEST_NUMBER = 9


@dataclass(slots=True)
class Words:
    """The words of a text: `keys` in lower case for comparing, and where each stands."""

    text: str
    keys: list[str]
    starts: list[int]
    ends: list[int]

    def __len__(self) -> int:
        return len(self.keys)

    def raw(self, index: int) -> str:
        return self.text[self.starts[index] : self.ends[index]]

    def part(self, first: int, last: int) -> Words:
        """The words from `first` up to, not with, `last`."""
        return Words(
            self.text, self.keys[first:last], self.starts[first:last], self.ends[first:last]
        )

    def at(self, places: list[int]) -> Words:
        """The words at some places."""
        rows = (self.keys, self.starts, self.ends)
        keys, starts, ends = ([row[place] for place in places] for row in rows)
        return Words(self.text, keys, starts, ends)  # pyright: ignore[reportArgumentType]

    def closing(self, start: int, opening: str, closing: str) -> int:
        """Behind the bracket that closes the one that stands at a word; -1: none does."""
        depth = 0
        for place in range(start, len(self.keys)):
            depth += (self.keys[place] == opening) - (self.keys[place] == closing)
            if depth == 0:
                return place + 1
        return -1

    def with_key(self, index: int, key: str) -> Words:
        """The same words with one exchanged."""
        keys = list(self.keys)
        keys[index] = key
        return Words(self.text, keys, self.starts, self.ends)

    def between(self, first: int, last: int) -> str:
        """The text of the words from `first` up to, not with, `last`."""
        if first >= last:
            return ""
        return self.text[self.starts[first] : self.ends[last - 1]]


def plain(text: str) -> str:
    """The text with printers' quotes, brackets and spaces made plain, sign for sign."""
    text = str(text)
    text = text if text.isascii() else text.translate(SAME)
    return HYPHENS.sub(hyphen_inside, text) if '"' in text and "-" in text else text


def hyphen_inside(found: re.Match[str]) -> str:
    """A fragment with its hyphen inside the quotes, as long as before."""
    return f'"-{found[1]}"' if found[1] is not None else f'"{found[2]}-"'


def cut(text: str, quoted: bool = True) -> Words:
    """The words of a text; unless `quoted`, quotes are signs like others."""
    text = plain(text)
    if not quoted and '"' in text:
        text = text.replace('"', "'")
    found = [match.span() for match in WORDS.finditer(text)]
    lower = text.lower()
    if len(lower) == len(text):
        keys = [lower[start:end] for start, end in found]
    else:
        keys = [text[start:end].lower() for start, end in found]
    return Words(text, keys, [start for start, _ in found], [end for _, end in found])


def keys_of(text: str) -> tuple[str, ...]:
    """The words of a text for comparing."""
    return tuple(cut(text).keys)


def is_number(key: str) -> bool:
    """Whether a word is a number without a sign."""
    return key.isascii() and key.isdecimal() and len(key) <= LONGEST_NUMBER


def is_quoted(key: str) -> bool:
    """Whether a word is a name in quotes."""
    return len(key) > 1 and key[0] == '"'


def part_span(text: str, start: int, end: int) -> Span:
    """The place of a part of a text that knows its own; quotes around it do not count."""
    span = text.span if isinstance(text, Word) else NOWHERE
    if span is NOWHERE or not span.line or span.line != span.end_line:
        return span
    first = span.column + (span.end_column - span.column == len(text) + 2)
    return Span(span.file, span.line, first + start, span.line, first + end)
