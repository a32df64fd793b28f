"""How near a word is to the fixed words of a grammar."""

from __future__ import annotations

import difflib
from functools import cache

from ..syntax.reader import words_of

# Which of two short words is the likelier when both are one letter away.
SHORT = ("of", "is", "to", "in", "by", "as", "or", "if", "at", "be", "do", "up", "on", "no")
ALIKE = 0.8
FAR = 3


def distance(one: str, other: str, most: int) -> int:
    """How many letters are wrong, too many, missing or swapped; at most `most` + 1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    two_above: list[int] = []
    above = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, two_above[j - 2] + 1)
            row.append(cost)
        two_above, above = above, row
    return above[-1]


def stumps(word: str) -> set[str]:
    """A word and all that is left of it without one letter; words one letter apart share one."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


@cache
def stump_table(words: frozenset[str]) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for word in sorted(words):
        for stump in stumps(word):
            table.setdefault(stump, []).append(word)
    return table


def one_letter_from(word: str, known: frozenset[str]) -> list[str]:
    """The known words that are one letter away, not the word itself."""
    table = stump_table(known)
    found = {text for stump in stumps(word) for text in table.get(stump, ())} - {word}
    return sorted(text for text in found if distance(word, text, 1) == 1)


@cache
def near_words(kind: str, word: str) -> tuple[tuple[int, str], ...]:
    """The fixed words of a grammar that a word may be meant for: how far (1 to 3), and which."""
    folded, found = word.lower(), list[tuple[int, int, float, str]]()
    for known in fixed_words(kind):
        if known == word or abs(len(known) - len(folded)) > FAR:
            continue
        most = 1 if len(known) < 5 else 2
        far = distance(folded, known, most)
        matcher = difflib.SequenceMatcher(None, folded, known)
        if far > most and (matcher.quick_ratio() < ALIKE or matcher.ratio() < ALIKE):
            continue
        common = SHORT.index(known) if len(word) < 3 and known in SHORT else len(SHORT)
        found.append((min(max(far, 1), FAR), common, -matcher.ratio(), known))
    return tuple((far, known) for far, _, _, known in sorted(found))


@cache
def fixed_words(kind: str) -> frozenset[str]:
    """The fixed words of a grammar, without its signs."""
    return frozenset(text for text in words_of(kind).values() if text.isalpha())
