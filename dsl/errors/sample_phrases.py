"""A phrase as a text that one can type: its pattern with something that fits in each slot."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..nodes import expressions as e
from ..nodes.base import Word
from ..nodes.dataclass import dataclass
from ..vocabulary.lexicon import (
    KEYWORD,
    LIST_OF,
    OR_NONE,
    PRIMITIVES,
    SENTENCE,
    SENTENCES,
    TERM,
    TERMS,
    TRUTH,
    Lexicon,
    Phrase,
    Saying,
)
from ..vocabulary.patterns import slots_of
from ..vocabulary.reading import Reading, read_phrase
from ..vocabulary.writing import Manner, Writer, slot_forms

DEEPEST = 3  # phrases inside phrases
USUAL = 2  # where a text says no number
MOST_TRIED = 6  # phrases of a category
MARKED = re.compile(r"\\(.)")  # a printed sign that has a meaning in patterns


@dataclass(slots=True)
class Samples:
    """Samples in one language. `numbers` are those of the text that was meant, used in order."""

    lexicon: Lexicon
    language: str
    numbers: Sequence[int] = ()

    def text(self, phrase: Phrase, pattern: str) -> str:
        """A pattern of a phrase with its slots filled, as it is read; empty where nothing fits."""
        sayings = sayings_of(self.lexicon, phrase, self.language)
        saying = next(one for one in sayings if one.pattern.text == pattern)
        if not [*slots_of(saying.pattern.parts)]:
            return MARKED.sub(r"\1", pattern)
        for quoted in (False, True):
            writer = Writer(self.lexicon, Manner(self.language, quoted, ", ", {}))
            given = self.given(phrase, saying, DEEPEST)
            if given is None:
                return ""
            text = writer.parts(saying.pattern.parts, given, phrase).strip()
            category = saying.category or phrase.category
            if not writer.missing and self.is_read(text, category):
                return text
        return ""

    def is_read(self, text: str, category: str) -> bool:
        """Whether a text is read as something of a category."""
        return isinstance(read_phrase(self.lexicon, text, category, self.language), Reading)

    def given(self, phrase: Phrase, saying: Saying, depth: int) -> dict[str, e.Slot] | None:
        """What fills the slots that the shortest form of a pattern shows."""
        shown = min(slot_forms(saying.pattern.parts), key=lambda form: (len(form), sorted(form)))
        found: dict[str, e.Slot] = {}
        numbers = iter(self.numbers)
        for name in sorted(shown, key=lambda one: str(saying.pattern.text).find(f"{{{one}}}")):
            parameter = phrase.parameter(name)
            kind = parameter.type if parameter is not None else ""
            value = self.value(kind, next(numbers, USUAL), depth)
            if value is None:
                return None
            found[name] = e.Slot(Word(name), value)
        return found

    def value(self, kind: str, number: int, depth: int) -> e.Expression | None:
        """Something of a type of slots."""
        kind = kind.removesuffix(OR_NONE).removeprefix(LIST_OF)
        kind = TERM if kind == TERMS else kind
        if kind in ("number", "signed"):
            return e.Number(number)
        if kind in PRIMITIVES:
            names = self.lexicon.names.spelling.values()
            return e.String(Word(min(names, key=lambda name: (len(name), name)))) if names else None
        if kind == TRUTH:
            return e.Name(Word("yes"))
        for _, word in self.lexicon.symbols_in(kind, self.language):
            return e.Name(word)
        return self.use(kind, depth - 1) if depth > 0 else None

    def use(self, kind: str, depth: int) -> e.Use | None:
        """The shortest phrase of a category, with what it takes."""
        kinds = SENTENCES if kind == SENTENCE else (kind,)
        phrases = (
            phrase
            for one in kinds
            for inner in self.lexicon.included(one)
            for phrase in self.lexicon.of_category(inner)
            if phrase.category != KEYWORD or kind == KEYWORD
        )
        pairs = [
            (phrase, saying)
            for phrase in phrases
            for saying in self.lexicon.sayings_in(phrase, self.language)
        ]
        pairs.sort(key=lambda pair: (fewest(pair[1]), len(pair[1].pattern.text)))
        for phrase, saying in pairs[:MOST_TRIED]:
            given = self.given(phrase, saying, depth)
            if given is not None:
                return e.Use(phrase.word, (*given.values(), *saying.fixed))
        return None


def sayings_of(lexicon: Lexicon, phrase: Phrase, language: str) -> list[Saying]:
    """How a language says a phrase, whatever that makes of it."""
    kinds = sorted(phrase.categories) or [phrase.category]
    return [one for kind in kinds for one in lexicon.sayings_in(phrase, language, kind)]


def fewest(saying: Saying) -> int:
    """How many slots the shortest form of a pattern has."""
    return min(len(form) for form in slot_forms(saying.pattern.parts))
