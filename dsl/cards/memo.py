"""Readings of the texts of cards, kept between runs: a text that stays as it was is not read again.

What is kept depends on the vocabulary alone, so a change of one card asks for one reading, and a
change of what a phrase does for none.
"""

from __future__ import annotations

from ..loading.cache import Cache
from ..loading.pickles import placed, placeless
from ..nodes.base import Node, Span, Word
from ..problems.problem import Problem
from ..vocabulary.reading import Reading
from ..vocabulary.vocabulary import Vocabulary

PART = "texts"
HOME = "text"  # the file of a text that is read wherever it will stand
Key = tuple[str, str, int]  # the category of a phrase, empty for a text; the text; its width


class Memo:
    """What is known of texts by their wording: trees, counted from the first letter. Of records,
    which have no place, also what is wrong. `words`: a digest of all that cards may say, wherever
    that is declared.
    """

    def __init__(self, vocabulary: Vocabulary, cache: Cache | None = None, words: str = "") -> None:
        self.vocabulary = vocabulary
        self.cache = cache
        self.words = words
        self.known: dict[Key, bytes] = (cache.read(PART) if cache is not None else None) or {}
        self.used: dict[Key, None] = {}
        self.trees: dict[tuple[Key, Span], Node | Problem] = {}
        self.has_grown = False

    def read(self, word: str, category: str = "", *, is_record: bool = False) -> Node | Problem:
        """The tree of a text, or of a phrase of a category; or why there is none."""
        span = word.span if isinstance(word, Word) and not is_record else Span()
        width = span.end_column - span.column if span.line == span.end_line else -1
        key = category, str(word), width
        self.used[key] = None
        if (key, span) not in self.trees:
            raw = self.known.get(key)
            if raw is None:
                home = Span(HOME, 1, 1, 1, 1 + width) if span.file else span
                text = Word(str(word), home) if width >= 0 else word
                found = self.worked_out(text, category)
                if (isinstance(found, Problem) and not is_record) or width < 0:
                    return self.worked_out(word, category)
                raw = self.known[key] = placeless(found, HOME, 1, 1)
                self.has_grown = True
            self.trees[key, span] = placed(raw, span.file, span.line, span.column)
        return self.trees[key, span]

    def worked_out(self, word: str, category: str) -> Node | Problem:
        reading: Reading = (
            self.vocabulary.read_phrase(word, category)
            if category
            else self.vocabulary.read_text(word)
        )
        if reading.status == "read":
            return reading.trees[0]
        return self.vocabulary.problem_of(reading, word)

    def keep(self) -> None:
        """Keeps what this run asked for, if there was anything new."""
        if self.cache is not None and self.has_grown:
            self.has_grown = False
            known = {key: self.known[key] for key in self.used if key in self.known}
            self.cache.write(PART, known)
        self.used.clear()
