"""Phrases that say the same sentence: it is found before a card says it."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors.text_fixes import differing_words
from ..nodes.base import Word
from ..problems.problem import Advice, Example, Label, Problem
from .chart import Make
from .lexicon import LABELS, REMINDERS, Lexicon
from .reading import Failure, read_phrase
from .shortest import Shortest, printed

MOST = 10_000  # sentences that are read
ASIDE = (LABELS, REMINDERS)  # which are read only beside something


def overlaps(lexicon: Lexicon) -> list[Problem]:
    """A warning for each two phrases that both read some shortest sentence of one of them."""
    found: dict[frozenset[str], Problem] = {}
    for language in lexicon.grammars:
        for text, one, other in shared_sentences(lexicon, language):
            first, last = sorted((one, other), key=place)
            if last.span.line:
                found.setdefault(frozenset((one, other)), overlap(text, first, last))
    return [*found.values()]


def shared_sentences(lexicon: Lexicon, language: str) -> Iterator[tuple[str, Word, Word]]:
    """Sentences that can be read in two ways, with the phrases in which the ways differ."""
    grammar = lexicon.grammars[language]
    shortest, told = Shortest(grammar), set[str]()
    for category, number in grammar.numbers.items():
        if category in ASIDE:
            continue
        for row, variants in shortest.rows[number]:
            words = shortest.said(row)
            if words is None or all(one.make != Make.USE for one in variants):
                continue
            text = printed(words)
            if text not in told and len(told) < MOST:
                told.add(text)
                reading = read_phrase(lexicon, text, category, language)
                if not isinstance(reading, Failure) and len(reading.trees) > 1:
                    differing = differing_words(*reading.trees[:2])
                    if len(differing) == 2:
                        yield text, *differing


def place(word: Word) -> tuple[str, int, int]:
    return word.span.file, word.span.line, word.span.column


def overlap(text: str, first: Word, last: Word) -> Problem:
    message = f'"{last}" and "{first}" can say the same sentence.'
    label = Label(first.span, "says it too")
    fix = "Change the words of one of them."
    example = Example(f'"{text}"', sentence=text)
    return Problem(
        "phrases-overlap", message, last.span, Advice(fix), "warning", (label,), example=example
    )
