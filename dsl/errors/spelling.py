"""How near a word is to the fixed words of a grammar."""

from __future__ import annotations

from functools import cache

from ..syntax.reader import words_of

# Which of two short words is the likelier when both are one letter away.
SHORT = ("of", "is", "to", "in", "by", "as", "or", "if", "at", "be", "do", "up", "on", "no")
ALIKE = 0.8
FAR = 3


@cache
def near_words(kind: str, word: str) -> tuple[tuple[int, str], ...]:
    """The fixed words of a grammar that a word may be meant for: how far (1 to 3), and which."""
    from rapidfuzz.distance import OSA, Indel  # late for start-up time: only for mistakes

    folded, found = word.lower(), list[tuple[int, int, float, str]]()
    for known in fixed_words(kind) - {word}:
        far = OSA.distance(folded, known)
        like = Indel.normalized_similarity(folded, known)
        if far <= (1 if len(known) < 5 else 2) or like >= ALIKE:
            common = SHORT.index(known) if len(word) < 3 and known in SHORT else len(SHORT)
            found.append((min(max(far, 1), FAR), common, -like, known))
    return tuple((far, known) for far, _, _, known in sorted(found))


@cache
def fixed_words(kind: str) -> frozenset[str]:
    """The fixed words of a grammar, without its signs."""
    return frozenset(text for text in words_of(kind).values() if text.isalpha())
