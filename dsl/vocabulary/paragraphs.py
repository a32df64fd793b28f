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
from .lexicon import LABELS, REMINDERS, Lexicon, Signs
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
        row = words.keys[start] in signs.keywords and last_sign(words, at) in signs.ends
        finished = words.keys[at - 1] in finishing
        opened = finished and words.keys[at] in signs.labels
        if (end > at and (new_line or finished)) or (new_line and (row or opened)):
            yield start, at
            start, end_of_labels = at, end
    if len(words):
        yield start, len(words)


def last_sign(words: Words, at: int) -> str:
    """What stands in front of a word, and of a full stop there."""
    at -= words.keys[at - 1] == STOP
    return words.keys[at - 1]


def label_end(words: Words, grammar: Grammar, start: int) -> int:
    """Where the longest label that begins at a word ends; -1: none does."""
    node = grammar.roots[grammar.numbers[LABELS]]
    found = -1
    for place in range(start, len(words)):
        node = grammar.literals[node].get(words.keys[place], -1)
        if node < 0:
            break
        if grammar.accepts[node]:
            found = place + 1
    return found


# ---- reminders


def without_reminders(words: Words, lexicon: Lexicon, language: str) -> Words:
    """The words without what only says again what a phrase before it says."""
    if OPENING not in words.keys or not any(p.reminders for p in lexicon.phrases.values()):
        return words
    kept: list[int] = []
    place = 0
    while place < len(words):
        end = closing(words, place) if words.keys[place] == OPENING else -1
        if end > 0 and is_reminder(words, kept, place, end, lexicon, language):
            place = end
            continue
        kept.append(place)
        place += 1
    return chosen(words, kept)


def chosen(words: Words, places: list[int]) -> Words:
    return Words(
        words.text,
        [words.keys[at] for at in places],
        [words.starts[at] for at in places],
        [words.ends[at] for at in places],
    )


def closing(words: Words, start: int) -> int:
    """Behind the bracket that closes the one that stands at a word; -1: none does."""
    depth = 0
    for place in range(start, len(words)):
        depth += (words.keys[place] == OPENING) - (words.keys[place] == CLOSING)
        if depth == 0:
            return place + 1
    return -1


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
    first = len(kept) - (bool(kept) and words.keys[kept[-1]] == STOP)
    while first and words.keys[kept[first - 1]] != STOP:
        first -= 1
    before = chosen(words, kept[first:])
    return any(stands_in(before, tree, lexicon, grammar) for tree in said)


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
