"""Texts whose sentences go on with each other: paragraphs, each read as a whole.

A format whose phrases read over a full stop, as `"{a}. {b}"`, has such texts. A paragraph
begins where a label stands behind a finished sentence, and on a new line that begins with
a label or the sign that labels begin with, or follows a row of keywords. What stands in
brackets and only says again what a phrase before it does is a reminder; it is checked and
left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes.expressions import Use
from .chart import Chart, Grammar
from .forest import Forest
from .lexicon import REMINDERS, Lexicon, Signs, labels_at
from .tokens import Words

STOP, OPENING, CLOSING = ".", "(", ")"


def paragraphs(words: Words, grammar: Grammar, signs: Signs) -> Iterator[tuple[int, int]]:
    """Where each paragraph starts and ends."""
    finishing = {STOP, CLOSING, *signs.ends}
    start = 0
    end_of_labels = label_end(words, grammar, 0)
    for at in range(1, len(words)):
        if at < end_of_labels:
            continue
        end = label_end(words, grammar, at)
        new_line = "\n" in words.text[words.ends[at - 1] : words.starts[at]]
        if at == end_of_labels:
            end_of_labels = max(end, at)
            continue
        last = at - 1 - (words.keys[at - 1] == STOP)  # what is in front of a full stop there
        row = words.keys[start] in signs.keywords and words.keys[last] in signs.ends
        finished = words.keys[at - 1] in finishing
        opened = finished and words.keys[at] in signs.labels
        if (end > at and (new_line or finished)) or (new_line and (row or opened)):
            yield start, at
            start, end_of_labels = at, end
    if len(words):
        yield start, len(words)


def label_end(words: Words, grammar: Grammar, start: int) -> int:
    """Where the longest label that begins at a word ends; -1: none does."""
    return max((end for _, end in labels_at(grammar, words, start)), default=-1)


# ---- reminders


def without_reminders(words: Words, lexicon: Lexicon, language: str) -> Words:
    """The words without what only says again what a phrase before it says."""
    if OPENING not in words.keys or not any(p.reminders for p in lexicon.phrases.values()):
        return words
    kept: list[int] = []
    place = 0
    while place < len(words):
        opens = words.keys[place] == OPENING
        end = words.closing(place, OPENING, CLOSING) if opens else -1
        if end > 0 and is_reminder(words, kept, place, end, lexicon, language):
            place = end
            continue
        kept.append(place)
        place += 1
    return words.at(kept)


def is_reminder(
    words: Words, kept: list[int], start: int, end: int, lexicon: Lexicon, language: str
) -> bool:
    """Whether the words in brackets are a reminder of a phrase of the sentence before."""
    inner = words.part(start + 1, end - 1)
    if len(inner) > 1 and inner.keys[-1] == STOP:
        inner = inner.part(0, len(inner) - 1)
    grammar = lexicon.grammars[language]
    chart = Chart(grammar, inner)
    if not chart.read(REMINDERS, 0):
        return False
    said = [tree for tree in Forest(chart, "").whole(REMINDERS, 0) if isinstance(tree, Use)]
    before = words.at(kept[start_of_sentence([words.keys[at] for at in kept]) :])
    return any(stands_in(before, tree, lexicon, grammar) for tree in said)


def start_of_sentence(keys: list[str]) -> int:
    """Where the last sentence of some words starts; no stop in angle brackets ends one."""
    first, depth = len(keys) - (keys[-1:] == [STOP]), 0
    while first and (depth or keys[first - 1] != STOP):
        first -= 1
        depth += (keys[first] == ">") - (keys[first] == "<" and depth > 0)
    return first


def stands_in(before: Words, said: Use, lexicon: Lexicon, grammar: Grammar) -> bool:
    """Whether some words hold a phrase, with all that is said of it again."""
    phrase = lexicon.phrases[str(said.phrase)]
    number = grammar.numbers[phrase.category]
    first_words = grammar.first_words[number]
    for start in range(len(before)):
        if before.keys[start] not in first_words:
            continue
        chart = Chart(grammar, before)
        cell = chart.open(number, start)
        chart.run()
        forest = Forest(chart, "")
        for end in cell.ends:
            for tree, _, _ in forest.grow(number, start, end, 0):
                if not isinstance(tree, Use) or tree.phrase != said.phrase:
                    continue
                if all(slot in tree.slots for slot in said.slots):
                    return True
    return False
