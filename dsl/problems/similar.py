"""Which known words look like a word that is not known."""

from __future__ import annotations

from collections.abc import Collection, Iterable

LEAST_LIKE = 0.51  # more than half of the letters are right
LONGEST = 60  # letters of a word that somebody may have typed wrong
MOST = 2_000  # words that one is compared with


def nearest(word: str, known: Iterable[str], least: float = LEAST_LIKE) -> str | None:
    """The known word that was probably meant, if one is near: capitals matter only between words
    that are equally near. `least`, up to 1, is the share of letters that are right. Of very many
    known words only those that begin alike are looked at.
    """
    if not 0 < len(word) <= LONGEST:
        return None
    names = set(known)
    if len(names) > MOST:
        starts = (word[0].lower(), word[0].upper())
        names = {name for name in names if name.startswith(starts)}
    if len(names) > MOST:
        return None
    from rapidfuzz import process  # late for start-up time: nobody may have made a mistake
    from rapidfuzz.distance import OSA

    likeness = OSA.normalized_similarity
    found = process.extract(
        word, sorted(names), scorer=likeness, processor=str.lower, score_cutoff=least, limit=None
    )
    best = [name for name, like, _ in found if like == found[0][1]]
    return max(best, key=lambda name: likeness(word, name), default=None)


def one_letter_from(word: str, known: Collection[str]) -> list[str]:
    """The known words with one letter wrong, missing, too many, or exchanged with the next one."""
    if len(word) > LONGEST:
        return []
    from rapidfuzz import process  # late for start-up time, as above
    from rapidfuzz.distance import OSA

    found = process.extract(word, known, scorer=OSA.distance, score_cutoff=1, limit=None)
    return sorted(near for near, far, _ in found if far)
