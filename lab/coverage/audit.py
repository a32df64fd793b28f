"""What reading must not swallow: watched words without which a text would be read alike.

The phrases of a format account for each word they have (`dsl/vocabulary/watched.py`). Here it is
tried: a text is read once more without each watched word, and has to mean something else.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.vocabulary.lexicon import Lexicon
from ...dsl.vocabulary.paragraphs import without_reminders
from ...dsl.vocabulary.reading import Reading, read_text
from ...dsl.vocabulary.tokens import Words, cut
from ...dsl.vocabulary.watched import watched_words


class Audit:
    """Tries the readings of one vocabulary; `words` counts what was tried."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.asked = [form for one in watched_words(lexicon) for form in one.forms]
        self.words = 0

    def of_text(self, text: str) -> list[str]:
        """The watched words without which a text with one reading means the same."""
        found = read_text(self.lexicon, text, None)
        if not isinstance(found, Reading) or found.status != "read":
            return []
        swallowed: list[str] = []
        for first, last in self.places(text):
            less = read_text(self.lexicon, text[:first] + text[last:], None)
            if isinstance(less, Reading) and less.trees == found.trees:
                swallowed.append(text[first:last])
        return swallowed

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where watched words stand outside reminders."""
        words: Words = cut(text, not self.lexicon.flows)
        if self.lexicon.flows:
            words = without_reminders(words, self.lexicon, self.lexicon.languages[0])
        for start in range(len(words)):
            for form in self.asked:
                if tuple(words.keys[start : start + len(form)]) == form:
                    self.words += 1
                    yield words.starts[start], words.ends[start + len(form) - 1]
